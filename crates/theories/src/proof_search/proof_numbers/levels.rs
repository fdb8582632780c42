use super::table::Known;

/// How many moves of the attacker a question allows him to win in. A further
/// move of the same turn counts for the defender too, so that no limit leaves
/// room for endless play.
pub(super) type Level = u16;

/// The largest limit that is asked about.
pub(super) const LAST: Level = Level::MAX - 1;

/// The limit after one that was too small: one more, and more than that where
/// plays are long, so that a long play is not searched once for each of its
/// moves.
pub(super) fn after(level: Level) -> Level {
    level.saturating_add(1 + level / 16).min(LAST)
}

/// What is known of a position: limits within which the attacker wins, and
/// does not.
///
/// ```text
/// limits  0 ... failed        won ...
///         |  does not | open | wins |
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Levels {
    /// He wins within this; [`Levels::NEVER`]: not known to win.
    pub(super) won: Level,
    /// He does not win within this; [`Levels::NEVER`]: he does not win at all.
    pub(super) failed: Level,
}

impl Levels {
    pub(super) const NEVER: Level = Level::MAX;
    pub(super) const OPEN: Levels = Levels { won: Levels::NEVER, failed: 0 };

    /// Does he win within a limit?
    pub(super) fn verdict(self, limit: Level) -> Option<Verdict> {
        match self {
            Levels { failed: Levels::NEVER, .. } => Some(Verdict::Lost),
            _ if self.won <= limit => Some(Verdict::Won),
            _ if self.failed >= limit => Some(Verdict::Cut),
            _ => None,
        }
    }
}

impl Known for Levels {
    fn join(&mut self, later: Self) {
        self.won = self.won.min(later.won);
        self.failed = self.failed.max(later.failed);
    }
}

/// What a question with a limit comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The attacker wins within the limit.
    Won,
    /// He does not win within the limit; the search was cut off there, so that
    /// nothing is said of larger ones.
    Cut,
    /// He does not win: no line that mattered was cut off.
    Lost,
}

impl Verdict {
    pub(super) fn of(won: bool) -> Self {
        if won { Verdict::Won } else { Verdict::Lost }
    }
}
