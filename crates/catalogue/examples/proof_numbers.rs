//! Superglue by search that knows legal moves and symmetry only: nodes and
//! seconds of one position. By deepening, or by proof numbers if so asked.
//!
//! ```text
//! proof_numbers ROWS COLUMNS DOWN RIGHT [TABLE-MIB [THREADS]] [pass] [numbers]
//! ```
#![allow(clippy::print_stdout)]

use std::time::Instant;

use perfectplay_catalogue::superglue::{Cell, PackedSuperglue, Superglue, Word, closed_form};
use perfectplay_game::{Game, Limits, Meter, Player};
use perfectplay_theories::proof_search::proof_numbers::{Method, ProofNumbers, Settings};

fn run<W: Word>(
    rules: &Superglue,
    settings: Settings,
    (pass, method): (bool, Method),
) -> Option<(bool, u64, f64)> {
    let game = PackedSuperglue::<W>::new(rules)?;
    let game = if pass { game.with_pass() } else { game };
    let mut meter = Meter::new(Limits::default());
    let began = Instant::now();
    let search = ProofNumbers::new(&game, &game, settings, &mut meter).ok()?;
    let mut search = search.by(method, &mut meter).ok()?;
    let won = search.wins(&game.start(), Player::First, &mut meter).ok()?;
    Some((won, search.nodes(), began.elapsed().as_secs_f64()))
}

fn main() {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    let mut told = |what: &str| {
        let before = words.len();
        words.retain(|word| word != what);
        words.len() < before
    };
    let pass = told("pass");
    let method = if told("numbers") { Method::ProofNumbers } else { Method::Deepening };
    let numbers: Vec<u32> = words.iter().filter_map(|word| word.parse().ok()).collect();
    let &[rows, columns, down, right, ref rest @ ..] = &numbers[..] else {
        println!("proof_numbers ROWS COLUMNS DOWN RIGHT [TABLE-MIB [THREADS]] [pass] [numbers]");
        return;
    };
    // The chips in the middle of the board.
    let (row, column) = ((rows - down).div_ceil(2).max(1), (columns - right).div_ceil(2).max(1));
    let chips = [Cell { row, column }, Cell { row: row + down, column: column + right }];
    let Some(rules) = Superglue::new(rows, columns, chips, &[]) else {
        println!("no such position");
        return;
    };
    let settings = Settings {
        table: u64::from(rest.first().copied().unwrap_or(100)) << 20,
        threads: rest.get(1).map_or(1, |&threads| threads as usize),
    };
    let found = match rows * columns {
        ..=32 => run::<u32>(&rules, settings, (pass, method)),
        33..=64 => run::<u64>(&rules, settings, (pass, method)),
        _ => run::<u128>(&rules, settings, (pass, method)),
    };
    match found {
        Some((won, nodes, seconds)) => {
            assert_eq!(won, closed_form(chips[0], chips[1]));
            let winner = if won { "First" } else { "Second" };
            println!(
                "{rows} x {columns} ({down}, {right}): {winner}, {nodes} nodes, {seconds:.2} s"
            );
        }
        None => println!("no answer within the limits"),
    }
}
