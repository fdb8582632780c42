use std::sync::Mutex;

use perfectplay_game::{Game, RulesError, Tabular};
use perfectplay_theories::proof_search::proof_numbers::Hints;

/// What is known of how play ends, beyond the rules. What is false makes
/// answers false: a ruleset states what its rules make plain. Default: nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Told {
    /// No position comes back in any play.
    pub ends: bool,
    /// All play ends, in a win for one of the two.
    pub decisive: bool,
}

impl Told {
    /// No position comes back, and somebody wins.
    pub const DECISIVE: Told = Told { ends: true, decisive: true };

    /// What a search of these rules is told: how play ends, and the canonical
    /// forms that the rules declare.
    pub fn hints<G: Tabular>(self, rules: &G) -> Declared<'_, G> {
        Declared { rules, told: self, fault: Mutex::new(None) }
    }
}

/// The [`Hints`] of declared rules.
#[derive(Debug)]
pub struct Declared<'r, G> {
    rules: &'r G,
    told: Told,
    fault: Mutex<Option<RulesError>>,
}

impl<G> Declared<'_, G> {
    /// The first failure of a canonical form; taking it clears it.
    pub fn fault(&self) -> Option<RulesError> {
        self.fault.lock().ok().and_then(|mut fault| fault.take())
    }
}

impl<G: Tabular> Hints<G> for Declared<'_, G> {
    fn canonical(&self, position: <G as Game>::Position) -> <G as Game>::Position {
        match self.rules.canonical_for_mover(&position) {
            Ok(form) => form,
            Err(error) => {
                if let Ok(mut fault) = self.fault.lock() {
                    fault.get_or_insert(error);
                }
                position
            }
        }
    }

    fn comes_back(&self) -> bool {
        !self.told.ends
    }

    fn two_outcomes(&self) -> bool {
        self.told.decisive
    }

    fn heap_bytes(&self, position: &G::Position) -> usize {
        self.rules.heap_bytes(position)
    }
}
