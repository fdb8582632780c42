//! Random graphs.

use perfectplay_game::{Game, Notation, NotationError, Options, Outcome, Player, Tabular};
use perfectplay_theories::retrograde::graph::Step;
use proptest::prelude::*;

use crate::reference::Node;

/// How far from its position an option leads, in a graph of n.
#[derive(Clone, Copy, Debug)]
enum Shape {
    /// Anywhere.
    Wild,
    /// A few numbers up or down: long plays.
    Long,
    /// Up only: play ends.
    Up,
    /// Down only: play ends.
    Down,
    /// From a layer of four numbers to the next: play ends.
    Layers,
}

fn shaped(shape: Shape, positions: usize, from: usize, dice: usize) -> Option<usize> {
    let to = match shape {
        Shape::Wild => dice % positions,
        Shape::Long => (from + dice % 5).checked_sub(2)?,
        Shape::Up => from + 1 + dice % positions,
        Shape::Down => from.checked_sub(1 + dice % 4)?,
        Shape::Layers => (from / 4 + 1) * 4 + dice % 4,
    };
    (to < positions).then_some(to)
}

fn any_ending() -> impl Strategy<Value = Outcome> {
    prop_oneof![4 => Just(Outcome::Loss), 1 => Just(Outcome::Win), 1 => Just(Outcome::Tie)]
}

/// Graphs of 1 to `most` positions, with up to four options each, some of
/// which do not pass the turn, and with ends of every kind.
pub(crate) fn any_nodes(most: usize) -> impl Strategy<Value = Vec<Node>> {
    let shape = prop_oneof![
        4 => Just(Shape::Wild),
        4 => Just(Shape::Long),
        1 => Just(Shape::Up),
        1 => Just(Shape::Down),
        2 => Just(Shape::Layers),
    ];
    let options = prop::collection::vec((any::<u32>(), 0u32..6), 0..=4);
    let node = (options, any_ending());
    let staying = prop_oneof![Just(0u32), Just(1), Just(3)];
    (shape, staying, prop::collection::vec(node, 1..=most)).prop_map(|(shape, staying, nodes)| {
        let positions = nodes.len();
        let steps = |from: usize, options: &[(u32, u32)]| {
            let step = |&(dice, stays): &(u32, u32)| {
                let to = shaped(shape, positions, from, dice as usize)?;
                Some(Step { to: to as u32, keeps_turn: stays < staying })
            };
            options.iter().filter_map(step).collect()
        };
        let node =
            |(from, (options, ending)): (usize, &(Vec<_>, _))| (steps(from, options), *ending);
        nodes.iter().enumerate().map(node).collect()
    })
}

/// A graph as rules. The mover is a part of the position, as the turn does not
/// always pass.
#[derive(Clone, Debug)]
pub(crate) struct Walk(pub(crate) Vec<Node>);

impl Game for Walk {
    type Position = (u32, Player);
    type Move = usize;

    fn start(&self) -> (u32, Player) {
        (0, Player::First)
    }

    fn mover(&self, at: &(u32, Player)) -> Player {
        at.1
    }

    fn options(&self, &(at, mover): &(u32, Player), into: &mut Options<Self>) {
        let to = |step: &Step| (step.to, if step.keeps_turn { mover } else { mover.other() });
        into.extend(self.0[at as usize].0.iter().map(to).enumerate());
    }

    fn ending(&self, at: &(u32, Player)) -> Outcome {
        self.0[at.0 as usize].1
    }
}

impl Notation for Walk {
    fn write_position(&self, at: &(u32, Player)) -> String {
        format!("{} {}", at.0, at.1)
    }

    fn parse_position(&self, text: &str) -> Result<(u32, Player), NotationError> {
        let wrong = || NotationError::at(text, 0, text, "a number and a player");
        let (number, player) = text.split_once(' ').ok_or_else(wrong)?;
        let number: u32 = number.parse().map_err(|_| wrong())?;
        let players = [Player::First, Player::Second];
        let player = players.into_iter().find(|known| known.to_string() == player);
        let position = (number, player.ok_or_else(wrong)?);
        let canonical = self.write_position(&position) == text;
        let known = (number as usize) < self.0.len() && canonical;
        known.then_some(position).ok_or_else(wrong)
    }

    fn write_move(&self, _: &(u32, Player), chosen: &usize) -> String {
        chosen.to_string()
    }

    fn rules(&self) -> String {
        "a walk on a graph".to_owned()
    }
}

impl Tabular for Walk {}

/// Numbers that look random and are the same everywhere (SplitMix64).
pub(crate) fn dice(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A graph large enough for several threads, with wins, losses, ties and, in
/// the upper half, which has no tied ends and never leads down, draws.
pub(crate) fn large(positions: u32, seed: u64) -> Vec<Node> {
    let mut state = seed;
    let half = positions / 2;
    let node = |at| {
        let tied = if at < half { Outcome::Tie } else { Outcome::Loss };
        let ending = [Outcome::Loss, Outcome::Win, tied][dice(&mut state) as usize % 3];
        let ends = dice(&mut state).is_multiple_of(if at < half { 6 } else { 60 });
        let options = if ends { 0 } else { 1 + dice(&mut state) % 3 };
        let mut step = |_| {
            let to = (dice(&mut state) % u64::from(half)) as u32;
            let to = if at < half { to } else { half + to };
            Step { to, keeps_turn: dice(&mut state).is_multiple_of(8) }
        };
        ((0..options).map(&mut step).collect(), ending)
    };
    (0..positions).map(node).collect()
}
