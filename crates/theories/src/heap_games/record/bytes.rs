//! The state of a run as bytes.
//!
//! ```text
//! "perfectplay heap run 1\n"
//! length of the code's text, the text
//! reach  next heap  farthest part  digest
//! first and period of what was found, or 0 0
//! number of anchors; for each: heap, digest, window
//! window
//! digest of all bytes before
//! ```
//!
//! Numbers are of 8 bytes, values of windows of 2, least byte first. Windows are
//! as long as the code and the reach say.

use perfectplay_game::{Meter, Stop};
use perfectplay_proof::heaps::Digest;

use super::engine::Engine;
use super::run::{Anchor, Found, Run};
use crate::heap_games::Code;

const HEAD: &[u8] = b"perfectplay heap run 1\n";

/// Why a state cannot be gone on from.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StateError {
    /// The bytes are no state of this version, or damaged.
    #[error("no state of a run of this version, or a damaged one")]
    Damaged,
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

fn digest_of(bytes: &[u8]) -> u64 {
    let mut digest = Digest::default();
    bytes.iter().for_each(|&byte| digest.add(byte.into()));
    digest.sum()
}

struct Reader<'b>(&'b [u8]);

impl<'b> Reader<'b> {
    fn take(&mut self, count: usize) -> Result<&'b [u8], StateError> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or(StateError::Damaged)?;
        self.0 = rest;
        Ok(taken)
    }

    fn number(&mut self) -> Result<u64, StateError> {
        let bytes = self.take(8)?.try_into().map_err(|_| StateError::Damaged)?;
        Ok(u64::from_le_bytes(bytes))
    }

    fn window(&mut self, length: usize) -> Result<Vec<u16>, StateError> {
        let (pairs, _) = self.take(2 * length)?.as_chunks::<2>();
        Ok(pairs.iter().map(|pair| u16::from_le_bytes(*pair)).collect())
    }
}

impl Run {
    /// All that it takes to go on, as bytes: some windows.
    pub fn state(&self) -> Vec<u8> {
        let mut bytes = HEAD.to_vec();
        let number = |bytes: &mut Vec<u8>, number: u64| bytes.extend(number.to_le_bytes());
        let window = |bytes: &mut Vec<u8>, values: &[u16]| {
            values.iter().for_each(|value| bytes.extend(value.to_le_bytes()));
        };
        let text = self.engine.code.to_string();
        number(&mut bytes, text.len() as u64);
        bytes.extend(text.as_bytes());
        for of_run in [self.engine.reach as u64, self.next, self.farthest as u64, self.digest.sum()]
        {
            number(&mut bytes, of_run);
        }
        number(&mut bytes, self.found.map_or(0, |found| found.first));
        number(&mut bytes, self.found.map_or(0, |found| found.period));
        number(&mut bytes, self.anchors.len() as u64);
        for anchor in &self.anchors {
            number(&mut bytes, anchor.heap);
            number(&mut bytes, anchor.digest);
            window(&mut bytes, &anchor.window);
        }
        window(&mut bytes, &self.last[self.last.len() - self.engine.window..]);
        let digest = digest_of(&bytes);
        number(&mut bytes, digest);
        bytes
    }

    /// Goes on from a state.
    ///
    /// # Errors
    ///
    /// The bytes are no state, or a limit was reached.
    pub fn resume(state: &[u8], meter: &mut Meter) -> Result<Run, StateError> {
        let (all, sum) = state.split_last_chunk::<8>().ok_or(StateError::Damaged)?;
        if digest_of(all) != u64::from_le_bytes(*sum) {
            return Err(StateError::Damaged);
        }
        let mut reader = Reader(all.strip_prefix(HEAD).ok_or(StateError::Damaged)?);
        let length = usize::try_from(reader.number()?).map_err(|_| StateError::Damaged)?;
        let text = std::str::from_utf8(reader.take(length)?).map_err(|_| StateError::Damaged)?;
        let code: Code = text.parse().map_err(|_| StateError::Damaged)?;
        let small = |number: u64| usize::try_from(number).map_err(|_| StateError::Damaged);
        let reach = small(reader.number()?)?;
        let (next, farthest) = (reader.number()?, small(reader.number()?)?);
        let digest = Digest::from_sum(reader.number()?);
        let (first, period) = (reader.number()?, reader.number()?);
        let count = reader.number()?;
        // Windows of a larger reach than the bytes hold are refused before
        // values are worked out.
        if reach as u64 > state.len() as u64 || farthest > reach {
            return Err(StateError::Damaged);
        }
        let engine = Engine::new(&code, reach, meter)?;
        let (window, begin) = (engine.window, engine.head.len() as u64);
        let mut anchors = Vec::new();
        for _ in 0..count {
            let (heap, digest) = (reader.number()?, reader.number()?);
            let rises = anchors.last().is_none_or(|last: &Anchor| last.heap < heap);
            if heap < begin || heap > next || !rises {
                return Err(StateError::Damaged);
            }
            anchors.push(Anchor { heap, digest, window: reader.window(window)? });
        }
        let last = reader.window(window)?;
        if !reader.0.is_empty() || anchors.is_empty() {
            return Err(StateError::Damaged);
        }
        let mut run = Run::at(engine, next, last, digest);
        run.farthest = farthest;
        anchors.into_iter().for_each(|anchor| run.add_anchor(anchor));
        run.found = (period > 0).then_some(Found { first, period });
        Ok(run)
    }
}
