//! A slow fixpoint that shares nothing with the theory but the statement.

use perfectplay_game::Outcome;
use perfectplay_theories::retrograde::Standing;
use perfectplay_theories::retrograde::graph::Step;

/// A position: its options, and how it ends where it has none.
pub(crate) type Node = (Vec<Step>, Outcome);

/// Play that is cut after `plies` plies: 1 for who wins by then, -1 for who
/// loses by then, 0 otherwise. Row k holds the values of play cut after k.
fn cut_play(nodes: &[Node]) -> Vec<Vec<i32>> {
    let ended = |ending: &Outcome| match ending {
        Outcome::Win => 1,
        Outcome::Loss => -1,
        _ => 0,
    };
    let first = nodes.iter().map(|(steps, ending)| match steps.is_empty() {
        true => ended(ending),
        false => 0,
    });
    let mut rows = vec![first.collect::<Vec<i32>>()];
    // Play that wins at all wins without meeting a position twice.
    for _ in nodes {
        let before = &rows[rows.len() - 1];
        let after = |step: &Step| match step.keeps_turn {
            true => before[step.to as usize],
            false => -before[step.to as usize],
        };
        let row = nodes.iter().map(|(steps, ending)| {
            let best = steps.iter().map(after).max();
            best.unwrap_or_else(|| ended(ending))
        });
        let row = row.collect();
        rows.push(row);
    }
    rows
}

/// The standing of every position.
pub(crate) fn standings(nodes: &[Node]) -> Vec<Standing> {
    let rows = cut_play(nodes);
    let forced = |at: usize| {
        let plies = rows.iter().position(|row| row[at] != 0)?;
        let outcome = if rows[plies][at] > 0 { Outcome::Win } else { Outcome::Loss };
        Some(Standing::decided(outcome, plies as u32))
    };
    // Plies to a tied end through undecided positions, found in rounds.
    let mut to_tie: Vec<Option<u32>> = nodes
        .iter()
        .map(|(steps, ending)| (steps.is_empty() && *ending == Outcome::Tie).then_some(0))
        .collect();
    for _ in nodes {
        to_tie = (0..nodes.len())
            .map(|at| {
                let through = nodes[at].0.iter().filter_map(|step| to_tie[step.to as usize]);
                let through = through.min().filter(|_| forced(at).is_none());
                to_tie[at].or(through.map(|plies| plies + 1))
            })
            .collect();
    }
    let standing = |at: usize| {
        let tied = to_tie[at].map(|plies| Standing::decided(Outcome::Tie, plies));
        forced(at).or(tied).unwrap_or(Standing::DRAW)
    };
    (0..nodes.len()).map(standing).collect()
}
