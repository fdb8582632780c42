use std::io::Write;

use perfectplay::Stop;
use perfectplay::theories::heap_games::{Code, Shape};
use serde_json::{Value, json};

use super::UNIT;
use crate::certificate::Checked;
use crate::failure::{Failure, stopped};
use crate::text::{self, row};
use crate::work;

/// What is said of a game's period, however it was found.
pub(super) struct Answer<'a> {
    pub(super) code: &'a Code,
    /// `proved`, `seen` or `none`.
    pub(super) known: &'static str,
    /// Heaps whose values were worked out.
    pub(super) values: u64,
    pub(super) shape: Option<Shape>,
    pub(super) theorem: Option<String>,
    pub(super) exceptions: Option<Vec<u64>>,
    /// About a record run, for JSON.
    pub(super) record: Option<Value>,
    /// The first sentence, and rows, for text.
    pub(super) headline: String,
    pub(super) rows: Vec<(&'static str, String)>,
    pub(super) spent: u64,
    pub(super) seconds: f64,
    pub(super) checked: Option<Checked>,
    pub(super) stop: Option<Stop>,
}

impl Answer<'_> {
    /// Prints it; a limit that was reached is a failure, after all that is known.
    pub(super) fn print(self, as_json: bool) -> Result<(), Failure> {
        let mut out = work::output();
        if as_json {
            writeln!(out, "{}", self.json())?;
        } else {
            self.text(&mut out)?;
        }
        out.flush()?;
        stopped(self.stop)
    }

    fn json(&self) -> Value {
        let shape = self.shape.as_ref();
        let mut object = json!({
            "schema": "perfectplay/period/1",
            "code": self.code.to_string(),
            "known": self.known,
            "values": self.values,
            "period": shape.map(|shape| shape.period),
            "preperiod": shape.map(|shape| shape.preperiod),
            "saltus": shape.map(|shape| shape.saltus),
            "theorem": self.theorem,
            "exceptions": self.exceptions,
            "effort": { "steps": self.spent, "unit": UNIT },
            "seconds": self.seconds,
            "checked": self.checked.as_ref().map(|checked| json!({
                "claim": checked.confirmed.claim,
                "facts": checked.confirmed.facts,
                "seconds": checked.seconds,
            })),
            "stopped": self.stop,
        });
        if let Some(record) = &self.record {
            object["record"] = record.clone();
        }
        object
    }

    fn text(&self, out: &mut dyn Write) -> std::io::Result<()> {
        writeln!(out, "{}: {}.\n", self.code, self.headline)?;
        for (name, text) in &self.rows {
            row(out, name, text)?;
        }
        row(out, "effort", &format!("{} {UNIT}, {:.3} s", self.spent, self.seconds))?;
        if let Some(checked) = &self.checked {
            row(out, "checked", &text::checked(checked))?;
        }
        if let Some(stop) = &self.stop {
            row(out, "stopped", &stop.to_string())?;
        }
        Ok(())
    }
}

/// A shape, in words.
pub(super) fn in_words(shape: &Shape) -> String {
    let Shape { preperiod, period, saltus } = shape;
    match saltus {
        0 => format!("period {period} from heap {preperiod} on"),
        _ => format!("period {period} from heap {preperiod} on, growing by {saltus} each"),
    }
}
