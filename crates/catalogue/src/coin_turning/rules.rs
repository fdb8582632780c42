use perfectplay_analysis::{About, Theory};
use perfectplay_game::{Declared, Game, Options, Outcome, Player, RulesError, Tabular};
use perfectplay_theories::closed_form::mock_turtles::PLACES;
use perfectplay_theories::closed_form::{mock_turtles, ruler};

use super::coins::Coins;
use super::notation::run_written;
use crate::closed_form::{Formula, Listing, Verdict, Winning};
use crate::heaps::xor_written_out;

/// Which coins a move may turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One, two or three, at places from 0.
    MockTurtles,
    /// Any number side by side, at places from 1.
    Ruler,
}

impl Kind {
    /// What the ruleset is.
    pub(super) const fn about(self) -> About<'static> {
        let (name, title) = match self {
            Kind::MockTurtles => ("mock-turtles", "Mock Turtles"),
            Kind::Ruler => ("ruler", "Ruler"),
        };
        About { name, title, effort_unit: "positions and options" }
    }

    /// Where the row begins.
    pub(super) fn first_place(self) -> u128 {
        match self {
            Kind::MockTurtles => 0,
            Kind::Ruler => 1,
        }
    }

    fn value(self, place: u128) -> u128 {
        match self {
            Kind::MockTurtles => mock_turtles::grundy(place),
            Kind::Ruler => ruler::grundy(place),
        }
    }

    fn value_of_run(self, (from, to): (u128, u128)) -> u128 {
        match self {
            Kind::MockTurtles => mock_turtles::grundy_of_run(from, to),
            Kind::Ruler => ruler::grundy_of_run(from, to),
        }
    }

    fn value_of(self, position: &Coins) -> u128 {
        position.runs().fold(0, |sum, run| sum ^ self.value_of_run(run))
    }

    /// The first place from `from` on whose value has this bit.
    fn next_with(self, from: u128, bit: u32) -> Option<u128> {
        match self {
            Kind::MockTurtles => mock_turtles::next_with(from, bit),
            Kind::Ruler => ruler::next_with(from, bit),
        }
    }

    /// A move on the head at `place` after which what it turned is worth
    /// `target`.
    fn winning_turn(self, place: u128, target: u128) -> Option<Turn> {
        match self {
            Kind::MockTurtles => mock_turtles::winning_turn(place, target).map(|mut places| {
                places.push(place);
                Turn::Coins(places)
            }),
            Kind::Ruler => {
                ruler::winning_turn(place, target).map(|from| Turn::Row { from, to: place })
            }
        }
    }

    /// How many moves have their rightmost coin at a place up to `last`, all of
    /// them heads; `None` if very many.
    fn moves_to(self, last: u128) -> Option<u128> {
        match self {
            // 1 + n + n (n - 1) / 2 at place n, added up.
            Kind::MockTurtles => {
                let last = Some(last).filter(|&last| last < 1 << 40)?;
                Some(last + 1 + last * (last + 1) * (last + 2) / 6)
            }
            Kind::Ruler => last.checked_mul(last + 1).map(|twice| twice / 2),
        }
    }
}

/// A move: the coins that it turns.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// Those at these places, in order.
    Coins(Vec<u128>),
    /// All from one place through another.
    Row {
        /// The first place.
        from: u128,
        /// The last one.
        to: u128,
    },
}

impl Turn {
    fn runs(&self) -> Vec<(u128, u128)> {
        match self {
            Turn::Coins(places) => places.iter().map(|&place| (place, place)).collect(),
            &Turn::Row { from, to } => vec![(from, to)],
        }
    }
}

/// The rules with the coins at the start.
#[derive(Debug)]
pub struct CoinTurning {
    kind: Kind,
    start: Coins,
    misere: bool,
    listing: Listing,
}

impl CoinTurning {
    /// With these heads at the start, at places less than 2^127; in misère play
    /// who cannot move wins, in normal play he loses.
    pub fn new(kind: Kind, start: Coins, misere: bool) -> CoinTurning {
        CoinTurning { kind, start, misere, listing: Listing::default() }
    }

    /// Which coins a move may turn.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Does who cannot move win?
    pub fn is_misere(&self) -> bool {
        self.misere
    }

    fn allows(&self, position: &Coins, turn: &Turn) -> bool {
        let (fits, last) = match (self.kind, turn) {
            (Kind::MockTurtles, Turn::Coins(places)) => {
                let ordered = places.windows(2).all(|pair| pair[0] < pair[1]);
                (ordered && places.len() <= 3, places.last().copied())
            }
            (Kind::Ruler, &Turn::Row { from, to }) => (from >= 1 && from <= to, Some(to)),
            _ => (false, None),
        };
        fits && last.is_some_and(|last| last < PLACES && position.is_head(last))
    }

    fn after(&self, position: &Coins, turn: &Turn) -> Coins {
        let mut coins = position.clone();
        coins.mover = position.mover.other();
        for (from, to) in turn.runs() {
            coins.turn(from, to);
        }
        coins
    }

    /// What decides in misère play of Ruler.
    fn in_misere(&self, position: &Coins) -> String {
        match position.has_even() {
            true => self.written_out(position),
            false => {
                let parity = if position.heads() % 2 == 1 { "an odd" } else { "an even" };
                format!("{parity} number of heads, all at odd places")
            }
        }
    }

    /// The heads with their values written out.
    fn written_out(&self, position: &Coins) -> String {
        const SHOWN: u128 = 13;
        let one = |place| (format!("{place}"), self.kind.value(place));
        let run = |run| (run_written(run), self.kind.value_of_run(run));
        let parts: Vec<(String, u128)> = match position.heads() < SHOWN {
            true => position.each().map(one).collect(),
            false => position.runs().take(SHOWN as usize).map(run).collect(),
        };
        let sum = self.kind.value_of(position);
        match &parts[..] {
            [(name, _)] if position.heads() > 1 => {
                format!("heads {name} have the Grundy value {sum} together")
            }
            parts => xor_written_out("head", parts, sum),
        }
    }
}

impl Game for CoinTurning {
    type Position = Coins;
    type Move = Turn;

    fn start(&self) -> Coins {
        self.start.clone()
    }

    fn mover(&self, position: &Coins) -> Player {
        position.mover
    }

    /// Every move; where there are too many for memory, none, and a
    /// [fault](Tabular::fault).
    fn options(&self, position: &Coins, into: &mut Options<Self>) {
        // A move makes two changes for each coin or run that it turns.
        let bytes = size_of::<(Turn, Coins)>() + position.heap_bytes() + 9 * size_of::<u128>();
        if !self.listing.may_hold(self.count_options(position), bytes) {
            return;
        }
        let mut push = |turn: Turn| {
            let to = self.after(position, &turn);
            into.push((turn, to));
        };
        for last in position.each() {
            match self.kind {
                Kind::Ruler => (1..=last).for_each(|from| push(Turn::Row { from, to: last })),
                Kind::MockTurtles => {
                    push(Turn::Coins(vec![last]));
                    for one in 0..last {
                        push(Turn::Coins(vec![one, last]));
                        (0..one).for_each(|other| push(Turn::Coins(vec![other, one, last])));
                    }
                }
            }
        }
    }

    fn ending(&self, _position: &Coins) -> Outcome {
        if self.misere { Outcome::Win } else { Outcome::Loss }
    }

    fn play(&self, from: &Coins, turn: &Turn) -> Option<Coins> {
        self.allows(from, turn).then(|| self.after(from, turn))
    }

    fn first_move(&self, from: &Coins) -> Option<Turn> {
        let (place, _) = from.runs().next()?;
        Some(match self.kind {
            Kind::MockTurtles => Turn::Coins(vec![place]),
            Kind::Ruler => Turn::Row { from: place, to: place },
        })
    }
}

impl Tabular for CoinTurning {
    /// In normal play a position is worth what its heads are worth, each alone.
    fn declared(&self) -> Declared {
        Declared { impartial: true, splits: !self.misere, ..Declared::default() }
    }

    fn canonical(&self, position: &Coins) -> Result<Coins, RulesError> {
        Ok(position.canonical())
    }

    fn parts(&self, position: &Coins) -> Result<Vec<Coins>, RulesError> {
        const MOST: u128 = 1 << 20;
        let heads = position.heads();
        if heads > MOST {
            return Err(RulesError::new(format!("{heads} heads are too many to list")));
        }
        let alone = |place| Coins::of_runs(&[(place, place)], position.mover);
        Ok(position.each().filter_map(alone).collect())
    }

    fn heap_bytes(&self, position: &Coins) -> usize {
        position.heap_bytes()
    }

    fn fault(&self) -> Option<RulesError> {
        self.listing.fault()
    }
}

impl Formula for CoinTurning {
    fn about(&self) -> About<'static> {
        self.kind.about()
    }

    fn verdict(&self, position: &Coins) -> Option<Verdict> {
        let sum = self.kind.value_of(position);
        match (self.misere, self.kind) {
            (false, _) => Some(Verdict::Nimber(sum)),
            (true, Kind::Ruler) => {
                Some(Verdict::lost(ruler::is_lost_misere(sum, position.has_even())))
            }
            (true, Kind::MockTurtles) => None,
        }
    }

    fn theory(&self) -> Theory {
        let values = match self.kind {
            Kind::MockTurtles => {
                "at place n that of 2 n and 2 n + 1 which has an odd number of ones in binary"
            }
            Kind::Ruler => "at place n the largest power of 2 that divides n",
        };
        let applies = match self.misere {
            false => format!(
                "who cannot move loses, and the rightmost coin of a move goes from heads to tails: a \
                 position is the sum of its heads, each alone, whose Grundy values are known: {values}"
            ),
            true => format!(
                "who cannot move wins: as long as some head is at an even place, the XOR of the \
                 heads' values decides as it does in normal play; then whether their number is odd \
                 ({values})"
            ),
        };
        Theory { name: "coin turning".to_owned(), applies }
    }

    fn count_options(&self, position: &Coins) -> u128 {
        let of_run = |(from, to): (u128, u128)| {
            let before = match from.checked_sub(1) {
                Some(before) => self.kind.moves_to(before)?,
                None => 0,
            };
            Some(self.kind.moves_to(to)? - before)
        };
        position
            .runs()
            .try_fold(0u128, |sum, run| sum.checked_add(of_run(run)?))
            .unwrap_or(u128::MAX)
    }

    fn winning(&self, position: &Coins, most: usize) -> Winning<Turn> {
        let sum = self.kind.value_of(position);
        // What the XOR may be afterwards: 1 too, where all heads are at odd places.
        let wanted: &[u128] = if self.misere { &[0, 1] } else { &[0] };
        let top = if self.misere { sum.max(1) } else { sum };
        let mut moves = Vec::new();
        let Some(bit) = top.checked_ilog2() else { return Winning { moves, all: true } };
        for (from, to) in position.runs() {
            let mut next = self.kind.next_with(from, bit);
            while let Some(place) = next.filter(|&place| place <= to) {
                for after in wanted {
                    let target = sum ^ self.kind.value(place) ^ after;
                    let turn = self.kind.winning_turn(place, target).filter(|turn| {
                        let to = self.after(position, turn);
                        self.verdict(&to).is_some_and(Verdict::is_lost)
                    });
                    let Some(turn) = turn else { continue };
                    if moves.len() == most {
                        return Winning { moves, all: false };
                    }
                    moves.push(turn);
                }
                next = self.kind.next_with(place + 1, bit);
            }
        }
        // In Ruler the moves on one head have different values; three coins can
        // be chosen in many ways.
        Winning { moves, all: self.kind == Kind::Ruler }
    }

    fn because(&self, position: &Coins, verdict: Verdict, best: Option<(&Turn, &Coins)>) -> String {
        let (mover, rival) = (position.mover, position.mover.other());
        let Some((turn, to)) = best else {
            let ends = if self.misere { "wins" } else { "loses" };
            return format!("no coin shows heads: {mover} cannot move and {ends}");
        };
        let heads = self.written_out(position);
        let turned = |turn| perfectplay_game::Notation::write_move(self, position, turn);
        match (self.misere, verdict.is_lost()) {
            (false, true) => {
                format!("{heads}: every option changes that, and {rival} brings it back to 0")
            }
            (false, false) => {
                format!("{heads}; {} leaves {}", turned(turn), self.written_out(to))
            }
            (true, true) => format!("{}, which is lost in misère play", self.in_misere(position)),
            (true, false) => {
                let left = self.in_misere(to);
                format!("{heads}; {} leaves {left}, which is lost in misère play", turned(turn))
            }
        }
    }

    fn least_listed(&self, position: &Coins) -> u128 {
        // A head at place n leads to about n (n + 1) / 2 single heads: a move has
        // so many in Mock Turtles, and all moves together in Ruler.
        let last = position.last().unwrap_or_default();
        Kind::MockTurtles.moves_to(last).unwrap_or(u128::MAX)
    }

    fn parts_met(&self, position: &Coins) -> Option<impl Iterator<Item = Coins>> {
        let places = match position.last() {
            Some(last) => self.kind.first_place()..last + 1,
            None => 0..0,
        };
        let alone = |place| Coins::of_runs(&[(place, place)], Player::First);
        (!self.misere).then(|| places.filter_map(alone))
    }
}
