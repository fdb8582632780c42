//! The table of a board of Superglue with every set of glue: counts, seconds,
//! and the search with monotone resources held against it.
//!
//! ```text
//! glue_table ROWS COLUMNS [POSITIONS]
//! ```
#![allow(clippy::print_stdout)]

use std::time::Instant;

use perfectplay_analysis::Solver;
use perfectplay_catalogue::superglue::{
    By, Cell, GlueTable, Superglue, SuperglueSolver, closed_form,
};
use perfectplay_game::{Game, Known, Limits, Meter, Outcome};

/// Won pairs with glue that other programs counted.
const COUNTED: [(u32, u32, u64); 3] = [(2, 6, 109_216), (3, 5, 1_402_160), (4, 4, 3_205_276)];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let numbers: Vec<u32> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let &[rows, columns, ref rest @ ..] = &numbers[..] else {
        println!("glue_table ROWS COLUMNS [POSITIONS]");
        return Ok(());
    };
    let cell = |at: u32| Cell { row: at / columns + 1, column: at % columns + 1 };
    let board = |chips, glue: &[Cell]| Superglue::new(rows, columns, chips, glue);
    let mut meter = Meter::new(Limits { memory: 2 << 30, ..Limits::default() });
    let rules = board([cell(0), cell(1)], &[]).ok_or("no board")?;
    let began = Instant::now();
    let table = GlueTable::new(&rules, &mut meter)?.ok_or("no table")?;
    let seconds = began.elapsed().as_secs_f64();
    let (won, mib) = (table.won(), table.bytes() >> 20);
    println!("{rows} x {columns}: {won} won, {mib} MiB, {seconds:.2} s");
    for (_, _, count) in COUNTED.iter().filter(|counted| (counted.0, counted.1) == (rows, columns))
    {
        assert_eq!(won, *count);
    }
    let cells = rows * columns;
    for (one, other) in (0..cells).flat_map(|a| (0..cells).map(move |b| (a, b))) {
        if let Some(rules) = board([cell(one), cell(other)], &[]) {
            let told = closed_form(cell(one), cell(other));
            assert_eq!(table.first_wins(&rules.start()), Some(told));
        }
    }
    // The same numbers in each run.
    let mut state = 1u64;
    let mut dice = |below: u32| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) % u64::from(below)) as u32
    };
    let (mut searched, mut wins) = (0, 0);
    let positions = rest.first().copied().unwrap_or(0);
    let began = Instant::now();
    while searched < positions {
        let chips = [cell(dice(cells)), cell(dice(cells))];
        let glue: Vec<Cell> = (0..dice(cells / 2)).map(|_| cell(dice(cells))).collect();
        let Some(rules) = board(chips, &glue) else { continue };
        let mut solver = SuperglueSolver::new(rules.clone(), By::Search);
        let found = solver.judge(&rules.start(), &mut Meter::default())?.evaluation.outcome;
        let won = table.first_wins(&rules.start()) == Some(true);
        assert_eq!(found, Known::Exact(if won { Outcome::Win } else { Outcome::Loss }));
        searched += 1;
        wins += u32::from(won);
    }
    let seconds = began.elapsed().as_secs_f64();
    println!("{searched} positions searched too, {wins} of them won: the same, {seconds:.2} s");
    Ok(())
}
