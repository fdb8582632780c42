use super::rules::PairRules;
use super::sparse::{Event, Space, Start};
use super::walks::Walks;
use super::{AnyEngine, BLOCK, each};

/// Why the next value cannot be worked out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Beyond {
    /// A walk would have to look at parts of more stones than it may.
    Walk,
    /// A value would be too large.
    Value,
}

/// The sparse-space method in constant memory: values from any heap on, by those
/// of the first heaps and the last ones.
///
/// It is the engine for whole lists, on a list with a piece cut out:
///
/// ```text
/// g(0) g(1) ... g(h - 1) | g(n - L) ... g(n - 1) | g(n) ...
/// head                   | window                | worked out
/// ```
///
/// The engine looks at parts that are rare or that walks go to, all in the head,
/// and at other parts by how far they lie below the heap, which is a window at
/// most. The number of heaps cut out is even, so that places have the parity of
/// their heaps.
#[derive(Clone, Debug)]
pub(crate) struct Sliding {
    rules: PairRules,
    space: Space,
    engine: AnyEngine,
    walks: Walks,
    values: Vec<u16>,
    /// Values of the head that are in `values`.
    head: usize,
    window: usize,
    /// Where the next value stands that was not taken yet.
    place: usize,
    farthest: u64,
    walked: u64,
    failed: Option<Beyond>,
}

/// Values that are worked out before the list is cut again.
const ROOM: usize = 1 << 16;

/// Values fit that are below this.
const END: usize = 1 << 15;

/// Values that are worked out at a time.
const STRIDE: usize = 1 << 12;

fn space_of(rules: &PairRules, (mask, domain): (u16, bool)) -> Space {
    let odd = rules.splits.first().is_some_and(|split| split.taken % 2 == 1);
    Space::new(mask, domain.then_some(odd))
}

impl Sliding {
    /// From the heap `next` on, before which the values of `window` lie: as many
    /// as `reach` and the most stones that a move takes. The head has several
    /// times as many, and no heap beyond the reach is rare.
    ///
    /// `None` if values are too large.
    pub(crate) fn new(
        rules: &PairRules,
        space: (u16, bool),
        reach: usize,
        head: &[u16],
        next: u64,
        window: &[u16],
    ) -> Option<Sliding> {
        let space = space_of(rules, space);
        let places = (head.len() + window.len()) as u64;
        // One value less, so that places have the right parity.
        let head = &head[..head.len() - usize::from((places ^ next) & 1 == 1)];
        let mut values = Vec::with_capacity(head.len() + window.len() + ROOM + 2 * BLOCK);
        values.extend(head);
        values.extend(window);
        let most = usize::from(*values.iter().max()?) + 1;
        let end = Some((most + most / 8).next_power_of_two().max(128)).filter(|&end| end <= END)?;
        let mut walks = Walks::default();
        let start = Start::default().within(reach);
        let engine = AnyEngine::new(end, 0, rules, space, start, &values, &mut walks);
        Some(Sliding {
            rules: rules.clone(),
            space,
            engine,
            walks,
            place: values.len(),
            head: head.len(),
            values,
            window: window.len(),
            farthest: 0,
            walked: 0,
            failed: None,
        })
    }

    /// The last rare heap among some first values.
    pub(crate) fn last_rare(rules: &PairRules, space: (u16, bool), head: &[u16]) -> usize {
        let space = space_of(rules, space);
        let rare = |heap: &usize| !space.is_common(head[*heap], *heap);
        (1..head.len()).rev().find(rare).unwrap_or(0)
    }

    /// The values that come next, one at least and `count` at most.
    ///
    /// # Errors
    ///
    /// There is no next one.
    #[inline]
    pub(crate) fn next(&mut self, count: usize) -> Result<&[u16], Beyond> {
        while self.place == self.values.len() {
            self.work()?;
        }
        let to = self.values.len().min(self.place + count.max(1));
        Ok(&self.values[self.place..to])
    }

    /// So many of them were taken.
    pub(crate) fn take(&mut self, count: usize) {
        self.place = self.values.len().min(self.place + count);
    }

    /// The last values that were taken.
    pub(crate) fn window(&self) -> &[u16] {
        &self.values[self.place - self.window..self.place]
    }

    /// Walks looked at no larger parts so far.
    pub(crate) fn farthest(&self) -> u64 {
        self.farthest
    }

    /// Pairs looked at for every heap.
    pub(crate) fn steps(&self) -> u64 {
        each!(&self.engine, engine => engine.steps())
    }

    /// Steps of walks since this was last asked, beyond those for every heap.
    pub(crate) fn walked(&mut self) -> u64 {
        std::mem::take(&mut self.walked)
    }

    /// Works out some values, or makes room for larger ones.
    fn work(&mut self) -> Result<(), Beyond> {
        if let Some(failed) = self.failed {
            return Err(failed);
        }
        if self.values.len() + STRIDE + BLOCK > self.values.capacity() {
            let gone = (self.values.len() - self.window - self.head) & !1;
            self.values.drain(self.head..self.head + gone);
            self.place -= gone;
        }
        let before = self.values.len();
        let (values, walks) = (&mut self.values, &mut self.walks);
        let until = before + STRIDE;
        let event = each!(&mut self.engine, engine => engine.run(values, until, walks, true));
        let done = (values.len() - before) as u64;
        self.walked += each!(&mut self.engine, engine => engine.tune(done, values, walks));
        self.farthest = self.farthest.max(walks.farthest());
        walks.clear();
        match event {
            Event::Done => {}
            Event::Beyond => self.failed = Some(Beyond::Walk),
            Event::Outgrown => {
                let end = 2 * each!(&self.engine, engine => engine.end());
                let start = each!(&self.engine, engine => engine.start());
                if end > END {
                    self.failed = Some(Beyond::Value);
                } else {
                    self.engine =
                        AnyEngine::new(end, 0, &self.rules, self.space, start, values, walks);
                }
            }
        }
        Ok(())
    }
}
