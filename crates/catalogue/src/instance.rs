//! Random inputs of contest problems, and how they become smaller.

use std::fmt::Debug;

/// Random numbers that repeat from a seed.
pub use fastrand::Rng;

/// An input of a contest problem that knows how to become smaller: what a
/// program is tested with, and shrunk where it fails.
pub trait Instance: Debug + Send {
    /// The input, as the problem's format has it.
    fn input(&self) -> String;

    /// The instance as one case of many, where the format puts a count of
    /// cases in front; else `None`.
    fn case(&self) -> Option<String> {
        None
    }

    /// Instances that are a little smaller, smallest first; each is legal.
    fn smaller(&self) -> Vec<Box<dyn Instance>>;

    /// The same instance.
    fn again(&self) -> Box<dyn Instance>;
}

/// Draws a random instance; `size` from 1 grows the instances slowly.
pub type Sampler = fn(&mut Rng, size: u32) -> Box<dyn Instance>;

/// The lists with some items taken out: the first and the second half, then
/// each item.
pub fn without_some<T: Clone>(items: &[T]) -> Vec<Vec<T>> {
    let mut all = Vec::new();
    let half = items.len() / 2;
    if half > 1 {
        all.push(items[..half].to_vec());
        all.push(items[half..].to_vec());
    }
    for at in 0..items.len() {
        let mut rest = items.to_vec();
        rest.remove(at);
        all.push(rest);
    }
    all
}

/// Numbers nearer to `least`: itself, half way, one less.
pub fn lower(number: i64, least: i64) -> Vec<i64> {
    let mut all = Vec::new();
    for candidate in [least, least + (number - least) / 2, number - 1] {
        if candidate >= least && candidate < number && !all.contains(&candidate) {
            all.push(candidate);
        }
    }
    all
}

/// A number from `least` to about `most`, small ones more often.
pub fn small(dice: &mut Rng, least: i64, most: i64) -> i64 {
    let most = most.max(least);
    let top = dice.i64(least..=most);
    dice.i64(least..=top)
}
