//! Where the vertices of a cube stand in the bitmaps of their classes.
//!
//! Neighbours differ in the parity of their number of bits, so a cube parts
//! into two *classes*. Inside of a class the lowest bit of a pattern follows
//! from the others: left out, the *place* `pattern >> 1` numbers each class
//! without gaps. Turning bit 0 leads to the same place of the other class,
//! turning bit i > 0 to the place with bit i - 1 turned.

use super::bitmap::{Bitmap, WORDS};
use crate::geography::Hypercube;

/// A place in a class.
pub(super) type Place = u32;

/// The class of a pattern: the parity of its number of bits.
#[inline]
pub(super) fn class(pattern: u32) -> usize {
    (pattern.count_ones() % 2) as usize
}

/// The pattern with that place in that class.
#[inline]
pub(super) fn pattern(place: Place, class: usize) -> u32 {
    (place << 1) | ((place.count_ones() + class as u32) % 2)
}

/// The place that turning bit `direction` leads to.
#[inline]
pub(super) fn turned(place: Place, direction: u32) -> Place {
    // Direction 0 shifts the single bit out.
    place ^ (1 << direction >> 1)
}

/// Bit i is set iff i has an even number of bits.
const EVEN: u64 = 0x9669_6996_6996_9669;

/// The patterns of a class among the 64 of a word.
fn of_class(word: usize, class: usize) -> u64 {
    if (word.count_ones() as usize + class).is_multiple_of(2) { EVEN } else { !EVEN }
}

/// The direction plus one in which a neighbour of a place lies.
#[inline]
pub(super) fn code(place: Place, neighbour: Place) -> u32 {
    match place ^ neighbour {
        0 => 1,
        turned => turned.trailing_zeros() + 2,
    }
}

/// Every other bit, from bit 0 on, moved together.
fn pressed(bits: u64) -> u64 {
    let mut x = bits & 0x5555_5555_5555_5555;
    x = (x | x >> 1) & 0x3333_3333_3333_3333;
    x = (x | x >> 2) & 0x0f0f_0f0f_0f0f_0f0f;
    x = (x | x >> 4) & 0x00ff_00ff_00ff_00ff;
    x = (x | x >> 8) & 0x0000_ffff_0000_ffff;
    (x | x >> 16) & 0xffff_ffff
}

/// Blocks of a class of the cube of this dimension.
pub(super) fn blocks(dimension: u32) -> usize {
    let places = 1u64 << dimension.saturating_sub(1);
    places.div_ceil(64 * WORDS as u64) as usize
}

/// The vertices of a class of a cube.
pub(super) fn vertices(cube: &Hypercube, class: usize) -> Bitmap {
    let mut bitmap = Bitmap::empty(blocks(cube.dimension()));
    // Behind the last pattern of a small cube there is nothing.
    let inside = if cube.dimension() < 6 { (1 << (1 << cube.dimension())) - 1 } else { u64::MAX };
    for (at, holes) in cube.hole_words().iter().enumerate() {
        let there = !holes & inside & of_class(at, class);
        *bitmap.word_mut(at as u32 / 2) |= pressed(there | there >> 1) << (32 * (at % 2));
    }
    bitmap
}

#[cfg(test)]
mod tests {
    use super::*;
    use perfectplay_game::Meter;

    #[test]
    fn law_places_number_each_class() {
        for dimension in 0..=12u32 {
            let mut cube = Hypercube::new(dimension, &mut Meter::default()).unwrap();
            let is_hole = |v: u32| v.wrapping_mul(0x9e37_79b9) >> 30 == 0;
            (0..1 << dimension).filter(|&v| is_hole(v)).for_each(|v| {
                cube.punch(v);
            });
            for class in 0..2 {
                let there = vertices(&cube, class);
                let mut count = 0;
                for v in (0..1u32 << dimension).filter(|&v| super::class(v) == class) {
                    assert_eq!(pattern(v >> 1, class), v);
                    assert_eq!(there.has(v >> 1), !is_hole(v));
                    count += u64::from(!is_hole(v));
                    for direction in 0..dimension {
                        let to = turned(v >> 1, direction);
                        assert_eq!(to, (v ^ 1 << direction) >> 1);
                        assert_eq!(code(v >> 1, to), direction + 1);
                    }
                }
                assert_eq!(there.count(), count);
            }
        }
    }
}
