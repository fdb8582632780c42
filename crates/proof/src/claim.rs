use std::io;

use perfectplay_game::{Notation, Outcome};

use crate::{CheckError, Sink, Source};

/// What a certificate claims: its first record.
///
/// ```text
/// record 1:  kind  ruleset  position  outcome  values...
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The kind of certificate: the name of the checker.
    pub kind: String,
    /// The ruleset's name.
    pub ruleset: String,
    /// The position, in its notation; `*` where the claim is about many.
    pub position: String,
    /// The outcome for the mover; `None` where the claim is about many.
    pub outcome: Option<Outcome>,
    /// Values beyond the outcome, as the kind defines them.
    pub values: Vec<u64>,
}

/// The most values that a claim has.
const MOST_VALUES: u64 = 8;

const OUTCOMES: [(&str, Option<Outcome>); 5] = [
    ("loss", Some(Outcome::Loss)),
    ("draw", Some(Outcome::Draw)),
    ("tie", Some(Outcome::Tie)),
    ("win", Some(Outcome::Win)),
    ("all", None),
];

impl Claim {
    /// Writes the first record.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    pub fn write(&self, sink: &mut dyn Sink) -> io::Result<()> {
        sink.text(&self.kind)?;
        sink.text(&self.ruleset)?;
        sink.text(&self.position)?;
        let name = OUTCOMES.iter().find(|(_, outcome)| *outcome == self.outcome);
        sink.text(name.map_or("all", |(name, _)| name))?;
        sink.number(self.values.len() as u128)?;
        for &value in &self.values {
            sink.number(value.into())?;
        }
        sink.end_record()
    }

    /// Reads the first record.
    ///
    /// # Errors
    ///
    /// It is no claim.
    pub fn read(source: &mut dyn Source) -> Result<Self, CheckError> {
        let (kind, ruleset, position) = (source.text()?, source.text()?, source.text()?);
        let name = source.text()?;
        let known = OUTCOMES.iter().find(|(known, _)| *known == name);
        let outcome = known.map(|(_, outcome)| *outcome).ok_or(CheckError::Unreadable {
            record: source.record(),
            what: "an outcome that is none of loss, draw, tie, win and all".to_owned(),
        })?;
        let count = source.number_to(MOST_VALUES, "the number of values")?;
        let mut values = Vec::new();
        for _ in 0..count {
            values.push(source.number_to(u64::MAX, "a value")?);
        }
        source.end_record()?;
        Ok(Claim { kind, ruleset, position, outcome, values })
    }

    /// Refuses a claim of another kind.
    ///
    /// # Errors
    ///
    /// The kind is not the one given.
    pub fn expect_kind(&self, kind: &str, source: &dyn Source) -> Result<(), CheckError> {
        match self.kind == kind {
            true => Ok(()),
            false => Err(source.refuse(format!("{} is no kind for this ruleset", self.kind))),
        }
    }

    /// The position that the claim is about, by the rules.
    ///
    /// # Errors
    ///
    /// It is no legal position.
    pub fn parsed_position<G: Notation>(
        &self,
        rules: &G,
        source: &dyn Source,
    ) -> Result<G::Position, CheckError> {
        rules.parse_position(&self.position).map_err(|error| source.refuse(error.to_string()))
    }
}

/// A certificate that proves its claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Confirmed {
    /// The claim in words.
    pub claim: String,
    /// How many facts were checked.
    pub facts: u64,
}
