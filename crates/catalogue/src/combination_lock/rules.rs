use perfectplay_analysis::About;
use perfectplay_game::{Game, Notation, NotationError, Options, Player, Tabular, words};

use super::forbidden::Forbidden;
use super::{Pattern, PatternError};
use crate::Trail;
use crate::bad_input::quoted;

/// What the ruleset is.
pub(super) const ABOUT: About<'static> =
    About { name: "combination-lock", title: "Combination Lock", effort_unit: "edges looked at" };

/// The rules of Combination Lock: what the locks show at first, and what they
/// must never show.
#[derive(Clone, Debug)]
pub struct CombinationLock {
    start: Pattern,
    forbidden: Forbidden,
}

/// Why patterns make no game; the index is that of the forbidden pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LockError {
    /// The start has no disc.
    #[error("the locks have no disc")]
    NoDisc,
    /// A forbidden pattern has another number of discs than the start.
    #[error("forbidden pattern {0} has another number of discs than the start")]
    Length(usize),
    /// The start is forbidden.
    #[error("forbidden pattern {0} is the start")]
    Start(usize),
    /// A pattern is forbidden twice.
    #[error("forbidden pattern {0} is forbidden twice")]
    Repeated(usize),
}

impl CombinationLock {
    /// The game that starts from what the locks show.
    ///
    /// # Errors
    ///
    /// See [`LockError`].
    pub fn new(start: Pattern, forbidden: &[Pattern]) -> Result<Self, LockError> {
        let mut rules = CombinationLock::open(start)?;
        for (at, &pattern) in forbidden.iter().enumerate() {
            rules.forbid(pattern, at)?;
        }
        Ok(rules)
    }

    /// The game in which nothing is forbidden yet.
    pub(super) fn open(start: Pattern) -> Result<Self, LockError> {
        match start.discs {
            0 => Err(LockError::NoDisc),
            _ => Ok(CombinationLock { start, forbidden: Forbidden::none() }),
        }
    }

    /// Forbids a pattern; `at` is its index, for errors.
    pub(super) fn forbid(&mut self, pattern: Pattern, at: usize) -> Result<(), LockError> {
        if pattern.discs != self.start.discs {
            Err(LockError::Length(at))
        } else if pattern == self.start {
            Err(LockError::Start(at))
        } else if !self.forbidden.insert(pattern.bits, self.start.discs) {
            Err(LockError::Repeated(at))
        } else {
            Ok(())
        }
    }

    /// The number of discs.
    pub fn discs(&self) -> u32 {
        self.start.discs
    }

    /// What the locks show at first.
    pub fn shown_first(&self) -> Pattern {
        self.start
    }

    /// Every forbidden pattern, in no particular order.
    pub fn forbidden(&self) -> impl Iterator<Item = Pattern> + '_ {
        self.forbidden.iter().map(|bits| Pattern { bits, discs: self.discs() })
    }

    /// How many patterns are forbidden.
    pub fn forbidden_count(&self) -> usize {
        self.forbidden.len()
    }

    /// Must `pattern` never be shown?
    pub fn forbids(&self, pattern: Pattern) -> bool {
        pattern.discs == self.discs() && self.forbids_number(pattern.bits)
    }

    /// The patterns that are forbidden or in `shown`, as numbers, ascending: in
    /// an order of their own, so that effort repeats.
    pub(super) fn holes_and(&self, shown: &[Pattern]) -> Vec<u64> {
        let mut holes: Vec<u64> = self.forbidden.iter().collect();
        holes.extend(shown.iter().map(|pattern| pattern.bits));
        holes.sort_unstable();
        holes
    }

    #[inline]
    pub(super) fn forbids_number(&self, number: u64) -> bool {
        self.forbidden.has(number)
    }

    fn allows(&self, trail: &Trail<Pattern>, next: Pattern) -> bool {
        !self.forbids(next) && !trail.has(next)
    }

    /// What may be shown next, disc 1 turned first.
    pub(super) fn next(&self, trail: &Trail<Pattern>) -> impl Iterator<Item = Pattern> {
        trail.token().neighbours().filter(|&next| self.allows(trail, next))
    }

    fn parse_pattern(&self, text: &str, at: usize, word: &str) -> Result<Pattern, NotationError> {
        let wanted = format!("= or . for each of {} discs", self.discs());
        match Pattern::parse(word.as_bytes(), self.discs()) {
            Ok(pattern) if self.forbids(pattern) => {
                let found = format!("the forbidden pattern {word}");
                Err(NotationError::at(text, at, found, "a pattern that is allowed"))
            }
            Ok(pattern) => Ok(pattern),
            Err(PatternError::Length) => {
                let found = format!("a pattern of {} discs", word.len());
                Err(NotationError::at(text, at, found, wanted))
            }
            Err(PatternError::Byte(byte)) => {
                // All bytes before it are ASCII, so it begins a character.
                let found = word.get(byte..).and_then(|rest| rest.chars().next());
                let found = found.map(|found| format!("{found:?}")).unwrap_or_default();
                Err(NotationError::at(text, at + byte, found, wanted))
            }
        }
    }
}

impl Game for CombinationLock {
    /// What has been shown until now.
    type Position = Trail<Pattern>;
    /// What is shown next.
    type Move = Pattern;

    fn start(&self) -> Trail<Pattern> {
        Trail::at(self.start)
    }

    fn mover(&self, trail: &Trail<Pattern>) -> Player {
        Player::alternating(trail.moves())
    }

    fn options(&self, trail: &Trail<Pattern>, into: &mut Options<Self>) {
        into.extend(self.next(trail).map(|next| (next, trail.to(next))));
    }

    fn play(&self, from: &Trail<Pattern>, chosen: &Pattern) -> Option<Trail<Pattern>> {
        self.next(from).find(|next| next == chosen).map(|next| from.to(next))
    }

    fn first_move(&self, from: &Trail<Pattern>) -> Option<Pattern> {
        self.next(from).next()
    }
}

impl Notation for CombinationLock {
    fn write_position(&self, trail: &Trail<Pattern>) -> String {
        let shown: Vec<String> = trail.path().iter().map(Pattern::to_string).collect();
        shown.join(" ")
    }

    fn parse_position(&self, text: &str) -> Result<Trail<Pattern>, NotationError> {
        let mut trail: Option<Trail<Pattern>> = None;
        for (at, word) in words(text) {
            let next = self.parse_pattern(text, at, word)?;
            let Some(trail) = &mut trail else {
                trail = Some(Trail::at(next));
                continue;
            };
            if trail.has(next) {
                let found = format!("{word} again");
                let wanted = "a pattern that has not been shown yet";
                return Err(NotationError::at(text, at, found, wanted));
            }
            if (trail.token().bits ^ next.bits).count_ones() != 1 {
                let wanted = format!("a pattern that differs from {} in one disc", trail.token());
                return Err(NotationError::at(text, at, word, wanted));
            }
            trail.go(next);
        }
        trail.ok_or_else(|| {
            let wanted = "the patterns shown until now, parted by spaces";
            NotationError::at(text, text.len(), "nothing", wanted)
        })
    }

    fn write_move(&self, _from: &Trail<Pattern>, chosen: &Pattern) -> String {
        chosen.to_string()
    }

    fn parse_move(&self, from: &Trail<Pattern>, text: &str) -> Option<Pattern> {
        let chosen = Pattern::parse(text.as_bytes(), self.discs()).ok()?;
        self.next(from).find(|next| *next == chosen)
    }

    fn rules(&self) -> String {
        const SHOWN: usize = 12;
        let mut forbidden: Vec<Pattern> = self.forbidden().collect();
        forbidden.sort_unstable();
        let listed: Vec<String> = forbidden.iter().take(SHOWN).map(Pattern::to_string).collect();
        let forbidden = match forbidden.len() {
            0 => "Nothing is forbidden.".to_owned(),
            n if n <= SHOWN => format!("Forbidden: {}", listed.join(" ")),
            n => format!("Forbidden: {} … ({n} patterns)", listed.join(" ")),
        };
        format!(
            "Each player has a lock of {} discs. A disc shows = where the digits of both locks \
             agree and . where they differ. The mover turns one disc of the own lock so that \
             what it shows changes; the pattern must not be forbidden and must not have been \
             shown before, the first one included. Who cannot move loses.\nShown at first: \
             {}\n{forbidden}",
            self.discs(),
            self.start,
        )
    }

    fn draw(&self, trail: &Trail<Pattern>) -> String {
        const SHOWN: usize = 8;
        let token = trail.token();
        let edge = format!("+{}", "---+".repeat(token.discs as usize));
        let discs: String =
            (0..token.discs).map(|disc| format!(" {} |", token.shows(disc))).collect();
        let mut drawn = format!("{edge}\n|{discs}\n{edge}");
        let before = &trail.path()[..trail.moves()];
        if !before.is_empty() {
            let more = if before.len() > SHOWN { "… " } else { "" };
            let last: Vec<String> = before[before.len().saturating_sub(SHOWN)..]
                .iter()
                .map(Pattern::to_string)
                .collect();
            drawn += &format!("\nshown before: {more}{}", last.join(" "));
        }
        drawn
    }
}

/// What is wrong with a forbidden pattern, in words for an error: what was
/// found and what is wanted.
pub(super) fn mistake(error: LockError, pattern: &str) -> (String, &'static str) {
    let pattern = quoted(pattern);
    match error {
        LockError::Start(_) => {
            (format!("{pattern}, what the locks show at first"), "another pattern to forbid")
        }
        LockError::Repeated(_) => {
            (format!("{pattern}, forbidden already"), "another pattern to forbid")
        }
        LockError::Length(_) | LockError::NoDisc => {
            (pattern, "a pattern with as many discs as the locks have")
        }
    }
}

impl Tabular for CombinationLock {
    fn heap_bytes(&self, trail: &Trail<Pattern>) -> usize {
        trail.heap_bytes()
    }
}
