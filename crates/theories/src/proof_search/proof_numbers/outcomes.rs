use perfectplay_game::{Game, Known, Meter, Outcome, Player, Stop};

use super::hints::Hints;
use super::search::{ProofNumbers, Unfinished};

/// What a search found of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found<P> {
    /// For the mover. Where neither player can force a win it is a tie or a
    /// draw: which one is known only of games in which nothing comes back.
    pub outcome: Known<Outcome>,
    /// An option of the position's canonical form that keeps this, if the
    /// search looked at one and the mover wins, or if he is not beaten.
    pub kept: Option<P>,
    /// Why there is no more.
    pub stopped: Option<(Stop, Option<Unfinished<P>>)>,
}

impl<'g, G, H> ProofNumbers<'g, G, H>
where
    G: Game + Sync,
    G::Position: Send,
    H: Hints<G> + Sync,
{
    /// The outcome of a position for its mover, as far as it is known without a
    /// search: from the table, and from the position's options while `looks`,
    /// how many options may be looked at yet, is not 0.
    pub fn known_outcome(&mut self, position: &G::Position, looks: &mut u64) -> Known<Outcome> {
        let mover = self.game.mover(position);
        let level = if self.hints.comes_back() { Outcome::Draw } else { Outcome::Tie };
        let two = self.hints.two_outcomes();
        let own = self.look(position, mover, looks);
        match own {
            Some(true) => return Known::Exact(Outcome::Win),
            Some(false) if two => return Known::Exact(Outcome::Loss),
            _ => {}
        }
        match (own.is_some(), self.look(position, mover.other(), looks)) {
            (_, Some(true)) => Known::Exact(Outcome::Loss),
            (_, Some(false)) if two => Known::Exact(Outcome::Win),
            (true, Some(false)) if level == Outcome::Tie => Known::Exact(level),
            (true, Some(false)) => Known::Bounded { least: level, most: Outcome::Tie },
            (true, None) => Known::Bounded { least: Outcome::Loss, most: Outcome::Tie },
            (false, Some(false)) => Known::Bounded { least: level, most: Outcome::Win },
            (false, None) => Known::Unknown,
        }
    }

    /// The outcome of a position for its mover, by one question where all play
    /// ends in a win for somebody, and by two elsewhere.
    pub fn outcome(&mut self, position: &G::Position, meter: &mut Meter) -> Found<G::Position> {
        let mover = self.game.mover(position);
        let found = |outcome, kept| Found { outcome, kept, stopped: None };
        let most = if self.hints.comes_back() { None } else { Some(Outcome::Tie) };
        match self.wins(position, mover, meter) {
            Err(stop) => {
                let stopped = Some((stop, self.unfinished.take()));
                return Found { outcome: Known::Unknown, kept: None, stopped };
            }
            Ok(true) => return found(Known::Exact(Outcome::Win), self.choice.take()),
            Ok(false) if self.hints.two_outcomes() => {
                return found(Known::Exact(Outcome::Loss), None);
            }
            Ok(false) => {}
        }
        match (self.wins(position, mover.other(), meter), most) {
            (Err(stop), _) => {
                let outcome = Known::Bounded { least: Outcome::Loss, most: Outcome::Tie };
                Found { outcome, kept: None, stopped: Some((stop, self.unfinished.take())) }
            }
            (Ok(true), _) => found(Known::Exact(Outcome::Loss), None),
            (Ok(false), Some(exact)) => found(Known::Exact(exact), self.choice.take()),
            (Ok(false), None) => found(
                Known::Bounded { least: Outcome::Draw, most: Outcome::Tie },
                self.choice.take(),
            ),
        }
    }

    /// An option of a position after which the mover still wins, if he is the
    /// attacker, or the attacker still does not: found by looking at the
    /// options afresh, of which the table may know all that matters. In
    /// canonical form. `None` where there is none, or where something else than
    /// an option decides ([`Hints::passed`], [`Hints::decided`]).
    ///
    /// # Errors
    ///
    /// A limit was reached.
    pub fn keeping(
        &mut self,
        position: &G::Position,
        attacker: Player,
        meter: &mut Meter,
    ) -> Result<Option<G::Position>, Stop> {
        let held = meter.held();
        let mover_wins = attacker == self.game.mover(position);
        let root = position.clone();
        let (found, choice) = self.alone(attacker, None, meter, |worker, effort| {
            let found = worker.solve(root, true, effort);
            (found, worker.choice.take())
        });
        let found = self.told(found, None, attacker, meter);
        meter.release(meter.held() - held);
        let choice = choice.filter(|_| found.is_ok_and(|won| won == mover_wins));
        found.map(|_| choice.map(|choice| self.hints.canonical(choice)))
    }
}
