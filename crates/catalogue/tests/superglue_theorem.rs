//! The proof for every board: found, confirmed, and refused when changed.

mod common;

use perfectplay_analysis::{Analysis, Face, Solver};
use perfectplay_catalogue::superglue::{
    By, Cell, Moves, Superglue, SuperglueSolver, Variant, closed_form,
};
use perfectplay_game::{ChipsOnBoard, Game, Limits, Meter, MonotoneResource, Player};
use perfectplay_proof::{CheckError, Form};
use proptest::prelude::*;

fn at(row: u32, column: u32) -> Cell {
    Cell { row, column }
}

fn face(glues: u32) -> Face<SuperglueSolver> {
    let variant = Variant { glues, ..Variant::default() };
    let rules = Superglue::variant(1, 2, variant, [at(1, 1), at(1, 2)], &[]).expect("a board");
    Face(SuperglueSolver::new(rules, By::Search))
}

fn theorem(glues: u32, form: Form) -> Vec<u8> {
    let mut bytes = Vec::new();
    let written = face(glues).certify_theorem(form, &mut Meter::default(), &mut bytes);
    written.expect("a proof");
    bytes
}

fn claim(glues: u32, certificate: &[u8]) -> Result<String, CheckError> {
    let limits = Limits { effort: 10_000_000, memory: 64 << 20, ..Limits::default() };
    let confirmed = face(glues).verify(&mut &certificate[..], &mut Meter::new(limits));
    confirmed.map(|confirmed| confirmed.claim)
}

#[test]
fn published_closed_form_is_proved_for_every_board() {
    for form in [Form::Text, Form::Binary] {
        assert_eq!(
            claim(1, &theorem(1, form)).expect("confirmed"),
            "on every board, without glue and with First to move, First wins exactly where the \
             larger distance of the chips is at most 4 and both together at most 6"
        );
        // The same bytes each time.
        assert_eq!(theorem(1, form), theorem(1, form));
    }
}

#[test]
fn law_more_glue_a_turn_has_closed_forms_too() {
    for (glues, larger, sum) in [(2, 3, 4), (3, 3, 4), (4, 3, 3), (8, 3, 3)] {
        assert_eq!(
            claim(glues, &theorem(glues, Form::Binary)).expect("confirmed"),
            format!(
                "on every board, without glue and with First to move, First wins exactly where \
                 the larger distance of the chips is at most {larger} and both together at most \
                 {sum}"
            )
        );
    }
    // What is proved of one rule is not of another with more glue.
    for glues in 2..=8 {
        assert!(claim(glues, &theorem(1, Form::Binary)).is_err(), "{glues}");
    }
}

/// A placement of chips on a board by a search of that board alone.
fn first_wins(rules: Superglue) -> bool {
    let start = rules.start();
    let mut solver = SuperglueSolver::new(rules, By::Search);
    let judged = solver.judge(&start, &mut Meter::default()).expect("no limit");
    judged.evaluation.winner() == Some(Player::First)
}

#[test]
fn differential_theorems_and_search_of_whole_boards() {
    let forms = [(1, 4, 6), (2, 3, 4), (3, 3, 4), (4, 3, 3)];
    for (rows, columns) in [(1u32, 7u32), (2, 5), (3, 4), (4, 4), (5, 5), (3, 7), (6, 7)] {
        for (glues, larger, sum) in forms {
            for (row, column) in (1..=rows).flat_map(|r| (1..=columns).map(move |c| (r, c))) {
                for one in [at(1, 1), at(rows.div_ceil(2), columns.div_ceil(2))] {
                    let other = at(row, column);
                    let variant = Variant { glues, ..Variant::default() };
                    let rules = Superglue::variant(rows, columns, variant, [one, other], &[]);
                    let Some(rules) = rules else { continue };
                    let (down, right) = one.distances(other);
                    let told = down.max(right) <= larger && down + right <= sum;
                    assert_eq!(first_wins(rules), told, "{rows}x{columns} {one} {other} {glues}");
                }
            }
        }
    }
}

#[test]
fn law_changed_theorems_are_refused_or_true() {
    for glues in [1, 2] {
        let text = String::from_utf8(theorem(glues, Form::Text)).expect("UTF-8");
        let honest = claim(glues, text.as_bytes()).expect("confirmed");
        let mut refused = 0;
        for changed in common::mutate::mutants(&text, u64::from(glues), 4000) {
            match claim(glues, changed.as_bytes()) {
                // Perhaps it is about one position now; nothing else is told.
                Ok(claim) => {
                    let about_one = claim.starts_with("First wins from")
                        || claim.starts_with("Second wins from");
                    assert!(claim == honest || about_one, "{claim}: {changed}");
                }
                Err(CheckError::Io(error)) => panic!("{error}"),
                Err(_) => refused += 1,
            }
        }
        assert!(refused > 3000, "only {refused} of 4000 refused");
    }
}

#[test]
fn law_rules_without_a_proof_say_so() {
    let torus = Variant { torus: true, ..Variant::default() };
    let walls = Variant { walls: vec![at(1, 1)], ..Variant::default() };
    let king = Variant { moves: Moves::King, ..Variant::default() };
    for variant in [torus, walls, king] {
        let rules = Superglue::variant(4, 4, variant, [at(2, 2), at(3, 3)], &[]).expect("a board");
        let mut face = Face(SuperglueSolver::new(rules, By::Search));
        let written = face.certify_theorem(Form::Text, &mut Meter::default(), &mut Vec::new());
        assert!(written.expect_err("no proof").to_string().contains("no certificate"));
        // Nor does a proof for other rules hold for these.
        let verified = face.verify(&mut &theorem(1, Form::Text)[..], &mut Meter::default());
        assert!(verified.is_err());
    }
}

#[test]
fn law_large_boards_have_certificates() {
    let chips = [at(50, 50), at(52, 53)];
    let wall: Vec<Cell> = (49..=54).flat_map(|row| [at(row, 51), at(row, 52)]).collect();
    let corner = [at(1, 1), at(1, 2), at(2, 1)];
    let beside: Vec<Cell> = (1..=100).map(|column| at(30, column)).collect();
    for (chips, glue, winner) in [
        (chips, &[][..], Player::First),
        (chips, &[at(1, 1), at(60, 60)], Player::First),
        (chips, &beside, Player::First),
        (chips, &wall, Player::Second),
        ([at(1, 1), at(3, 4)], &[], Player::First),
        ([at(1, 1), at(3, 3)], &corner, Player::Second),
        ([at(1, 1), at(90, 90)], &[at(5, 5)], Player::Second),
        ([at(7, 7), at(7, 12)], &[], Player::Second),
        ([at(7, 7), at(10, 11)], &[], Player::Second),
        ([at(7, 7), at(11, 11)], &[], Player::Second),
        ([at(7, 7), at(10, 10)], &[at(8, 8)], Player::Second),
        ([at(7, 7), at(10, 10)], &[at(7, 10)], Player::First),
    ] {
        let rules = Superglue::new(100, 100, chips, glue).expect("a board");
        let mut solver = SuperglueSolver::new(rules.clone(), By::ClosedForm);
        let meter = &mut Meter::default();
        let judged = solver.judge(&rules.start(), meter).expect("an answer");
        assert_eq!(judged.evaluation.winner(), Some(winner), "{chips:?} {glue:?}");
        let mut face = Face(solver);
        let mut positions = vec![face.start()];
        // The positions after each step, with Second to move.
        let steps = face.evaluate(&face.start(), meter).expect("legal").options;
        positions.extend(steps.into_iter().map(|option| option.position));
        for position in positions {
            let mut bytes = Vec::new();
            face.certify(&position, Form::Binary, meter, &mut bytes)
                .unwrap_or_else(|e| panic!("{position}: {e}"));
            let confirmed = face.verify(&mut &bytes[..], meter);
            let confirmed = confirmed.unwrap_or_else(|e| panic!("{position}: {e}"));
            if position == face.start() {
                assert!(confirmed.claim.starts_with(&winner.to_string()), "{}", confirmed.claim);
            }
        }
    }
}

#[test]
fn law_the_closed_form_says_what_is_proved() {
    for (a, b) in (0..12u32).flat_map(|b| (0..=b).map(move |a| (a, b))) {
        assert_eq!(closed_form(at(1, 1), at(1 + a, 1 + b)), b <= 4 && a + b <= 6);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// The laws of [`ChipsOnBoard`], by the rules at random positions.
    #[test]
    fn law_the_rules_are_alike_everywhere(
        (rows, columns) in (1u32..=9, 1u32..=9).prop_filter("two cells", |(r, c)| r * c >= 2),
        chips: [prop::sample::Index; 2],
        covered: u128,
        king: bool,
        glues in 1u32..=3,
    ) {
        let moves = if king { Moves::King } else { Moves::Rook };
        let variant = Variant { moves, glues, ..Variant::default() };
        let start = [at(1, 1), at(rows, columns)];
        let rules = Superglue::variant(2, 2, variant, [at(1, 1), at(2, 2)], &[])
            .and_then(|rules| rules.on_board(rows, columns))
            .expect("a board");
        prop_assert_eq!(rules.start().chips(), start);
        prop_assert_eq!(rules.board_size(), Some((rows, columns)));
        let cells = (rows * columns) as usize;
        let [one, other] = chips.map(|chip| chip.index(cells) as u32);
        prop_assume!(one != other);
        let covered = covered & rules.elements();
        let core = rules.core_with([one, other]).expect("cells of the board");
        let mut found = Vec::new();
        let mut options = Vec::new();
        let position = rules.join(&core, covered, Player::First);
        rules.options(&position, &mut options);
        for (_, to) in &options {
            let mut chips = rules.chips(&rules.split(to).expect("a small board").0);
            chips.sort_unstable();
            found.push(chips);
        }
        let mut wanted = Vec::new();
        for (chip, stays) in [(one, other), (other, one)] {
            let (row, column) = ((chip / columns) as i32, (chip % columns) as i32);
            for (down, right) in (-1i32..=1).flat_map(|down| (-1i32..=1).map(move |right| (down, right))) {
                let step = if king { down != 0 || right != 0 } else { down.abs() + right.abs() == 1 };
                let to = (row + down, column + right);
                let inside = (0..rows as i32).contains(&to.0) && (0..columns as i32).contains(&to.1);
                if step && inside && covered >> chip & 1 == 0 {
                    let to = to.0 as u32 * columns + to.1 as u32;
                    wanted.push([to.min(stays), to.max(stays)]);
                }
            }
        }
        found.sort_unstable();
        wanted.sort_unstable();
        prop_assert_eq!(found, wanted);
        // What may be covered.
        let position = rules.join(&core, covered, Player::Second);
        options.clear();
        rules.options(&position, &mut options);
        let added = options.iter().map(|(_, to)| rules.split(to).expect("small").1 & !covered);
        let added = added.fold(0, |set, added| set | added);
        prop_assert_eq!(added, rules.elements() & !covered & !(1 << one) & !(1 << other));
        for element in 0..rows * columns {
            let cell = (element / columns, element % columns);
            prop_assert_eq!(rules.is_covered(&position, cell), covered >> element & 1 == 1);
        }
    }
}
