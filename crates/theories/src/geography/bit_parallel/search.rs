use perfectplay_game::{Meter, Stop};

use super::bitmap::{Bitmap, each_bit};
use super::passes;
use super::place::Place;
use super::sides::Sides;

/// A layer of a search: vertices of the class that is searched from, as many
/// matched edges away from a free one.
#[derive(Debug)]
pub(super) enum Layer {
    /// So few that they are quicker gone through one by one.
    Few(Vec<Place>),
    /// A bit each; there are some.
    Many(Bitmap),
}

impl Layer {
    pub(super) fn is_empty(&self) -> bool {
        matches!(self, Layer::Few(places) if places.is_empty())
    }

    /// Does something with every vertex.
    pub(super) fn each(&self, mut each: impl FnMut(Place)) {
        match self {
            Layer::Few(places) => places.iter().for_each(|&place| each(place)),
            Layer::Many(bitmap) => bitmap.each(each),
        }
    }

    /// Adds all vertices to a set.
    pub(super) fn unite_into(&self, set: &mut Bitmap) {
        match self {
            Layer::Few(places) => places.iter().for_each(|&place| set.insert(place)),
            Layer::Many(bitmap) => set.unite(bitmap),
        }
    }
}

/// The most vertices of a layer that are gone through one by one: measured on
/// 24 dimensions, a pass over all words takes as long as one for each 512 bits.
fn few(blocks: usize) -> usize {
    blocks
}

/// What one step of a search found.
pub(super) struct Step {
    /// Free vertices of the other class.
    pub(super) ends: Vec<Place>,
    /// The mates of those that are not free. Empty if the ends were enough.
    pub(super) next: Layer,
}

/// Breadth-first search along alternating paths, from the free vertices of a
/// class.
#[derive(Debug)]
pub(super) struct Search {
    /// The class that is searched from.
    from: usize,
    /// Vertices of the other class that are not reached yet.
    unreached: Bitmap,
    /// Those that were reached one by one.
    touched: Vec<Place>,
    /// Were some reached by passes?
    by_passes: bool,
    /// Bitmaps to use again.
    spare: Vec<Bitmap>,
    bytes: u64,
}

impl Search {
    /// A search from that class. What it holds is announced to the meter until
    /// it is released.
    pub(super) fn new(sides: &Sides, from: usize, meter: &mut Meter) -> Result<Self, Stop> {
        let blocks = sides.blocks();
        // What one step may list, when it goes through few vertices.
        let bytes = Bitmap::bytes(blocks) + 8 * few(blocks) as u64 * u64::from(sides.dimension);
        meter.hold(bytes)?;
        let mut search = Search {
            from,
            unreached: Bitmap::empty(blocks),
            touched: Vec::new(),
            by_passes: true,
            spare: Vec::new(),
            bytes,
        };
        search.restart(sides);
        Ok(search)
    }

    /// Nothing is reached.
    pub(super) fn restart(&mut self, sides: &Sides) {
        if self.by_passes {
            let to = 1 - self.from;
            let (free, mates) = (&sides.free[to], &sides.mates[to]);
            passes::vertices(free, mates, &mut self.unreached, sides.threads);
        } else {
            self.touched.iter().for_each(|&place| self.unreached.insert(place));
        }
        self.touched.clear();
        self.by_passes = false;
    }

    pub(super) fn release(self, meter: &mut Meter) {
        meter.release(self.bytes + self.spare.len() as u64 * Bitmap::bytes(self.unreached.0.len()));
    }

    /// The free vertices of the class that is searched from, of which there are
    /// `count`.
    pub(super) fn roots(
        &mut self,
        sides: &Sides,
        count: u64,
        meter: &mut Meter,
    ) -> Result<Layer, Stop> {
        let free = &sides.free[self.from];
        if count > few(sides.blocks()) as u64 {
            let mut bitmap = self.bitmap(meter)?;
            bitmap.0.copy_from_slice(&free.0);
            return Ok(Layer::Many(bitmap));
        }
        meter.hold(4 * count)?;
        Ok(Layer::Few(free.list(count as usize)))
    }

    /// A bitmap of any content.
    fn bitmap(&mut self, meter: &mut Meter) -> Result<Bitmap, Stop> {
        if let Some(bitmap) = self.spare.pop() {
            return Ok(bitmap);
        }
        let blocks = self.unreached.0.len();
        meter.hold(Bitmap::bytes(blocks))?;
        Ok(Bitmap::empty(blocks))
    }

    /// Takes back what a layer holds. Two bitmaps are kept for the next steps.
    pub(super) fn recycle(&mut self, layer: Layer, meter: &mut Meter) {
        match layer {
            Layer::Few(places) => meter.release(4 * places.len() as u64),
            Layer::Many(bitmap) if self.spare.len() < 2 => self.spare.push(bitmap),
            Layer::Many(bitmap) => meter.release(Bitmap::bytes(bitmap.0.len())),
        }
    }

    /// Goes on from a layer: to its neighbours not reached before, and from
    /// them along their edges of the matching. `enough` is told the number of
    /// ends and says whether the search ends with this step.
    pub(super) fn step(
        &mut self,
        sides: &Sides,
        layer: &Layer,
        enough: impl FnOnce(usize) -> bool,
        meter: &mut Meter,
    ) -> Result<Step, Stop> {
        match layer {
            Layer::Few(places) => self.step_from_few(sides, places, enough, meter),
            Layer::Many(bitmap) => self.step_from_many(sides, bitmap, enough, meter),
        }
    }

    fn step_from_few(
        &mut self,
        sides: &Sides,
        places: &[Place],
        enough: impl FnOnce(usize) -> bool,
        meter: &mut Meter,
    ) -> Result<Step, Stop> {
        let start = self.touched.len();
        for &place in places {
            meter.spend(u64::from(sides.dimension))?;
            let (word, bit) = (place / 64, place % 64);
            let unreached = self.unreached.word_mut(word);
            let new = *unreached & AROUND[bit as usize];
            *unreached ^= new;
            each_bit(new, |bit| self.touched.push(word * 64 + bit));
            for far in 6..sides.bits() {
                let next = place ^ 1 << far;
                let unreached = self.unreached.word_mut(next / 64);
                if *unreached >> bit & 1 == 1 {
                    *unreached ^= 1 << bit;
                    self.touched.push(next);
                }
            }
        }
        let (mut ends, mut next) = (Vec::new(), Vec::new());
        for &place in &self.touched[start..] {
            match sides.mate(1 - self.from, place) {
                Some(mate) => next.push(mate),
                None => ends.push(place),
            }
        }
        if self.by_passes {
            // All of the class is looked at again anyhow.
            self.touched.clear();
        }
        if enough(ends.len()) {
            return Ok(Step { ends, next: Layer::Few(Vec::new()) });
        }
        if next.len() <= few(sides.blocks()) {
            next.shrink_to_fit();
            meter.hold(4 * next.len() as u64)?;
            return Ok(Step { ends, next: Layer::Few(next) });
        }
        let mut bitmap = self.bitmap(meter)?;
        bitmap.clear();
        next.iter().for_each(|&place| bitmap.insert(place));
        Ok(Step { ends, next: Layer::Many(bitmap) })
    }

    fn step_from_many(
        &mut self,
        sides: &Sides,
        from: &Bitmap,
        enough: impl FnOnce(usize) -> bool,
        meter: &mut Meter,
    ) -> Result<Step, Stop> {
        let blocks = sides.blocks();
        self.by_passes = true;
        self.touched.clear();
        meter.spend(sides.pass())?;
        let mut reached = self.bitmap(meter)?;
        passes::reach(from, &mut self.unreached, &mut reached, sides.threads);
        let ends = passes::common(&reached, &sides.free[1 - self.from], sides.threads);
        if enough(ends.len()) {
            self.spare.push(reached);
            return Ok(Step { ends, next: Layer::Few(Vec::new()) });
        }
        meter.spend(sides.pass())?;
        let mut mates = self.bitmap(meter)?;
        let planes = &sides.mates[self.from];
        let count = passes::mates(&reached, planes, &mut mates, sides.threads);
        self.spare.push(reached);
        let next = if count > few(blocks) as u64 {
            Layer::Many(mates)
        } else {
            meter.hold(4 * count)?;
            let list = mates.list(count as usize);
            self.spare.push(mates);
            Layer::Few(list)
        };
        Ok(Step { ends, next })
    }
}

/// The bits of a word whose vertices are next to a vertex of the other class
/// with the same word: at its own bit, and where one of six bits is turned.
pub(super) const AROUND: [u64; 64] = {
    let mut around = [0; 64];
    let mut at = 0;
    while at < 64 {
        around[at] = 1 << at;
        let mut bit = 1;
        while bit < 64 {
            around[at] |= 1 << (at ^ bit);
            bit *= 2;
        }
        at += 1;
    }
    around
};
