use perfectplay_analysis::{Choice, Theory, counted};
use perfectplay_game::{Known, Notation, Outcome, Player, Score};

use crate::values::{Picked, Worth};

/// A worth in a few words, for the mover.
pub(crate) fn said(worth: Worth) -> String {
    match worth {
        Worth::Nimber(nimber, _) | Worth::Left(nimber, _) => format!("Grundy value {nimber}"),
        Worth::Standing(standing) => format!("{standing}"),
        Worth::Points(points, Score::WinThenPoints) => {
            let own = counted(points.own, "points");
            format!("{} with {own} against {}", points.outcome, points.other)
        }
        Worth::Points(points, Score::Difference) => counted(points.margin(), "points"),
        Worth::Outcome(outcome) => outcome.to_string(),
        Worth::Unknown => "nothing known".to_owned(),
    }
}

/// The theory picked, and why.
pub(crate) fn theory(picked: &Picked, way_round: &str, positions: usize, alike: bool) -> Theory {
    let alike = if alike { " up to symmetry" } else { "" };
    let listed = |what: &str| format!("{} listed{alike}", counted(positions as u64, what));
    let (name, applies) = match picked {
        Picked::Sums => (
            "Sprague-Grundy",
            format!(
                "the rules say into which parts a position falls, both players have the same \
                 options, and who cannot move loses: the value of a position is the XOR of its \
                 parts' values ({})",
                listed("parts")
            ),
        ),
        Picked::Points(Score::WinThenPoints) => (
            "lexicographic play",
            format!(
                "moves pay points and play comes to an end: to win goes first, then own points, \
                 then the rival's ({})",
                listed("positions")
            ),
        ),
        Picked::Points(Score::Difference) => (
            "difference of points",
            format!(
                "moves pay points, play comes to an end, and who is ahead wins ({})",
                listed("positions")
            ),
        ),
        Picked::ComesBack(_) => (
            "retrograde analysis",
            format!(
                "a position can come back ({way_round}): worked from the ends backward, what no \
                 side can force is a draw ({})",
                listed("positions")
            ),
        ),
        Picked::Exhaustive { nimbers: true } => (
            "exhaustive play",
            format!(
                "play comes to an end, both players have the same options, and who cannot move \
                 loses: every position is valued once, after its options ({positions} listed\
                 {alike})"
            ),
        ),
        Picked::Exhaustive { nimbers: false } => (
            "exhaustive play",
            format!(
                "play comes to an end: every position is valued once, after its options \
                 ({positions} listed{alike})"
            ),
        ),
        Picked::Unfinished => (
            "retrograde analysis of a part",
            format!(
                "a limit came with {} expanded{alike}: wins and losses that they force hold \
                 however the rest goes",
                counted(positions as u64, "positions")
            ),
        ),
    };
    Theory { name: name.to_owned(), applies }
}

/// The outcome class of a position whose sides differ, from the outcome for
/// the mover when First and when Second is to move there.
pub(crate) fn class(first_moves: Outcome, second_moves: Outcome) -> &'static str {
    match (first_moves, second_moves) {
        (Outcome::Win, Outcome::Win) => "N: who moves first wins",
        (Outcome::Loss, Outcome::Loss) => "P: who moves second wins",
        (Outcome::Win, Outcome::Loss) => "L: First (Left) wins, whoever is to move",
        (Outcome::Loss, Outcome::Win) => "R: Second (Right) wins, whoever is to move",
        _ => "none of N, P, L, R: it is tied or drawn when one of them is to move",
    }
}

/// The fact that decides a position, in one sentence.
pub(crate) fn because<G: Notation>(
    rules: &G,
    position: &G::Position,
    mover: Player,
    worth: Worth,
    parts: &[(String, Worth)],
    choices: &[Choice<G::Move>],
) -> String {
    if parts.len() > 1 {
        return sum_in_words(mover, worth, parts);
    }
    let Some(outcome) = worth.outcome() else {
        return "what was listed does not decide it".to_owned();
    };
    let Some(best) = choices.first() else {
        return match outcome {
            Outcome::Loss => format!("{mover} has no move, which loses"),
            Outcome::Tie => "play has ended level".to_owned(),
            _ => format!("play has ended, and {mover} has won"),
        };
    };
    let name = rules.write_move(position, &best.chosen);
    let rival = mover.other();
    let by_points = match worth {
        Worth::Points(_, score) => {
            let points = match &best.evaluation.value {
                Some(Known::Exact(value)) => value.to_string(),
                _ => "as much".to_owned(),
            };
            Some(match score {
                Score::WinThenPoints => format!("{name} does best, with {points}"),
                Score::Difference => format!("{name} does best: {points}"),
            })
        }
        _ => None,
    };
    let plies = |said: &str| match worth.plies() {
        Some(plies) => format!(", {said} in {}", counted(plies, "plies")),
        None => String::new(),
    };
    let leaves = rules.play(position, &best.chosen).map(|to| rules.write_position(&to));
    let leaves = leaves.unwrap_or_default();
    if let Some(points) = by_points {
        return points;
    }
    let grundy = match worth {
        Worth::Nimber(..) if outcome == Outcome::Win => ", of Grundy value 0",
        _ => "",
    };
    match outcome {
        Outcome::Win => format!(
            "{name} leaves {leaves}{grundy}, from where {mover} wins{}",
            plies("at the latest")
        ),
        Outcome::Loss => format!(
            "every move leaves a position from where {rival} wins{}",
            plies("at the latest")
        ),
        Outcome::Tie => format!("nothing wins, and {name} leads to a tie{}", plies("at best")),
        Outcome::Draw => {
            format!("nothing wins, and {name} keeps play going: {rival} cannot force an end")
        }
    }
}

/// The XOR of the parts written out.
fn sum_in_words(mover: Player, worth: Worth, parts: &[(String, Worth)]) -> String {
    const SHOWN: usize = 12;
    let nimber = |worth: &Worth| match worth {
        Worth::Nimber(nimber, _) => *nimber,
        _ => 0,
    };
    let mut shown: Vec<String> = parts
        .iter()
        .take(SHOWN)
        .map(|(name, worth)| format!("{name} has {}", nimber(worth)))
        .collect();
    if parts.len() > SHOWN {
        shown.push(format!("{} more", parts.len() - SHOWN));
    }
    let total = nimber(&worth);
    let winner = if total == 0 { mover.other() } else { mover };
    let verdict = if total == 0 { "0" } else { "not 0" };
    format!(
        "the parts' Grundy values add up to {total} by XOR, {verdict}, so {winner} wins: {}",
        shown.join(", ")
    )
}
