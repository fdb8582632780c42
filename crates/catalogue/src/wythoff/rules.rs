use perfectplay_analysis::{About, Theory};
use perfectplay_game::{Declared, Game, Options, Outcome, Player, RulesError, Tabular};
use perfectplay_theories::closed_form::wythoff;

use crate::closed_form::{Formula, Listing, Verdict, Winning};
use crate::pair::Pair;

/// What the ruleset is.
pub(super) const ABOUT: About<'static> =
    About { name: "wythoff", title: "Wythoff's game", effort_unit: "positions and options" };

/// A move: what is left of the smaller heap and of the larger one. Of two equal
/// heaps a move on one of them is on the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cut {
    /// What is left of the smaller heap.
    pub lower: u128,
    /// What is left of the larger heap.
    pub upper: u128,
}

/// The rules with the heaps at the start.
#[derive(Debug)]
pub struct Wythoff {
    start: (u128, u128),
    misere: bool,
    listing: Listing,
}

impl Wythoff {
    /// With these heaps at the start; in misère play who cannot move wins, in
    /// normal play he loses.
    pub fn new(start: (u128, u128), misere: bool) -> Wythoff {
        Wythoff { start, misere, listing: Listing::default() }
    }

    /// Does who cannot move win?
    pub fn is_misere(&self) -> bool {
        self.misere
    }
}

impl Game for Wythoff {
    type Position = Pair;
    type Move = Cut;

    fn start(&self) -> Pair {
        Pair::new(self.start.0, self.start.1, Player::First)
    }

    fn mover(&self, position: &Pair) -> Player {
        position.mover
    }

    /// Every move; where there are too many for memory, none, and a
    /// [fault](Tabular::fault).
    fn options(&self, position: &Pair, into: &mut Options<Self>) {
        if !self.listing.may_hold(self.count_options(position), size_of::<(Cut, Pair)>()) {
            return;
        }
        let &Pair { lower, upper, mover } = position;
        let mut push = |cut: Cut| into.push((cut, Pair::new(cut.lower, cut.upper, mover.other())));
        (0..upper).for_each(|left| push(Cut { lower, upper: left }));
        if lower < upper {
            (0..lower).for_each(|left| push(Cut { lower: left, upper }));
        }
        (1..=lower).for_each(|taken| push(Cut { lower: lower - taken, upper: upper - taken }));
    }

    fn ending(&self, _position: &Pair) -> Outcome {
        if self.misere { Outcome::Win } else { Outcome::Loss }
    }

    fn play(&self, from: &Pair, cut: &Cut) -> Option<Pair> {
        let taken = (from.lower.checked_sub(cut.lower)?, from.upper.checked_sub(cut.upper)?);
        let legal = match taken {
            (0, 0) => false,
            (0, _) => true,
            (_, 0) => from.lower < from.upper,
            (one, other) => one == other,
        };
        legal.then(|| Pair::new(cut.lower, cut.upper, from.mover.other()))
    }

    fn first_move(&self, from: &Pair) -> Option<Cut> {
        (from.upper > 0).then_some(Cut { lower: from.lower, upper: 0 })
    }
}

impl Tabular for Wythoff {
    fn declared(&self) -> Declared {
        Declared { impartial: true, ..Declared::default() }
    }

    fn canonical(&self, position: &Pair) -> Result<Pair, RulesError> {
        Ok(position.canonical())
    }

    fn fault(&self) -> Option<RulesError> {
        self.listing.fault()
    }
}

impl Formula for Wythoff {
    fn about(&self) -> About<'static> {
        ABOUT
    }

    fn verdict(&self, position: &Pair) -> Option<Verdict> {
        Some(Verdict::lost(wythoff::is_lost(position.lower, position.upper, self.misere)))
    }

    fn theory(&self) -> Theory {
        let applies = match self.misere {
            false => {
                "who cannot move loses: for each difference d one position is lost, and its lower \
                 number is the whole part of d times the golden ratio, worked out by Fibonacci \
                 numbers"
            }
            true => {
                "who cannot move wins: the lost positions are those of normal play but for the \
                 first two, in place of which 0 1 and 2 2 are lost"
            }
        };
        Theory { name: "Wythoff's theorem".to_owned(), applies: applies.to_owned() }
    }

    fn count_options(&self, position: &Pair) -> u128 {
        let one = if position.lower < position.upper { position.lower } else { 0 };
        position.upper.saturating_add(position.lower).saturating_add(one)
    }

    fn winning(&self, position: &Pair, most: usize) -> Winning<Cut> {
        let &Pair { lower, upper, .. } = position;
        let partner = |number| wythoff::partner(number, self.misere);
        let mut moves = Vec::new();
        moves.extend(partner(lower).map(|left| Cut { lower, upper: left }));
        moves.extend(partner(upper).map(|left| Cut { lower: left, upper }));
        let same = wythoff::with_difference(upper - lower, self.misere);
        moves.extend(same.map(|(lower, upper)| Cut { lower, upper }));
        moves.retain(|cut| self.play(position, cut).is_some());
        let all = moves.len() <= most;
        moves.truncate(most);
        Winning { moves, all }
    }

    fn because(&self, position: &Pair, verdict: Verdict, best: Option<(&Cut, &Pair)>) -> String {
        let (mover, rival) = (position.mover, position.mover.other());
        let Some((_, to)) = best else {
            let ends = if self.misere { "wins" } else { "loses" };
            return format!("no stone is left: {mover} cannot move and {ends}");
        };
        let apart = |pair: &Pair| {
            let apart = pair.upper - pair.lower;
            format!("the lost position whose numbers differ by {apart}")
        };
        match verdict.is_lost() {
            true => format!(
                "{} is {}: no move leads to another lost one, and from wherever {mover} goes {rival} \
                 can go to one",
                position.named(),
                apart(position)
            ),
            false => format!("{mover} can leave {}, {}", to.named(), apart(to)),
        }
    }

    fn least_listed(&self, position: &Pair) -> u128 {
        // Nearly all pairs of smaller numbers, each once.
        position.lower.saturating_mul(position.upper) / 2
    }
}
