use std::ops::ControlFlow;
use std::sync::Mutex;

use perfectplay_analysis::{About, counted};
use perfectplay_game::{
    Declared, Game, Limits, Meter, Options, Outcome, Player, RulesError, Tabular,
};
use perfectplay_theories::heap_games::{Code, options};

use crate::heaps::Heaps;

/// What the ruleset is.
pub(super) const ABOUT: About<'static> = About {
    name: "heap-game",
    title: "Heap game",
    effort_unit: "pairs of heaps and words of sets",
};

/// The largest heap that is taken in: 10^36 stones.
pub const MOST_HEAP: u128 = 10u128.pow(36);

/// More options than this are not listed in memory.
const MOST_OPTIONS: usize = 1 << 22;

/// Nor are options that have more heaps than this together: each has its own
/// list of all.
const MOST_HEAPS_OF_OPTIONS: usize = 1 << 24;

/// Steps that listing the options of one heap may take.
const MOST_STEPS: u64 = 1 << 26;

/// A move: a heap, and the heaps that are left of it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Split {
    /// The heap before the move.
    pub heap: u128,
    /// What is left, in sizes that do not fall.
    pub left: Vec<u128>,
}

/// The rules of a heap game with its code and the heaps at the start.
#[derive(Debug)]
pub struct HeapGame {
    code: Code,
    start: Vec<u128>,
    misere: bool,
    fault: Mutex<Option<RulesError>>,
}

impl HeapGame {
    /// Normal play: who cannot move loses.
    pub fn new(code: Code, start: Vec<u128>) -> HeapGame {
        HeapGame { code, start, misere: false, fault: Mutex::new(None) }
    }

    /// Misère play: who cannot move wins.
    pub fn misere(code: Code, start: Vec<u128>) -> HeapGame {
        HeapGame { misere: true, ..HeapGame::new(code, start) }
    }

    /// The code.
    pub fn code(&self) -> &Code {
        &self.code
    }

    /// Does who cannot move win?
    pub fn is_misere(&self) -> bool {
        self.misere
    }

    /// May a move turn this heap into these?
    pub(super) fn allows(&self, split: &Split) -> bool {
        let sum = split.left.iter().try_fold(0u128, |sum, &heap| sum.checked_add(heap));
        let Some(sum) = sum.and_then(|sum| i128::try_from(sum).ok()) else { return false };
        let Ok(heap) = i128::try_from(split.heap) else { return false };
        let digit = match i64::try_from(heap - sum) {
            Ok(taken) => self.code.digit(taken),
            // Beyond 64 bits only digits that repeat for ever name anything.
            Err(_) => match self.code.repeated() {
                Some((from, cycle)) if heap > sum => {
                    let at = (heap - sum - i128::from(from)) as u128 % cycle.len() as u128;
                    &cycle[at as usize]
                }
                _ => return false,
            },
        };
        let condition = digit.condition(split.left.len() as u64);
        let fits = |least: u128| split.left.iter().all(|&heap| heap >= least);
        let sorted = split.left.is_sorted();
        sorted && fits(1) && condition.is_some_and(|condition| condition.holds(&split.left))
    }

    fn failed(&self, message: String) {
        if let Ok(mut fault) = self.fault.lock() {
            fault.get_or_insert(RulesError::new(message));
        }
    }
}

fn limited() -> Meter {
    Meter::new(Limits { effort: MOST_STEPS, ..Limits::default() })
}

impl Game for HeapGame {
    type Position = Heaps;
    type Move = Split;

    fn start(&self) -> Heaps {
        Heaps::new(self.start.clone(), Player::First)
    }

    fn mover(&self, position: &Heaps) -> Player {
        position.mover
    }

    /// Every move; where there are too many for memory, none, and a
    /// [fault](Tabular::fault).
    fn options(&self, position: &Heaps, into: &mut Options<Self>) {
        let before = into.len();
        let most = MOST_OPTIONS.min(MOST_HEAPS_OF_OPTIONS / position.heaps().len().max(1));
        for heap in position.sizes() {
            let mut show = |_: i64, left: &[u64]| {
                let left = left.iter().map(|&heap| heap.into()).collect();
                let split = Split { heap, left };
                let to = position.after(split.heap, &split.left);
                into.push((split, to));
                match into.len() - before > most {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                }
            };
            let size = u64::try_from(heap).ok();
            let listed = size.map(|size| options(&self.code, size, &mut limited(), &mut show));
            if !matches!(listed, Some(Ok(()))) || into.len() - before > most {
                into.truncate(before);
                self.failed(format!(
                    "there are too many options to list: a heap of {heap} stones, {}",
                    counted(position.heaps().len() as u64, "heaps in all")
                ));
                return;
            }
        }
    }

    fn ending(&self, _position: &Heaps) -> Outcome {
        if self.misere { Outcome::Win } else { Outcome::Loss }
    }

    fn play(&self, from: &Heaps, chosen: &Split) -> Option<Heaps> {
        let allowed = from.has(chosen.heap) && self.allows(chosen);
        allowed.then(|| from.after(chosen.heap, &chosen.left))
    }

    fn first_move(&self, from: &Heaps) -> Option<Split> {
        from.sizes().find_map(|heap| {
            let mut first = None;
            let mut show = |_: i64, left: &[u64]| {
                first = Some(Split { heap, left: left.iter().map(|&heap| heap.into()).collect() });
                ControlFlow::Break(())
            };
            let size = u64::try_from(heap).unwrap_or(u64::MAX);
            let shown = options(&self.code, size, &mut limited(), &mut show);
            // A first move of a heap beyond 64 bits is one of a smaller heap
            // with the other stones on the last of those left.
            let split: Split = first.filter(|_| shown.is_ok())?;
            let mut left = split.left;
            if let Some(last) = left.last_mut() {
                *last += heap - u128::from(size);
            }
            let split = Split { heap, left };
            self.allows(&split).then_some(split)
        })
    }
}

impl Tabular for HeapGame {
    fn declared(&self) -> Declared {
        // In misère play a sum is more than the values of its parts.
        Declared { impartial: true, splits: !self.misere, ..Declared::default() }
    }

    fn canonical(&self, position: &Heaps) -> Result<Heaps, RulesError> {
        Ok(position.canonical())
    }

    fn parts(&self, position: &Heaps) -> Result<Vec<Heaps>, RulesError> {
        Ok(position.parts())
    }

    fn heap_bytes(&self, position: &Heaps) -> usize {
        position.heap_bytes()
    }

    fn fault(&self) -> Option<RulesError> {
        self.fault.lock().ok().and_then(|mut fault| fault.take())
    }
}
