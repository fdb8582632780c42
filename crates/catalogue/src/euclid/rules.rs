use perfectplay_analysis::{About, CertifyError, Theory};
use perfectplay_game::{
    Declared, Game, Meter, Options, Outcome, Player, RulesError, Standing, Stop, StopReason,
    Tabular,
};
use perfectplay_proof::Sink;
use perfectplay_theories::closed_form::euclid::{self, End};

use crate::closed_form::{Formula, Listing, Verdict, Winning};
use crate::pair::Pair;

/// What the ruleset is.
pub(super) const ABOUT: About<'static> =
    About { name: "euclid", title: "Euclid", effort_unit: "positions and options" };

/// A certificate lists all options of each of its positions: no more than this.
const MOST_LISTED: u128 = 1 << 20;

/// The rules with the numbers at the start. A move is what it leaves of the
/// larger number.
#[derive(Debug)]
pub struct Euclid {
    start: (u128, u128),
    end: End,
    misere: bool,
    listing: Listing,
}

impl Euclid {
    /// With these numbers at the start, which are taken for 1 where they are 0;
    /// in misère play who cannot move wins, in normal play he loses.
    pub fn new(start: (u128, u128), end: End, misere: bool) -> Euclid {
        let start = (start.0.max(1), start.1.max(1));
        Euclid { start, end, misere, listing: Listing::default() }
    }

    /// Does who cannot move win?
    pub fn is_misere(&self) -> bool {
        self.misere
    }

    /// Where play ends.
    pub fn end(&self) -> End {
        self.end
    }

    /// The least that a move may leave.
    pub(super) fn least(&self) -> u128 {
        u128::from(self.end == End::Equal)
    }
}

/// The quotients of Euclid's algorithm; none for a pair that has a 0.
fn quotients(position: &Pair) -> Vec<u128> {
    let (mut small, mut large) = (position.lower, position.upper);
    let mut found = Vec::new();
    while let Some(quotient) = large.checked_div(small) {
        found.push(quotient);
        (small, large) = (large % small, small);
    }
    found
}

impl Game for Euclid {
    type Position = Pair;
    type Move = u128;

    fn start(&self) -> Pair {
        Pair::new(self.start.0, self.start.1, Player::First)
    }

    fn mover(&self, position: &Pair) -> Player {
        position.mover
    }

    /// Every move; where there are too many for memory, none, and a
    /// [fault](Tabular::fault).
    fn options(&self, position: &Pair, into: &mut Options<Self>) {
        let count = self.count_options(position);
        if self.listing.may_hold(count, size_of::<(u128, Pair)>()) {
            into.extend((1..=count).map(|times| {
                let left = position.upper - times * position.lower;
                (left, Pair::new(position.lower, left, position.mover.other()))
            }));
        }
    }

    fn ending(&self, _position: &Pair) -> Outcome {
        if self.misere { Outcome::Win } else { Outcome::Loss }
    }

    fn play(&self, from: &Pair, &left: &u128) -> Option<Pair> {
        let taken = from.upper.checked_sub(left)?;
        let legal = left >= self.least() && taken > 0 && taken.is_multiple_of(from.lower);
        legal.then(|| Pair::new(from.lower, left, from.mover.other()))
    }

    fn first_move(&self, from: &Pair) -> Option<u128> {
        let left = from.upper.checked_sub(from.lower)?;
        (from.lower > 0 && left >= self.least()).then_some(left)
    }
}

impl Tabular for Euclid {
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

impl Formula for Euclid {
    fn about(&self) -> About<'static> {
        ABOUT
    }

    fn verdict(&self, position: &Pair) -> Option<Verdict> {
        Some(match self.misere {
            true => {
                Verdict::lost(euclid::standing(position.lower, position.upper, self.end, true).0)
            }
            false => Verdict::Nimber(euclid::grundy(position.lower, position.upper, self.end)),
        })
    }

    fn theory(&self) -> Theory {
        let (name, applies) = match (self.end, self.misere) {
            (End::Equal, false) => (
                "Nivasch's theorem",
                "who cannot move loses, and both numbers stay positive: the Grundy value of a <= b \
                 is the whole part of b / a - a / b, which is 0 exactly if b / a is less than the \
                 golden ratio",
            ),
            (End::Zero, false) => (
                "Cole and Davie's theorem",
                "who cannot move loses, and play ends where a number is 0: a < b is lost exactly if \
                 b / a is less than the golden ratio; the Grundy value is the first quotient of \
                 Euclid's algorithm, or one less, as what follows has a smaller value or not",
            ),
            (_, true) => (
                "Euclid's algorithm",
                "who cannot move wins: a quotient of 1 forces the move, and who has a larger one \
                 before the last chooses who has the next; at the last the mover loses if one \
                 move is left and no more",
            ),
        };
        Theory { name: name.to_owned(), applies: applies.to_owned() }
    }

    fn count_options(&self, position: &Pair) -> u128 {
        let most = position.upper.saturating_sub(self.least());
        most.checked_div(position.lower).unwrap_or_default()
    }

    fn winning(&self, position: &Pair, most: usize) -> Winning<u128> {
        let mut moves =
            euclid::winning_remainders(position.lower, position.upper, self.end, self.misere);
        let all = moves.len() <= most;
        moves.truncate(most);
        Winning { moves, all }
    }

    fn because(&self, position: &Pair, verdict: Verdict, best: Option<(&u128, &Pair)>) -> String {
        const SHOWN: usize = 12;
        let &Pair { lower, upper, mover } = position;
        let Some((left, to)) = best else {
            let ends = if self.misere { "wins" } else { "loses" };
            let why = if lower == 0 { "a number is 0" } else { "the numbers are equal" };
            return format!("{why}: {mover} cannot move and {ends}");
        };
        let quotients = quotients(position);
        let more = if quotients.len() > SHOWN { ", ..." } else { "" };
        let some: Vec<String> = quotients.iter().take(SHOWN).map(u128::to_string).collect();
        let head = format!("Euclid's algorithm has the quotients {}{more}", some.join(", "));
        let leaves = format!("{upper} -> {left} leaves {}", to.named());
        match (verdict, self.end) {
            (Verdict::Nimber(0), _) => format!(
                "{upper} / {lower} is less than the golden ratio: the only move is to {}, from where \
                 {} wins",
                to.named(),
                mover.other()
            ),
            (Verdict::Nimber(value), End::Equal) => format!(
                "{upper} / {lower} - {lower} / {upper} has the whole part {value}; {leaves}, with \
                 Grundy value 0"
            ),
            (Verdict::Nimber(value), End::Zero) => {
                format!("{head}, so the Grundy value is {value}; {leaves}, with Grundy value 0")
            }
            (Verdict::Outcome(Outcome::Loss), _) => {
                format!("{head}: {mover} has no other move and loses")
            }
            (Verdict::Outcome(_), _) => format!("{head}; {leaves}, which is lost"),
        }
    }

    fn least_listed(&self, position: &Pair) -> u128 {
        quotients(position).into_iter().max().unwrap_or_default()
    }

    /// A lost position has one move, a won one needs one: as many positions as
    /// Euclid's algorithm has divisions, and at most one more for each.
    fn standing(&self, position: &Pair) -> Option<Standing> {
        let (lost, plies) = euclid::standing(position.lower, position.upper, self.end, self.misere);
        let outcome = if lost { Outcome::Loss } else { Outcome::Win };
        Some(Standing::decided(outcome, plies))
    }

    fn certify(
        &self,
        position: &Pair,
        meter: &mut Meter,
        _sink: &mut dyn Sink,
    ) -> Option<Result<(), CertifyError>> {
        let within = "numbers whose quotients are at most 1048576, all of whose options are listed";
        let reason = StopReason::Reach { within };
        let stop = Stop { reason, spent: meter.spent() };
        (self.least_listed(position) > MOST_LISTED).then(|| Err(stop.into()))
    }
}
