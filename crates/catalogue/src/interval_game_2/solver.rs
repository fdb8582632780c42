use std::cmp::Reverse;
use std::ops::ControlFlow;

use perfectplay_analysis::{
    About, Analysis, CertifyError, Choice, Evaluation, Face, Judgement, Label, NotSearched, Search,
    Solver, Theory,
};
use perfectplay_game::{Game, Meter, Player, Stop};
use perfectplay_proof::{CheckError, Claim, Confirmed, Sink, Source};
use perfectplay_tabulate::{Searched, searched::Told};
use perfectplay_theories::sprague_grundy::segments::{Segment, Segments};

use super::certificate;
use super::notation::written;
use super::rules::ABOUT;
use super::{Interval, IntervalGame};

/// Interval Game 2 solved by the Grundy values of all segments.
#[derive(Debug)]
pub struct IntervalGameSolver {
    rules: IntervalGame,
    solved: Option<Segments>,
}

impl IntervalGameSolver {
    /// A solver for these rules; its table is made when first asked for.
    pub fn new(rules: IntervalGame) -> Self {
        IntervalGameSolver { rules, solved: None }
    }

    fn solved(&mut self, meter: &mut Meter) -> Result<&Segments, Stop> {
        let solved = match self.solved.take() {
            Some(solved) => solved,
            None => Segments::new(self.rules.intervals(), meter)?,
        };
        Ok(self.solved.insert(solved))
    }
}

impl Solver for IntervalGameSolver {
    type Rules = IntervalGame;

    fn rules(&self) -> &IntervalGame {
        &self.rules
    }

    fn about(&self) -> About<'_> {
        ABOUT
    }

    fn judge(
        &mut self,
        picked: &Vec<Interval>,
        meter: &mut Meter,
    ) -> Result<Judgement<Interval>, Stop> {
        let mover = self.rules.mover(picked);
        let segments = self.solved(meter)?;
        // Positions are sorted and disjoint, and end where intervals do.
        let parts = Segment::between(picked).unwrap_or_default();
        let sum = segments.sum(&parts).unwrap_or_default();
        let mut choices = Vec::new();
        for choice in segments.options(&parts) {
            meter.spend(1)?;
            choices.push(Choice {
                chosen: choice.interval,
                through: None,
                evaluation: Evaluation::grundy(mover, false, choice.leaves),
                keeps: sum == 0 || choice.leaves == 0,
            });
        }
        // Wins first; losing options stay in the order of the line.
        choices.sort_by_key(|choice| Reverse(choice.evaluation.bounds()));
        let because = because(mover, segments, &parts, sum, choices.first().map(|c| c.chosen));
        Ok(Judgement {
            evaluation: Evaluation::grundy(mover, true, sum),
            choices,
            because,
            theory: Theory {
                name: "Sprague-Grundy".to_owned(),
                applies: "both players have the same options and who cannot move loses; picked \
                          intervals part the line in segments that do not touch each other's \
                          options, so the value is the XOR of the segments' values"
                    .to_owned(),
            },
            unlisted: None,
            stopped: None,
        })
    }

    fn certify(
        &mut self,
        picked: &Vec<Interval>,
        meter: &mut Meter,
        sink: &mut dyn Sink,
    ) -> Result<(), CertifyError> {
        self.solved(meter)?;
        let Some(segments) = &self.solved else { return Ok(()) };
        certificate::certify(&self.rules, segments, picked, false, sink)
    }

    /// The table of the whole line holds every segment.
    fn certify_all(
        &mut self,
        _picked: &Vec<Interval>,
        meter: &mut Meter,
        sink: &mut dyn Sink,
    ) -> Result<(), CertifyError> {
        self.solved(meter)?;
        let Some(segments) = &self.solved else { return Ok(()) };
        certificate::certify(&self.rules, segments, &Vec::new(), true, sink)
    }

    fn check(
        &self,
        claim: &Claim,
        source: &mut dyn Source,
        meter: &mut Meter,
    ) -> Result<Confirmed, CheckError> {
        certificate::check(&self.rules, claim, source, meter)
    }

    fn by_search(self, search: Search) -> Result<Box<dyn Analysis>, NotSearched> {
        let searched = Searched::new(ABOUT.name, self.rules, search).titled(ABOUT.title);
        Ok(Box::new(Face(searched.told(Told::DECISIVE))))
    }

    fn labels_of(&self) -> String {
        "segments between picked intervals".to_owned()
    }

    fn label_all(
        &mut self,
        position: &Vec<Interval>,
        meter: &mut Meter,
        sink: &mut dyn FnMut(&Label) -> ControlFlow<()>,
    ) -> Result<(), Stop> {
        let mover = self.rules.mover(position);
        for (segment, value) in self.solved(meter)?.all() {
            meter.spend(1)?;
            let label = Label::new(segment_name(segment), Evaluation::grundy(mover, true, value));
            if sink(&label).is_break() {
                return Ok(());
            }
        }
        Ok(())
    }
}

/// A segment by its ends, where nothing stands for no end: `5..9`, `..9`.
fn segment_name(segment: Segment) -> String {
    let end = |at: Option<i64>| at.map(|at| at.to_string()).unwrap_or_default();
    format!("{}..{}", end(segment.left), end(segment.right))
}

/// The fact that decides: the XOR written out, and the option that brings it
/// to 0.
fn because(
    mover: Player,
    segments: &Segments,
    parts: &[Segment],
    sum: u64,
    best: Option<Interval>,
) -> String {
    let Some(best) = best else {
        return format!("no interval is left that overlaps none: {mover} cannot move and loses");
    };
    let valued: Vec<(Segment, u64)> = parts
        .iter()
        .filter(|&&part| segments.inside(part).next().is_some())
        .map(|&part| (part, segments.value(part).unwrap_or_default()))
        .collect();
    let xor = written_out(&valued);
    if sum == 0 {
        let other = mover.other();
        return format!("{xor}: every option changes that, and {other} brings it back to 0");
    }
    let part = parts.iter().find(|part| part.holds(best)).copied().unwrap_or(Segment::ALL);
    let halves = part.without(best).map(|half| (half, segments.value(half).unwrap_or_default()));
    let rest = valued.iter().filter(|(other, _)| *other != part);
    let mut after: Vec<(Segment, u64)> = rest.copied().chain(halves).collect();
    after.sort_unstable();
    after.retain(|&(half, _)| segments.inside(half).next().is_some());
    format!("{xor}; picking {} leaves {}", written(best), written_out(&after))
}

/// `segments ..4 and 7.. have values 1 XOR 2 = 3`.
fn written_out(valued: &[(Segment, u64)]) -> String {
    const SHOWN: usize = 8;
    let sum = valued.iter().fold(0, |sum, (_, value)| sum ^ value);
    let name = |(segment, _): &(Segment, u64)| segment_name(*segment);
    match valued {
        [] => "nothing to pick, XOR 0".to_owned(),
        [(Segment::ALL, value)] => format!("the whole line has Grundy value {value}"),
        [only @ (_, value)] => format!("segment {} has Grundy value {value}", name(only)),
        _ => {
            let names: Vec<String> = valued.iter().take(SHOWN).map(name).collect();
            let values: Vec<String> =
                valued.iter().take(SHOWN).map(|(_, value)| value.to_string()).collect();
            let more = if valued.len() > SHOWN { " XOR …" } else { "" };
            let more_names = if valued.len() > SHOWN { ", …" } else { "" };
            format!(
                "segments {}{more_names} have Grundy values {}{more} = {sum}",
                names.join(", "),
                values.join(" XOR ")
            )
        }
    }
}
