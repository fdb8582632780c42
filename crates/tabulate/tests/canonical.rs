//! A false canonical form is told of the position that has it.

use perfectplay_analysis::{Analysis, AskError, Face};
use perfectplay_game::{
    Declared, Game, Known, Meter, Notation, NotationError, Options, Outcome, Player, RulesError,
    Tabular,
};
use perfectplay_tabulate::Tabulated;
use proptest::prelude::*;

/// One heap, a move takes one or two: lost with a multiple of three, each three
/// stones being two plies. Two sizes are said to be alike, by one being the form
/// of the other or each of each.
#[derive(Clone, Debug)]
struct Heap {
    start: u32,
    alike: (u32, u32),
    swapped: bool,
}

impl Game for Heap {
    type Position = (u32, Player);
    type Move = u32;

    fn start(&self) -> (u32, Player) {
        (self.start, Player::First)
    }

    fn mover(&self, position: &(u32, Player)) -> Player {
        position.1
    }

    fn options(&self, &(heap, mover): &(u32, Player), into: &mut Options<Self>) {
        into.extend((1..=heap.min(2)).map(|taken| (taken, (heap - taken, mover.other()))));
    }
}

impl Notation for Heap {
    fn write_position(&self, (heap, mover): &(u32, Player)) -> String {
        format!("{heap} {mover}")
    }

    fn parse_position(&self, text: &str) -> Result<(u32, Player), NotationError> {
        let wrong = || NotationError::at(text, 0, "something else", "a heap and a player");
        let (heap, mover) = text.split_once(' ').ok_or_else(wrong)?;
        let players = [Player::First, Player::Second];
        let mover = players.into_iter().find(|player| player.to_string() == mover);
        Ok((heap.parse().map_err(|_| wrong())?, mover.ok_or_else(wrong)?))
    }

    fn write_move(&self, _from: &(u32, Player), chosen: &u32) -> String {
        chosen.to_string()
    }

    fn rules(&self) -> String {
        "take one or two".to_owned()
    }
}

impl Tabular for Heap {
    fn declared(&self) -> Declared {
        Declared { symmetric: true, ..Declared::default() }
    }

    fn canonical(&self, &(heap, mover): &(u32, Player)) -> Result<(u32, Player), RulesError> {
        let (one, other) = self.alike;
        let form = match heap {
            _ if heap == one => other,
            _ if heap == other && self.swapped => one,
            _ => heap,
        };
        Ok((form, mover))
    }
}

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
