use std::hash::{BuildHasher, BuildHasherDefault};

use perfectplay_game::{Game, Options, Outcome, Player};
use rustc_hash::FxHasher;

use super::effort::{Effort, Halt};
use super::hints::Hints;
use super::levels::{Level, Levels, Verdict, after};
use super::order::Order;
use super::table::{Memo, Query};

/// An option of the position of a frame, as the rules give it.
struct Child<P> {
    position: P,
    kind: u32,
    /// Its place in the list of the rules; [`PASS`] for a pass.
    place: u32,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// Not looked at with the present limit.
    Open,
    /// Looked at, and it does not decide.
    Tried,
    /// The attacker does not win there, whatever the limit.
    Lost,
}

const PASS: u32 = u32::MAX;

/// A position on the path.
struct Frame<P> {
    /// The position that stands for it in the table, and its hash; `None` for
    /// one that is not kept there.
    form: Option<(P, u64)>,
    /// A hash of the position itself.
    hash: u64,
    attacker_moves: bool,
    /// Its options start here in the arena, and end with it.
    first: usize,
    /// None before this one is open.
    next: usize,
    /// Are all its options of one kind?
    alike: bool,
    /// The limit that was asked about.
    limit: Level,
    /// The limit that is tried now, and the last that failed.
    level: Level,
    failed: Level,
    /// How many positions above are asked with less than their limit.
    nested: u32,
    /// Was an option cut off at this level?
    cut: bool,
    /// The option that is being searched.
    chosen: usize,
    /// Positions expanded below.
    work: u64,
}

/// Iterative deepening on the attacker's moves: does he win within a limit?
///
/// Each of his positions is asked with small limits first, also inside the
/// search: an option that loses is given up early, since another wins with a
/// small limit, instead of being followed to the end. What is known of limits
/// holds whatever was played before, so positions that come back need no care.
///
/// A position of the defender after a move of the attacker's is not kept in
/// the table: those after it are.
///
/// The path stands in `frames`, the options of each position on it in one
/// arena, as in [`Driver`](super::driver::Driver). Positions on the path are
/// as play comes to them, so that what did well can be tried again at the
/// same place; the table has their canonical forms.
pub(super) struct Deepening<'s, G: Game, H, M> {
    game: &'s G,
    hints: &'s H,
    attacker: Player,
    memo: M,
    order: &'s mut Order,
    arena: Vec<Child<G::Position>>,
    announced: usize,
    frames: Vec<Frame<G::Position>>,
    options: Options<G>,
    hasher: BuildHasherDefault<FxHasher>,
    /// The option that decides the position asked about.
    pub(super) choice: Option<G::Position>,
    /// Positions expanded.
    pub(super) expanded: u64,
}

/// Small limits are tried inside small limits so often, and no more: else a
/// table that forgets everything would make the work double with each move.
/// More than three changed nothing where the table was large.
const NESTED: u32 = 3;

/// Bytes of an option in the arena are announced for so many at a time.
const CHUNK: usize = 1 << 12;

impl<'s, G: Game, H: Hints<G>, M: Memo<G::Position, Levels>> Deepening<'s, G, H, M> {
    pub(super) fn new(
        (game, hints): (&'s G, &'s H),
        attacker: Player,
        memo: M,
        order: &'s mut Order,
    ) -> Self {
        Deepening {
            game,
            hints,
            attacker,
            memo,
            order,
            arena: Vec::new(),
            announced: 0,
            frames: Vec::new(),
            options: Vec::new(),
            hasher: BuildHasherDefault::default(),
            choice: None,
            expanded: 0,
        }
    }

    /// Does the attacker win from a position within a limit? `afresh` looks at
    /// its options even if it is known, with the least limits first.
    pub(super) fn solve(
        &mut self,
        root: G::Position,
        limit: Level,
        afresh: bool,
        effort: &mut impl Effort,
    ) -> Result<Verdict, Halt> {
        self.arena.clear();
        self.frames.clear();
        self.choice = None;
        if let Some(verdict) = self.ask(root, limit, afresh, effort)? {
            return Ok(verdict);
        }
        loop {
            let Some(chosen) = self.pick() else {
                if let Some(verdict) = self.end_of_level() {
                    return Ok(verdict);
                }
                continue;
            };
            let Some(frame) = self.frames.last_mut() else {
                // The root's frame is left only with a verdict.
                return Ok(Verdict::Cut);
            };
            frame.chosen = chosen;
            let (level, attacker_moved) = (frame.level, frame.attacker_moves);
            let position = self.arena[chosen].position.clone();
            let counts = attacker_moved || self.game.mover(&position) != self.attacker;
            let pass = self.arena[chosen].place == PASS;
            let limit = if counts && !pass { level - 1 } else { level };
            if let Some(verdict) = self.ask(position, limit, false, effort)?
                && let Some(verdict) = self.hear(verdict)
            {
                return Ok(verdict);
            }
        }
    }

    /// What is known of a position without a search: from the table, or from
    /// its options, since not all positions are kept there. `looks` is at how
    /// many options it may look yet.
    pub(super) fn known(&mut self, position: &G::Position, looks: &mut u64) -> Option<bool> {
        let known = self.recall(position);
        if known.is_some() || *looks == 0 {
            return known;
        }
        let attacker_moves = self.game.mover(position) == self.attacker;
        let mut options = Vec::new();
        self.game.options(position, &mut options);
        *looks = looks.saturating_sub(options.len() as u64 + 1);
        let mut all = Some(!attacker_moves);
        for (_, to) in options {
            match self.recall(&to) {
                Some(won) if won == attacker_moves => return Some(won),
                Some(_) => {}
                None => all = None,
            }
        }
        all
    }

    fn recall(&mut self, position: &G::Position) -> Option<bool> {
        if let Some(won) = self.ended(position) {
            return Some(won);
        }
        let form = self.hints.canonical(position.clone());
        let query = Query { position: &form, attacker: self.attacker, hash: self.hash(&form) };
        match self.memo.look(query)? {
            Levels { failed: Levels::NEVER, .. } => Some(false),
            Levels { won: Levels::NEVER, .. } => None,
            Levels { .. } => Some(true),
        }
    }

    /// Where a search was stopped: options of the position asked about that
    /// are decided.
    pub(super) fn decided(&self) -> Vec<(G::Position, bool)> {
        let Some(root) = self.frames.first() else { return Vec::new() };
        let end = self.frames.get(1).map_or(self.arena.len(), |frame| frame.first);
        let lost = self.arena[root.first..end].iter().filter(|child| child.state == State::Lost);
        lost.map(|child| (child.position.clone(), false)).collect()
    }

    fn hash(&self, position: &G::Position) -> u64 {
        // The high bits choose the place, and Fx mixes into those.
        let attacker = if self.attacker == Player::First { 0 } else { 0x5bd1_e995_7f4a_7c15 };
        let hash = self.hasher.hash_one(position) ^ attacker;
        (hash ^ hash >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// Has play ended, or is it as good as that?
    fn ended(&self, position: &G::Position) -> Option<bool> {
        if let Some(won) = self.hints.decided(position, self.attacker) {
            return Some(won);
        }
        if self.game.first_move(position).is_some() {
            return None;
        }
        let wanted =
            if self.game.mover(position) == self.attacker { Outcome::Win } else { Outcome::Loss };
        Some(self.game.ending(position) == wanted)
    }

    /// Answers at once, or puts the position on the path.
    fn ask(
        &mut self,
        position: G::Position,
        limit: Level,
        afresh: bool,
        effort: &mut impl Effort,
    ) -> Result<Option<Verdict>, Halt> {
        effort.spend(1)?;
        if let Some(won) = self.ended(&position) {
            return Ok(Some(Verdict::of(won)));
        }
        if limit == 0 {
            return Ok(Some(Verdict::Cut));
        }
        let attacker_moves = self.game.mover(&position) == self.attacker;
        let after_own = self.frames.last().is_some_and(|frame| frame.attacker_moves);
        let mut failed = 0;
        // The last move of the attacker's is seen at once.
        let kept = if attacker_moves { limit > 1 } else { !after_own };
        let form = kept.then(|| {
            let form = self.hints.canonical(position.clone());
            let hash = self.hash(&form);
            (form, hash)
        });
        if let Some((form, hash)) = &form
            && !afresh
        {
            let query = Query { position: form, attacker: self.attacker, hash: *hash };
            if let Some(known) = self.memo.look(query) {
                if let Some(verdict) = known.verdict(limit) {
                    return Ok(Some(verdict));
                }
                failed = known.failed;
            }
        }
        effort.expand()?;
        self.expanded += 1;
        let first = self.arena.len();
        let mut options = std::mem::take(&mut self.options);
        options.clear();
        self.game.options(&position, &mut options);
        effort.spend(options.len() as u64)?;
        if !attacker_moves && let Some(passed) = self.hints.passed(&position, self.attacker) {
            self.arena.push(Child { position: passed, kind: 0, place: PASS, state: State::Open });
        }
        self.hints.prune(&position, &mut options);
        let verdict = if attacker_moves { self.at_once(&options, limit) } else { None };
        let mut alike = true;
        if verdict.is_none() {
            let of_first = options.first().map_or(0, |(chosen, _)| self.hints.kind(chosen));
            for (place, (chosen, to)) in options.drain(..).enumerate() {
                let kind = self.hints.kind(&chosen);
                alike &= kind == of_first;
                let place = u32::try_from(place).unwrap_or(PASS - 1);
                self.arena.push(Child { position: to, kind, place, state: State::Open });
            }
        }
        self.options = options;
        if verdict.is_some() {
            return Ok(verdict);
        }
        let hash = self.hash(&position);
        let nested = self
            .frames
            .last()
            .map_or(0, |above| above.nested + u32::from(above.level < above.limit));
        let small_first = attacker_moves && nested < NESTED;
        let level = if small_first { after(failed.max(1)).min(limit) } else { limit };
        self.frames.push(Frame {
            form,
            hash,
            attacker_moves,
            first,
            next: first,
            alike,
            limit,
            level,
            failed,
            nested,
            cut: false,
            chosen: first,
            work: 1,
        });
        while self.arena.len() > self.announced {
            let bytes = size_of::<Child<G::Position>>() + size_of::<Frame<G::Position>>();
            effort.hold((CHUNK * bytes) as u64)?;
            self.announced += CHUNK;
        }
        Ok(None)
    }

    /// Is one of the attacker's options a win at once, or was this his last
    /// move?
    fn at_once(&mut self, options: &Options<G>, limit: Level) -> Option<Verdict> {
        let mut open = false;
        for (_, to) in options {
            match self.ended(to) {
                Some(true) => {
                    if self.frames.is_empty() {
                        self.choice = Some(to.clone());
                    }
                    return Some(Verdict::Won);
                }
                Some(false) => {}
                None => open = true,
            }
        }
        match (open, limit) {
            (false, _) => Some(Verdict::Lost),
            (true, 1) => Some(Verdict::Cut),
            (true, _) => None,
        }
    }

    /// The option to look at next, if one is left.
    fn pick(&mut self) -> Option<usize> {
        let frame = self.frames.last_mut()?;
        let open = |child: &Child<_>| child.state == State::Open;
        frame.next += self.arena[frame.next..].iter().position(open)?;
        let known = self.order.place(frame.hash).map(u32::from);
        if frame.alike {
            // The first, or the one that stands at the place that is known:
            // where there are thousands, they are not gone through each time.
            if self.arena[frame.next].place == PASS {
                return Some(frame.next);
            }
            let passes = usize::from(self.arena[frame.first].place == PASS);
            let at = known.map(|place| frame.first + passes + place as usize);
            let at = at.filter(|&at| self.arena.get(at).is_some_and(open));
            return at.or(Some(frame.next));
        }
        let mut best = None;
        for (at, child) in self.arena.iter().enumerate().skip(frame.next) {
            if child.state != State::Open {
                continue;
            }
            if child.place == PASS || Some(child.place) == known {
                return Some(at);
            }
            let score = self.order.score(frame.attacker_moves, child.kind);
            if best.is_none_or(|(most, _)| score > most) {
                best = Some((score, at));
            }
        }
        best.map(|(_, at)| at)
    }

    /// Tells the last position what its chosen option comes to; gives the
    /// verdict of the position asked about once it is there.
    fn hear(&mut self, mut verdict: Verdict) -> Option<Verdict> {
        loop {
            let frame = self.frames.last_mut()?;
            let child = &mut self.arena[frame.chosen];
            let decides = (verdict == Verdict::Won) == frame.attacker_moves;
            if decides {
                let place = (child.kind, child.place);
                if place.1 != PASS {
                    self.order.decided((frame.hash, frame.attacker_moves), place, frame.level);
                }
                verdict = self.leave(verdict)?;
                if self.frames.is_empty() {
                    return Some(verdict);
                }
                continue;
            }
            child.state = if verdict == Verdict::Lost { State::Lost } else { State::Tried };
            frame.cut |= verdict == Verdict::Cut;
            return None;
        }
    }

    /// No option of the last position decided it at this level.
    fn end_of_level(&mut self) -> Option<Verdict> {
        let frame = self.frames.last_mut()?;
        let verdict = match (frame.attacker_moves, frame.cut) {
            (false, _) => Verdict::Won,
            (true, false) => Verdict::Lost,
            (true, true) if frame.level < frame.limit => {
                frame.failed = frame.level;
                frame.level = after(frame.level).min(frame.limit);
                frame.cut = false;
                frame.next = frame.first;
                for child in &mut self.arena[frame.first..] {
                    if child.state == State::Tried {
                        child.state = State::Open;
                    }
                }
                return None;
            }
            (true, true) => Verdict::Cut,
        };
        let verdict = self.leave(verdict)?;
        if self.frames.is_empty() { Some(verdict) } else { self.hear(verdict) }
    }

    /// Takes the last position off the path.
    fn leave(&mut self, verdict: Verdict) -> Option<Verdict> {
        let frame = self.frames.pop()?;
        if self.frames.is_empty() {
            self.choice = self.arena.get(frame.chosen).map(|child| child.position.clone());
        }
        self.arena.truncate(frame.first);
        if let Some((form, hash)) = frame.form {
            let known = match verdict {
                Verdict::Won => Levels { won: frame.level, failed: frame.failed },
                Verdict::Cut => Levels { failed: frame.level, ..Levels::OPEN },
                Verdict::Lost => Levels { failed: Levels::NEVER, ..Levels::OPEN },
            };
            let query = Query { position: &form, attacker: self.attacker, hash };
            self.memo.keep(query, known, frame.work);
        }
        if let Some(above) = self.frames.last_mut() {
            above.work += frame.work;
        }
        Some(verdict)
    }
}
