use std::cmp::Reverse;
use std::hash::{BuildHasher, BuildHasherDefault};

use perfectplay_game::{Game, Options, Outcome, Player};
use rustc_hash::{FxHashMap, FxHasher};

use super::effort::{Effort, Halt};
use super::hints::Hints;
use super::numbers::{INFINITE, Numbers};
use super::pending::{ALWAYS, Pending};
use super::table::{Memo, Query};
use super::worker::{Facts, Standing};

/// An option of the position of a frame.
struct Child<P> {
    position: P,
    hash: u64,
    attacker_moves: bool,
    numbers: Numbers,
    /// Where it is disproved: the least depth of a position on the path that
    /// the disproof comes back to, or [`ALWAYS`].
    back: u32,
}

/// A position on the path.
struct Frame<P> {
    position: P,
    hash: u64,
    attacker_moves: bool,
    /// Its options start here in the arena, and end with it.
    first: usize,
    /// The search of this position ends when either number gets here.
    limits: Numbers,
    /// The option that is being searched.
    chosen: usize,
    /// Positions expanded below.
    work: u64,
    /// Where what was found below starts among the pending.
    pending: usize,
}

/// Ways to take disproofs that hold on the present path alone for ones that
/// always hold.
#[cfg(test)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// Whatever is left disproved is taken to rely on nothing.
    ForgetsThePath,
    /// What waits for positions further up is kept when any position below
    /// them is left disproved.
    PromotesEarly,
}

/// What the options of a frame come to.
struct Tally {
    numbers: Numbers,
    /// The option to search next.
    best: usize,
    /// What the mover needs of the second best.
    second: u32,
    /// What the other options add to what is needed of all.
    others: u32,
    back: u32,
}

/// Depth-first proof-number search of one question: does the attacker win?
///
/// The path from the position asked about stands in `frames`, the options of
/// each position on it in one arena:
///
/// ```text
/// frames | root        | chosen of root | ...
/// arena  | o o o o o o | o o o          | ...
/// ```
pub(super) struct Driver<'s, G: Game, H, M> {
    game: &'s G,
    hints: &'s H,
    attacker: Player,
    memo: M,
    /// Among equals the option with the least hash after this is taken; 0 for
    /// the first. Threads that share a table part ways by it.
    salt: u64,
    arena: Vec<Child<G::Position>>,
    /// Options of the arena that are announced.
    announced: usize,
    frames: Vec<Frame<G::Position>>,
    /// Depths of the positions on the path, where positions may come back.
    path: FxHashMap<G::Position, u32>,
    pending: Pending<G::Position>,
    comes_back: bool,
    pub(super) facts: Option<Facts<'s, G::Position>>,
    options: Options<G>,
    /// Where the options of the position that is entered stand in the arena, by
    /// their hashes: if there are many.
    met: FxHashMap<u64, usize>,
    /// What is done wrong on purpose, to see that tests notice.
    #[cfg(test)]
    pub(super) fault: Option<Fault>,
    hasher: BuildHasherDefault<FxHasher>,
    /// An option that decides the position asked about.
    pub(super) choice: Option<G::Position>,
    /// Positions expanded.
    pub(super) expanded: u64,
}

/// Bytes of an option in the arena are announced for so many at a time.
const CHUNK: usize = 1 << 12;

/// So few options are compared with each other.
const FEW: usize = 32;

impl<'s, G: Game, H: Hints<G>, M: Memo<G::Position, Numbers>> Driver<'s, G, H, M> {
    pub(super) fn new(
        (game, hints): (&'s G, &'s H),
        attacker: Player,
        memo: M,
        most_pending: usize,
        salt: u64,
    ) -> Self {
        Driver {
            game,
            hints,
            attacker,
            memo,
            salt,
            arena: Vec::new(),
            announced: 0,
            frames: Vec::new(),
            path: FxHashMap::default(),
            pending: Pending::new(most_pending),
            comes_back: hints.comes_back(),
            facts: None,
            options: Vec::new(),
            met: FxHashMap::default(),
            #[cfg(test)]
            fault: None,
            hasher: BuildHasherDefault::default(),
            choice: None,
            expanded: 0,
        }
    }

    /// What is known of a position without a search.
    pub(super) fn known(&mut self, position: G::Position) -> Option<bool> {
        self.path.clear();
        self.pending.clear();
        self.child(position).numbers.outcome()
    }

    /// Does the attacker win from a position in canonical form? `afresh` looks
    /// at its options even if it is known.
    pub(super) fn solve(
        &mut self,
        root: G::Position,
        afresh: bool,
        effort: &mut impl Effort,
    ) -> Result<bool, Halt> {
        self.arena.clear();
        self.frames.clear();
        self.path.clear();
        self.pending.clear();
        self.choice = None;
        let root = self.child(root);
        if let Some(won) = root.numbers.outcome()
            && !(afresh && self.game.first_move(&root.position).is_some())
        {
            return Ok(won);
        }
        let limits = Numbers { proof: INFINITE, disproof: INFINITE };
        self.enter(root.position, root.hash, root.attacker_moves, limits, effort)?;
        loop {
            let Some(frame) = self.frames.last() else {
                // The root's frame is left only when it is solved.
                return Ok(false);
            };
            effort.spend((self.arena.len() - frame.first) as u64)?;
            let tally = self.tally(frame);
            let numbers = tally.numbers;
            let done = numbers.proof >= frame.limits.proof
                || numbers.disproof >= frame.limits.disproof
                || numbers.outcome().is_some();
            if !done {
                if !self.found_meanwhile(&tally) {
                    self.descend(&tally, effort)?;
                }
            } else if let Some(won) = self.leave(&tally) {
                return Ok(won);
            }
        }
    }

    /// Where a search was stopped: the numbers of the position asked about,
    /// and those of its options that are decided.
    pub(super) fn standing(&self) -> Option<Standing<G::Position>> {
        let root = self.frames.first()?;
        let end = self.frames.get(1).map_or(self.arena.len(), |frame| frame.first);
        let children = &self.arena[root.first..end];
        let decided = children.iter().filter_map(|child| {
            let outcome = child.numbers.outcome().filter(|won| *won || child.back == ALWAYS);
            outcome.map(|won| (child.position.clone(), won))
        });
        let tally = self.tally_of(root.attacker_moves, children);
        Some((tally.numbers, decided.collect()))
    }

    fn hash(&self, position: &G::Position) -> u64 {
        // The high bits choose the bucket, and Fx mixes into those.
        let attacker = if self.attacker == Player::First { 0 } else { 0x5bd1_e995_7f4a_7c15 };
        (self.hasher.hash_one(position) ^ attacker).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// A position as an option: what is known of it at once.
    fn child(&mut self, position: G::Position) -> Child<G::Position> {
        let hash = self.hash(&position);
        let attacker_moves = self.game.mover(&position) == self.attacker;
        let (numbers, back) = self.first_look(&position, hash, attacker_moves);
        Child { position, hash, attacker_moves, numbers, back }
    }

    /// What the table knows, and the facts given.
    fn recall(&mut self, position: &G::Position, hash: u64) -> Option<Numbers> {
        if let Some((facts, won)) = self.facts
            && facts.contains_key(position)
        {
            return Some(Numbers::solved(won));
        }
        self.memo.look(Query { position, attacker: self.attacker, hash })
    }

    fn first_look(
        &mut self,
        position: &G::Position,
        hash: u64,
        attacker_moves: bool,
    ) -> (Numbers, u32) {
        // Who comes back has not won by it.
        if self.comes_back
            && let Some(&depth) = self.path.get(position)
        {
            return (Numbers::DISPROVED, depth);
        }
        if let Some(known) = self.recall(position, hash) {
            return (known, ALWAYS);
        }
        if self.comes_back
            && let Some(depth) = self.pending.look(position)
        {
            return (Numbers::DISPROVED, depth);
        }
        let numbers = if let Some(won) = self.hints.decided(position, self.attacker) {
            Numbers::solved(won)
        } else if self.game.first_move(position).is_none() {
            let wanted = if attacker_moves { Outcome::Win } else { Outcome::Loss };
            Numbers::solved(self.game.ending(position) == wanted)
        } else {
            Numbers::open(self.hints.estimate(position, self.attacker))
        };
        (numbers, ALWAYS)
    }

    /// Puts a position on the path, with its options.
    fn enter(
        &mut self,
        position: G::Position,
        hash: u64,
        attacker_moves: bool,
        limits: Numbers,
        effort: &mut impl Effort,
    ) -> Result<(), Halt> {
        effort.expand()?;
        self.expanded += 1;
        let depth = u32::try_from(self.frames.len()).unwrap_or(ALWAYS - 1);
        if self.comes_back {
            self.path.insert(position.clone(), depth);
        }
        let first = self.arena.len();
        let mut options = std::mem::take(&mut self.options);
        options.clear();
        self.game.options(&position, &mut options);
        effort.spend(options.len() as u64)?;
        let many = options.len() > FEW;
        self.met.clear();
        if !attacker_moves && let Some(passed) = self.hints.passed(&position, self.attacker) {
            let child = self.child(self.hints.canonical(passed));
            self.met.insert(child.hash, first);
            self.arena.push(child);
        }
        self.hints.prune(&position, &mut options);
        for (_, to) in options.drain(..) {
            let to = self.hints.canonical(to);
            let hash = self.hash(&to);
            let same = |other: &Child<_>| other.hash == hash && other.position == to;
            let met = if many { self.met.get(&hash).copied() } else { None };
            let known = match met {
                Some(at) if same(&self.arena[at]) => true,
                None if many => false,
                _ => self.arena[first..].iter().any(same),
            };
            if known {
                continue;
            }
            if many {
                self.met.insert(hash, self.arena.len());
            }
            let child = self.child(to);
            let decides = child.numbers == Numbers::solved(attacker_moves) && child.back == ALWAYS;
            self.arena.push(child);
            if decides {
                break;
            }
        }
        self.options = options;
        self.frames.push(Frame {
            position,
            hash,
            attacker_moves,
            first,
            limits,
            chosen: 0,
            work: 1,
            pending: self.pending.len(),
        });
        while self.arena.len() > self.announced {
            let bytes = size_of::<Child<G::Position>>()
                + size_of::<Frame<G::Position>>()
                + 2 * size_of::<(u64, usize)>();
            effort.hold((CHUNK * bytes) as u64)?;
            self.announced += CHUNK;
        }
        Ok(())
    }

    fn tally(&self, frame: &Frame<G::Position>) -> Tally {
        self.tally_of(frame.attacker_moves, &self.arena[frame.first..])
    }

    /// Of one option the mover needs the least; of all, the most that one
    /// takes and one more for each other: positions below are often the same,
    /// and a sum would count them often.
    fn tally_of(&self, mover: bool, children: &[Child<G::Position>]) -> Tally {
        let (mut least, mut second, mut best, mut best_all) = (INFINITE, INFINITE, 0, 0);
        let (mut most, mut open) = (0u32, 0u32);
        let mut best_salted = u64::MAX;
        for (at, child) in children.iter().enumerate() {
            let (one, rest) = child.numbers.for_mover(mover);
            if rest > 0 {
                open += 1;
                most = most.max(rest);
            }
            let salted = if self.salt == 0 { 0 } else { child.hash.wrapping_mul(self.salt) };
            // Among equals the one that is hardest for the other side: it is
            // the likeliest to hold.
            if (one, Reverse(rest), salted) < (least, Reverse(best_all), best_salted) {
                (second, least, best, best_all) = (least, one, at, rest);
                best_salted = salted;
            } else {
                second = second.min(one);
            }
        }
        let others = open.saturating_sub(1);
        let mut back = ALWAYS;
        let one = if open == 0 { INFINITE } else { least };
        let all = match (least, open) {
            (0, _) => INFINITE,
            (_, 0) => 0,
            _ => most.saturating_add(others).min(INFINITE - 1),
        };
        let numbers = Numbers::of_mover(one, all, mover);
        if numbers == Numbers::DISPROVED {
            let backs = children.iter().filter(|child| child.numbers == Numbers::DISPROVED);
            let backs = backs.map(|child| child.back);
            // The attacker's options all come back; of the defender's, one
            // that always holds is best.
            back = if mover { backs.min() } else { backs.max() }.unwrap_or(ALWAYS);
        }
        Tally { numbers, best, second, others, back }
    }

    /// Was the best option decided elsewhere, since it was looked at?
    fn found_meanwhile(&mut self, tally: &Tally) -> bool {
        let Some(frame) = self.frames.last() else { return false };
        let at = frame.first + tally.best;
        let (position, hash) = (self.arena[at].position.clone(), self.arena[at].hash);
        let found = self.recall(&position, hash).filter(|found| found.outcome().is_some());
        if let Some(found) = found {
            self.arena[at].numbers = found;
            self.arena[at].back = ALWAYS;
        }
        found.is_some()
    }

    /// Searches the best option.
    fn descend(&mut self, tally: &Tally, effort: &mut impl Effort) -> Result<(), Halt> {
        let Some(frame) = self.frames.last_mut() else { return Ok(()) };
        frame.chosen = frame.first + tally.best;
        let mover = frame.attacker_moves;
        let (one, all) = frame.limits.for_mover(mover);
        // A little more than the second best has, so that the search does not
        // jump to and fro.
        let second = tally.second.saturating_add(1 + tally.second / 4).min(INFINITE);
        let limits = Numbers::of_mover(one.min(second), all.saturating_sub(tally.others), mover);
        let child = &self.arena[frame.chosen];
        let (position, hash) = (child.position.clone(), child.hash);
        let attacker_moves = child.attacker_moves;
        self.enter(position, hash, attacker_moves, limits, effort)
    }

    /// Takes the last position off the path and tells the one before; gives
    /// what the search came to where there is none.
    fn leave(&mut self, tally: &Tally) -> Option<bool> {
        let frame = self.frames.pop()?;
        let depth = self.frames.len() as u32;
        let numbers = tally.numbers;
        if self.frames.is_empty() {
            let decides = |child: &&Child<_>| child.numbers == numbers;
            let choice = self.arena[frame.first..].iter().find(decides);
            self.choice = choice.map(|child| child.position.clone());
        }
        self.arena.truncate(frame.first);
        // What comes back to this position or one after it is disproved by
        // itself: the positions in between are a set that the attacker is
        // kept in.
        let back = if tally.back >= depth { ALWAYS } else { tally.back };
        #[cfg(test)]
        let back = if self.fault == Some(Fault::ForgetsThePath) { ALWAYS } else { back };
        if self.comes_back {
            self.path.remove(&frame.position);
            self.settle(&frame, numbers, depth, back);
        }
        if back == ALWAYS {
            let query =
                Query { position: &frame.position, attacker: self.attacker, hash: frame.hash };
            self.memo.keep(query, numbers, frame.work);
        } else {
            self.pending.push(frame.position, frame.work, back);
        }
        let Some(above) = self.frames.last_mut() else {
            return Some(numbers.proof == 0);
        };
        above.work += frame.work;
        let child = &mut self.arena[above.chosen];
        if numbers.outcome().is_some() {
            (child.numbers, child.back) = (numbers, back);
        } else {
            // Never less than before, so that the search goes on.
            child.numbers.proof = child.numbers.proof.max(numbers.proof);
            child.numbers.disproof = child.numbers.disproof.max(numbers.disproof);
        }
        None
    }

    /// Keeps or drops what was found below a position that is left.
    fn settle(&mut self, frame: &Frame<G::Position>, numbers: Numbers, depth: u32, back: u32) {
        if numbers != Numbers::DISPROVED {
            self.pending.drop_from(frame.pending);
            return;
        }
        let mut holds = Vec::new();
        #[cfg(test)]
        let early = self.fault == Some(Fault::PromotesEarly);
        #[cfg(test)]
        let (depth, back) = if early { (0, ALWAYS) } else { (depth, back) };
        self.pending.resolve(frame.pending, depth, back, |position, work| {
            holds.push((position.clone(), work));
        });
        for (position, work) in holds {
            let query =
                Query { position: &position, attacker: self.attacker, hash: self.hash(&position) };
            self.memo.keep(query, Numbers::DISPROVED, work);
        }
    }
}
