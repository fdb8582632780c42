use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, Hasher, RandomState};

/// A table whose keys are patterns.
pub(super) type PatternMap<V> = HashMap<u64, V, PatternHash>;

/// A set of patterns.
pub(super) type PatternSet = HashSet<u64, PatternHash>;

/// Hashes patterns by one wide multiplication with a secret, so that neither
/// regular patterns nor hostile ones collide more than others.
#[derive(Clone, Debug)]
pub(super) struct PatternHash {
    secret: u64,
}

impl Default for PatternHash {
    fn default() -> Self {
        // Odd, so that no pattern is lost in the product.
        PatternHash { secret: RandomState::new().hash_one(0u64) | 1 }
    }
}

impl BuildHasher for PatternHash {
    type Hasher = Folded;

    #[inline]
    fn build_hasher(&self) -> Folded {
        Folded { secret: self.secret, hash: 0 }
    }
}

/// The hash of the patterns written to it.
#[derive(Debug)]
pub(super) struct Folded {
    secret: u64,
    hash: u64,
}

impl Hasher for Folded {
    #[inline]
    fn write_u64(&mut self, pattern: u64) {
        let product =
            u128::from(pattern ^ self.hash ^ self.secret.rotate_left(32)) * u128::from(self.secret);
        self.hash = product as u64 ^ (product >> 64) as u64;
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.hash
    }
}
