//! Passes over whole classes, 512 vertices at a time.
//!
//! The places of a block's neighbours: direction 0 and the bits below
//! [`NEAR`] of a place stay in the block of the same number, the others lead
//! to the same bits of another block.
//!
//! What a pass writes it writes block by block, from blocks that it only
//! reads: so it can be cut in pieces for threads, and does the same with any
//! number of them.

use super::bitmap::{Bitmap, Block, NEAR, PLANES, Planes, WORDS, each_bit};
use super::place::Place;

/// Bits whose place has a zero there, for each of the six bits of a place
/// inside of a word.
const LOW: [u64; 6] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0f0f_0f0f_0f0f_0f0f,
    0x00ff_00ff_00ff_00ff,
    0x0000_ffff_0000_ffff,
    0x0000_0000_ffff_ffff,
];

#[inline(always)]
fn map(x: &Block, f: impl Fn(u64) -> u64) -> Block {
    let mut y = *x;
    y.iter_mut().for_each(|word| *word = f(*word));
    y
}

#[inline(always)]
fn both(x: &Block, y: &Block, f: impl Fn(u64, u64) -> u64) -> Block {
    let mut z = *x;
    z.iter_mut().zip(y).for_each(|(word, other)| *word = f(*word, *other));
    z
}

/// A block with one of the [`NEAR`] bits of all places turned.
#[inline(always)]
fn near<const BIT: usize>(x: &Block) -> Block {
    match BIT {
        0..6 => {
            let (low, by) = (LOW[BIT], 1 << BIT);
            map(x, |word| (word >> by & low) | ((word & low) << by))
        }
        6 => [x[1], x[0], x[3], x[2], x[5], x[4], x[7], x[6]],
        7 => [x[2], x[3], x[0], x[1], x[6], x[7], x[4], x[5]],
        _ => [x[4], x[5], x[6], x[7], x[0], x[1], x[2], x[3]],
    }
}

/// Does `$do` with `near` for every near bit.
macro_rules! for_near {
    ($bit:ident => $do:expr) => {{
        for_near!($bit, $do, 0, 1, 2, 3, 4, 5, 6, 7, 8)
    }};
    ($bit:ident, $do:expr, $($number:literal),*) => {{
        $({ const $bit: usize = $number; $do })*
    }};
}

fn is_empty(x: &Block) -> bool {
    x.iter().all(|&word| word == 0)
}

/// A pass over the blocks from one on, compiled for each kind of machine.
pub(super) trait Pass {
    type Output;
    fn run(self) -> Self::Output;
}

struct Wide<P>(P);

impl<P: Pass> pulp::WithSimd for Wide<P> {
    type Output = P::Output;

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) -> P::Output {
        self.0.run()
    }
}

pub(super) fn run<P: Pass>(pass: P) -> P::Output {
    pulp::Arch::new().dispatch(Wide(pass))
}

/// Bytes of a bitmap that are worth a thread of their own; tests cut up small
/// ones too.
const WORTH_A_THREAD: usize = if cfg!(test) { size_of::<Block>() } else { 1 << 18 };

/// How many pieces a class of so many blocks is cut into: a power of two.
pub(super) fn pieces(blocks: usize, threads: usize) -> usize {
    let most = (blocks * size_of::<Block>() / WORTH_A_THREAD).min(threads).max(1);
    1 << most.ilog2()
}

/// Does each piece of work, each in a thread of its own if there are several.
pub(super) fn in_threads<P: Pass + Send>(mut work: Vec<P>) -> Vec<P::Output>
where
    P::Output: Send,
{
    let Some(last) = work.pop() else { return Vec::new() };
    std::thread::scope(|scope| {
        let others: Vec<_> = work.into_iter().map(|pass| scope.spawn(move || run(pass))).collect();
        let last = run(last);
        let joined = others.into_iter().map(|other| other.join());
        let mut done: Vec<P::Output> = joined
            .map(|result| result.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect();
        done.push(last);
        done
    })
}

/// What is next to a set and was not reached before.
struct Reach<'a> {
    first: usize,
    from: &'a [Block],
    unreached: &'a mut [Block],
    reached: &'a mut [Block],
    far: u32,
}

impl Pass for Reach<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Reach { first, from, unreached, reached, far } = self;
        for (at, (unreached, reached)) in unreached.iter_mut().zip(reached).enumerate() {
            if is_empty(unreached) {
                *reached = [0; WORDS];
                continue;
            }
            let block = first + at;
            let x = &from[block];
            let mut all = *x;
            for_near!(BIT => all = both(&all, &near::<BIT>(x), |a, b| a | b));
            for bit in 0..far {
                all = both(&all, &from[block ^ 1 << bit], |a, b| a | b);
            }
            let new = both(&all, unreached, |a, b| a & b);
            *unreached = both(unreached, &new, |a, b| a & !b);
            *reached = new;
        }
    }
}

/// The vertices of the other class, among those in `unreached`, that are next
/// to `from`; they leave `unreached`.
pub(super) fn reach(from: &Bitmap, unreached: &mut Bitmap, reached: &mut Bitmap, threads: usize) {
    let blocks = from.0.len();
    let piece = blocks / pieces(blocks, threads);
    let work = unreached.0.chunks_mut(piece).zip(reached.0.chunks_mut(piece)).enumerate();
    let far = blocks.ilog2();
    let work = work.map(|(at, (unreached, reached))| Reach {
        first: at * piece,
        from: &from.0,
        unreached,
        reached,
        far,
    });
    in_threads(work.collect());
}

/// What two sets have in common, as a list.
struct Common<'a> {
    first: Place,
    one: &'a [Block],
    other: &'a [Block],
}

impl Pass for Common<'_> {
    type Output = Vec<Place>;

    #[inline(always)]
    fn run(self) -> Vec<Place> {
        let mut places = Vec::new();
        let words = self.one.iter().flatten().zip(self.other.iter().flatten());
        for (at, (&one, &other)) in words.enumerate() {
            each_bit(one & other, |bit| places.push(self.first + at as Place * 64 + bit));
        }
        places
    }
}

/// The places that two sets have in common, rising.
pub(super) fn common(one: &Bitmap, other: &Bitmap, threads: usize) -> Vec<Place> {
    let piece = one.0.len() / pieces(one.0.len(), threads);
    let work = one.0.chunks(piece).zip(other.0.chunks(piece)).enumerate();
    let work = work.map(|(at, (one, other))| Common {
        first: (at * piece * WORDS * 64) as Place,
        one,
        other,
    });
    let mut parts = in_threads(work.collect()).into_iter();
    let mut places = parts.next().unwrap_or_default();
    parts.for_each(|mut part| places.append(&mut part));
    places
}

/// The masks of each direction plus one, halfway made.
struct Decoded {
    low: [Block; 8],
    high: [Block; 4],
}

impl Decoded {
    #[inline(always)]
    fn new(planes: &[Block; PLANES]) -> Self {
        let [p0, p1, p2, p3, p4] = planes;
        let pair = |x: &Block, y: &Block| {
            [
                both(x, y, |x, y| !x & !y),
                both(x, y, |x, y| x & !y),
                both(x, y, |x, y| !x & y),
                both(x, y, |x, y| x & y),
            ]
        };
        let first = pair(p0, p1);
        let mut low = [[0; WORDS]; 8];
        for at in 0..8 {
            low[at] = both(&first[at % 4], p2, |x, y| if at < 4 { x & !y } else { x & y });
        }
        Decoded { low, high: pair(p3, p4) }
    }

    /// Of `x`, those whose mates lie in this direction.
    #[inline(always)]
    fn pick(&self, x: &Block, direction: u32) -> Block {
        let code = direction as usize + 1;
        let here = both(&self.low[code % 8], &self.high[code / 8 % 4], |a, b| a & b);
        both(x, &here, |a, b| a & b)
    }
}

/// The mates of a set.
struct Mates<'a> {
    first: usize,
    of: &'a [Block],
    planes: &'a [[Block; PLANES]],
    mates: &'a mut [Block],
    far: u32,
}

impl Pass for Mates<'_> {
    type Output = u64;

    #[inline(always)]
    fn run(self) -> u64 {
        let Mates { first, of, planes, mates, far } = self;
        let mut count = 0;
        for (at, (planes, mates)) in planes.iter().zip(mates).enumerate() {
            let block = first + at;
            let decoded = Decoded::new(planes);
            let x = &of[block];
            let mut all = decoded.pick(x, 0);
            for_near!(BIT => {
                let picked = decoded.pick(&near::<BIT>(x), BIT as u32 + 1);
                all = both(&all, &picked, |a, b| a | b);
            });
            for bit in 0..far {
                let picked = decoded.pick(&of[block ^ 1 << bit], bit + NEAR + 1);
                all = both(&all, &picked, |a, b| a | b);
            }
            *mates = all;
            count += all.iter().map(|word| u64::from(word.count_ones())).sum::<u64>();
        }
        count
    }
}

/// The mates of the vertices in `of`, and how many they are; `planes` are those
/// of the mates' class.
pub(super) fn mates(of: &Bitmap, planes: &Planes, mates: &mut Bitmap, threads: usize) -> u64 {
    let blocks = of.0.len();
    let piece = blocks / pieces(blocks, threads);
    let far = blocks.ilog2();
    let work = planes.0.chunks(piece).zip(mates.0.chunks_mut(piece)).enumerate();
    let work = work.map(|(at, (planes, mates))| Mates {
        first: at * piece,
        of: &of.0,
        planes,
        mates,
        far,
    });
    in_threads(work.collect()).into_iter().sum()
}

/// A piece of a class: its vertices without mates, and the mates of the others.
struct Half<'a> {
    free: &'a mut [Block],
    planes: &'a mut [[Block; PLANES]],
}

/// Matches free vertices with free ones, direction after direction.
struct Join<'a> {
    one: Half<'a>,
    other: Half<'a>,
    /// Bits of the number of a block to turn.
    bits: std::ops::Range<u32>,
    /// What the first of them leads to lies there in the other piece.
    same_piece: bool,
    near: bool,
}

#[inline(always)]
fn record(planes: &mut [Block; PLANES], joined: &Block, direction: u32) {
    for (at, plane) in planes.iter_mut().enumerate() {
        if (direction + 1) >> at & 1 == 1 {
            *plane = both(plane, joined, |a, b| a | b);
        }
    }
}

#[inline(always)]
fn join_blocks(
    one: &mut Half<'_>,
    other: &mut Half<'_>,
    here: usize,
    there: usize,
    direction: u32,
) {
    let joined = both(&one.free[here], &other.free[there], |a, b| a & b);
    if is_empty(&joined) {
        return;
    }
    one.free[here] = both(&one.free[here], &joined, |a, b| a ^ b);
    other.free[there] = both(&other.free[there], &joined, |a, b| a ^ b);
    record(&mut one.planes[here], &joined, direction);
    record(&mut other.planes[there], &joined, direction);
}

impl Pass for Join<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Join { mut one, mut other, bits, same_piece, near: with_near } = self;
        let (one, other) = (&mut one, &mut other);
        if with_near {
            for block in 0..one.free.len() {
                join_blocks(one, other, block, block, 0);
                for_near!(BIT => {
                    let free = &mut one.free[block];
                    let joined = both(free, &near::<BIT>(&other.free[block]), |a, b| a & b);
                    let back = near::<BIT>(&joined);
                    *free = both(free, &joined, |a, b| a ^ b);
                    other.free[block] = both(&other.free[block], &back, |a, b| a ^ b);
                    record(&mut one.planes[block], &joined, BIT as u32 + 1);
                    record(&mut other.planes[block], &back, BIT as u32 + 1);
                });
            }
        }
        for bit in bits {
            for block in 0..one.free.len() {
                let there = if same_piece { block ^ 1 << bit } else { block };
                join_blocks(one, other, block, there, bit + NEAR + 1);
            }
        }
    }
}

fn halves<'a>(class: &'a mut (&mut Bitmap, &mut Planes), piece: usize) -> Vec<Half<'a>> {
    let pieces = class.0.0.chunks_mut(piece).zip(class.1.0.chunks_mut(piece));
    pieces.map(|(free, planes)| Half { free, planes }).collect()
}

/// Matches every free vertex of one class with the first free neighbour that it
/// has, all of them at once in one direction after the other. A class is given
/// by its free vertices and its mates.
pub(super) fn first_fit(
    mut one: (&mut Bitmap, &mut Planes),
    mut other: (&mut Bitmap, &mut Planes),
    threads: usize,
) {
    let blocks = one.0.0.len();
    let pieces = pieces(blocks, threads);
    let piece = blocks / pieces;
    let inside = piece.ilog2();
    let work = halves(&mut one, piece).into_iter().zip(halves(&mut other, piece));
    let bits = 0..inside;
    let work = work.map(|(one, other)| Join {
        one,
        other,
        bits: bits.clone(),
        same_piece: true,
        near: true,
    });
    in_threads(work.collect());
    for bit in 0..pieces.ilog2() {
        let mut others: Vec<_> = halves(&mut other, piece).into_iter().map(Some).collect();
        let mut work = Vec::with_capacity(pieces);
        for (at, one) in halves(&mut one, piece).into_iter().enumerate() {
            let Some(other) = others[at ^ 1 << bit].take() else { continue };
            let bits = inside + bit..inside + bit + 1;
            work.push(Join { one, other, bits, same_piece: false, near: false });
        }
        in_threads(work);
    }
}

/// What has a mate or is free.
struct Vertices<'a> {
    free: &'a [Block],
    planes: &'a [[Block; PLANES]],
    into: &'a mut [Block],
}

impl Pass for Vertices<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let blocks = self.free.iter().zip(self.planes);
        for (into, (free, planes)) in self.into.iter_mut().zip(blocks) {
            *into = planes.iter().fold(*free, |all, plane| both(&all, plane, |a, b| a | b));
        }
    }
}

/// All vertices of a class, given those that are free and the mates of the
/// others.
pub(super) fn vertices(free: &Bitmap, planes: &Planes, into: &mut Bitmap, threads: usize) {
    let blocks = free.0.len();
    let piece = blocks / pieces(blocks, threads);
    let work = free.0.chunks(piece).zip(planes.0.chunks(piece)).zip(into.0.chunks_mut(piece));
    let work = work.map(|((free, planes), into)| Vertices { free, planes, into });
    in_threads(work.collect());
}
