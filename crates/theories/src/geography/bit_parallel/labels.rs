use perfectplay_game::{Meter, Stop};

use super::back;
use super::bitmap::Bitmap;
use super::place::{self, Place, class, pattern};
use super::search::{Layer, Search};
use super::sides::Sides;
use crate::geography::Hypercube;

/// A maximum matching of a hypercube with holes and the labels of all its
/// starts.
///
/// # Examples
///
/// ```
/// use perfectplay_game::Meter;
/// use perfectplay_theories::geography::{BitCube, Hypercube};
/// let meter = &mut Meter::default();
/// // One hole, all bits clear: the other side has one vertex too many, and
/// // each of its vertices is missed by some maximum matching.
/// let mut cube = Hypercube::new(10, meter)?;
/// cube.punch(0);
/// let labels = BitCube::new(&cube, 1, meter)?;
/// assert_eq!(labels.matching_size(), 511);
/// assert!(labels.loses(0b1) && !labels.loses(0b11));
/// assert_eq!(labels.lost(), 512);
/// # Ok::<(), perfectplay_game::Stop>(())
/// ```
#[derive(Debug)]
pub struct BitCube {
    sides: Sides,
    lost: [Bitmap; 2],
    pairs: u64,
}

impl BitCube {
    /// Matches a cube and labels its starts, with up to so many threads where
    /// they pay; the result and the effort are the same with any number.
    ///
    /// With N the dimension: memory about 1.8 * 2^N bytes, time some tens of
    /// passes of N * 2^N / 512 operations, with holes at random. What is held
    /// is announced to the meter while this runs, and taken back then.
    ///
    /// # Errors
    ///
    /// A limit of the meter was reached.
    pub fn new(cube: &Hypercube, threads: usize, meter: &mut Meter) -> Result<Self, Stop> {
        let blocks = place::blocks(cube.dimension());
        // The lost starts of both classes.
        let bytes = Bitmap::bytes(blocks) * (Sides::BITMAPS + 2);
        meter.hold(bytes)?;
        let mut sides = Sides::first_fit(cube, threads);
        meter.spend(2 * sides.pass())?;
        let free = [0, 1].map(|class| sides.free[class].count());
        let vertices = (1u64 << cube.dimension()) - u64::from(cube.holes());
        // The class with fewer free vertices has fewer in all.
        let from = usize::from(free[1] < free[0]);
        let mut open = Open { from, roots: free[from], ends: free[1 - from] };
        let lost_from = maximise(&mut sides, &mut open, meter)?;
        let lost_to = lost_of(&sides, 1 - from, open.ends, meter)?;
        let lost = if from == 0 { [lost_from, lost_to] } else { [lost_to, lost_from] };
        meter.release(bytes);
        Ok(BitCube { sides, lost, pairs: (vertices - open.roots - open.ends) / 2 })
    }

    /// The size of a maximum matching.
    pub fn matching_size(&self) -> u64 {
        self.pairs
    }

    /// Does the mover lose with the token starting on `v`? False for a hole.
    pub fn loses(&self, v: u32) -> bool {
        self.is_pattern(v) && self.lost[class(v)].has(v >> 1)
    }

    /// How many starts are lost. Linear in the number of patterns.
    pub fn lost(&self) -> u64 {
        self.lost.iter().map(Bitmap::count).sum()
    }

    /// The vertex that `v` is matched with.
    pub fn mate(&self, v: u32) -> Option<u32> {
        let place = self.is_pattern(v).then_some(v >> 1)?;
        self.sides.mate(class(v), place).map(|mate| pattern(mate, 1 - class(v)))
    }

    fn is_pattern(&self, v: u32) -> bool {
        u64::from(v) >> self.sides.dimension == 0
    }

    /// The rank of every lost start, by pattern: the number of matched edges on
    /// a shortest even alternating path to it from a vertex without a mate;
    /// `u32::MAX` where the mover wins. Four bytes a pattern, which stay
    /// announced to the meter.
    ///
    /// # Errors
    ///
    /// A limit of the meter was reached.
    pub fn ranks(&self, meter: &mut Meter) -> Result<Vec<u32>, Stop> {
        let patterns = 1usize << self.sides.dimension;
        meter.hold(4 * patterns as u64)?;
        let mut ranks = vec![u32::MAX; patterns];
        for class in 0..2 {
            let count = self.sides.free[class].count();
            layers(&self.sides, class, count, meter, |rank, layer| {
                layer.each(|place| ranks[pattern(place, class) as usize] = rank);
            })?;
        }
        Ok(ranks)
    }
}

/// The classes while the matching grows.
struct Open {
    /// The class that is searched from.
    from: usize,
    /// Its free vertices.
    roots: u64,
    /// Those of the other class.
    ends: u64,
}

/// A phase ends when it has met so many ends that half of them could be used:
/// less takes more phases, more takes longer searches.
fn enough(open: &Open) -> u64 {
    (open.roots.min(open.ends) / 2).max(1)
}

/// Makes the matching a maximum one; the lost starts of the class that is
/// searched from.
fn maximise(sides: &mut Sides, open: &mut Open, meter: &mut Meter) -> Result<Bitmap, Stop> {
    let blocks = sides.blocks();
    // The ends of a phase and those that take their places, each twice, and
    // room to grow.
    let bytes = 20 * open.ends;
    meter.hold(Bitmap::bytes(blocks) + bytes)?;
    let mut search = Search::new(sides, open.from, meter)?;
    let mut scratch = Bitmap::empty(blocks);
    loop {
        let goal = enough(open);
        let mut layers = vec![search.roots(sides, open.roots, meter)?];
        let mut ends: Vec<Vec<Place>> = Vec::new();
        let mut met = 0;
        while let Some(layer) = layers.last().filter(|layer| !layer.is_empty() && met < goal) {
            let is_enough = |more: usize| met + more as u64 >= goal;
            let step = search.step(sides, layer, is_enough, meter)?;
            met += step.ends.len() as u64;
            ends.push(step.ends);
            layers.push(step.next);
        }
        if met == 0 {
            layers.iter().for_each(|layer| layer.unite_into(&mut scratch));
            layers.into_iter().for_each(|layer| search.recycle(layer, meter));
            break;
        }
        let mut displaced = Vec::new();
        while let Some(mut layer) = layers.pop() {
            if ends.len() > layers.len() {
                let mut coming = ends.pop().unwrap_or_default();
                coming.append(&mut displaced);
                meter.spend(u64::from(sides.dimension) * coming.len() as u64)?;
                let came = back::take(sides, open.from, &mut layer, &coming, &mut scratch);
                open.roots -= came.grown;
                open.ends -= came.grown;
                displaced = came.displaced;
            }
            search.recycle(layer, meter);
        }
        search.restart(sides);
    }
    search.release(meter);
    meter.release(Bitmap::bytes(blocks) + bytes);
    Ok(scratch)
}

/// Does something with every layer of a search, given its rank, from the free
/// vertices of a class, which are `count`.
fn layers(
    sides: &Sides,
    class: usize,
    count: u64,
    meter: &mut Meter,
    mut each: impl FnMut(u32, &Layer),
) -> Result<(), Stop> {
    let mut search = Search::new(sides, class, meter)?;
    let mut layer = search.roots(sides, count, meter)?;
    for rank in 0.. {
        if layer.is_empty() {
            break;
        }
        each(rank, &layer);
        let next = search.step(sides, &layer, |_| false, meter)?.next;
        search.recycle(std::mem::replace(&mut layer, next), meter);
    }
    search.release(meter);
    Ok(())
}

/// The lost starts of a class with `count` free vertices.
fn lost_of(sides: &Sides, class: usize, count: u64, meter: &mut Meter) -> Result<Bitmap, Stop> {
    let mut lost = Bitmap::empty(sides.blocks());
    layers(sides, class, count, meter, |_, layer| layer.unite_into(&mut lost))?;
    Ok(lost)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geography::label;

    /// In tests a thread is worth a block, and classes are cut up from four
    /// blocks on: so from 12 dimensions on all is done that large cubes need.
    #[test]
    fn law_any_number_of_threads_does_the_same() {
        for dimension in [0, 1, 9, 10, 11, 12, 13, 14, 15] {
            for percent in [0, 20, 50, 80, 90, 95] {
                let mut cube = Hypercube::new(dimension, &mut Meter::default()).unwrap();
                let hash = |v: u32| (v ^ percent).wrapping_mul(0x9e37_79b9).rotate_left(15);
                let chance = |v: u32| hash(hash(v)) >> 8;
                (0..1 << dimension).filter(|&v| chance(v) % 100 < percent).for_each(|v| {
                    cube.punch(v);
                });
                let by = |threads| {
                    let mut meter = Meter::default();
                    let labels = BitCube::new(&cube, threads, &mut meter).unwrap();
                    let ranks = labels.ranks(&mut meter).unwrap();
                    let mates: Vec<_> = (0..1 << dimension).map(|v| labels.mate(v)).collect();
                    (mates, ranks, labels.lost, meter.spent(), meter.held())
                };
                let alone = by(1);
                let usual = label(&cube, &mut Meter::default()).unwrap();
                for v in 0..1 << dimension {
                    assert_eq!(alone.1[v as usize] != u32::MAX, usual.loses(v), "{v:b}");
                }
                for threads in [2, 3, 4, 7, 16] {
                    assert_eq!(by(threads), alone, "{threads} threads");
                }
            }
        }
    }
}
