//! Every placement of the chips on boards of Superglue without glue, by the
//! search with monotone resources alone, from nothing known: seconds, and each
//! answer held against the closed form.
//!
//! ```text
//! placements ROWS COLUMNS
//! placements CELLS          every board of at most so many, rows <= columns
//! ```
#![allow(clippy::print_stdout)]

use std::ops::ControlFlow;
use std::time::Instant;

use perfectplay_analysis::Solver;
use perfectplay_catalogue::superglue::{By, Cell, Superglue, SuperglueSolver, closed_form};
use perfectplay_game::{Game, Known, Meter, Outcome};

/// Placements, and how many of them First wins, with the effort.
fn placements(rows: u32, columns: u32) -> Option<(u64, u64, u64)> {
    let cell = |index: u32| Cell { row: index / columns + 1, column: index % columns + 1 };
    let cells = rows * columns;
    let pairs = (0..cells).flat_map(|one| (one + 1..cells).map(move |other| (one, other)));
    let mut pairs = pairs.map(|(one, other)| (cell(one), cell(other)));
    let rules = Superglue::new(rows, columns, [cell(0), cell(1)], &[])?;
    let start = rules.start();
    let mut solver = SuperglueSolver::new(rules, By::Search);
    let (mut all, mut won) = (0, 0);
    let mut meter = Meter::default();
    let told = solver.label_all(&start, &mut meter, &mut |label| {
        let wins = label.evaluation.outcome == Known::Exact(Outcome::Win);
        let (one, other) = pairs.next().unwrap_or_else(|| panic!("one too many: {}", label.what));
        assert_eq!(wins, closed_form(one, other), "{rows} x {columns} {}", label.what);
        all += 1;
        won += u64::from(wins);
        ControlFlow::Continue(())
    });
    told.ok()?;
    assert!(pairs.next().is_none());
    Some((all, won, meter.spent()))
}

fn main() {
    let numbers: Vec<u32> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let boards: Vec<(u32, u32)> = match numbers[..] {
        [rows, columns] => vec![(rows, columns)],
        [cells] => (1..=cells)
            .flat_map(|rows| (rows..=cells / rows).map(move |columns| (rows, columns)))
            .filter(|&(rows, columns)| rows * columns >= 2)
            .collect(),
        _ => {
            println!("placements ROWS COLUMNS, or placements CELLS");
            return;
        }
    };
    let began = Instant::now();
    let (mut all, mut won, mut effort) = (0, 0, 0);
    for &(rows, columns) in &boards {
        let Some(told) = placements(rows, columns) else {
            println!("no answer for {rows} x {columns}");
            return;
        };
        (all, won, effort) = (all + told.0, won + told.1, effort + told.2);
    }
    let (boards, seconds) = (boards.len(), began.elapsed().as_secs_f64());
    println!(
        "{boards} boards, {all} placements, {won} won by First, effort {effort}, {seconds:.2} s"
    );
}
