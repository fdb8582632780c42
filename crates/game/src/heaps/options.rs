use std::ops::ControlFlow;

use super::{Partitions, TakesAndBreaks};
use crate::{Meter, Stop};

/// Shows every option of a heap: the stones taken (less than 0: added) and the
/// heaps left, in sizes that do not fall. By stones taken, then by the number
/// of heaps, then in lexicographic order; each option once.
///
/// # Errors
///
/// A limit was reached; each option is one step.
pub fn options(
    rules: &(impl TakesAndBreaks + ?Sized),
    heap: u64,
    meter: &mut Meter,
    show: &mut dyn FnMut(i64, &[u64]) -> ControlFlow<()>,
) -> Result<(), Stop> {
    let mut next = rules.next_taken(i64::MIN);
    while let Some(taken) = next.filter(|&taken| i128::from(taken) <= heap.into()) {
        next = taken.checked_add(1).and_then(|from| rules.next_taken(from));
        meter.spend(1)?;
        // More stones than there are numbers for: no such heap is played.
        let Some(left) = heap.checked_add_signed(taken.saturating_neg()) else { continue };
        let most = rules.most_heaps(taken).unwrap_or(left).min(left);
        for heaps in 0..=most {
            meter.spend(1)?;
            let Some(condition) = rules.condition(taken, heaps) else { continue };
            let mut ways = Partitions::new(left, heaps, condition);
            while let Some(way) = ways.next_way() {
                meter.spend(1)?;
                if show(taken, way).is_break() {
                    return Ok(());
                }
            }
        }
    }
    Ok(())
}
