//! Which values are rare.

/// Parts heaps in *rare* and *common* ones such that two rare ones or two
/// common ones have a rare XOR, and a rare and a common one a common XOR.
///
/// Heap n with value v is common if `v & mask` has an odd number of bits; in
/// the *domain* variant the parity of n - t counts as one bit more, where t is
/// the number of stones taken by moves that part heaps (of one parity for all
/// such moves).
///
/// Within its class a value is named by its *index*: the value without the
/// lowest bit of the mask, which the class and the other bits determine. Higher
/// values of a class have higher indices, and the index of an XOR is the XOR of
/// the indices.
///
/// ```text
/// mask    0 1 1 0 1 0 0
/// value   v6 v5 v4 v3 v2 v1 v0
/// index      v6 v5 v4 v3 v1 v0      v2 follows from v5, v4 and the class
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::heap_games::pairs) struct Space {
    /// Not 0.
    mask: u16,
    /// Does the parity of the heap count, and what it is for n - t = 0.
    domain: Option<bool>,
}

impl Space {
    pub(in crate::heap_games::pairs) fn new(mask: u16, domain: Option<bool>) -> Space {
        Space { mask, domain }
    }

    pub(in crate::heap_games::pairs) fn mask(self) -> u16 {
        self.mask
    }

    pub(in crate::heap_games::pairs) fn is_domain(self) -> bool {
        self.domain.is_some()
    }

    /// 1 if the heap's place turns the class of its values round.
    #[inline(always)]
    pub(in crate::heap_games::pairs) fn turns(self, heap: usize) -> usize {
        match self.domain {
            Some(odd) => (heap & 1) ^ usize::from(odd),
            None => 0,
        }
    }

    #[inline(always)]
    pub(in crate::heap_games::pairs) fn is_common(self, value: u16, heap: usize) -> bool {
        ((value & self.mask).count_ones() as usize + self.turns(heap)) % 2 == 1
    }

    #[inline(always)]
    pub(in crate::heap_games::pairs) fn index(self, value: u16) -> u16 {
        let low = (1u16 << self.mask.trailing_zeros()) - 1;
        (value >> 1) & !low | value & low
    }

    /// The value with an index, of the class, where places turn so.
    pub(in crate::heap_games::pairs) fn value(self, index: u16, common: bool, turns: usize) -> u16 {
        let low = (1u16 << self.mask.trailing_zeros()) - 1;
        let value = (index & !low) << 1 | index & low;
        let odd = ((value & self.mask).count_ones() as usize + turns) % 2 == 1;
        if odd == common { value } else { value | (low + 1) }
    }

    /// How many rare values are smaller than the common one with this index:
    /// they are those with the least indices.
    pub(in crate::heap_games::pairs) fn rare_below(self, index: u16, turns: usize) -> u16 {
        // Above the lowest bit of the mask the index is that of the value:
        // equal there, a rare value is smaller if it lacks that bit.
        let low = (1u16 << self.mask.trailing_zeros()) - 1;
        let has_bit = self.value(index, true, turns) & (low + 1) != 0;
        (index & !low) + if has_bit { low + 1 } else { 0 }
    }

    /// The space with the fewest rare heaps among the values from heap 1 on,
    /// and their number. `parity` is that of the stones taken by moves that
    /// part heaps, if it is one for all.
    ///
    /// With c(x) heaps whose value with its place in front is x, mask m leaves
    /// (n + sum of c(x) (-1)^(bits of x & m)) / 2 rare ones: all these sums are
    /// the Walsh-Hadamard transform of c.
    pub(in crate::heap_games::pairs) fn with_fewest_rare(
        values: &[u16],
        parity: Option<bool>,
    ) -> (Space, usize) {
        let most = values.iter().max().copied().unwrap_or(0);
        let end = (usize::from(most) + 1).next_power_of_two().max(2);
        let mut sums = vec![0i64; 2 * end];
        let odd = parity.unwrap_or(false);
        for (heap, &value) in values.iter().enumerate().skip(1) {
            let place = (heap & 1) ^ usize::from(odd);
            sums[usize::from(value) + end * place] += 1;
        }
        walsh_hadamard(&mut sums);
        let total = values.len().saturating_sub(1) as i64;
        let last = if parity.is_some() { 2 * end } else { end };
        let masks = (1..last).filter(|mask| mask % end != 0);
        let best = masks.min_by_key(|&mask| sums[mask]).unwrap_or(1);
        let domain = (best >= end).then_some(odd);
        (Space::new((best % end) as u16, domain), ((total + sums[best]) / 2) as usize)
    }
}

/// Replaces a list, a power of two long, by its transform: the sum over x of
/// c(x) with the sign of the parity of x & m, for each m. O(n log n).
fn walsh_hadamard(list: &mut [i64]) {
    let mut half = 1;
    while half < list.len() {
        for pair in list.chunks_exact_mut(2 * half) {
            let (left, right) = pair.split_at_mut(half);
            for (one, other) in left.iter_mut().zip(right) {
                (*one, *other) = (*one + *other, *one - *other);
            }
        }
        half *= 2;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn law_indices_keep_order_and_xor() {
        for mask in 1..64 {
            for domain in [None, Some(false), Some(true)] {
                let space = Space::new(mask, domain);
                for heap in 0..2 {
                    let turns = space.turns(heap);
                    let of_class = |common| {
                        (0..128u16).filter(move |&value| space.is_common(value, heap) == common)
                    };
                    for common in [false, true] {
                        for (value, index) in of_class(common).zip(0..) {
                            assert_eq!(space.index(value), index);
                            assert_eq!(space.value(index, common, turns), value);
                        }
                    }
                    for value in of_class(true) {
                        let below = of_class(false).filter(|&rare| rare < value).count();
                        let index = space.index(value);
                        assert_eq!(usize::from(space.rare_below(index, turns)), below);
                    }
                }
                for (one, other) in (0..128).zip((0..128).rev().cycle().skip(37)) {
                    assert_eq!(space.index(one ^ other), space.index(one) ^ space.index(other));
                }
            }
        }
    }

    /// Parts a and b of what a move that takes t leaves of n.
    #[test]
    fn law_classes_of_parts_decide_that_of_their_xor() {
        for mask in [1, 6, 0x1b, 0x7e] {
            for taken in 0..4usize {
                for domain in [None, Some(taken % 2 == 1)] {
                    let space = Space::new(mask, domain);
                    for (a, b) in (1..20).flat_map(|a| (1..20).map(move |b| (a, b))) {
                        for (u, v) in (0..32).flat_map(|u| (0..32).map(move |v| (u, v))) {
                            let common = space.is_common(u, a) != space.is_common(v, b);
                            assert_eq!(space.is_common(u ^ v, a + b + taken), common);
                        }
                    }
                }
            }
        }
    }

    proptest! {
        #[test]
        fn oracle_fewest_rare(
            values in prop::collection::vec(0u16..32, 1..60),
            parity in prop::option::of(any::<bool>()),
        ) {
            let rare = |space: Space| {
                let numbered = values.iter().enumerate().skip(1);
                numbered.filter(|&(heap, &value)| !space.is_common(value, heap)).count()
            };
            let (space, count) = Space::with_fewest_rare(&values, parity);
            prop_assert_eq!(rare(space), count);
            let domains = [None, parity];
            let most = values.iter().max().map_or(0, |&most| u32::from(most));
            let all = (1..(most + 1).next_power_of_two().max(2) as u16).flat_map(|mask| domains.map(|domain| Space::new(mask, domain)));
            prop_assert_eq!(all.map(rare).min(), Some(count));
        }
    }
}
