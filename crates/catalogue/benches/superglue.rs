//! Superglue by search alone; each run asserts the answers it times.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use perfectplay_analysis::Solver;
use perfectplay_catalogue::superglue::{By, Cell, Superglue, SuperglueSolver, closed_form};
use perfectplay_game::{Game, Known, Meter, Outcome};

/// Every placement of the two chips on a board, from nothing known.
fn placements(rows: u32, columns: u32) -> usize {
    let cell = |index: u32| Cell { row: index / columns + 1, column: index % columns + 1 };
    let rules = Superglue::new(rows, columns, [cell(0), cell(1)], &[]).expect("a board");
    let mut solver = SuperglueSolver::new(rules, By::Search);
    let mut won = 0;
    for one in 0..rows * columns {
        for other in one + 1..rows * columns {
            let placed = Superglue::new(rows, columns, [cell(one), cell(other)], &[]);
            let start = placed.expect("a board").start();
            let judged = solver.judge(&start, &mut Meter::default()).expect("no limit");
            let wins = judged.evaluation.outcome == Known::Exact(Outcome::Win);
            assert_eq!(wins, closed_form(cell(one), cell(other)));
            won += usize::from(wins);
        }
    }
    won
}

fn boards(c: &mut Criterion) {
    let mut group = c.benchmark_group("superglue, all placements with all options");
    group.sample_size(10);
    for (rows, columns, won) in [(5, 5, 290), (10, 10, 2160)] {
        group.bench_function(format!("{rows} x {columns}"), |b| {
            b.iter(|| assert_eq!(placements(black_box(rows), columns), won));
        });
    }
    group.finish();
}

criterion_group!(benches, boards);
criterion_main!(benches);
