use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;

use perfectplay_game::{Meter, Player, Stop};

use super::turn::{Run, Turn};
use super::width::Offset;

/// No slot.
const NONE: u32 = u32::MAX;
/// In `died`: the boundary still stands.
pub(super) const ALIVE: u32 = u32::MAX;

/// The boundaries between runs, while turns are put in front.
///
/// ```text
/// stones   0 ........ 17 ...... 20 ............ 31 .............
/// run        Second   |  First  |    Second     |    tie
/// slot                2         1               0
/// ends               Second    First           Second
/// ```
///
/// Each boundary has a slot. New boundaries appear only in front, so slots
/// count upward toward 0 stones, and since runs alternate so do the players
/// whose runs end at slots 0, 1, 2, …; boundaries go in pairs, or the
/// last one alone, which keeps it so.
///
/// A boundary stands at `base[slot] + offset[player whose run ends there]`:
/// `base` never changes, a turn moves all boundaries by changing the two
/// offsets. That makes the past cheap to keep: a slot and the number of turns
/// at which it went (`died`) say all about it, see [`super::History`]. Without
/// `PAST` neither is kept, which is half of the memory.
#[derive(Clone, Debug)]
pub(super) struct Runs<T, const PAST: bool> {
    pub(super) past: Past<T>,
    offset: [T; 2],
    /// Turns put in so far.
    turns: usize,
    /// The slots on the way to 0 and away from it; a boundary that is gone is
    /// its own neighbour on the way to 0.
    links: Vec<Links>,
    /// The slot nearest to 0 stones.
    head: u32,
    /// Boundaries that stand.
    standing: usize,
    /// Who wins with 0 stones; None when all is drawn and no boundary stands.
    front: Option<Player>,
    /// Boundaries that went when the last turn was put in; only with `PAST`.
    buried: Vec<u32>,
    /// By mover: what the turns that come can still take from the rival's runs,
    /// if that is known.
    slack: Option<[T; 2]>,
    /// By owner: every run that has a boundary at both ends and may vanish, as
    /// its length less the offsets and the slot where it starts. A run that grew by a
    /// merger keeps its old, too small, entry until that comes up.
    lengths: [BinaryHeap<Reverse<(T, u32)>>; 2],
}

/// All boundaries that ever stood, and where.
#[derive(Clone, Debug)]
pub(super) struct Past<T> {
    /// Per slot: position less the offset.
    pub(super) base: Vec<T>,
    /// Per slot: the number of turns at which it no longer stood. Empty when
    /// the past is not kept.
    pub(super) died: Vec<u32>,
    /// The player whose run ends at the boundary in slot 0.
    pub(super) first_ends: Player,
    /// By number of turns, 0 included; that alone when the past is not kept.
    pub(super) moments: Vec<Moment<T>>,
}

/// What a number of turns still to come looked like.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moment<T> {
    pub(super) offset: [T; 2],
    /// Slots in use.
    pub(super) slots: u32,
    /// The mover of the turn put in front last (any, at 0 turns).
    pub(super) mover: Player,
}

#[derive(Clone, Copy, Debug)]
struct Links {
    nearer: u32,
    farther: u32,
}

pub(super) fn index(player: Player) -> usize {
    match player {
        Player::First => 0,
        Player::Second => 1,
    }
}

impl<T: Offset, const PAST: bool> Runs<T, PAST> {
    /// Bytes for each turn: at most one slot, with one entry in a heap that
    /// may have grown to twice what it holds.
    pub(super) const BYTES: u64 = (size_of::<T>()
        + if PAST { size_of::<u32>() + size_of::<Moment<T>>() } else { 0 }
        + size_of::<Links>()
        + 2 * size_of::<Reverse<(T, u32)>>()) as u64;

    /// No turns: a tie everywhere.
    pub(super) fn new() -> Self {
        let offset = [T::default(); 2];
        let mover = Player::First;
        Runs {
            past: Past {
                base: Vec::new(),
                died: Vec::new(),
                first_ends: mover,
                moments: vec![Moment { offset, slots: 0, mover }],
            },
            offset,
            turns: 0,
            links: Vec::new(),
            head: NONE,
            standing: 0,
            front: None,
            buried: Vec::new(),
            slack: None,
            lengths: [BinaryHeap::new(), BinaryHeap::new()],
        }
    }

    /// No turns, and what is known of those that come: by mover, the sum of
    /// most less least.
    pub(super) fn with_slack(slack: [T; 2]) -> Self {
        Runs { slack: Some(slack), ..Self::new() }
    }

    pub(super) fn reserve(&mut self, turns: usize) {
        self.past.base.reserve_exact(turns);
        if PAST {
            self.past.died.reserve_exact(turns);
            self.past.moments.reserve_exact(turns);
        }
        self.links.reserve_exact(turns);
    }

    /// Turns that fit before [`Runs::reserve`] is needed again.
    pub(super) fn capacity(&self) -> usize {
        self.links.capacity()
    }

    pub(super) fn turns(&self) -> usize {
        self.turns
    }

    /// Puts a turn in front of all others; returns how many runs vanished.
    pub(super) fn push_front(&mut self, turn: Turn) -> u64 {
        let mover = turn.mover();
        let other = mover.other();
        self.buried.clear();
        self.offset[index(mover)] += T::from_bound(turn.most());
        self.offset[index(other)] += T::from_bound(turn.least());
        if let Some(slack) = &mut self.slack {
            let (most, least) = (T::from_bound(turn.most()), T::from_bound(turn.least()));
            slack[index(mover)] = slack[index(mover)] - (most - least);
        }
        let vanished = if turn.least() < turn.most() { self.drop_vanished(other) } else { 0 };
        if turn.least() > 0 && self.front != Some(other) {
            self.add_front(other, T::from_bound(turn.least()));
        }
        self.turns += 1;
        if PAST {
            let slots = self.past.base.len() as u32;
            self.past.moments.push(Moment { offset: self.offset, slots, mover });
        }
        vanished
    }

    /// Takes out the runs of `owner` that have shrunk to nothing.
    fn drop_vanished(&mut self, owner: Player) -> u64 {
        // A run from slot x to slot y has length base[y] - base[x] + its own
        // offset - the rival's: nothing when base[y] - base[x] <= limit.
        let limit = self.offset[index(owner.other())] - self.offset[index(owner)];
        let mut vanished = 0;
        while let Some([start, end]) = self.next_vanished(owner, limit) {
            vanished += 1;
            let nearer = self.links[start as usize].nearer;
            let farther = self.links[end as usize].farther;
            if farther == NONE {
                // The last run before the drawn one: the rival's run now
                // borders on the tie.
                self.links[start as usize].farther = NONE;
            } else {
                self.links[farther as usize].nearer = nearer;
                match nearer {
                    NONE => self.head = farther,
                    nearer => self.links[nearer as usize].farther = farther,
                }
                self.bury(start);
            }
            self.bury(end);
        }
        vanished
    }

    /// The boundaries of a run of `owner` whose length in the heap's terms is
    /// at most `limit`.
    fn next_vanished(&mut self, owner: Player, limit: T) -> Option<[u32; 2]> {
        loop {
            let mut top = self.lengths[index(owner)].peek_mut()?;
            let Reverse((length, start)) = *top;
            if length > limit {
                return None;
            }
            let end = self.links[start as usize].farther;
            if self.links[start as usize].nearer == start || end == NONE {
                PeekMut::pop(top);
                continue;
            }
            let length = self.past.base[end as usize] - self.past.base[start as usize];
            if length > limit {
                // It grew by a merger: one entry a run is enough.
                top.0.0 = length;
                continue;
            }
            PeekMut::pop(top);
            return Some([start, end]);
        }
    }

    /// A run that is longer than all that comes can take from it never
    /// vanishes, and what it grows to by mergers is longer still.
    fn may_vanish(&self, owner: Player, length: T) -> bool {
        let rival = index(owner.other());
        self.slack.is_none_or(|slack| {
            length <= self.offset[rival] - self.offset[index(owner)] + slack[rival]
        })
    }

    /// The turn being put in front is the first without this boundary.
    fn bury(&mut self, slot: u32) {
        self.links[slot as usize].nearer = slot;
        if PAST {
            self.past.died[slot as usize] = self.turns as u32 + 1;
            self.buried.push(slot);
        }
        self.standing -= 1;
    }

    /// Puts a run `[0, length)` in front; the run there now is not `owner`'s.
    fn add_front(&mut self, owner: Player, length: T) {
        let slot = self.past.base.len() as u32;
        let base = length - self.offset[index(owner)];
        match self.head {
            NONE => self.past.first_ends = owner,
            head => {
                self.links[head as usize].nearer = slot;
                let length = self.past.base[head as usize] - base;
                if self.may_vanish(owner.other(), length) {
                    self.lengths[index(owner.other())].push(Reverse((length, slot)));
                }
            }
        }
        self.past.base.push(base);
        if PAST {
            self.past.died.push(ALIVE);
        }
        self.links.push(Links { nearer: NONE, farther: self.head });
        self.head = slot;
        self.standing += 1;
        self.front = Some(owner);
    }

    /// The boundaries that went when the last turn was put in.
    pub(super) fn buried(&self) -> &[u32] {
        &self.buried
    }

    /// The boundary nearest to 0 stones, if one stands.
    pub(super) fn first(&self) -> Option<u32> {
        (self.head != NONE).then_some(self.head)
    }

    /// The boundary after this one, away from 0 stones.
    pub(super) fn after(&self, slot: u32) -> Option<u32> {
        let farther = self.links[slot as usize].farther;
        (farther != NONE).then_some(farther)
    }

    /// Who wins with 0 stones; None when all is drawn.
    pub(super) fn front(&self) -> Option<Player> {
        self.front
    }

    /// The boundaries from 0 stones on.
    pub(super) fn boundaries(&self, meter: &mut Meter) -> Result<Vec<T>, Stop> {
        meter.hold((self.past.base.len() * size_of::<T>()) as u64)?;
        Ok(self.ascending(self.past.base.clone()))
    }

    /// The same, in the memory of the runs, which are needed no more.
    pub(super) fn into_boundaries(mut self) -> Vec<T> {
        let base = std::mem::take(&mut self.past.base);
        self.ascending(base)
    }

    /// `base` without the boundaries that are gone, the other way round, as
    /// positions.
    fn ascending(&self, mut base: Vec<T>) -> Vec<T> {
        let mut slot = 0;
        base.retain(|_| {
            slot += 1;
            self.links[slot - 1].nearer as usize != slot - 1
        });
        base.reverse();
        // Runs alternate.
        let mut ends = self.front.unwrap_or(Player::First);
        for at in &mut base {
            *at += self.offset[index(ends)];
            ends = ends.other();
        }
        base
    }
}

impl<T: Offset> Past<T> {
    /// The player whose run ends at a boundary.
    pub(super) fn ends(&self, slot: u32) -> Player {
        if slot.is_multiple_of(2) { self.first_ends } else { self.first_ends.other() }
    }

    /// Where a boundary that stands with so many turns to come stands.
    pub(super) fn position(&self, slot: u32, turns: usize) -> T {
        let mut position = self.base[slot as usize];
        position += self.moments[turns].offset[index(self.ends(slot))];
        position
    }

    /// The run between two boundaries next to each other: `start` None for
    /// the front run, `end` None for the drawn one.
    pub(super) fn run(&self, start: Option<u32>, end: Option<u32>, turns: usize) -> Run {
        Run {
            start: start.map_or(0, |slot| self.position(slot, turns).to_count()),
            end: end.map(|slot| self.position(slot, turns).to_count()),
            winner: end.map(|slot| self.ends(slot)),
        }
    }
}

impl<const PAST: bool> Runs<i64, PAST> {
    /// The same boundaries in wider numbers.
    pub(super) fn widen(self) -> Runs<i128, PAST> {
        let Runs { past, offset, turns, links, head, standing, front, buried, slack, lengths } =
            self;
        let moment = |m: Moment<i64>| Moment {
            offset: m.offset.map(i128::from),
            slots: m.slots,
            mover: m.mover,
        };
        Runs {
            past: Past {
                base: past.base.into_iter().map(i128::from).collect(),
                died: past.died,
                first_ends: past.first_ends,
                moments: past.moments.into_iter().map(moment).collect(),
            },
            offset: offset.map(i128::from),
            turns,
            links,
            head,
            standing,
            front,
            buried,
            slack: slack.map(|slack| slack.map(i128::from)),
            lengths: lengths.map(|heap| {
                heap.into_iter()
                    .map(|Reverse((length, slot))| Reverse((length.into(), slot)))
                    .collect()
            }),
        }
    }
}
