use perfectplay_game::{Meter, Stop};

use crate::Table;

/// The Grundy value of every position: the least number that no option has,
/// an option having the XOR of its parts' values. `order` has options first.
pub(crate) fn nimbers<P: Clone + Eq + std::hash::Hash + Send + Sync>(
    table: &Table<P>,
    order: &[u32],
    meter: &mut Meter,
) -> Result<Vec<u32>, Stop> {
    meter.hold(order.len() as u64 * 4)?;
    let mut values = vec![0u32; order.len()];
    // Which position last saw this value among its options.
    let mut seen: Vec<u32> = Vec::new();
    for (turn, &position) in (1u32..).zip(order) {
        let edges = table.edges(position);
        // So many options leave a gap at or below their number.
        let most = edges.len();
        meter.spend(most as u64 + 1)?;
        if seen.len() <= most {
            seen.resize(most + 1, 0);
        }
        for edge in edges {
            let value = edge.parts().fold(0, |sum, part| sum ^ values[part as usize]);
            if let Some(mark) = seen.get_mut(value as usize).filter(|_| value as usize <= most) {
                *mark = turn;
            }
        }
        values[position as usize] =
            (0..).zip(&seen).find(|(_, mark)| **mark != turn).map_or(0, |(value, _)| value);
    }
    Ok(values)
}

#[cfg(test)]
mod tests {
    use super::*;
    use perfectplay_game::Outcome;

    #[test]
    fn law_the_least_number_that_no_option_has() {
        // Nim heaps of 0 to 4, and 5: a heap of 4 beside one of 3.
        let mut table: Table<u32> = Table::new(true, false);
        for heap in 0..5u32 {
            let options: Vec<[u32; 1]> = (0..heap).map(|to| [to]).collect();
            table.restore(options.iter().map(|to| (&to[..], false, 0)), Outcome::Loss);
        }
        table.restore([(&[4, 3][..], false, 0), (&[][..], false, 0)].into_iter(), Outcome::Loss);
        let found = nimbers(&table, &[0, 1, 2, 3, 4, 5], &mut Meter::default());
        assert_eq!(found, Ok(vec![0, 1, 2, 3, 4, 1]));
    }
}
