//! Numbers as sums of Fibonacci numbers, no two of which are neighbours (E.
//! Zeckendorf, 1972): every number is such a sum in exactly one way, and the
//! largest Fibonacci number that fits is part of it.

/// How many there are within 128 bits.
const COUNT: usize = 185;

/// The Fibonacci numbers 1, 2, 3, 5, 8, ... that fit 128 bits.
const FIBONACCI: [u128; COUNT] = {
    let mut all = [1u128; COUNT];
    all[1] = 2;
    let mut at = 2;
    while at < COUNT {
        all[at] = all[at - 1] + all[at - 2];
        at += 1;
    }
    all
};

/// The places in 1, 2, 3, 5, 8, ... of the parts of a number, largest first; at
/// most 93.
pub(super) fn places(number: u128) -> impl Iterator<Item = usize> {
    let mut rest = number;
    let mut below = COUNT;
    std::iter::from_fn(move || {
        let place = FIBONACCI[..below].partition_point(|&part| part <= rest).checked_sub(1)?;
        rest -= FIBONACCI[place];
        below = place;
        Some(place)
    })
}

/// The parts of a number, smallest first.
pub(super) fn parts(number: u128) -> Vec<u128> {
    let mut parts: Vec<u128> = places(number).map(|place| FIBONACCI[place]).collect();
    parts.reverse();
    parts
}

/// Each part replaced by the next larger Fibonacci number; `None` beyond 128
/// bits.
pub(super) fn shifted_up(number: u128) -> Option<u128> {
    places(number).try_fold(0u128, |sum, place| sum.checked_add(*FIBONACCI.get(place + 1)?))
}

/// Each part but 1 replaced by the next smaller Fibonacci number; a part 1
/// falls away.
pub(super) fn shifted_down(number: u128) -> u128 {
    places(number).filter_map(|place| place.checked_sub(1)).map(|place| FIBONACCI[place]).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn law_parts_add_up_and_are_no_neighbours() {
        let large = (0..2000u128).map(|below| u128::MAX - below);
        for number in (0..5000).chain(large) {
            let places: Vec<usize> = places(number).collect();
            assert!(places.windows(2).all(|pair| pair[0] >= pair[1] + 2), "{number}");
            assert_eq!(parts(number).iter().sum::<u128>(), number);
            if let Some(up) = shifted_up(number) {
                assert_eq!(shifted_down(up), number);
            }
        }
    }

    #[test]
    fn law_the_table_ends_where_128_bits_do() {
        assert!(FIBONACCI[COUNT - 1].checked_add(FIBONACCI[COUNT - 2]).is_none());
        assert_eq!(shifted_up(u128::MAX), None);
        assert_eq!(shifted_up(FIBONACCI[COUNT - 2]), Some(FIBONACCI[COUNT - 1]));
    }
}
