use std::collections::VecDeque;

use perfectplay_game::{Game, Meter, Outcome, Player, Stop};
use rustc_hash::FxHashMap;

use super::effort::Halt;
use super::hints::Hints;
use super::search::ProofNumbers;

/// What a player has to know to win, or not to be beaten.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strategy<P> {
    /// Whose strategy it is.
    pub player: Player,
    /// Does he win by it? Else the opponent does not.
    pub wins: bool,
    /// Does all play that it allows end? It does if it wins.
    pub ends: bool,
    /// Positions, that it is for first, each with a rank. From each of the
    /// player's that has options some option leads to one that is listed,
    /// from each of the opponent's all do; and where all play ends, to one of a
    /// smaller rank. Elsewhere all ranks are 0.
    pub positions: Vec<(P, u32)>,
}

/// What proves the outcome of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof<P> {
    /// For the mover: a win, a loss, a tie, or a draw where neither player can
    /// force a win and it is not known that play ends.
    pub outcome: Outcome,
    /// The winner's strategy, or the mover's and the opponent's.
    pub parts: Vec<Strategy<P>>,
}

/// Why there is no strategy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StrategyError {
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// What the game told the search beyond its rules cannot be true.
    #[error("what the game declares for the search is against its rules: {0}")]
    Declared(&'static str),
}

/// The positions of a strategy while it grows.
struct Plan<P> {
    numbers: FxHashMap<P, usize>,
    nodes: Vec<Node<P>>,
}

struct Node<P> {
    position: P,
    /// Does the player choose here?
    chooses: bool,
    /// Where his options, or all the opponent's, lead; `None` until looked at.
    to: Option<Vec<usize>>,
    ranked: Option<u32>,
}

impl<'g, G, H> ProofNumbers<'g, G, H>
where
    G: Game + Sync,
    G::Position: Send,
    H: Hints<G> + Sync,
{
    /// A strategy that proves whether the attacker wins: his, if he does, else
    /// his opponent's, who then also wins by it if all play that it allows
    /// ends in his win.
    ///
    /// Positions are listed in canonical form. Time is that of the search, once
    /// more for what the table forgot, plus options of what is listed.
    ///
    /// # Errors
    ///
    /// A limit, or hints that are false.
    pub fn strategy(
        &mut self,
        position: &G::Position,
        attacker: Player,
        meter: &mut Meter,
    ) -> Result<Strategy<G::Position>, StrategyError> {
        let won = self.wins(position, attacker, meter)?;
        let held = meter.held();
        let found = self.plan(position, attacker, won, meter);
        meter.release(meter.held() - held);
        found
    }

    /// Strategies that prove the outcome of a position.
    ///
    /// # Errors
    ///
    /// See [`ProofNumbers::strategy`].
    pub fn proof(
        &mut self,
        position: &G::Position,
        meter: &mut Meter,
    ) -> Result<Proof<G::Position>, StrategyError> {
        let mover = self.game.mover(position);
        let one = self.strategy(position, mover, meter)?;
        if one.wins {
            let outcome = if one.player == mover { Outcome::Win } else { Outcome::Loss };
            return Ok(Proof { outcome, parts: vec![one] });
        }
        if self.hints.two_outcomes() {
            return Err(StrategyError::Declared("nobody wins"));
        }
        // `one` is the opponent's, who is not beaten.
        let other = self.strategy(position, mover.other(), meter)?;
        if other.wins {
            let outcome = if other.player == mover { Outcome::Win } else { Outcome::Loss };
            return Ok(Proof { outcome, parts: vec![other] });
        }
        let outcome = if one.ends || other.ends { Outcome::Tie } else { Outcome::Draw };
        Ok(Proof { outcome, parts: vec![other, one] })
    }

    fn plan(
        &mut self,
        position: &G::Position,
        attacker: Player,
        won: bool,
        meter: &mut Meter,
    ) -> Result<Strategy<G::Position>, StrategyError> {
        let player = if won { attacker } else { attacker.other() };
        let mut plan = Plan { numbers: FxHashMap::default(), nodes: Vec::new() };
        self.list(&mut plan, self.hints.canonical(position.clone()), player, meter)?;
        let mut looked_at = 0;
        loop {
            while looked_at < plan.nodes.len() {
                self.look_at(&mut plan, looked_at, attacker, won, meter)?;
                looked_at += 1;
            }
            plan.rank(self.game, player, &[Outcome::Win]);
            if plan.nodes[0].ranked.is_some() {
                return Ok(plan.strategy(player, true));
            }
            if !won {
                plan.rank(self.game, player, &[Outcome::Win, Outcome::Tie]);
                return Ok(plan.strategy(player, false));
            }
            // Some go round: each of them gets another option.
            let before = plan.edges();
            for at in 0..looked_at {
                let node = &plan.nodes[at];
                if node.chooses && node.ranked.is_none() {
                    self.widen(&mut plan, at, attacker, meter)?;
                }
            }
            if plan.edges() == before {
                return Err(StrategyError::Declared("a win goes round for ever"));
            }
        }
    }

    fn list(
        &self,
        plan: &mut Plan<G::Position>,
        position: G::Position,
        player: Player,
        meter: &mut Meter,
    ) -> Result<usize, Stop> {
        if let Some(&number) = plan.numbers.get(&position) {
            return Ok(number);
        }
        let number = plan.nodes.len();
        meter.list(number as u64 + 1)?;
        let bytes = 2 * (size_of::<G::Position>() + self.hints.heap_bytes(&position)) + 96;
        meter.hold(bytes as u64)?;
        let chooses = self.game.mover(&position) == player;
        plan.numbers.insert(position.clone(), number);
        plan.nodes.push(Node { position, chooses, to: None, ranked: None });
        Ok(number)
    }

    /// The options of a position in canonical form, each once.
    fn forms(&self, position: &G::Position) -> Vec<G::Position> {
        let mut options = Vec::new();
        self.game.options(position, &mut options);
        let mut forms: Vec<G::Position> = Vec::with_capacity(options.len());
        for (_, to) in options {
            forms.push(self.hints.canonical(to));
        }
        forms
    }

    /// Lists where play goes from a position.
    fn look_at(
        &mut self,
        plan: &mut Plan<G::Position>,
        at: usize,
        attacker: Player,
        won: bool,
        meter: &mut Meter,
    ) -> Result<(), StrategyError> {
        let position = plan.nodes[at].position.clone();
        let chooses = plan.nodes[at].chooses;
        let player = if won { attacker } else { attacker.other() };
        let forms = self.forms(&position);
        meter.spend(forms.len() as u64 + 1)?;
        let mut to = Vec::new();
        if !chooses {
            for form in forms {
                to.push(self.list(plan, form, player, meter)?);
            }
            to.sort_unstable();
            to.dedup();
        } else if !forms.is_empty() {
            let chosen = match forms.iter().find(|form| plan.numbers.contains_key(*form)) {
                // A win must not go round, so that what is listed already is
                // no better there.
                Some(listed) if !won || !self.hints.comes_back() => listed.clone(),
                _ => self.choose(plan, &position, &forms, (attacker, won), meter)?,
            };
            to.push(self.list(plan, chosen, player, meter)?);
        }
        plan.nodes[at].to = Some(to);
        Ok(())
    }

    /// An option that keeps what the player has.
    fn choose(
        &mut self,
        plan: &Plan<G::Position>,
        position: &G::Position,
        forms: &[G::Position],
        (attacker, won): (Player, bool),
        meter: &mut Meter,
    ) -> Result<G::Position, StrategyError> {
        let going_round = won && self.hints.comes_back();
        let facts = (!going_round).then_some((&plan.numbers, won));
        let (found, choice) = self.alone(attacker, facts, meter, |worker, meter| {
            let known = forms.iter().find(|form| worker.known((*form).clone()) == Some(won));
            if let Some(known) = known {
                return (Ok(won), Some(known.clone()));
            }
            let found = worker.solve(position.clone(), true, meter);
            (found, worker.choice.take())
        });
        match found {
            Ok(found) if found == won => {}
            Ok(_) => return Err(StrategyError::Declared("a position has two outcomes")),
            Err(Halt::Stopped(stop)) => return Err(stop.into()),
            Err(Halt::Answered | Halt::Paused) => {
                return Err(StrategyError::Declared("nobody searched"));
            }
        }
        let choice = choice.map(|choice| self.hints.canonical(choice));
        if let Some(choice) = choice.filter(|choice| forms.contains(choice)) {
            return Ok(choice);
        }
        // A pass decided it: some move does as well.
        for form in forms {
            if self.wins(form, attacker, meter)? == won {
                return Ok(form.clone());
            }
        }
        Err(StrategyError::Declared("a pass helps the player who passes"))
    }

    /// Gives a position of the player's one more winning option, if it has
    /// another.
    fn widen(
        &mut self,
        plan: &mut Plan<G::Position>,
        at: usize,
        attacker: Player,
        meter: &mut Meter,
    ) -> Result<(), StrategyError> {
        let position = plan.nodes[at].position.clone();
        for form in self.forms(&position) {
            let number = plan.numbers.get(&form);
            let to = plan.nodes[at].to.as_deref().unwrap_or_default();
            if number.is_some_and(|number| to.contains(number)) {
                continue;
            }
            if self.wins(&form, attacker, meter)? {
                let number = self.list(plan, form, attacker, meter)?;
                plan.nodes[at].to.get_or_insert_default().push(number);
                return Ok(());
            }
        }
        Ok(())
    }
}

impl<P: Clone> Plan<P> {
    fn edges(&self) -> usize {
        self.nodes.iter().map(|node| node.to.as_ref().map_or(0, Vec::len)).sum()
    }

    /// Ranks what surely comes to an end that is one of `good` for the player:
    /// plies until then, at most.
    fn rank<G: Game<Position = P>>(&mut self, game: &G, player: Player, good: &[Outcome]) {
        // Where play came from, all of one position next to each other.
        let mut starts = vec![0usize; self.nodes.len() + 1];
        for node in &self.nodes {
            for &to in node.to.iter().flatten() {
                starts[to + 1] += 1;
            }
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut from = vec![0usize; self.edges()];
        let mut next = starts.clone();
        for (at, node) in self.nodes.iter().enumerate() {
            for &to in node.to.iter().flatten() {
                from[next[to]] = at;
                next[to] += 1;
            }
        }
        let mut open: Vec<usize> =
            self.nodes.iter().map(|node| node.to.as_ref().map_or(0, Vec::len)).collect();
        let mut queue = VecDeque::new();
        for (at, node) in self.nodes.iter_mut().enumerate() {
            node.ranked = None;
            if open[at] == 0 {
                let mover = game.mover(&node.position);
                let ending = game.ending(&node.position);
                let ending = if mover == player { ending } else { ending.for_other() };
                if good.contains(&ending) {
                    node.ranked = Some(0);
                    queue.push_back((at, 0));
                }
            }
        }
        // Ranks come in rising order, so that the last of all options has the
        // largest and the first of some the least.
        while let Some((at, rank)) = queue.pop_front() {
            for &before in &from[starts[at]..starts[at + 1]] {
                open[before] = open[before].saturating_sub(1);
                let node = &mut self.nodes[before];
                if node.ranked.is_none() && (node.chooses || open[before] == 0) {
                    node.ranked = Some(rank + 1);
                    queue.push_back((before, rank + 1));
                }
            }
        }
    }

    /// What the player has to know: one option at his positions.
    fn strategy(&self, player: Player, wins: bool) -> Strategy<P> {
        let ends = self.nodes.first().is_some_and(|node| node.ranked.is_some());
        let mut listed = vec![false; self.nodes.len()];
        let mut open = vec![0];
        let mut positions = Vec::new();
        while let Some(at) = open.pop() {
            if std::mem::replace(&mut listed[at], true) {
                continue;
            }
            let node = &self.nodes[at];
            let rank = if ends { node.ranked.unwrap_or(0) } else { 0 };
            positions.push((node.position.clone(), rank));
            let to = node.to.as_deref().unwrap_or_default();
            if ends && node.chooses {
                let ranked = |to: &&usize| self.nodes[**to].ranked.unwrap_or(u32::MAX);
                open.extend(to.iter().min_by_key(ranked));
            } else {
                open.extend(to.iter().rev().filter(|to| !listed[**to]));
            }
        }
        Strategy { player, wins, ends, positions }
    }
}
