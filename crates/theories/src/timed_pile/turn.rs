use perfectplay_game::Player;

/// One turn of a schedule: who moves, and how many stones may be taken.
///
/// # Examples
///
/// ```
/// use perfectplay_game::Player;
/// use perfectplay_theories::timed_pile::Turn;
/// assert!(Turn::new(Player::First, 0, 3).is_some());
/// assert_eq!(Turn::new(Player::First, 4, 3), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Turn {
    mover: Player,
    least: u64,
    most: u64,
}

impl Turn {
    /// A turn in which `mover` takes from `least` to `most` stones, ends
    /// included; `least` 0 allows a pass. None when `least > most`.
    pub fn new(mover: Player, least: u64, most: u64) -> Option<Self> {
        (least <= most).then_some(Turn { mover, least, most })
    }

    /// Who moves.
    pub fn mover(&self) -> Player {
        self.mover
    }

    /// The fewest stones that may be taken; with fewer in the pile the mover
    /// loses.
    pub fn least(&self) -> u64 {
        self.least
    }

    /// The most stones that may be taken.
    pub fn most(&self) -> u64 {
        self.most
    }
}

/// A maximal range of stone counts with one outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Run {
    /// The least count in it.
    pub start: u128,
    /// The least count beyond it; None when it has no end, which only the
    /// drawn run has.
    pub end: Option<u128>,
    /// Who wins there; None for a tie.
    pub winner: Option<Player>,
}

impl Run {
    /// Does the count lie in the run?
    pub fn contains(&self, stones: u128) -> bool {
        self.start <= stones && self.end.is_none_or(|end| stones < end)
    }
}
