use std::io::{Read, Write};
use std::ops::ControlFlow;
use std::time::Instant;

use perfectplay_game::{Game, Meter, Notation, Player, RulesError};

use perfectplay_proof::{CheckError, Claim, Confirmed, Form, open, sink, strategy};

use crate::{
    About, AskError, CertifyError, Choice, Effort, Evaluation, KeepError, Label, Labelled,
    NotSearched, OptionReport, Place, PlayError, Report, Search, Solver, Theory,
};

/// A solved game as every front end sees it: positions and moves are texts in
/// the ruleset's notation.
pub trait Analysis: Send {
    /// What the ruleset is.
    fn about(&self) -> About<'_>;

    /// The rules in words, with the parameters filled in.
    fn rules(&self) -> String;

    /// Where play starts.
    fn start(&self) -> String;

    /// The same position as the solver itself writes it.
    ///
    /// # Errors
    ///
    /// The text is no legal position, or the rules fail.
    fn canonical(&self, position: &str) -> Result<String, AskError>;

    /// Who is to move.
    ///
    /// # Errors
    ///
    /// The text is no legal position, or the rules fail.
    fn mover(&self, position: &str) -> Result<Player, AskError>;

    /// The position drawn for a person.
    ///
    /// # Errors
    ///
    /// The text is no legal position, or the rules fail.
    fn draw(&self, position: &str) -> Result<String, AskError>;

    /// The position after a move.
    ///
    /// # Errors
    ///
    /// The text is no legal position, the move is not legal there, or the
    /// rules fail.
    fn play(&self, position: &str, chosen: &str) -> Result<String, PlayError>;

    /// Who wins with best play, by how much, every option with its own
    /// evaluation, and the fact that decides. A limit of the meter gives a
    /// report that says what was proved and why it stopped.
    ///
    /// # Errors
    ///
    /// The text is no legal position, or the rules fail.
    fn evaluate(&mut self, position: &str, meter: &mut Meter) -> Result<Report, AskError>;

    /// Labels every position that the theory labels anyway, one at a time;
    /// `sink` may break off.
    ///
    /// # Errors
    ///
    /// The text is no legal position, or the rules fail.
    fn label_all(
        &mut self,
        position: &str,
        meter: &mut Meter,
        sink: &mut dyn FnMut(&Label) -> ControlFlow<()>,
    ) -> Result<Labelled, AskError>;

    /// Writes a certificate for the outcome of a position.
    ///
    /// # Errors
    ///
    /// See [`CertifyError`].
    fn certify(
        &mut self,
        position: &str,
        form: Form,
        meter: &mut Meter,
        out: &mut dyn Write,
    ) -> Result<(), CertifyError>;

    /// Writes one certificate for all that [`Analysis::label_all`] labels.
    ///
    /// # Errors
    ///
    /// See [`CertifyError`].
    fn certify_all(
        &mut self,
        position: &str,
        form: Form,
        meter: &mut Meter,
        out: &mut dyn Write,
    ) -> Result<(), CertifyError>;

    /// Writes a certificate of a statement about every game of the ruleset at
    /// once.
    ///
    /// # Errors
    ///
    /// See [`CertifyError`].
    fn certify_theorem(
        &mut self,
        form: Form,
        meter: &mut Meter,
        out: &mut dyn Write,
    ) -> Result<(), CertifyError>;

    /// The same game answered by a search of its rules instead of its theory.
    ///
    /// # Errors
    ///
    /// Why it is not searched.
    fn by_search(self: Box<Self>, search: Search) -> Result<Box<dyn Analysis>, NotSearched>;

    /// Solves a position with everything that is finished kept in a folder.
    ///
    /// # Errors
    ///
    /// See [`KeepError`].
    fn keep(
        &mut self,
        position: &str,
        place: &Place<'_>,
        meter: &mut Meter,
    ) -> Result<(), KeepError>;

    /// Checks a certificate against the rules, using nothing that a theory
    /// found.
    ///
    /// # Errors
    ///
    /// It is unreadable, or does not prove its claim: the first record that
    /// fails.
    fn verify(
        &self,
        certificate: &mut dyn Read,
        meter: &mut Meter,
    ) -> Result<Confirmed, CheckError>;
}

/// The face of a [`Solver`].
#[derive(Clone, Debug)]
pub struct Face<S>(pub S);

type Move<S> = <<S as Solver>::Rules as Game>::Move;
type Position<S> = <<S as Solver>::Rules as Game>::Position;

impl<S: Solver> Face<S> {
    /// What the rules did not say of themselves: their failure goes before
    /// any answer.
    fn sound<T, E: From<RulesError>>(&self, answer: Result<T, E>) -> Result<T, E> {
        match self.0.fault() {
            Some(fault) => Err(fault.into()),
            None => answer,
        }
    }

    fn position(&self, text: &str) -> Result<Position<S>, AskError> {
        self.sound(self.0.rules().parse_position(text).map_err(AskError::from))
    }

    fn ask<T>(
        &self,
        position: &str,
        question: impl Fn(&S::Rules, &Position<S>) -> T,
    ) -> Result<T, AskError> {
        let at = self.position(position)?;
        self.sound(Ok(question(self.0.rules(), &at)))
    }

    fn effort(&self, steps: u64) -> Effort {
        Effort { steps, unit: self.0.about().effort_unit }
    }

    fn option_report(
        &self,
        from: &Position<S>,
        nth: usize,
        choice: &Choice<Move<S>>,
    ) -> OptionReport {
        let rules = self.0.rules();
        let chosen = rules.write_move(from, &choice.chosen);
        OptionReport {
            position: self
                .0
                .reached(from, nth, choice)
                .map(|to| rules.write_position(&to))
                .unwrap_or_default(),
            through: choice.through.as_ref().map(|last| rules.write_move(from, last)),
            chosen,
            evaluation: choice.evaluation.clone(),
            keeps: choice.keeps,
        }
    }
}

impl<S: Solver> Analysis for Face<S> {
    fn about(&self) -> About<'_> {
        self.0.about()
    }

    fn rules(&self) -> String {
        self.0.rules().rules()
    }

    fn start(&self) -> String {
        let rules = self.0.rules();
        rules.write_position(&rules.start())
    }

    fn canonical(&self, position: &str) -> Result<String, AskError> {
        self.ask(position, |rules, position| rules.write_position(position))
    }

    fn mover(&self, position: &str) -> Result<Player, AskError> {
        self.ask(position, |rules, position| rules.mover(position))
    }

    fn draw(&self, position: &str) -> Result<String, AskError> {
        self.ask(position, |rules, position| rules.draw(position))
    }

    fn play(&self, position: &str, chosen: &str) -> Result<String, PlayError> {
        let rules = self.0.rules();
        let from = self.position(position)?;
        let found =
            rules.parse_move(&from, chosen.trim()).and_then(|chosen| rules.play(&from, &chosen));
        match self.sound::<_, AskError>(Ok(found))? {
            Some(to) => Ok(rules.write_position(&to)),
            None => Err(PlayError::Illegal {
                chosen: chosen.trim().to_owned(),
                example: rules
                    .first_move(&from)
                    .map(|example| format!("{:?}", rules.write_move(&from, &example)))
                    .unwrap_or_else(|| "none: play has ended".to_owned()),
            }),
        }
    }

    fn evaluate(&mut self, position: &str, meter: &mut Meter) -> Result<Report, AskError> {
        let at = self.position(position)?;
        let spent_before = meter.spent();
        let began = Instant::now();
        let judged = self.0.judge(&at, meter);
        let seconds = began.elapsed().as_secs_f64();
        let rules = self.0.rules();
        let mover = rules.mover(&at);
        let mut report = Report {
            ruleset: self.0.about().name.to_owned(),
            position: rules.write_position(&at),
            mover,
            winner: None,
            evaluation: Evaluation::unknown(mover),
            options: Vec::new(),
            because: "the work stopped before anything was proved".to_owned(),
            theory: Theory { name: "none".to_owned(), applies: "no theory came to an end".into() },
            unlisted: None,
            effort: self.effort(meter.spent() - spent_before),
            seconds,
            stopped: None,
        };
        match judged {
            Ok(judgement) => {
                report.options = judgement
                    .choices
                    .iter()
                    .enumerate()
                    .map(|(nth, choice)| self.option_report(&at, nth, choice))
                    .collect();
                report.winner = judgement.evaluation.winner();
                report.evaluation = judgement.evaluation;
                report.because = judgement.because;
                report.theory = judgement.theory;
                report.unlisted = judgement.unlisted;
                report.stopped = judgement.stopped;
            }
            Err(stop) => report.stopped = Some(stop),
        }
        self.sound(Ok(report))
    }

    fn label_all(
        &mut self,
        position: &str,
        meter: &mut Meter,
        sink: &mut dyn FnMut(&Label) -> ControlFlow<()>,
    ) -> Result<Labelled, AskError> {
        let at = self.position(position)?;
        let spent_before = meter.spent();
        let began = Instant::now();
        let mut labels = 0;
        let done = self.0.label_all(&at, meter, &mut |label| {
            labels += 1;
            sink(label)
        });
        self.sound(Ok(Labelled {
            labels,
            of: self.0.labels_of(),
            effort: self.effort(meter.spent() - spent_before),
            seconds: began.elapsed().as_secs_f64(),
            stopped: done.err(),
        }))
    }

    fn certify(
        &mut self,
        position: &str,
        form: Form,
        meter: &mut Meter,
        out: &mut dyn Write,
    ) -> Result<(), CertifyError> {
        let at = self.position(position)?;
        let done = sink(out, form, |sink| self.0.certify(&at, meter, sink));
        self.sound(done)
    }

    fn certify_all(
        &mut self,
        position: &str,
        form: Form,
        meter: &mut Meter,
        out: &mut dyn Write,
    ) -> Result<(), CertifyError> {
        let at = self.position(position)?;
        let done = sink(out, form, |sink| self.0.certify_all(&at, meter, sink));
        self.sound(done)
    }

    fn certify_theorem(
        &mut self,
        form: Form,
        meter: &mut Meter,
        out: &mut dyn Write,
    ) -> Result<(), CertifyError> {
        let done = sink(out, form, |sink| self.0.certify_theorem(meter, sink));
        self.sound(done)
    }

    fn by_search(self: Box<Self>, search: Search) -> Result<Box<dyn Analysis>, NotSearched> {
        self.0.by_search(search)
    }

    fn keep(
        &mut self,
        position: &str,
        place: &Place<'_>,
        meter: &mut Meter,
    ) -> Result<(), KeepError> {
        let at = self.position(position)?;
        let done = self.0.keep(&at, place, meter);
        self.sound(done)
    }

    fn verify(
        &self,
        certificate: &mut dyn Read,
        meter: &mut Meter,
    ) -> Result<Confirmed, CheckError> {
        let mut source = open(certificate)?;
        let source = source.as_mut();
        let claim = Claim::read(source)?;
        let name = self.0.about().name;
        if claim.ruleset != name {
            let what = format!("it is about {}, not about {name}", claim.ruleset);
            return Err(source.refuse(what));
        }
        let checked = match claim.kind.as_str() {
            strategy::KIND => self.0.check_strategy(&claim, source, meter),
            _ => self.0.check(&claim, source, meter),
        };
        self.sound(checked)
    }
}
