use std::sync::{Mutex, PoisonError};

use perfectplay_game::{Meter, Player, Stop};

/// Which position is asked about, and whose win.
pub(super) struct Query<'p, P> {
    pub(super) position: &'p P,
    pub(super) attacker: Player,
    /// A hash of the position; the attacker is mixed in here.
    pub(super) hash: u64,
}

impl<P> Clone for Query<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Query<'_, P> {}

/// What may be known of a position.
pub(super) trait Known: Copy {
    /// Takes over what was found later, or at the same time by another thread.
    fn join(&mut self, later: Self);
}

/// What is remembered of positions met before; may forget anything.
pub(super) trait Memo<P, V> {
    /// What is known of a position.
    fn look(&mut self, query: Query<'_, P>) -> Option<V>;

    /// Keeps what is known of a position, which took so much work.
    fn keep(&mut self, query: Query<'_, P>, known: V, work: u64);
}

/// Entries that a position may be kept in.
const WAYS: usize = 4;

/// Positions are kept whole, so that no two are ever taken for each other.
struct Slot<P, V> {
    position: P,
    known: V,
    /// How many positions were expanded for it.
    work: u32,
    attacker: Player,
}

/// A bucket of entries: a position is kept in the one of its hash, and there
/// in place of the entry that took the least work.
struct Bucket<P, V>([Option<Slot<P, V>>; WAYS]);

impl<P: Clone + Eq, V: Known> Bucket<P, V> {
    fn new() -> Self {
        Bucket([const { None }; WAYS])
    }

    fn look(&self, query: Query<'_, P>) -> Option<V> {
        self.0.iter().flatten().find(|slot| slot.is(query)).map(|slot| slot.known)
    }

    fn keep(&mut self, query: Query<'_, P>, known: V, work: u64) {
        let work = u32::try_from(work).unwrap_or(u32::MAX);
        if let Some(slot) = self.0.iter_mut().flatten().find(|slot| slot.is(query)) {
            slot.known.join(known);
            slot.work = slot.work.saturating_add(work);
            return;
        }
        let work_of = |slot: &Option<Slot<P, V>>| slot.as_ref().map_or(0, |slot| slot.work);
        let least = (0..WAYS).min_by_key(|&at| work_of(&self.0[at])).unwrap_or(0);
        if let Some(slot) = &mut self.0[least] {
            // Old work counts for less and less.
            slot.work /= 2;
        }
        let (position, attacker) = (query.position.clone(), query.attacker);
        self.0[least] = Some(Slot { position, known, work, attacker });
    }
}

impl<P: Eq, V> Slot<P, V> {
    fn is(&self, query: Query<'_, P>) -> bool {
        self.attacker == query.attacker && self.position == *query.position
    }
}

/// Buckets behind one lock.
const SHARD: usize = 64;

type Shard<P, V> = Mutex<Box<[Bucket<P, V>]>>;

/// A table of a fixed size that threads may share. It is announced at once and
/// never grown; buckets are made when something is first kept in their shard.
///
/// ```text
/// shards  | 0                    | 1             | ...
/// buckets | 0  1  2 ... SHARD-1  | (none yet)    | ...
/// ```
pub(super) struct Table<P, V> {
    shards: Vec<Shard<P, V>>,
    buckets: usize,
    bytes: u64,
}

impl<P: Clone + Eq, V: Known> Table<P, V> {
    /// A table that takes at most about so many bytes, one bucket at least;
    /// announced to the meter. `more` is what a position holds beside its own
    /// size.
    pub(super) fn new(bytes: u64, more: usize, meter: &mut Meter) -> Result<Self, Stop> {
        let (buckets, bytes) = Self::size(bytes, more);
        meter.hold(bytes)?;
        let buckets = usize::try_from(buckets).unwrap_or(usize::MAX);
        let shards = (0..buckets.div_ceil(SHARD)).map(|_| Mutex::default()).collect();
        Ok(Table { shards, buckets, bytes })
    }

    /// The buckets of such a table, and what is announced for it.
    pub(super) fn size(bytes: u64, more: usize) -> (u64, u64) {
        let weight = (size_of::<Bucket<P, V>>() + WAYS * more) as u64;
        let buckets = (bytes / weight.max(1)).max(1);
        (buckets, buckets.saturating_mul(weight))
    }

    /// What was announced for it.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// How many positions it can hold.
    pub(super) fn capacity(&self) -> usize {
        self.buckets * WAYS
    }

    /// The shard and the bucket in it.
    fn place(&self, query: Query<'_, P>) -> (usize, usize) {
        // The hash as a fraction of 1.
        let at = ((u128::from(query.hash) * self.buckets as u128) >> 64) as usize;
        (at / SHARD, at % SHARD)
    }

    /// How many buckets a shard has once it is made.
    fn size_of_shard(&self, shard: usize) -> usize {
        SHARD.min(self.buckets - shard * SHARD)
    }
}

fn look_in<P: Clone + Eq, V: Known>(
    shard: &[Bucket<P, V>],
    bucket: usize,
    query: Query<'_, P>,
) -> Option<V> {
    shard.get(bucket)?.look(query)
}

fn keep_in<P: Clone + Eq, V: Known>(
    (shard, size): (&mut Box<[Bucket<P, V>]>, usize),
    bucket: usize,
    query: Query<'_, P>,
    (known, work): (V, u64),
) {
    if shard.is_empty() {
        *shard = std::iter::repeat_with(Bucket::new).take(size).collect();
    }
    shard[bucket].keep(query, known, work);
}

/// One thread alone needs no lock.
impl<P: Clone + Eq, V: Known> Memo<P, V> for &mut Table<P, V> {
    fn look(&mut self, query: Query<'_, P>) -> Option<V> {
        let (shard, bucket) = self.place(query);
        let shard = self.shards[shard].get_mut().unwrap_or_else(PoisonError::into_inner);
        look_in(shard, bucket, query)
    }

    fn keep(&mut self, query: Query<'_, P>, known: V, work: u64) {
        let (shard, bucket) = self.place(query);
        let size = self.size_of_shard(shard);
        let shard = self.shards[shard].get_mut().unwrap_or_else(PoisonError::into_inner);
        keep_in((shard, size), bucket, query, (known, work));
    }
}

/// Several threads. A thread that panicked may have lost an entry; it cannot
/// have left half of one.
impl<P: Clone + Eq, V: Known> Memo<P, V> for &Table<P, V> {
    fn look(&mut self, query: Query<'_, P>) -> Option<V> {
        let (shard, bucket) = self.place(query);
        let shard = self.shards[shard].lock().unwrap_or_else(PoisonError::into_inner);
        look_in(&shard, bucket, query)
    }

    fn keep(&mut self, query: Query<'_, P>, known: V, work: u64) {
        let (shard, bucket) = self.place(query);
        let size = self.size_of_shard(shard);
        let mut shard = self.shards[shard].lock().unwrap_or_else(PoisonError::into_inner);
        keep_in((&mut shard, size), bucket, query, (known, work));
    }
}
