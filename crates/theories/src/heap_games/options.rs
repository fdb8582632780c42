use std::ops::ControlFlow;

use perfectplay_game::{Meter, Stop};

use super::{Code, Digit, Partitions};

/// Shows every option of a heap: the stones taken (less than 0: added) and the
/// heaps left, in sizes that do not fall. By stones taken, then by the number
/// of heaps, then in lexicographic order; each option once.
///
/// # Errors
///
/// A limit was reached; each option is one step.
pub fn options(
    code: &Code,
    heap: u64,
    meter: &mut Meter,
    show: &mut dyn FnMut(i64, &[u64]) -> ControlFlow<()>,
) -> Result<(), Stop> {
    let named = code.digits().map(|(taken, _)| taken);
    let repeated = code.repeated().map_or(i64::MAX..i64::MAX, |(from, _)| from..i64::MAX);
    for taken in named.chain(repeated) {
        if i128::from(taken) > heap.into() {
            break;
        }
        meter.spend(1)?;
        if of_digit(taken, code.digit(taken), heap, meter, show)?.is_break() {
            break;
        }
    }
    Ok(())
}

fn of_digit(
    taken: i64,
    digit: &Digit,
    heap: u64,
    meter: &mut Meter,
    show: &mut dyn FnMut(i64, &[u64]) -> ControlFlow<()>,
) -> Result<ControlFlow<()>, Stop> {
    let Some(left) = heap.checked_add_signed(-taken) else {
        return Ok(ControlFlow::Continue(()));
    };
    let beyond = digit
        .unbounded()
        .into_iter()
        .flat_map(|(from, condition)| (from..=left.max(from)).map(move |heaps| (heaps, condition)));
    for (heaps, condition) in digit.named().chain(beyond) {
        meter.spend(1)?;
        let mut ways = Partitions::new(left, heaps, condition);
        while let Some(way) = ways.next_way() {
            meter.spend(1)?;
            if show(taken, way).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
    }
    Ok(ControlFlow::Continue(()))
}
