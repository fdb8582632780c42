use std::sync::Arc;

use super::marks::{B, Packed, go_through, pack};
use super::worker::Worker;

/// A second thread that goes through the pairs with far offsets while the first
/// one is busy with near ones.
///
/// Heaps are done in stretches of S. A pair whose offset is 2 S at least leads from
/// a heap of one stretch to values that are known when the stretch before it
/// begins:
///
/// ```text
///                 n              n + S            n + 2 S
/// values known ...| this stretch  | the next one    |
/// first thread      near pairs
/// second thread                     pairs at 2 S or more, from values below n
/// ```
///
/// What the second thread hands over are the tables with which the first one
/// begins; so the values are the same with it and without it.
#[derive(Debug)]
pub(super) struct Ahead<const END: usize> {
    /// May there be a second thread?
    allowed: bool,
    /// Is it waited for however long it takes? For tests: what is made ahead depends on
    /// time otherwise.
    patient: bool,
    /// S; 0 while there are too few pairs for two.
    stretch: usize,
    /// How the next stretch asked for is to be done, and how few pairs may be near.
    plan: Plan,
    nearest: usize,
    /// The first thread's stretch, and its values if they were met ahead, with how
    /// many pairs are near in it.
    begin: Option<usize>,
    packed: Option<(Packed, usize)>,
    worker: Option<Worker<Plan, u16, Packed>>,
    /// Stretches that the first thread did alone, that it waited for and that were
    /// ready, since that was last made up for.
    missed: u32,
    waited: u32,
    ready: u32,
    /// So many stretches are not asked for.
    rest: u32,
    /// Lists that came back, for the next ones.
    spare: Vec<Packed>,
    new: Vec<u16>,
    /// So many values were handed to it, or need not be; and so far back it can
    /// look.
    sent: usize,
    reach: usize,
}

/// Which pairs are whose.
#[derive(Clone, Debug)]
struct Plan {
    /// Offsets and values of parts, in order.
    pairs: Arc<[(u32, u16)]>,
    /// So many of them, the first ones, are the first thread's.
    near: usize,
}

/// The far pairs of a stretch, as what `pulp` compiles for the machine.
struct Go<'g, const END: usize> {
    far: &'g [(u32, u16)],
    values: &'g [u16],
    begin: usize,
    into: &'g mut Packed,
}

impl<const END: usize> pulp::WithSimd for Go<'_, END> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) {
        for (block, packed) in self.into.chunks_exact_mut(B * END / 8).enumerate() {
            // Of its own: memory that the other thread has read takes long to be
            // written again.
            let mut tables = [[0; END]; B];
            go_through(self.far, self.values, self.begin + B * block, &mut tables);
            for (table, packed) in tables.iter().zip(packed.chunks_exact_mut(END / 8)) {
                pack(table, packed);
            }
        }
    }
}

/// Of eight pairs, those that are the first thread's to begin with: less than half,
/// since it has other work.
const SHARE: usize = 3;

/// Stretches after which more pairs, or fewer, are made the first thread's.
const TURN: u32 = 16;

/// Stretches without the second thread once it did not come in time for most.
const REST: u32 = 256;

/// Fewer pairs are not worth a second thread.
const FEWEST: usize = 1024;

/// The shortest and the longest stretch. To hand one over takes as long as a heap
/// or two; and whenever the pairs change, the first thread does one alone.
const SHORTEST: usize = 128;
const LONGEST: usize = 256;

impl<const END: usize> Ahead<END> {
    pub(super) fn new(threads: usize) -> Self {
        Ahead {
            allowed: threads > 1,
            patient: false,
            stretch: 0,
            plan: Plan { pairs: Arc::new([]), near: 0 },
            nearest: 0,
            begin: None,
            packed: None,
            worker: None,
            missed: 0,
            waited: 0,
            ready: 0,
            rest: 0,
            spare: Vec::new(),
            new: Vec::new(),
            sent: 0,
            reach: 0,
        }
    }

    /// The pairs of offsets and values from now on, in order.
    pub(super) fn set_pairs(&mut self, pairs: &[(u32, u16)]) {
        // What is being made now is made of other pairs.
        (self.begin, self.stretch) = (None, 0);
        self.spare.extend(self.packed.take().map(|(packed, _)| packed));
        if !self.allowed || pairs.len() < FEWEST {
            return;
        }
        let near = pairs.len() * SHARE / 8;
        let half = pairs[near].0 as usize / 2 / B * B;
        let stretch = half.clamp(SHORTEST, LONGEST);
        self.nearest = pairs.partition_point(|&(offset, _)| (offset as usize) < 2 * stretch);
        if pairs.len() - self.nearest < pairs.len() / 8 {
            return;
        }
        self.stretch = stretch;
        self.plan = Plan { pairs: pairs.into(), near: near.max(self.nearest) };
        let reach = pairs.last().map_or(0, |&(offset, _)| offset as usize);
        if reach > self.reach {
            // Some more, since the parts found next are larger.
            (self.worker, self.reach) = (None, reach + reach / 2);
        }
    }

    /// For the block after these values: its values with the far pairs gone through,
    /// and how many pairs are left, the first ones; `None` if all are.
    #[inline(always)]
    pub(super) fn begin_block(&mut self, values: &[u16]) -> Option<(&[u8], usize)> {
        if self.stretch == 0 {
            return None;
        }
        let at = values.len();
        let inside = self.begin.is_some_and(|begin| (begin..begin + self.stretch).contains(&at));
        if !inside {
            self.begin_stretch(values);
        }
        let block = (at - self.begin?) / B;
        let bytes = B * END / 8;
        let (packed, near) = self.packed.as_ref()?;
        Some((packed.get(bytes * block..bytes * (block + 1))?, *near))
    }

    #[cold]
    #[inline(never)]
    fn begin_stretch(&mut self, values: &[u16]) {
        let at = values.len();
        self.begin = Some(at);
        self.spare.extend(self.packed.take().map(|(packed, _)| packed));
        if self.rest > 0 {
            self.rest -= 1;
            return;
        }
        let begin = at + self.stretch;
        let worker = match &mut self.worker {
            Some(worker) => {
                if let Some(done) = worker.take() {
                    self.new = done.items;
                    let of_now = Arc::ptr_eq(&done.plan.pairs, &self.plan.pairs);
                    if of_now && done.begin == at {
                        self.packed = Some((done.made, done.plan.near));
                        *(if done.waited { &mut self.waited } else { &mut self.ready }) += 1;
                    } else {
                        self.spare.push(done.made);
                    }
                }
                if worker.is_busy() {
                    // The first thread does this stretch alone.
                    self.missed += 1;
                    return self.balance();
                }
                worker
            }
            none => {
                // What the first stretch asked for leads to.
                self.sent = begin.saturating_sub(self.reach);
                match Worker::new(self.sent, self.reach, self.patient, Self::go) {
                    Some(worker) => none.insert(worker),
                    // The first thread does all.
                    None => return self.allowed = false,
                }
            }
        };
        let mut new = std::mem::take(&mut self.new);
        new.extend_from_slice(values.get(self.sent..).unwrap_or_default());
        self.sent = at;
        let mut into = self.spare.pop().unwrap_or_default();
        into.resize(self.stretch * END / 8, 0);
        if !worker.ask(self.plan.clone(), begin, new, into) {
            (self.worker, self.packed, self.stretch, self.allowed) = (None, None, 0, false);
        }
        self.balance();
    }

    /// Makes up for one thread's waiting for the other. That depends on time; what
    /// is made of the pairs does not depend on whose they are.
    fn balance(&mut self) {
        if self.missed + self.waited + self.ready < TURN {
            return;
        }
        if self.missed > TURN / 2 {
            // Others need the machine.
            self.rest = REST;
        }
        let Plan { pairs, near } = &mut self.plan;
        let some = pairs.len() / 64;
        if self.missed + self.waited > self.ready {
            *near = (*near + some).min(pairs.len() / 8 * 7);
        } else {
            *near = near.saturating_sub(some);
        }
        *near = (*near).max(self.nearest);
        (self.missed, self.waited, self.ready) = (0, 0, 0);
    }

    /// What the second thread does, with the widest instructions of the machine.
    fn go(plan: &Plan, values: &[u16], begin: usize, into: &mut Packed) {
        let far = &plan.pairs[plan.near..];
        pulp::Arch::new().dispatch(Go::<END> { far, values, begin, into });
    }

    /// Bytes of what is handed over and of the other thread's list.
    pub(super) fn bytes(&self) -> u64 {
        if self.stretch == 0 {
            return 0;
        }
        // Stretches at hand, being made, and to be asked for; and values, in a list
        // that grows by doubling.
        let stretches = 3 * self.stretch * END / 8;
        let values = 2 * (self.reach + Worker::<Plan, u16, Packed>::kept(self.reach));
        (stretches + values * size_of::<u16>()) as u64
    }
}

impl<const END: usize> Clone for Ahead<END> {
    /// Without the thread: the clone begins one of its own.
    fn clone(&self) -> Self {
        let none = Ahead::new(usize::from(self.allowed) + 1);
        Ahead { stretch: self.stretch, plan: self.plan.clone(), nearest: self.nearest, ..none }
    }
}

#[cfg(test)]
mod tests {
    use super::super::marks::unpack;
    use super::*;

    const END: usize = 512;

    /// A list that looks like nothing.
    fn values(count: usize) -> Vec<u16> {
        let mixed = |heap: usize| (heap as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 55;
        (0..count).map(|heap| mixed(heap) as u16).collect()
    }

    #[test]
    fn differential_tables_made_ahead() {
        let all = values(60_000);
        let mut pairs: Vec<(u32, u16)> = (8..2000u32)
            .map(|part| (part * part % 5000 + 32, (part as usize % END) as u16))
            .collect();
        pairs.sort_unstable();
        let mut ahead = Ahead::<END>::new(2);
        ahead.patient = true;
        ahead.set_pairs(&pairs);
        assert!(ahead.stretch > 0 && (1..pairs.len()).contains(&ahead.plan.near));
        let mut made = 0;
        // The pairs change on the way, within a stretch.
        for at in (6000..60_000).step_by(B) {
            if at == 6000 + 1001 * B {
                pairs.truncate(1800);
                ahead.set_pairs(&pairs);
            }
            let mut want = [[0; END]; B];
            go_through(&pairs, &all[..at], at, &mut want);
            let mut tables = [[0; END]; B];
            let rest = match ahead.begin_block(&all[..at]) {
                Some((packed, near)) => {
                    made += 1;
                    for (table, packed) in tables.iter_mut().zip(packed.chunks_exact(END / 8)) {
                        unpack(packed, table);
                    }
                    &pairs[..near]
                }
                None => &pairs[..],
            };
            go_through(rest, &all[..at], at, &mut tables);
            assert!(tables == want, "at {at}");
        }
        assert!(made > 500, "{made}");
        // Few pairs are left to one thread, and so are all where one is allowed.
        ahead.set_pairs(&pairs[..100]);
        assert!(ahead.begin_block(&all).is_none());
        let mut one = Ahead::<END>::new(1);
        one.set_pairs(&pairs);
        assert!(one.begin_block(&all).is_none());
    }
}
