//! Automata over digits, learned by merging states of the tree of known words
//! (the blue-fringe order of Lang, Pearlmutter and Price's evidence-driven
//! state merging), then completed and minimised.

use perfectplay_game::{Meter, Stop};
use rustc_hash::FxHashMap;

use crate::formula::{Automaton, Digits, Reading, letters};

const NOWHERE: usize = usize::MAX;

/// Cases to learn from: parameters and a label.
pub(crate) type Labelled<'a> = (&'a [i64], usize);

/// A tree of words that merging turns into an automaton.
struct Tree {
    letters: usize,
    /// `next[node * letters + letter]`.
    next: Vec<usize>,
    labels: Vec<Option<usize>>,
}

impl Tree {
    fn new(letters: usize) -> Self {
        Tree { letters, next: vec![NOWHERE; letters], labels: vec![None] }
    }

    fn follow(&self, node: usize, letter: usize) -> usize {
        self.next.get(node * self.letters + letter).copied().unwrap_or(NOWHERE)
    }

    fn lead(&mut self, node: usize, letter: usize, to: usize) {
        if let Some(place) = self.next.get_mut(node * self.letters + letter) {
            *place = to;
        }
    }

    /// The node after one more letter, made if there is none.
    fn grow(&mut self, node: usize, letter: usize) -> usize {
        let known = self.follow(node, letter);
        if known != NOWHERE {
            return known;
        }
        let made = self.labels.len();
        self.labels.push(None);
        self.next.extend(std::iter::repeat_n(NOWHERE, self.letters));
        self.lead(node, letter, made);
        made
    }

    /// Labels a node; `false` if it has another label.
    fn label(&mut self, node: usize, label: usize) -> bool {
        match self.labels.get_mut(node) {
            Some(place) => *place.get_or_insert(label) == label,
            None => false,
        }
    }
}

/// What merging changed, to be undone.
#[derive(Default)]
struct Journal {
    leads: Vec<(usize, usize, usize)>,
    labels: Vec<usize>,
}

/// Lets the edge to `blue` lead to `red` and folds the tree below `blue` into
/// what lies below `red`. Gives how many labels agreed, or `None`, everything
/// undone, when two contradict each other. Below `blue` is a tree, so each of
/// its nodes is met once.
fn merge(
    tree: &mut Tree,
    (parent, letter): (usize, usize),
    red: usize,
    blue: usize,
    journal: &mut Journal,
    meter: &mut Meter,
) -> Result<Option<usize>, Stop> {
    journal.leads.push((parent, letter, blue));
    tree.lead(parent, letter, red);
    let mut score = 0;
    let mut left = vec![(red, blue)];
    while let Some((into, from)) = left.pop() {
        meter.spend(1 + tree.letters as u64)?;
        let label = tree.labels.get(from).copied().flatten();
        match (tree.labels.get(into).copied().flatten(), label) {
            (Some(a), Some(b)) if a != b => {
                undo(tree, journal);
                return Ok(None);
            }
            (Some(_), Some(_)) => score += 1,
            (None, Some(label)) => {
                tree.label(into, label);
                journal.labels.push(into);
            }
            (_, None) => {}
        }
        for letter in 0..tree.letters {
            let below = tree.follow(from, letter);
            if below == NOWHERE {
                continue;
            }
            let there = tree.follow(into, letter);
            if there == NOWHERE {
                journal.leads.push((into, letter, NOWHERE));
                tree.lead(into, letter, below);
            } else {
                left.push((there, below));
            }
        }
    }
    Ok(Some(score))
}

fn undo(tree: &mut Tree, journal: &mut Journal) {
    while let Some((node, letter, before)) = journal.leads.pop() {
        tree.lead(node, letter, before);
    }
    while let Some(node) = journal.labels.pop() {
        if let Some(label) = tree.labels.get_mut(node) {
            *label = None;
        }
    }
}

/// Automata of at most `most` states that label the cases as they are, with
/// the labels as outputs: they differ in what they do with letters that no
/// case reads. None if merging needs more states, or a case has a negative
/// number.
///
/// Time: O(states^2 * letters * size of the tree), usually far less, since
/// wrong merges fail early.
pub(crate) fn learn(
    digits: Digits,
    reading: Reading,
    cases: &[Labelled<'_>],
    most: usize,
    meter: &mut Meter,
) -> Result<Vec<Automaton>, Stop> {
    let width = cases.first().map_or(0, |(row, _)| row.len());
    let Some(alphabet) = u32::try_from(width).ok().and_then(|w| digits.base().checked_pow(w))
    else {
        return Ok(Vec::new());
    };
    let Some(mut tree) = planted(digits, reading, cases, alphabet, meter)? else {
        return Ok(Vec::new());
    };
    let mut reds = vec![0];
    while let Some((parent, letter, blue)) = fringe(&tree, &reds) {
        let mut best: Option<(usize, usize)> = None;
        for &red in &reds {
            let mut journal = Journal::default();
            if let Some(score) = merge(&mut tree, (parent, letter), red, blue, &mut journal, meter)?
            {
                undo(&mut tree, &mut journal);
                if best.is_none_or(|(known, _)| score > known) {
                    best = Some((score, red));
                }
            }
        }
        match best {
            Some((_, red)) => {
                let edge = (parent, letter);
                merge(&mut tree, edge, red, blue, &mut Journal::default(), meter)?;
            }
            None => {
                reds.push(blue);
                if reds.len() > most {
                    return Ok(Vec::new());
                }
            }
        }
    }
    let mut counts: FxHashMap<usize, usize> = FxHashMap::default();
    for (_, label) in cases {
        *counts.entry(*label).or_default() += 1;
    }
    let usual = counts.into_iter().max_by_key(|(label, count)| (*count, *label));
    let usual = usual.map_or(0, |(label, _)| label);
    let mut found: Vec<Automaton> = Vec::new();
    for completion in [Completion::Trap, Completion::Stay, Completion::Restart] {
        let (next, outputs) = completed(&tree, &reds, usual, completion);
        let (next, outputs) = minimised(&next, &outputs);
        let outputs = outputs.into_iter().map(|label| label as i64).collect();
        let automaton = Automaton { digits, reading, next, outputs };
        if !found.contains(&automaton) {
            found.push(automaton);
        }
    }
    Ok(found)
}

/// The tree of the cases' words; `None` if a word has two labels.
fn planted(
    digits: Digits,
    reading: Reading,
    cases: &[Labelled<'_>],
    alphabet: usize,
    meter: &mut Meter,
) -> Result<Option<Tree>, Stop> {
    let mut tree = Tree::new(alphabet);
    if reading == Reading::Msd {
        // Leading zeros change nothing.
        tree.lead(0, 0, 0);
    }
    for (row, label) in cases {
        let Some(word) = letters(digits, reading, row) else { return Ok(None) };
        meter.spend(4 + word.len() as u64)?;
        let mut node = 0;
        for letter in word {
            node = tree.grow(node, usize::from(letter));
        }
        if !tree.label(node, *label) {
            return Ok(None);
        }
        if reading == Reading::Lsd {
            // Nor do zeros behind the most significant digit.
            for _ in 0..2 {
                node = tree.grow(node, 0);
                if !tree.label(node, *label) {
                    return Ok(None);
                }
            }
        }
    }
    Ok(Some(tree))
}

/// The first edge from a red state to one that is not red.
fn fringe(tree: &Tree, reds: &[usize]) -> Option<(usize, usize, usize)> {
    reds.iter().find_map(|&red| {
        (0..tree.letters).find_map(|letter| {
            let to = tree.follow(red, letter);
            (to != NOWHERE && !reds.contains(&to)).then_some((red, letter, to))
        })
    })
}

/// Where letters lead that no case reads.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Completion {
    /// To a state of the usual output that is never left.
    Trap,
    Stay,
    Restart,
}

fn completed(
    tree: &Tree,
    reds: &[usize],
    usual: usize,
    completion: Completion,
) -> (Vec<Vec<usize>>, Vec<usize>) {
    let trap = reds.len();
    let mut next: Vec<Vec<usize>> = Vec::new();
    for (state, &red) in reds.iter().enumerate() {
        let row = (0..tree.letters).map(|letter| {
            let to = tree.follow(red, letter);
            let known = reds.iter().position(|known| *known == to);
            known.unwrap_or(match completion {
                Completion::Trap => trap,
                Completion::Stay => state,
                Completion::Restart => 0,
            })
        });
        next.push(row.collect());
    }
    let label = |red: &usize| tree.labels.get(*red).copied().flatten().unwrap_or(usual);
    let mut outputs: Vec<usize> = reds.iter().map(label).collect();
    next.push(vec![trap; tree.letters]);
    outputs.push(usual);
    (next, outputs)
}

/// The automaton with the fewest states that does the same, by Moore's
/// refinement: states are told apart by their outputs, then by the classes
/// that their letters lead to. The states are numbered as they are met from
/// the start; those never met are dropped.
fn minimised(next: &[Vec<usize>], outputs: &[usize]) -> (Vec<Vec<usize>>, Vec<usize>) {
    let mut classes: Vec<usize> = outputs.to_vec();
    let mut count = 0;
    loop {
        let mut numbers: FxHashMap<Vec<usize>, usize> = FxHashMap::default();
        let refined: Vec<usize> = next
            .iter()
            .zip(&classes)
            .map(|(row, class)| {
                let mut signature = vec![*class];
                signature.extend(row.iter().filter_map(|to| classes.get(*to)));
                let fresh = numbers.len();
                *numbers.entry(signature).or_insert(fresh)
            })
            .collect();
        let done = numbers.len() == count;
        count = numbers.len();
        classes = refined;
        if done {
            break;
        }
    }
    // States by class, in the order in which they are met.
    let mut order: Vec<usize> = vec![0];
    let mut number: FxHashMap<usize, usize> = FxHashMap::default();
    number.insert(classes.first().copied().unwrap_or(0), 0);
    let mut rows: Vec<Vec<usize>> = Vec::new();
    let mut at = 0;
    while let Some(&state) = order.get(at) {
        at += 1;
        let mut row = Vec::new();
        for &to in next.get(state).into_iter().flatten() {
            let class = classes.get(to).copied().unwrap_or(0);
            let fresh = order.len();
            let numbered = *number.entry(class).or_insert(fresh);
            if numbered == fresh {
                order.push(to);
            }
            row.push(numbered);
        }
        rows.push(row);
    }
    let outputs = order.iter().map(|state| outputs.get(*state).copied().unwrap_or(0)).collect();
    (rows, outputs)
}
