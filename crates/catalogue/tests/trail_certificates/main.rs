//! Certificates of both rulesets of geography: against exhaustive play, on
//! random graphs with odd cycles inside of odd cycles, mutated, and hostile.

#[path = "../common/mod.rs"]
mod common;
mod cubes;
mod graphs;
mod hostile;
mod labels;
mod positions;

use perfectplay_analysis::{Analysis, Face, Solver};
use perfectplay_catalogue::combination_lock::{CombinationLock, CombinationLockSolver, Pattern};
use perfectplay_catalogue::geography::{Board, Family, Geography, GeographySolver};
use perfectplay_game::{Limits, Meter};
use perfectplay_proof::{CheckError, Form};

/// The pattern of `discs` discs that a number stands for.
pub(crate) fn numbered(number: u64, discs: u32) -> Pattern {
    let signs: Vec<u8> = (0..discs).map(|disc| b".="[(number >> disc & 1) as usize]).collect();
    Pattern::parse(&signs, discs).expect("as many signs")
}

/// A lock on the patterns that `allowed` names, and the start.
pub(crate) fn lock(discs: u32, start: u64, allowed: impl Fn(u64) -> bool) -> CombinationLockSolver {
    CombinationLockSolver::new(rules_of_lock(discs, start, allowed))
}

/// The rules of such a lock.
pub(crate) fn rules_of_lock(
    discs: u32,
    start: u64,
    allowed: impl Fn(u64) -> bool,
) -> CombinationLock {
    let start = start % (1 << discs);
    let forbidden = (0..1 << discs).filter(|&number| number != start && !allowed(number));
    let forbidden: Vec<Pattern> = forbidden.map(|number| numbered(number, discs)).collect();
    CombinationLock::new(numbered(start, discs), &forbidden).expect("a game")
}

pub(crate) fn geography(board: Board, start: u32) -> GeographySolver {
    let start = start % board.vertices();
    GeographySolver::new(Geography::new(board, start).expect("the start is a vertex"))
}

pub(crate) fn of_edges(edges: &[(u32, u32)]) -> Board {
    let name = |v: u32| v.to_string();
    let edges: Vec<(String, String)> =
        edges.iter().filter(|(v, w)| v != w).map(|&(v, w)| (name(v), name(w))).collect();
    match edges.is_empty() {
        true => Board::of_family(Family::Path, 1).expect("a size that it has"),
        false => Board::of_edges(&edges).expect("no self loop"),
    }
}

/// The certificate of a position in its text form.
pub(crate) fn certificate<S: Solver>(solver: S, position: &str) -> String {
    let mut bytes = Vec::new();
    Face(solver)
        .certify(position, Form::Text, &mut Meter::default(), &mut bytes)
        .expect("a certificate");
    String::from_utf8(bytes).expect("UTF-8")
}

/// The certificate of all starts in its text form.
pub(crate) fn certificate_of_all<S: Solver>(solver: S) -> String {
    let mut bytes = Vec::new();
    let mut face = Face(solver);
    let start = face.start();
    face.certify_all(&start, Form::Text, &mut Meter::default(), &mut bytes).expect("a certificate");
    String::from_utf8(bytes).expect("UTF-8")
}

/// What an effort of ten million says of a certificate.
pub(crate) fn verdict<S: Solver>(solver: S, text: &str) -> Result<String, CheckError> {
    let limits = Limits { effort: 10_000_000, memory: 64 << 20, ..Limits::default() };
    Face(solver).verify(&mut text.as_bytes(), &mut Meter::new(limits)).map(|found| found.claim)
}
