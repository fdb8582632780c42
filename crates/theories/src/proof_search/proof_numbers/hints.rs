use perfectplay_game::{Game, Options, Player};

/// What a game may tell a search beyond its rules. Everything is provided:
/// [`NoHints`] tells nothing.
///
/// The *attacker* is the player whose win is in question, the *defender* his
/// opponent.
///
/// # Laws
///
/// The search is right where these hold; it cannot tell when they do not, so
/// they are to be tested on samples.
///
/// - [`Hints::canonical`] gives a position with the same outcome and the same
///   mover, and the same position when asked again for that.
/// - [`Hints::prune`] leaves some option of each position that has one, and a
///   best one of those it got.
/// - [`Hints::decided`] gives the truth.
/// - If the attacker cannot win after [`Hints::passed`], he cannot win before:
///   a pass would never help the defender.
/// - If [`Hints::comes_back`] is false, no position comes back in any play.
/// - If [`Hints::two_outcomes`] is true, all play ends, in a win for one side.
///
/// [`Hints::estimate`] and [`Hints::kind`] have no law: whatever they say,
/// only time is lost.
pub trait Hints<G: Game> {
    /// The position that stands for all that are alike by symmetry. Default:
    /// itself.
    fn canonical(&self, position: G::Position) -> G::Position {
        position
    }

    /// Leaves out options that cannot matter: moves into a region where
    /// nothing is decided, all but a forced reply. Default: none.
    fn prune(&self, _position: &G::Position, _options: &mut Options<G>) {}

    /// Does the attacker win, where that is seen at once? Default: unknown.
    fn decided(&self, _position: &G::Position, _attacker: Player) -> Option<bool> {
        None
    }

    /// The position after the defender, who is to move, passes: for games in
    /// which passing would never help him. Where the attacker cannot win even
    /// then, no move of the defender's need be searched. Default: none.
    fn passed(&self, _position: &G::Position, _attacker: Player) -> Option<G::Position> {
        None
    }

    /// A guess of how many positions have to be decided, at least, for the
    /// attacker's win to be proved, and to be disproved; 1 at least. It also
    /// orders options: the search begins where least is asked for. Default:
    /// 1 and 1.
    fn estimate(&self, _position: &G::Position, _attacker: Player) -> (u32, u32) {
        (1, 1)
    }

    /// A number for a move, the same for moves that are alike wherever they are
    /// played: [deepening](super::Method::Deepening) tries first what did well
    /// elsewhere. Default: all are alike, and options are tried as the rules
    /// list them.
    fn kind(&self, _chosen: &G::Move) -> u32 {
        0
    }

    /// May a position come back in the same play, passes counted? Default: yes.
    fn comes_back(&self) -> bool {
        true
    }

    /// Does all play end in a win for one of the two? Then one question
    /// decides a position. Default: not known to.
    fn two_outcomes(&self) -> bool {
        false
    }

    /// Bytes that a position holds beyond its own size, for limits on memory.
    fn heap_bytes(&self, _position: &G::Position) -> usize {
        0
    }
}

/// Nothing but the rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoHints;

impl<G: Game> Hints<G> for NoHints {}
