//! A pile with a schedule of turns: every stone count at once.
//!
//! **Theorem.** Over the stone counts 0, 1, 2, ... the winners form runs
//! [s, e), alternating between the players, and from some count on it is a tie.
//! Put a turn of player p, who takes from L to R stones, in front, and call
//! his rival o. Then p wins where *some* option leads into a run of his, so it
//! becomes [s + L, e + R); o wins where *every* option does, so a run of his
//! becomes [s + R, e + L), and if that is empty the runs beside it are one.
//! Counts below L are lost for p: a run [0, L) of o goes in front, and is one
//! with a run of o that stands at 0. A run of o at 0 keeps its start, since the
//! options stop at the empty pile; so does any run at 0 when L = 0. (Induction
//! over the turns, from the last one backward; before it all is a tie.)
//!
//! So the boundary that ends a run of p moves by R, and one that ends a run of
//! o by L. With F and S the sums of these moves for both players, a run of
//! First's between boundaries with b1 and b2 at F = S = 0 has the length
//! (b2 + S or F) - (b1 + ...), and is gone when b2 - b1 <= S - F; a run of
//! Second's when b2 - b1 <= F - S.
//!
//! **The certificate** says for each turn, from the last one backward, which
//! runs are empty after it. The checker moves the boundaries and takes those
//! runs out; that they are empty is looked at there and then. That no other
//! run was ever empty is looked at when a run ends or at the end: the largest
//! S - F (or F - S) since the run began is found on a stack of records, and has
//! to be less than its length.
//!
//! ```text
//! turn, last first:  k  start 1 .. start k
//!     the number of the boundary where each empty run starts, descending;
//!     boundaries are numbered from 0 as turns put them in front
//! ```
//!
//! Time O(turns log turns), memory 56 bytes a turn, 96 where the largest
//! takings add up to more than 2^61.

use std::io;
use std::ops::{Add, Sub};

use perfectplay_game::{Meter, Player, TimedPile};

use crate::{CheckError, Sink, Source};

/// No boundary.
const NONE: u32 = u32::MAX;

/// The most turns that boundaries are numbered for.
const MOST_TURNS: usize = NONE as usize - 1;

/// Writes the record of a turn.
///
/// # Errors
///
/// It cannot be written.
pub fn write_turn(sink: &mut dyn Sink, empty: &[u32]) -> io::Result<()> {
    sink.number(empty.len() as u128)?;
    for &start in empty {
        sink.number(start.into())?;
    }
    sink.end_record()
}

/// What was proved of the stone counts in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// Who wins with the stone count that was asked for; `None` for a tie.
    pub winner: Option<Player>,
    /// How many runs there are, that of the tie included.
    pub runs: u64,
    /// How many facts were checked.
    pub facts: u64,
}

/// A signed sum of stones. With S the sum of the largest takings, all that are
/// met lie between -2 S and 2 S.
trait Stones: Copy + Ord + Default + Add<Output = Self> + Sub<Output = Self> + Into<i128> {
    /// A bound of a turn; it is at most S.
    fn of(bound: u64) -> Self;
}

impl Stones for i64 {
    fn of(bound: u64) -> Self {
        bound as i64
    }
}

impl Stones for i128 {
    fn of(bound: u64) -> Self {
        bound.into()
    }
}

/// The largest S for which 64 bits do.
const NARROW: u64 = i64::MAX as u64 / 4;

/// The largest value since some time, over values that come one by one.
#[derive(Default)]
struct Records<T> {
    /// Values that none after them reaches, with their times: falling.
    stack: Vec<(u32, T)>,
}

impl<T: Stones> Records<T> {
    fn push(&mut self, time: u32, value: T) {
        while self.stack.last().is_some_and(|&(_, old)| old <= value) {
            self.stack.pop();
        }
        self.stack.push((time, value));
    }

    /// Were all values since a time less than this?
    fn stayed_below(&self, limit: T, time: u32) -> bool {
        if self.stack.first().is_none_or(|&(_, largest)| largest < limit) {
            return true;
        }
        // Most are asked for a short time: so many values from the end.
        let mut few = 4;
        let since = |few: usize| &self.stack[self.stack.len().saturating_sub(few)..];
        while few < self.stack.len() && since(few)[0].0 >= time {
            few *= 4;
        }
        let last = since(few);
        let at = last.partition_point(|&(old, _)| old < time);
        last.get(at).is_none_or(|&(_, value)| value < limit)
    }
}

/// A boundary between two runs.
struct Boundary<T> {
    /// Where it stands when the sum of its moves is 0.
    base: T,
    /// The next boundary toward larger counts, and toward 0.
    farther: u32,
    nearer: u32,
    /// When the run between this and the farther one began.
    began: u32,
    /// Whose run ends here.
    ends: Player,
}

#[derive(Default)]
struct Line<T> {
    boundaries: Vec<Boundary<T>>,
    /// The boundary nearest to 0.
    head: Option<u32>,
    /// The winner at 0 stones.
    front: Option<Player>,
    /// Sums of moves of boundaries that end runs of First and of Second.
    first: T,
    second: T,
    /// Runs of First are gone up to this length less the sums; of Second.
    first_gone: Records<T>,
    second_gone: Records<T>,
    time: u32,
    facts: u64,
}

impl<T: Stones> Line<T> {
    fn moved(&self, boundary: &Boundary<T>) -> T {
        boundary.base
            + match boundary.ends {
                Player::First => self.first,
                Player::Second => self.second,
            }
    }

    /// Puts a turn in front, except for the runs that are gone then.
    fn turn(&mut self, mover: Player, least: u64, most: u64) {
        let (own, rival) = match mover {
            Player::First => (&mut self.first, &mut self.second),
            Player::Second => (&mut self.second, &mut self.first),
        };
        *own = *own + T::of(most);
        *rival = *rival + T::of(least);
        self.time += 1;
    }

    /// Up to which length, less the sums, runs of a player's are gone.
    fn gone(&self, owner: Player) -> T {
        match owner {
            Player::First => self.second - self.first,
            Player::Second => self.first - self.second,
        }
    }

    /// Remembers that of this turn, in which runs of this player's have
    /// shrunk, when those that are gone are out.
    ///
    /// Those of the other player have grown, and runs that begin have a length
    /// of their own: no need to look at them before they shrink.
    fn remember(&mut self, shrunk: Player) {
        let gone = self.gone(shrunk);
        match shrunk {
            Player::First => self.first_gone.push(self.time, gone),
            Player::Second => self.second_gone.push(self.time, gone),
        }
    }

    /// Whose run starts at a boundary, and its length less the sums; `None`
    /// for the tie.
    fn run(&self, start: u32) -> Option<(Player, T)> {
        let start = &self.boundaries[start as usize];
        let end = self.boundaries.get(start.farther as usize)?;
        Some((end.ends, end.base - start.base))
    }

    /// Was a run there since it began, at all turns remembered?
    fn stood(&self, start: u32) -> bool {
        let began = self.boundaries[start as usize].began;
        match self.run(start) {
            Some((Player::First, length)) => self.first_gone.stayed_below(length, began),
            Some((Player::Second, length)) => self.second_gone.stayed_below(length, began),
            None => true,
        }
    }

    /// Takes out the run of the rival's that starts at a boundary; what is
    /// wrong if it is not gone just now.
    fn take_out(&mut self, start: u32, rival: Player) -> Result<(), String> {
        self.facts += 3;
        let boundary = self.boundaries.get(start as usize);
        let standing = boundary.is_some_and(|boundary| boundary.began != NONE);
        let run = if standing { self.run(start) } else { None };
        let gone = run.is_some_and(|(owner, length)| owner == rival && length <= self.gone(owner));
        if !gone || !self.stood(start) {
            return Err(format!("no run of the rival's at boundary {start} is gone just then"));
        }
        let (end, nearer) =
            (self.boundaries[start as usize].farther, self.boundaries[start as usize].nearer);
        let beyond = self.boundaries[end as usize].farther;
        for neighbour in [nearer, end] {
            if neighbour != NONE && !self.stood(neighbour) {
                return Err(format!("the run at boundary {neighbour} was gone before"));
            }
        }
        if beyond == NONE {
            // The last run before the tie: the tie now starts where it did.
            self.boundaries[start as usize].farther = NONE;
            self.boundaries[start as usize].began = self.time;
        } else {
            self.boundaries[beyond as usize].nearer = nearer;
            match nearer {
                NONE => self.head = Some(beyond),
                nearer => {
                    self.boundaries[nearer as usize].farther = beyond;
                    self.boundaries[nearer as usize].began = self.time;
                }
            }
            self.boundaries[start as usize].began = NONE;
        }
        self.boundaries[end as usize].began = NONE;
        Ok(())
    }

    /// Puts the run [0, least) of the rival's in front.
    fn front(&mut self, rival: Player, least: u64) {
        if least == 0 || self.front == Some(rival) {
            return;
        }
        let number = self.boundaries.len() as u32;
        let sum = match rival {
            Player::First => self.first,
            Player::Second => self.second,
        };
        if let Some(head) = self.head {
            self.boundaries[head as usize].nearer = number;
        }
        self.boundaries.push(Boundary {
            base: T::of(least) - sum,
            farther: self.head.unwrap_or(NONE),
            nearer: NONE,
            began: self.time,
            ends: rival,
        });
        self.head = Some(number);
        self.front = Some(rival);
    }
}

/// Checks the turns from `first_turn` (counted from 0) on, and finds who wins
/// before that turn with so many stones.
///
/// # Errors
///
/// The first record that fails; for runs that stand at the end, the last.
pub fn check<G: TimedPile>(
    rules: &G,
    first_turn: usize,
    stones: u64,
    source: &mut dyn Source,
    meter: &mut Meter,
) -> Result<Found, CheckError> {
    let turns = rules.turns();
    if turns > MOST_TURNS || first_turn > turns {
        return Err(source.refuse("there are not so many turns"));
    }
    let largest = (first_turn..turns).filter_map(|turn| rules.turn(turn)).map(|(.., most)| most);
    if largest.fold(0, u64::saturating_add) <= NARROW {
        Line::<i64>::check(rules, first_turn, stones, source, meter)
    } else {
        Line::<i128>::check(rules, first_turn, stones, source, meter)
    }
}

impl<T: Stones> Line<T> {
    fn check<G: TimedPile>(
        rules: &G,
        first_turn: usize,
        stones: u64,
        source: &mut dyn Source,
        meter: &mut Meter,
    ) -> Result<Found, CheckError> {
        let turns = rules.turns();
        // A boundary a turn, and a record in lists that may have grown to
        // twice what they hold.
        let bytes = size_of::<Boundary<T>>() + 2 * size_of::<(u32, T)>();
        let bytes = (turns - first_turn) as u64 * bytes as u64;
        meter.hold(bytes)?;
        let mut line = Line::<T>::default();
        line.boundaries.reserve_exact(turns - first_turn);
        for turn in (first_turn..turns).rev() {
            meter.spend(1)?;
            let Some((mover, least, most)) = rules.turn(turn) else {
                return Err(source.refuse(format!("there is no turn {turn}")));
            };
            let count = source.number_to(line.boundaries.len() as u64, "the number of runs")?;
            line.facts += 1;
            line.turn(mover, least, most);
            for _ in 0..count {
                meter.spend(1)?;
                let start = source.number_to(MOST_TURNS as u64, "a boundary")? as u32;
                line.take_out(start, mover.other()).map_err(|what| source.refuse(what))?;
            }
            source.end_record()?;
            line.remember(mover.other());
            line.front(mover.other(), least);
        }
        source.end()?;
        let found = line.runs(stones).map_err(|what| source.refuse(what))?;
        meter.release(bytes);
        Ok(found)
    }

    /// Looks at the runs that stand at the end.
    fn runs(&self, stones: u64) -> Result<Found, String> {
        let mut found = Found { winner: None, runs: 1, facts: self.facts };
        let mut holds = None;
        let mut next = self.head;
        while let Some(start) = next {
            if !self.stood(start) {
                return Err(format!("the run at boundary {start} was gone before"));
            }
            let boundary = &self.boundaries[start as usize];
            let end: i128 = self.moved(boundary).into();
            if holds.is_none() && i128::from(stones) < end {
                holds = Some(boundary.ends);
            }
            found.runs += 1;
            next = (boundary.farther != NONE).then_some(boundary.farther);
        }
        found.winner = holds;
        found.facts += found.runs - 1;
        Ok(found)
    }
}
