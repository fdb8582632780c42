//! Misère play of heap games: who cannot move wins.

use perfectplay_game::{Game, HeapPlay, Meter, Stop, exhaustive};

use super::code::Code;

/// The misère nim values of the heaps from 0 on, `count` of them, by listing
/// all sums that play can lead to; with those before a limit, why it stopped.
///
/// The misère nim value of a position is the least number that no option has,
/// and 1 where there are no options (J. H. Conway, *On Numbers and Games*,
/// 1976, chapter 12). 0 is lost for the mover. Values of sums do not follow
/// from those of their parts, so every sum is worth a look of its own.
///
/// # Complexity
///
/// As many positions as sums of heaps that play from the largest can lead to:
/// for codes that part heaps, up to the number of partitions of its stones.
///
/// # Examples
///
/// ```
/// use perfectplay_game::Meter;
/// use perfectplay_theories::heap_games::{Code, misere_values};
/// let nim: Code = "nim".parse()?;
/// let (values, stopped) = misere_values(&nim, 5, &mut Meter::default());
/// assert_eq!((values, stopped), (vec![1, 0, 2, 3, 4], None));
/// # Ok::<(), perfectplay_theories::heap_games::CodeError>(())
/// ```
pub fn misere_values(code: &Code, count: u64, meter: &mut Meter) -> (Vec<u64>, Option<Stop>) {
    let mut values = Vec::new();
    for heap in 0..count {
        let play = HeapPlay { rules: code, heaps: vec![heap], misere: true };
        let root = play.start();
        let of_all = exhaustive::fold(&play, &root, meter, |_, options, values: &[u64]| {
            let none = u64::from(options.is_empty());
            (none..).find(|nimber| !values.contains(nimber)).unwrap_or_default()
        });
        match of_all {
            Ok(of_all) => values.push(of_all.get(&root).copied().unwrap_or_default()),
            Err(exhaustive::Error::Stopped(stop)) => return (values, Some(stop)),
            // Every heap that is left is smaller: play ends.
            Err(_) => break,
        }
    }
    (values, None)
}
