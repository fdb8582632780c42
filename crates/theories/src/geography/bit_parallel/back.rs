use std::ops::Range;

use super::bitmap::{Bitmap, Block, PLANES, Planes, WORDS};
use super::passes::{self, Pass};
use super::place::{Place, code, turned};
use super::search::{AROUND, Layer};
use super::sides::Sides;

/// What became of ends.
#[derive(Default)]
pub(super) struct Came {
    /// Ends that found no neighbour.
    stuck: Vec<Place>,
    /// Vertices whose mates were taken.
    pub(super) displaced: Vec<Place>,
    /// How many have taken a free vertex.
    pub(super) grown: u64,
}

/// A piece of a class.
struct Class<'a> {
    free: Bitmap<&'a mut [Block]>,
    mates: Planes<&'a mut [[Block; PLANES]]>,
}

/// A piece of both classes, that ends of it can be matched in alone: the places
/// whose high bits are the same.
struct Piece<'a> {
    /// Where it begins.
    base: Place,
    /// The vertices of the layer that are not taken.
    left: Bitmap<&'a mut [Block]>,
    /// The class of the layer.
    layer: Class<'a>,
    /// The class of the ends.
    other: Class<'a>,
    ends: &'a [Place],
    /// Is the word of an end looked at?
    near: bool,
    /// The bits that are turned beyond a word.
    far: Range<u32>,
}

/// Ends that choose at once.
const BATCH: usize = 256;

impl Pass for Piece<'_> {
    type Output = Came;

    #[inline(always)]
    fn run(mut self) -> Came {
        let mut came = Came::default();
        let mut joined: Vec<(Place, Place)> = Vec::with_capacity(BATCH);
        let mut before: Vec<u32> = Vec::with_capacity(BATCH);
        // In three rounds a batch: memory is far, and what one end waits for has
        // nothing to do with the next.
        for batch in self.ends.chunks(BATCH) {
            joined.clear();
            before.clear();
            for &end in batch {
                match self.neighbour(end - self.base) {
                    Some(taken) => joined.push((end - self.base, taken)),
                    None => came.stuck.push(end),
                }
            }
            before.extend(joined.iter().map(|&(_, taken)| self.layer.mates.code(taken)));
            for (&(end, taken), &before) in joined.iter().zip(&before) {
                match before {
                    0 => {
                        self.layer.free.remove(taken);
                        came.grown += 1;
                    }
                    _ => came.displaced.push(turned(self.base + taken, before - 1)),
                }
                self.other.free.remove(end);
                let code = code(end, taken);
                self.other.mates.set(end, code);
                self.layer.mates.set(taken, code);
            }
        }
        came
    }
}

impl Piece<'_> {
    /// A neighbour of an end that is left; it is taken.
    #[inline(always)]
    fn neighbour(&mut self, end: Place) -> Option<Place> {
        let (word, bit) = (end / 64, end % 64);
        if self.near {
            let here = self.left.word_mut(word);
            let near = *here & AROUND[bit as usize];
            if near != 0 {
                let first = near.trailing_zeros();
                *here ^= 1 << first;
                return Some(word * 64 + first);
            }
        }
        for far in self.far.clone() {
            let there = end ^ 1 << far;
            let word = self.left.word_mut(there / 64);
            if *word >> bit & 1 == 1 {
                *word ^= 1 << bit;
                return Some(there);
            }
        }
        None
    }
}

/// Vertices whose mates were taken become free.
struct Displaced<'a> {
    base: Place,
    class: Class<'a>,
    places: &'a [Place],
}

impl Pass for Displaced<'_> {
    type Output = ();

    #[inline(always)]
    fn run(mut self) {
        for place in self.places.iter().map(|place| place - self.base) {
            self.class.mates.set(place, 0);
            self.class.free.insert(place);
        }
    }
}

/// Pieces that a class is cut into, whatever the number of threads: which ends
/// find neighbours depends on it.
const PIECES: usize = 4;
/// Smaller classes are not cut; tests cut up small ones too.
const FEWEST_BLOCKS: usize = if cfg!(test) { PIECES } else { 1 << 12 };
/// So many ends are worth threads.
const WORTH_THREADS: usize = if cfg!(test) { 1 } else { 1 << 12 };

fn run<P: Pass + Send>(work: Vec<P>, threads: usize, size: usize) -> Vec<P::Output>
where
    P::Output: Send,
{
    match threads {
        1 => work.into_iter().map(passes::run).collect(),
        _ if size < WORTH_THREADS => work.into_iter().map(passes::run).collect(),
        _ => passes::in_threads(work),
    }
}

/// The places by the piece that they are in, in order.
fn parted(places: &[Place], piece: Place) -> [Vec<Place>; PIECES] {
    let mut parts: [Vec<Place>; PIECES] = Default::default();
    places.iter().for_each(|&place| parts[(place / piece) as usize].push(place));
    parts
}

/// A class in so many pieces.
fn classes<'a>(free: &'a mut Bitmap, mates: &'a mut Planes, count: usize) -> Vec<Class<'a>> {
    let piece = free.0.len() / count;
    let pieces = free.0.chunks_mut(piece).zip(mates.0.chunks_mut(piece));
    pieces.map(|(free, mates)| Class { free: Bitmap(free), mates: Planes(mates) }).collect()
}

/// Both classes in so many pieces, without ends and directions.
fn cut_up<'a>(
    sides: &'a mut Sides,
    from: usize,
    left: &'a mut Bitmap,
    count: usize,
) -> Vec<Piece<'a>> {
    let ([free_0, free_1], [mates_0, mates_1]) = (&mut sides.free, &mut sides.mates);
    let mut both = [(free_0, mates_0), (free_1, mates_1)];
    if from == 1 {
        both.reverse();
    }
    let [layer, other] = both.map(|(free, mates)| classes(free, mates, count));
    let piece = left.0.len() / count;
    let pieces = left.0.chunks_mut(piece).zip(layer.into_iter().zip(other)).enumerate();
    let pieces = pieces.map(|(at, (left, (layer, other)))| Piece {
        base: (at * piece * WORDS * 64) as Place,
        left: Bitmap(left),
        layer,
        other,
        ends: &[],
        near: true,
        far: 0..0,
    });
    pieces.collect()
}

/// Ends of the class `1 - from` take neighbours in a layer of `from`; those whose
/// mates they were are free then. `scratch` is empty, and left so.
///
/// Where classes are large, ends look for neighbours in their own quarter first,
/// all quarters at once, and those that find none there in the others.
pub(super) fn take(
    sides: &mut Sides,
    from: usize,
    layer: &mut Layer,
    ends: &[Place],
    scratch: &mut Bitmap,
) -> Came {
    let left = match layer {
        Layer::Few(places) => {
            places.iter().for_each(|&place| scratch.insert(place));
            &mut *scratch
        }
        Layer::Many(bitmap) => bitmap,
    };
    let (bits, blocks, threads) = (sides.bits(), sides.blocks(), sides.threads);
    let cut = blocks >= FEWEST_BLOCKS;
    let mut came = Came::default();
    let mut stuck = Vec::new();
    if cut {
        let parts = parted(ends, 1 << (bits - PIECES.ilog2()));
        let pieces = cut_up(sides, from, left, PIECES);
        let work = pieces.into_iter().zip(&parts).map(|(piece, ends)| Piece {
            ends,
            far: 6..bits - PIECES.ilog2(),
            ..piece
        });
        for mut one in run(work.collect(), threads, ends.len()) {
            stuck.append(&mut one.stuck);
            came.displaced.append(&mut one.displaced);
            came.grown += one.grown;
        }
    }
    let (ends, near, first) = match cut {
        true => (&stuck[..], false, bits - PIECES.ilog2()),
        false => (ends, true, 6),
    };
    let work = cut_up(sides, from, left, 1);
    let work = work.into_iter().map(|piece| Piece { ends, near, far: first..bits, ..piece });
    for mut one in run(work.collect(), 1, ends.len()) {
        came.displaced.append(&mut one.displaced);
        came.grown += one.grown;
    }
    let parts;
    let parts: Vec<&[Place]> = match cut {
        true => {
            parts = parted(&came.displaced, 1 << (bits - PIECES.ilog2()));
            parts.iter().map(Vec::as_slice).collect()
        }
        false => vec![&came.displaced],
    };
    let size = (1 << bits) / parts.len() as Place;
    let (free, mates) = (&mut sides.free[1 - from], &mut sides.mates[1 - from]);
    let work = classes(free, mates, parts.len()).into_iter().zip(parts).zip(0..);
    let work = work.map(|((class, places), at)| Displaced { base: at * size, class, places });
    run(work.collect(), threads, came.displaced.len());
    if let Layer::Few(places) = layer {
        places.iter().for_each(|&place| scratch.remove(place));
    }
    came
}
