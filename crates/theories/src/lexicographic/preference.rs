use std::cmp::Ordering;

/// What a position is worth to its mover from there on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Worth {
    /// Does the mover win?
    pub wins: bool,
    /// Points that the mover still gets.
    pub own: u64,
    /// Points that the rival still gets.
    pub rival: u64,
}

/// One thing that a player wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// To win.
    Win,
    /// As many points as possible.
    OwnPoints,
    /// As few points as possible for the rival.
    RivalPoints,
}

/// The order in which both players pursue the three aims.
///
/// # Examples
///
/// ```
/// use perfectplay_theories::lexicographic::{Aim, Preference, Worth};
/// let usual = Preference::default();
/// let poor_win = Worth { wins: true, own: 1, rival: 9 };
/// let rich_loss = Worth { wins: false, own: 9, rival: 1 };
/// assert!(usual.compare(&poor_win, &rich_loss).is_gt());
/// let greedy = Preference::new([Aim::OwnPoints, Aim::Win, Aim::RivalPoints]).unwrap();
/// assert!(greedy.compare(&poor_win, &rich_loss).is_lt());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preference([Aim; 3]);

impl Default for Preference {
    /// Win first, then own points, then the rival's.
    fn default() -> Self {
        Preference([Aim::Win, Aim::OwnPoints, Aim::RivalPoints])
    }
}

impl Preference {
    /// The order given, most important aim first; `None` unless each aim
    /// stands in it once, which is what makes best play unique in its worth.
    pub fn new(aims: [Aim; 3]) -> Option<Self> {
        let all = [Aim::Win, Aim::OwnPoints, Aim::RivalPoints];
        all.iter().all(|aim| aims.contains(aim)).then_some(Preference(aims))
    }

    /// The aims, most important first.
    pub fn aims(&self) -> [Aim; 3] {
        self.0
    }

    /// Greater is better.
    #[inline]
    pub fn compare(&self, a: &Worth, b: &Worth) -> Ordering {
        let by = |aim: Aim| match aim {
            Aim::Win => a.wins.cmp(&b.wins),
            Aim::OwnPoints => a.own.cmp(&b.own),
            Aim::RivalPoints => b.rival.cmp(&a.rival),
        };
        let [first, second, third] = self.0;
        by(first).then_with(|| by(second)).then_with(|| by(third))
    }
}
