//! Which values the XORs of two lists have, many pairs at a time.
//!
//! ```text
//! one:    a[0]        a[1]        ...   bytes
//! other:  b[0]        b[1]        ...
//! XOR:    a[0]^b[0]   a[1]^b[1]   ...   then bit x of the set for each x
//! ```
//!
//! With AVX2 (found at run time), 32 pairs go at once: a shuffle looks up the
//! low four bits of each XOR in a table of single bits, once for the values
//! whose rest is below 8 and once for those from 8 on; sixteen values a round.

/// Values below 256, as a set of bits.
pub(super) type Bits = [u64; 4];

/// How XORs are made into sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lanes {
    /// One pair at a time, in plain Rust.
    One,
    /// As many as the machine offers.
    Many,
}

/// Adds the XOR of each pair to the set. All values are below `end`, a power
/// of two up to 256.
pub(super) fn add(lanes: Lanes, one: &[u8], other: &[u8], end: usize, set: &mut Bits) {
    let length = one.len().min(other.len());
    let (one, other) = (&one[..length], &other[..length]);
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    if lanes == Lanes::Many
        && let Some(simd) = pulp::x86::V3::try_new()
    {
        match end {
            0..=16 => return shuffles::<1>(simd, one, other, set),
            17..=32 => return shuffles::<2>(simd, one, other, set),
            33..=64 => return shuffles::<4>(simd, one, other, set),
            65..=128 => return shuffles::<8>(simd, one, other, set),
            _ => {}
        }
    }
    if end <= 64 {
        set[0] |= shifts(one, other);
    } else {
        marks(one, other, set);
    }
}

/// Values below 64: one word, shifted.
fn shifts(one: &[u8], other: &[u8]) -> u64 {
    let xors = one.iter().zip(other).map(|(a, b)| a ^ b);
    xors.fold(0, |set, xor| set | 1 << (xor & 63))
}

/// Any bytes: a table of marks.
fn marks(one: &[u8], other: &[u8], set: &mut Bits) {
    let mut seen = [false; 256];
    for (a, b) in one.iter().zip(other) {
        seen[usize::from(a ^ b)] = true;
    }
    for (value, _) in seen.iter().enumerate().filter(|(_, seen)| **seen) {
        set[value / 64] |= 1 << (value % 64);
    }
}

/// Values below 16 * `ROUNDS`, 32 pairs at a time.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
struct Shuffles<'w, const ROUNDS: usize> {
    simd: pulp::x86::V3,
    one: &'w [u8],
    other: &'w [u8],
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
impl<const ROUNDS: usize> pulp::NullaryFnOnce for Shuffles<'_, ROUNDS> {
    /// For each round, bytes whose bits are the values from its first on, and
    /// from eight above on.
    type Output = [[[u8; 32]; 2]; ROUNDS];

    #[inline(always)]
    fn call(self) -> Self::Output {
        let (avx, avx2) = (self.simd.avx, self.simd.avx2);
        let mut low = [0u8; 32];
        let mut high = [0u8; 32];
        for bit in 0..8 {
            for half in [0, 16] {
                low[half + bit] = 1 << bit;
                high[half + 8 + bit] = 1 << bit;
            }
        }
        let (low, high) = (pulp::cast(low), pulp::cast(high));
        let outside = avx._mm256_set1_epi8(0x70);
        let mut sets = [[avx._mm256_setzero_si256(); 2]; ROUNDS];
        let (ones, _) = self.one.as_chunks::<32>();
        let (others, _) = self.other.as_chunks::<32>();
        for (one, other) in ones.iter().zip(others) {
            let xor = avx2._mm256_xor_si256(pulp::cast(*one), pulp::cast(*other));
            for (round, set) in sets.iter_mut().enumerate() {
                let mut at = xor;
                if ROUNDS > 1 {
                    // What is 0 to 15 above the round's first value becomes
                    // 0x70 to 0x7f, all else 0x80 and more: a shuffle gives 0
                    // where bit 7 is set.
                    at = avx2._mm256_sub_epi8(at, avx._mm256_set1_epi8(16 * round as i8));
                    at = avx2._mm256_adds_epu8(at, outside);
                }
                set[0] = avx2._mm256_or_si256(set[0], avx2._mm256_shuffle_epi8(low, at));
                set[1] = avx2._mm256_or_si256(set[1], avx2._mm256_shuffle_epi8(high, at));
            }
        }
        sets.map(|set| set.map(pulp::cast))
    }
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
fn shuffles<const ROUNDS: usize>(simd: pulp::x86::V3, one: &[u8], other: &[u8], set: &mut Bits) {
    let sets = simd.vectorize(Shuffles::<ROUNDS> { simd, one, other });
    for (round, halves) in sets.iter().enumerate() {
        for (half, bytes) in halves.iter().enumerate() {
            let bits = u64::from(bytes.iter().fold(0, |all, byte| all | byte));
            set[round / 4] |= bits << (16 * (round % 4) + 8 * half);
        }
    }
    let whole = one.len() / 32 * 32;
    for (one, other) in one[whole..].iter().zip(&other[whole..]) {
        let xor = one ^ other;
        set[usize::from(xor / 64)] |= 1 << (xor % 64);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn differential_lanes(
            one in prop::collection::vec(any::<u8>(), 0..200),
            other in prop::collection::vec(any::<u8>(), 0..200),
            bits in 3u32..=8,
            before in any::<u64>(),
        ) {
            let end = 1usize << bits;
            let below = |bytes: Vec<u8>| -> Vec<u8> {
                bytes.into_iter().map(|byte| (usize::from(byte) % end) as u8).collect()
            };
            let (one, other) = (below(one), below(other));
            let mut want = [before, 0, 0, 0];
            for (a, b) in one.iter().zip(&other) {
                want[usize::from(a ^ b) / 64] |= 1 << ((a ^ b) % 64);
            }
            for lanes in [Lanes::One, Lanes::Many] {
                let mut set = [before, 0, 0, 0];
                add(lanes, &one, &other, end, &mut set);
                prop_assert_eq!(set, want, "{:?}", lanes);
            }
        }
    }
}
