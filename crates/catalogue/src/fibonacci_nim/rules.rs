use perfectplay_analysis::{About, Theory};
use perfectplay_game::{Declared, Game, Options, Outcome, Player, RulesError, Standing, Tabular};
use perfectplay_theories::closed_form::fibonacci_nim;

use crate::closed_form::{Formula, Listing, Verdict, Winning};

/// What the ruleset is.
pub(super) const ABOUT: About<'static> =
    About { name: "fibonacci-nim", title: "Fibonacci Nim", effort_unit: "positions and options" };

/// Stones, how many of them may be taken, and who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Heap {
    stones: u128,
    /// At most the stones: a larger limit is no other position.
    limit: u128,
    pub(super) mover: Player,
}

impl Heap {
    /// A heap of which at most `limit` stones may be taken.
    pub fn new(stones: u128, limit: u128, mover: Player) -> Heap {
        Heap { stones, limit: limit.min(stones), mover }
    }

    /// The stones.
    pub fn stones(&self) -> u128 {
        self.stones
    }

    /// The most that may be taken, at most the stones.
    pub fn limit(&self) -> u128 {
        self.limit
    }

    fn after(&self, taken: u128) -> Heap {
        Heap::new(self.stones - taken, taken.saturating_mul(2), self.mover.other())
    }
}

/// The rules with the heap at the start. A move is the number of stones that it
/// takes.
#[derive(Debug)]
pub struct FibonacciNim {
    start: Heap,
    misere: bool,
    listing: Listing,
}

impl FibonacciNim {
    /// With so many stones, of which the first move takes at most `limit`; in
    /// misère play who cannot move wins, in normal play he loses.
    pub fn new(stones: u128, limit: u128, misere: bool) -> FibonacciNim {
        let start = Heap::new(stones, limit, Player::First);
        FibonacciNim { start, misere, listing: Listing::default() }
    }

    /// Does who cannot move win?
    pub fn is_misere(&self) -> bool {
        self.misere
    }

    /// `20 = 2 + 5 + 13`, and in misère play `21 - 1 = 2 + 5 + 13`.
    fn parts(&self, stones: u128) -> String {
        const SHOWN: usize = 12;
        let parts = fibonacci_nim::parts(self.wanted(stones));
        let some: Vec<String> = parts.iter().take(SHOWN).map(u128::to_string).collect();
        let more = if parts.len() > SHOWN { " + ..." } else { "" };
        let name = if self.misere { format!("{stones} - 1") } else { stones.to_string() };
        match parts.len() {
            0 => format!("{name} = 0"),
            1 => format!("{name} is a Fibonacci number"),
            _ => format!("{name} = {}{more}", some.join(" + ")),
        }
    }

    /// The stones that count: in misère play nobody wants the last one.
    fn wanted(&self, stones: u128) -> u128 {
        stones.saturating_sub(u128::from(self.misere))
    }
}

impl Game for FibonacciNim {
    type Position = Heap;
    type Move = u128;

    fn start(&self) -> Heap {
        self.start
    }

    fn mover(&self, position: &Heap) -> Player {
        position.mover
    }

    /// Every move; where there are too many for memory, none, and a
    /// [fault](Tabular::fault).
    fn options(&self, position: &Heap, into: &mut Options<Self>) {
        if self.listing.may_hold(position.limit, size_of::<(u128, Heap)>()) {
            into.extend((1..=position.limit).map(|taken| (taken, position.after(taken))));
        }
    }

    fn ending(&self, _position: &Heap) -> Outcome {
        if self.misere { Outcome::Win } else { Outcome::Loss }
    }

    fn play(&self, from: &Heap, &taken: &u128) -> Option<Heap> {
        (1..=from.limit).contains(&taken).then(|| from.after(taken))
    }

    fn first_move(&self, from: &Heap) -> Option<u128> {
        (from.limit > 0).then_some(1)
    }
}

impl Tabular for FibonacciNim {
    fn declared(&self) -> Declared {
        Declared { impartial: true, ..Declared::default() }
    }

    fn canonical(&self, position: &Heap) -> Result<Heap, RulesError> {
        Ok(Heap { mover: Player::First, ..*position })
    }

    fn fault(&self) -> Option<RulesError> {
        self.listing.fault()
    }
}

impl Formula for FibonacciNim {
    fn about(&self) -> About<'static> {
        ABOUT
    }

    fn verdict(&self, position: &Heap) -> Option<Verdict> {
        let &Heap { stones, limit, .. } = position;
        Some(Verdict::lost(fibonacci_nim::is_lost(stones, limit, self.misere)))
    }

    fn theory(&self) -> Theory {
        let applies = match self.misere {
            false => {
                "who cannot move loses: a position is lost exactly if the limit is less than the \
                 smallest of the Fibonacci numbers, no two of them neighbours, that add up to the \
                 stones"
            }
            true => {
                "who cannot move wins, so that nobody wants the last stone: a position is lost \
                 exactly if the limit is less than the smallest of the Fibonacci numbers, no two of \
                 them neighbours, that add up to the others"
            }
        };
        Theory { name: "Whinihan's theorem".to_owned(), applies: applies.to_owned() }
    }

    fn count_options(&self, position: &Heap) -> u128 {
        position.limit
    }

    fn winning(&self, position: &Heap, most: usize) -> Winning<u128> {
        let &Heap { stones, limit, .. } = position;
        let mut moves = fibonacci_nim::winning_takes(stones, limit, self.misere);
        let all = moves.len() <= most;
        moves.truncate(most);
        Winning { moves, all }
    }

    fn because(&self, position: &Heap, verdict: Verdict, best: Option<(&u128, &Heap)>) -> String {
        let (mover, rival) = (position.mover, position.mover.other());
        let Some((taken, to)) = best else {
            let ends = if self.misere { "wins" } else { "loses" };
            let why = if position.stones == 0 { "no stone is left" } else { "none may be taken" };
            return format!("{why}: {mover} cannot move and {ends}");
        };
        // Why a position with this limit is lost.
        let lost = |at: &Heap| {
            let (name, limit) = (self.parts(at.stones), at.limit);
            match fibonacci_nim::parts(self.wanted(at.stones))[..] {
                [] => name,
                [_] => format!("{name}, more than the limit {limit}"),
                [smallest, ..] => {
                    format!("{name}, whose smallest part {smallest} is more than the limit {limit}")
                }
            }
        };
        match verdict.is_lost() {
            true => format!(
                "{}: whatever {mover} takes, {rival} can take what is left of some of the smallest \
                 parts",
                lost(position)
            ),
            false => {
                let parts = self.parts(position.stones);
                format!("{parts}; take {taken} leaves {}: {}", to.stones, lost(to))
            }
        }
    }

    fn least_listed(&self, position: &Heap) -> u128 {
        // One stone after the other.
        if position.limit == 0 { 0 } else { position.stones }
    }

    /// Who has lost has few moves: much less play than all there is has to be
    /// shown. It ends in no more plies than there are stones.
    fn standing(&self, position: &Heap) -> Option<Standing> {
        let &Heap { stones, limit, .. } = position;
        let plies = if limit == 0 { 0 } else { u32::try_from(stones).ok()? };
        let lost = fibonacci_nim::is_lost(stones, limit, self.misere);
        let outcome = if lost { Outcome::Loss } else { Outcome::Win };
        Some(Standing::decided(outcome, plies))
    }
}
