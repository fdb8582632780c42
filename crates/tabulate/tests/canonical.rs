//! A false canonical form is told of the position that has it.

#[path = "common/heap.rs"]
mod heap;

use heap::Heap;
use perfectplay_analysis::{Analysis, AskError, Face};
use perfectplay_game::{Known, Meter, Outcome};
use perfectplay_tabulate::Tabulated;
use proptest::prelude::*;

/// The size whose form is said to be false, and the form.
fn blamed(message: &str) -> Option<(u32, u32)> {
    let rest = message.strip_prefix("canonical is false: the position ")?;
    let (name, rest) = rest.split_once(" has the canonical form ")?;
    let size = |text: &str| text.split(' ').next()?.parse().ok();
    Some((size(name)?, size(rest)?))
}

fn told(heap: Heap) -> Result<Outcome, String> {
    let mut face = Face(Tabulated::new("heap", heap));
    let start = face.start();
    match face.evaluate(&start, &mut Meter::default()) {
        Ok(report) => match report.evaluation.outcome {
            Known::Exact(outcome) => Ok(outcome),
            other => Err(format!("{other:?}")),
        },
        Err(AskError::Rules(error)) => Err(error.message),
        Err(error) => Err(error.to_string()),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn oracle_the_form_that_is_blamed_is_worth_something_else(
        start in 0..24u32,
        alike in (0..24u32, 0..24u32),
        swapped: bool,
    ) {
        let truth = if start.is_multiple_of(3) { Outcome::Loss } else { Outcome::Win };
        match told(Heap { start, alike, swapped }) {
            Ok(outcome) => prop_assert_eq!(outcome, truth),
            Err(message) => {
                let (size, form) = blamed(&message).ok_or_else(|| TestCaseError::fail(message.clone()))?;
                let worth = |size: u32| (size.is_multiple_of(3), size / 3);
                prop_assert!(worth(size) != worth(form), "{}", message);
            }
        }
    }
}

#[test]
fn regression_forms_swapped_far_below_are_blamed_themselves() {
    let message = told(Heap { start: 10, alike: (3, 1), swapped: true }).expect_err("false");
    let (size, form) = blamed(&message).expect("a form");
    assert!((size, form) == (3, 1) || (size, form) == (1, 3), "{message}");
}
