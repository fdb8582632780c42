use std::ops::ControlFlow;

use perfectplay_game::{Meter, Stop};
use perfectplay_theories::lexicographic::Worth;

use super::rules::{Place, added};
use super::table::{Order, Table};
use super::{SmartBoy, SmartBoySolver};

/// A word that can stand on the paper, solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Valued {
    /// The word.
    pub word: Vec<u8>,
    /// What it is worth to the player who is to move.
    pub worth: Worth,
    /// All moves that are worth as much, those in front first, by letter.
    pub best: Vec<(Place, u8)>,
}

impl SmartBoySolver {
    /// A word's worth and its best moves; `None` for a word that cannot stand
    /// on the paper. The first call solves the game, all others look up.
    ///
    /// # Errors
    ///
    /// A limit of the meter.
    pub fn value(&mut self, word: &[u8], meter: &mut Meter) -> Result<Option<Valued>, Stop> {
        let (rules, table) = self.solved(meter)?;
        Ok(valued(rules, table, word))
    }

    /// Visits every word that can stand on the paper, with its worth and its
    /// best moves, the shortest words first and sorted: all best lines of
    /// the game at once, from one solve. Linear in the number of words.
    ///
    /// # Errors
    ///
    /// A limit of the meter.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use perfectplay_catalogue::smart_boy::{Place, Scoring, SmartBoy, SmartBoySolver};
    ///
    /// let rules = SmartBoy::new(vec![b"aba".to_vec()], Scoring::default(), Default::default());
    /// let mut solver = SmartBoySolver::new(rules.expect("letters"));
    /// let mut words = Vec::new();
    /// solver.each_value(&mut Default::default(), |valued| {
    ///     words.push((valued.word, valued.best));
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert_eq!(words.len(), 6);
    /// assert_eq!(words[3], (b"ab".to_vec(), vec![(Place::Behind, b'a')]));
    /// # Ok::<(), perfectplay_game::Stop>(())
    /// ```
    pub fn each_value(
        &mut self,
        meter: &mut Meter,
        mut visit: impl FnMut(Valued) -> ControlFlow<()>,
    ) -> Result<(), Stop> {
        let (SmartBoy { dictionary, .. }, table) = self.solved(meter)?;
        let bytes = Table::VISIT * dictionary.letters().len() as u64;
        meter.hold(bytes)?;
        let mut stopped = Ok(());
        let _ = table.by_length(dictionary, Order::ShortestFirst, |word, cell| {
            stopped = meter.spend(1);
            if stopped.is_err() {
                return ControlFlow::Break(());
            }
            let (worth, best) = (cell.worth(), cell.best().collect());
            visit(Valued { word: word.to_vec(), worth, best })
        });
        meter.release(bytes);
        stopped
    }

    /// Visits every line of best play from a word to the end of the game, as
    /// the moves played; none for a word that cannot stand on the paper. There
    /// may be very many: the visitor says when it has enough.
    ///
    /// # Errors
    ///
    /// A limit of the meter.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use perfectplay_catalogue::smart_boy::{Place, Scoring, SmartBoy, SmartBoySolver};
    ///
    /// let rules = SmartBoy::new(vec![b"aa".to_vec()], Scoring::default(), Default::default());
    /// let mut solver = SmartBoySolver::new(rules.expect("letters"));
    /// let mut lines = Vec::new();
    /// solver.best_lines(b"a", &mut Default::default(), |line| {
    ///     lines.push(line.to_vec());
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert_eq!(lines, [[(Place::Front, b'a')], [(Place::Behind, b'a')]]);
    /// # Ok::<(), perfectplay_game::Stop>(())
    /// ```
    pub fn best_lines(
        &mut self,
        word: &[u8],
        meter: &mut Meter,
        mut visit: impl FnMut(&[(Place, u8)]) -> ControlFlow<()>,
    ) -> Result<(), Stop> {
        let (rules, table) = self.solved(meter)?;
        let Some(first) = valued(rules, table, word) else { return Ok(()) };
        // The words of the line so far, each with the best moves not yet
        // tried, the next one last.
        let untried = |mut valued: Valued| {
            valued.best.reverse();
            (valued.word, valued.best)
        };
        let mut line = Vec::new();
        let ends = first.best.is_empty();
        let mut open = vec![untried(first)];
        if ends {
            let _ = visit(&line);
            return Ok(());
        }
        while let Some((word, best)) = open.last_mut() {
            meter.spend(1)?;
            let Some((place, letter)) = best.pop() else {
                open.pop();
                line.pop();
                continue;
            };
            let next = added(word, place, letter);
            let Some(next) = valued(rules, table, &next) else { continue };
            line.push((place, letter));
            if !next.best.is_empty() {
                open.push(untried(next));
                continue;
            }
            if visit(&line).is_break() {
                return Ok(());
            }
            line.pop();
        }
        Ok(())
    }
}

fn valued(rules: &SmartBoy, table: &Table, word: &[u8]) -> Option<Valued> {
    let cell = table.of(&rules.dictionary, word)?;
    Some(Valued { word: word.to_vec(), worth: cell.worth(), best: cell.best().collect() })
}
