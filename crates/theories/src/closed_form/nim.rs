//! Nim: a move takes any number of stones from one heap.
//!
//! # Theorem
//!
//! In normal play the Grundy value of a sum of heaps is the XOR of their sizes,
//! and the mover loses exactly where it is 0. In misère play the same XOR
//! decides wherever some heap has two stones or more; where none has, the mover
//! loses exactly when the number of heaps is odd. (C. L. Bouton, *Nim, a game
//! with a complete mathematical theory*, Annals of Mathematics 3, 1901.)

/// What decides a sum of heaps.
///
/// # Examples
///
/// ```
/// use perfectplay_theories::closed_form::nim::Nim;
/// let nim = Nim::of([3, 5, 7]);
/// assert_eq!(nim.xor(), 1);
/// assert_eq!(nim.winning_remainder(3, false), Some(2));
/// assert_eq!(nim.winning_remainder(0, false), None);
/// assert!(Nim::of([1, 1, 1]).is_lost(true));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Nim {
    xor: u128,
    /// Heaps of one stone, modulo 2.
    odd_ones: bool,
    /// Heaps of two stones or more, as far as they are told apart: 0, 1 or 2.
    larger: u8,
}

impl Nim {
    /// Looks at the heaps; O(1) each.
    pub fn of(heaps: impl IntoIterator<Item = u128>) -> Nim {
        let mut nim = Nim::default();
        for heap in heaps {
            nim.xor ^= heap;
            nim.odd_ones ^= heap == 1;
            nim.larger = (nim.larger + u8::from(heap > 1)).min(2);
        }
        nim
    }

    /// The XOR of the heaps: in normal play the Grundy value.
    pub fn xor(&self) -> u128 {
        self.xor
    }

    /// Is the sum lost for the mover?
    pub fn is_lost(&self, misere: bool) -> bool {
        match misere && self.larger == 0 {
            true => self.odd_ones,
            false => self.xor == 0,
        }
    }

    /// What a winning move on a heap of the sum leaves of it; `None` where no
    /// move on it wins. There is never more than one.
    pub fn winning_remainder(&self, heap: u128, misere: bool) -> Option<u128> {
        let others_larger = self.larger - u8::from(heap > 1 && self.larger > 0);
        let left = match misere && others_larger == 0 && self.larger < 2 {
            // The others have one stone each: an odd number of such is to be left.
            true => u128::from(!(self.odd_ones ^ (heap == 1))),
            false => self.xor ^ heap,
        };
        Some(left).filter(|&left| left < heap)
    }
}
