//! How fast scripts are asked in batches; every answer is asserted.
//!
//! `options` lists the options of a million heaps; `connect four` lists all
//! positions of the 4 x 4 board, and then solves them too, beside the same
//! rules in Rust.

use std::collections::HashMap;
use std::hash::Hash;
use std::path::Path;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use perfectplay_analysis::Solver;
use perfectplay_game::{
    Expansion, Game, Meter, Notation, NotationError, Options, Outcome, Player, Tabular,
};
use perfectplay_script::{Position, Rules};
use perfectplay_tabulate::Tabulated;

const NIM: &str = r#"
def start():
    return 1000000

def options(p):
    return [(1, p - 1), (2, p - 2), (3, p - 3)]
"#;

const NIM_WITH_AN_END: &str = r#"
def start():
    return 1000000

def options(p):
    return [(k, p - k) for k in [1, 2, 3] if k <= p]
"#;

const HEAPS: usize = 1_000_000;

/// The number of options, and of their bytes.
fn list(rules: &Rules, heaps: &[Position], into: &mut Expansion<Position>) -> (usize, usize) {
    let (mut options, mut bytes) = (0, 0);
    for batch in heaps.chunks(10_000) {
        into.clear();
        rules.expand(batch, into).expect("rules that run");
        for at in 0..batch.len() {
            for option in into.options(at) {
                options += 1;
                bytes += option.parts[0].bytes().len();
            }
        }
    }
    (options, bytes)
}

fn options(c: &mut Criterion) {
    let mut group = c.benchmark_group("options");
    group.throughput(Throughput::Elements(HEAPS as u64)).sample_size(10);
    for (name, text) in [("written out", NIM), ("with a condition", NIM_WITH_AN_END)] {
        let rules = Rules::parse("nim.star", text, &[]).expect("rules that run");
        let heap = |n: usize| rules.parse_position(&n.to_string()).expect("a heap");
        // Parsing asks the script; the others are options of options.
        let mut heaps = vec![heap(HEAPS + 2)];
        while heaps.len() < HEAPS {
            let options = rules.try_options(&heaps[heaps.len() - 1]).expect("rules that run");
            heaps.push(rules.canonical(&options[0].1).expect("rules that run"));
        }
        let mut into = Expansion::default();
        // Integers of 1, 2, 3 and 4 bytes and their heads; and who moves.
        let bytes: usize = (0..HEAPS)
            .flat_map(|at| (1..=3).map(move |k| HEAPS + 2 - at - k))
            .map(|n| {
                2 + [128, 1 << 15, 1 << 23].iter().filter(|&&from| n >= from).count()
                    + usize::from(n >= 128)
            })
            .sum();
        assert_eq!(list(&rules, &heaps, &mut into), (3 * HEAPS, bytes));
        group.bench_function(name, |b| b.iter(|| list(&rules, &heaps, &mut into)));
    }
    group.finish();
}

/// Connect Four, 4 in a row on a board of 4 x 4, as the script has it.
#[derive(Clone)]
struct ConnectFour {
    lines: Vec<[usize; 4]>,
}

impl ConnectFour {
    fn new() -> Self {
        let mut lines = Vec::new();
        for a in 0..4 {
            lines.push([0, 1, 2, 3].map(|i| 4 * a + i));
            lines.push([0, 1, 2, 3].map(|i| 4 * i + a));
        }
        lines.push([0, 5, 10, 15]);
        lines.push([3, 6, 9, 12]);
        ConnectFour { lines }
    }

    fn mark(board: &[u8; 16]) -> u8 {
        let count = |mark| board.iter().filter(|&&square| square == mark).count();
        if count(1) == count(2) { 1 } else { 2 }
    }

    fn made(&self, board: &[u8; 16]) -> bool {
        let last = 3 - Self::mark(board);
        self.lines.iter().any(|line| line.iter().all(|&square| board[square] == last))
    }
}

impl Game for ConnectFour {
    type Position = [u8; 16];
    type Move = usize;

    fn start(&self) -> [u8; 16] {
        [0; 16]
    }

    fn mover(&self, board: &[u8; 16]) -> Player {
        if Self::mark(board) == 1 { Player::First } else { Player::Second }
    }

    fn options(&self, board: &[u8; 16], into: &mut Options<Self>) {
        if self.made(board) {
            return;
        }
        let mark = Self::mark(board);
        for column in 0..4 {
            if let Some(row) = (0..4).find(|row| board[4 * column + row] == 0) {
                let mut to = *board;
                to[4 * column + row] = mark;
                into.push((column + 1, to));
            }
        }
    }

    fn ending(&self, board: &[u8; 16]) -> Outcome {
        if self.made(board) { Outcome::Loss } else { Outcome::Tie }
    }
}

impl Notation for ConnectFour {
    fn write_position(&self, board: &[u8; 16]) -> String {
        format!("{board:?}")
    }

    fn parse_position(&self, text: &str) -> Result<[u8; 16], NotationError> {
        Err(NotationError::at(text, 0, "a text", "none"))
    }

    fn write_move(&self, _from: &[u8; 16], chosen: &usize) -> String {
        chosen.to_string()
    }

    fn rules(&self) -> String {
        String::new()
    }
}

impl Tabular for ConnectFour {}

/// Lists everything from the start by `expand`; positions, options and ties.
fn explore<G: Tabular>(game: &G) -> [usize; 3]
where
    G::Position: Hash,
{
    let start = game.canonical(&game.start()).expect("rules that run");
    let mut numbers = HashMap::<_, usize, rustc_hash::FxBuildHasher>::default();
    numbers.insert(start.clone(), 0);
    let mut positions = vec![start];
    let mut into = Expansion::default();
    let (mut done, mut options, mut ties) = (0, 0, 0);
    while done < positions.len() {
        let batch = &positions[done..positions.len().min(done + 4096)];
        into.clear();
        game.expand(batch, &mut into).expect("rules that run");
        done += batch.len();
        for at in 0..into.len() {
            ties += usize::from(into.ending(at) == Some(Outcome::Tie));
            for option in into.options(at) {
                options += 1;
                let next = positions.len();
                let to = &option.parts[0];
                if *numbers.entry(to.clone()).or_insert(next) == next {
                    positions.push(to.clone());
                }
            }
        }
    }
    [positions.len(), options, ties]
}

/// Solves the start, with one thread.
fn solve<G>(game: G)
where
    G: Tabular + Send + Sync + 'static,
    G::Position: Send + Sync,
    G::Move: Send,
{
    let start = game.start();
    let mut solver = Tabulated::new("connect-four", game).with_threads(1);
    let judged = solver.judge(&start, &mut Meter::default()).expect("no limit");
    assert_eq!(judged.evaluation.outcome.exact(), Some(&Outcome::Tie));
    assert_eq!(solver.table().expanded(), 161_029);
}

fn connect_four(c: &mut Criterion) {
    let mut group = c.benchmark_group("connect four");
    group.throughput(Throughput::Elements(161_029)).sample_size(10);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/connect-four.star");
    let script = Rules::read(&path, &[]).expect("rules that run");
    let rust = ConnectFour::new();
    let counts = explore(&rust);
    assert_eq!(counts[0], 161_029);
    assert_eq!(explore(&script), counts);
    group.bench_function("listed by a script", |b| b.iter(|| explore(&script)));
    group.bench_function("listed by Rust", |b| b.iter(|| explore(&rust)));
    group.bench_function("solved by a script", |b| b.iter(|| solve(script.clone())));
    group.bench_function("solved by Rust", |b| b.iter(|| solve(rust.clone())));
    group.finish();
}

criterion_group!(benches, options, connect_four);
criterion_main!(benches);
