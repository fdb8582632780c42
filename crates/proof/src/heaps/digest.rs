/// A short name for a list of values: FNV-1a with 64 bits, a value a step.
///
/// It tells lists apart that were worked out differently by mistake; somebody
/// who wants to can find two lists with the same digest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digest(u64);

impl Default for Digest {
    /// The digest of no values.
    fn default() -> Self {
        Digest(0xcbf2_9ce4_8422_2325)
    }
}

impl Digest {
    /// Takes in the next value.
    #[inline]
    pub fn add(&mut self, value: u64) {
        self.0 = (self.0 ^ value).wrapping_mul(0x0100_0000_01b3);
    }

    /// The digest of the values so far.
    pub fn sum(self) -> u64 {
        self.0
    }

    /// Goes on from a digest.
    pub fn from_sum(sum: u64) -> Self {
        Digest(sum)
    }
}
