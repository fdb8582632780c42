use std::ops::ControlFlow;

use perfectplay_analysis::{
    About, Analysis, CertifyError, Choice, Evaluation, Judgement, Label, NotSearched, Solver,
    Theory,
};
use perfectplay_game::{
    Game, Known, Meter, MonotoneResource, Notation, Outcome, Player, Stop, StopReason,
};
use perfectplay_proof::{CheckError, Claim, Confirmed, Sink, Source};
use perfectplay_theories::proof_search::every_board::Finder;
use perfectplay_theories::proof_search::{Search, Verdict};

use super::board::Board;
use super::certificate;
use super::closed_form;
use super::glue::MOST_CELLS;
use super::rules::ABOUT;
use super::rules::{Cell, Move, Moves, Position, Superglue};
use super::searched;
use super::theorem::{NoPieces, Pieces};

/// What may tell a position before any glue lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// The closed form.
    ClosedForm,
    /// Nothing but the search.
    Search,
}

/// Superglue solved by the closed form and by proof search.
pub struct SuperglueSolver {
    rules: Superglue,
    by: By,
    /// The search of the whole board, with all that it has proved. A part of
    /// a board too large for one is searched anew each time.
    search: Option<Search<Board>>,
    /// The proof for every board, once it was asked for.
    theorem: Option<Pieces>,
    /// Finds more of its kind, once it was asked to.
    finder: Option<Finder>,
}

/// Who wins, and by which proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Told {
    /// By the closed form, without glue or because glue never helps First.
    ByClosedForm(Player),
    /// By a search: First, wherever this many cells stay free.
    ByZone(u32),
    /// By a search: Second, who has an answer to everything.
    ByAnswers,
    /// Second, by barriers and patterns that hold on every board.
    ByPatterns,
    /// The chips have met.
    Met,
    /// Both chips are stuck, and First is to move.
    Stuck,
    /// Not at all.
    Beyond,
}

impl Told {
    fn winner(self) -> Option<Player> {
        match self {
            Told::ByClosedForm(player) => Some(player),
            Told::ByZone(_) | Told::Met => Some(Player::First),
            Told::ByAnswers | Told::ByPatterns | Told::Stuck => Some(Player::Second),
            Told::Beyond => None,
        }
    }
}

/// Why a position was not decided.
const BEYOND: StopReason = StopReason::Reach {
    within: "boards of at most 128 cells, and on larger ones what is decided around the chips",
};

impl SuperglueSolver {
    /// A solver for these rules.
    pub fn new(rules: Superglue, by: By) -> Self {
        SuperglueSolver { rules, by, search: None, theorem: None, finder: None }
    }

    /// The search with what it has proved; a new one if there is none.
    fn take_search(&mut self, position: &Position) -> Option<Search<Board>> {
        let kept = self.search.take();
        kept.or_else(|| Board::around(&self.rules, position.chips).map(Search::new))
    }

    /// Runs the search at a position, First or Second to move.
    fn search(&mut self, position: &Position, meter: &mut Meter) -> Result<Told, Stop> {
        let Some(mut search) = self.take_search(position) else { return Ok(Told::Beyond) };
        let board = search.pursuit();
        let whole = board.whole;
        let glue = board.glue(position);
        let Some(core) = board.core(position) else { return Ok(Told::Beyond) };
        let verdict = match position.mover {
            Player::First => search.attacker_moves(core, glue, meter),
            Player::Second => {
                search.defender_moves(core, glue, self.rules.still_to_add(position), meter)
            }
        };
        if whole {
            self.search = Some(search);
        }
        Ok(match verdict? {
            Verdict::Wins { zone } => Told::ByZone(zone.count_ones()),
            Verdict::Loses { .. } if whole => Told::ByAnswers,
            Verdict::Loses { .. } => match self.loss(position, meter) {
                Ok(Some(_)) => Told::ByPatterns,
                Ok(None) | Err(NoPieces::NotFound(_)) => Told::Beyond,
                Err(NoPieces::Stopped(stop)) => return Err(stop),
            },
        })
    }

    /// Pieces that prove Second's win on every board with this glue.
    fn loss(&mut self, position: &Position, meter: &mut Meter) -> Result<Option<Pieces>, NoPieces> {
        let finder = match self.finder.take() {
            Some(finder) => finder,
            None => Finder::new(&self.rules, meter)?,
        };
        Pieces::of_loss(&self.rules, self.finder.insert(finder), position, meter)
    }

    /// The proof for every board, made once.
    fn theorem(&mut self, meter: &mut Meter) -> Result<&Pieces, NoPieces> {
        let theorem = match self.theorem.take() {
            Some(theorem) => theorem,
            None => Pieces::of_all(&self.rules, meter)?,
        };
        Ok(self.theorem.insert(theorem))
    }

    /// Is the board too large for a search of all of it?
    fn is_large(&self) -> bool {
        u64::from(self.rules.rows) * u64::from(self.rules.columns) > MOST_CELLS
    }

    /// What a proof for every board tells of a position, where there is one.
    fn by_theorem(
        &mut self,
        position: &Position,
        meter: &mut Meter,
    ) -> Result<Option<Player>, Stop> {
        if self.rules.variant.moves != Moves::Rook {
            return Ok(None);
        }
        let rules = self.rules.clone();
        match self.theorem(meter) {
            Ok(theorem) => theorem.winner(&rules, position, meter),
            Err(NoPieces::Stopped(stop)) => Err(stop),
            Err(NoPieces::NotFound(_)) => Ok(None),
        }
    }

    /// Who wins.
    fn tell(&mut self, position: &Position, meter: &mut Meter) -> Result<Told, Stop> {
        if position.met() {
            return Ok(Told::Met);
        }
        if position.mover == Player::First && self.rules.first_move(position).is_none() {
            return Ok(Told::Stuck);
        }
        let [one, other] = position.chips;
        // The closed form is about the game of the contest alone.
        if self.by == By::ClosedForm && self.rules.is_original() {
            // Glue never helps First, and a pass never helps Second: where
            // First would lose without glue and at move, he loses here too.
            if !closed_form(one, other) {
                return Ok(Told::ByClosedForm(Player::Second));
            }
            if position.glue.is_empty() && position.mover == Player::First {
                return Ok(Told::ByClosedForm(Player::First));
            }
        }
        if self.is_large() && self.by_theorem(position, meter)? == Some(Player::Second) {
            return Ok(Told::ByPatterns);
        }
        self.search(position, meter)
    }

    /// The certificate of a position on a board that is searched in part.
    fn certify_on_a_part(
        &self,
        part: Board,
        position: &Position,
        meter: &mut Meter,
        sink: &mut dyn Sink,
    ) -> Result<(), CertifyError> {
        let rules = &self.rules;
        if position.met() {
            let pieces = Pieces::none(rules, meter)?;
            return Ok(pieces.write(rules, position, Player::First, sink)?);
        }
        let glue = part.glue(position);
        let mut search = Search::new(part.clone());
        if let Some(core) = part.core(position) {
            let strategy = search.strategy(core, glue, rules.still_to_add(position), meter)?;
            if !strategy.wins.is_empty() {
                let pieces = Pieces::of_wins(rules, &part, strategy, meter)?;
                return Ok(pieces.write(rules, position, Player::First, sink)?);
            }
        }
        let mut finder = Finder::new(rules, meter).map_err(NoPieces::from)?;
        match Pieces::of_loss(rules, &mut finder, position, meter)? {
            Some(pieces) => Ok(pieces.write(rules, position, Player::Second, sink)?),
            None => Err(Stop { reason: BEYOND, spent: meter.spent() }.into()),
        }
    }

    /// The options with who wins after each.
    fn tell_options(
        &mut self,
        position: &Position,
        told: Option<Told>,
        meter: &mut Meter,
        stopped: &mut Option<Stop>,
    ) -> Vec<Choice<Move>> {
        let mut options = Vec::new();
        self.rules.options(position, &mut options);
        // A player who loses loses by every option.
        let lost = told.and_then(Told::winner).filter(|winner| *winner != position.mover);
        let mut choices = Vec::with_capacity(options.len());
        for (chosen, to) in options {
            let winner = match (lost, &stopped) {
                (Some(winner), _) => Some(winner),
                (None, Some(_)) => None,
                (None, None) => match self.tell(&to, meter) {
                    Ok(told) => told.winner(),
                    Err(stop) => {
                        *stopped = Some(stop);
                        None
                    }
                },
            };
            let outcome = match winner {
                Some(winner) if winner == position.mover => Known::Exact(Outcome::Win),
                Some(_) => Known::Exact(Outcome::Loss),
                None => Known::Unknown,
            };
            let evaluation = Evaluation { side: position.mover, outcome, value: None };
            choices.push(Choice { chosen, through: None, evaluation, keeps: false });
        }
        choices
    }

    fn theory(&self, told: Option<Told>) -> Theory {
        let (name, applies) = match told {
            Some(Told::ByClosedForm(_)) => (
                "closed form",
                "First wins without glue exactly when the larger distance is at most 4 and both \
                 together at most 6: proved for every board (perfectplay prove superglue writes \
                 the proof); more glue never helps First",
            ),
            Some(Told::ByPatterns) => (
                "patterns for every board",
                "a barrier between the chips, or a pattern of chips and glue that Second can keep \
                 coming back to, holds on every board; more glue never helps First",
            ),
            Some(Told::Met | Told::Stuck) => ("the rules", "play has ended"),
            _ => (
                "proof search with a monotone resource",
                "glue only grows and never helps First, so a win proved with some cells free \
                 holds wherever they are free, and a loss proved with some glue holds wherever \
                 that glue lies",
            ),
        };
        Theory { name: name.to_owned(), applies: applies.to_owned() }
    }

    fn because(&self, position: &Position, told: Option<Told>) -> String {
        let [one, other] = position.chips;
        let (rows, columns) = one.distances(other);
        let distances = format!("{rows} rows and {columns} columns apart");
        let (larger, sum) = (rows.max(columns), rows + columns);
        match told {
            Some(Told::Met) => "the chips have met".to_owned(),
            Some(Told::ByClosedForm(Player::First)) => format!(
                "the chips are {distances}: the larger distance {larger} is at most 4, and the \
                 sum {sum} at most 6"
            ),
            Some(Told::ByClosedForm(Player::Second)) => {
                let broken = match larger > 4 {
                    true => format!("the larger distance {larger} is more than 4"),
                    false => format!("the sum {sum} is more than 6"),
                };
                let glue = match position.glue.is_empty() && position.mover == Player::First {
                    true => "",
                    false => " (already without glue and with First to move)",
                };
                format!("the chips are {distances}: {broken}{glue}")
            }
            Some(Told::ByZone(cells)) => format!(
                "First has a forced meeting that relies on no more than {cells} cells being free \
                 of glue; no answer of Second's spoils it"
            ),
            Some(Told::Stuck) => "no chip can move: both are stuck".to_owned(),
            Some(Told::ByAnswers) => match position.mover {
                Player::First => "Second has an answer to every step of First's, for as long as \
                                  First goes on"
                    .to_owned(),
                Player::Second => "Second has a cell to glue after which he can answer every \
                                   step of First's"
                    .to_owned(),
            },
            Some(Told::ByPatterns) => {
                "Second can put a barrier between the chips, or come back to \
                                       a pattern of glue that leads to one, whatever First does"
                    .to_owned()
            }
            Some(Told::Beyond) => "First has no win inside the part of the board around the \
                                   chips that was searched; Second's win there proves nothing \
                                   for the whole board"
                .to_owned(),
            None => "the search stopped before it was decided".to_owned(),
        }
    }
}

impl Solver for SuperglueSolver {
    type Rules = Superglue;

    fn rules(&self) -> &Superglue {
        &self.rules
    }

    fn about(&self) -> About<'_> {
        ABOUT
    }

    fn judge(&mut self, position: &Position, meter: &mut Meter) -> Result<Judgement<Move>, Stop> {
        let mut stopped = None;
        let told = match self.tell(position, meter) {
            Ok(told) => Some(told),
            Err(stop) => {
                stopped = Some(stop);
                None
            }
        };
        let choices = self.tell_options(position, told, meter, &mut stopped);
        let mut judgement = Judgement::from_choices(
            position.mover,
            Outcome::Loss,
            choices,
            self.because(position, told),
            self.theory(told),
        );
        // The position may be decided where its options are not.
        if let Some(winner) = told.and_then(Told::winner) {
            let won = if winner == position.mover { Outcome::Win } else { Outcome::Loss };
            judgement.evaluation = Evaluation::exact(position.mover, won);
        }
        // Options that lie beyond say so themselves.
        if stopped.is_none() && judgement.evaluation.outcome.exact().is_none() {
            stopped = Some(Stop { reason: BEYOND, spent: meter.spent() });
        }
        judgement.stopped = stopped;
        Ok(judgement)
    }

    /// By a search of its own, so that the same position gives the same bytes
    /// whatever was asked before; by the proof for every board where that
    /// tells it.
    fn certify(
        &mut self,
        position: &Position,
        meter: &mut Meter,
        sink: &mut dyn Sink,
    ) -> Result<(), CertifyError> {
        if let Some(winner) = self.by_theorem(position, meter)? {
            let rules = self.rules.clone();
            return Ok(self.theorem(meter)?.write(&rules, position, winner, sink)?);
        }
        let reach = || CertifyError::from(Stop { reason: BEYOND, spent: meter.spent() });
        let board = Board::around(&self.rules, position.chips).ok_or_else(reach)?;
        if !board.whole {
            return self.certify_on_a_part(board, position, meter, sink);
        }
        certificate::certify(&self.rules, &mut Search::new(board), position, meter, sink)
    }

    fn certify_theorem(
        &mut self,
        meter: &mut Meter,
        sink: &mut dyn Sink,
    ) -> Result<(), CertifyError> {
        Ok(self.theorem(meter)?.write_all(sink)?)
    }

    fn check(
        &self,
        claim: &Claim,
        source: &mut dyn Source,
        meter: &mut Meter,
    ) -> Result<Confirmed, CheckError> {
        certificate::check(&self.rules, claim, source, meter)
    }

    /// By legal moves and symmetry alone.
    fn by_search(
        self,
        search: perfectplay_analysis::Search,
    ) -> Result<Box<dyn Analysis>, NotSearched> {
        searched::by_search(&self.rules, search)
    }

    fn check_strategy(
        &self,
        claim: &Claim,
        source: &mut dyn Source,
        meter: &mut Meter,
    ) -> Result<Confirmed, CheckError> {
        searched::check_strategy(&self.rules, claim, source, meter)
    }

    fn labels_of(&self) -> String {
        "placements of the two chips with this glue, First to move".to_owned()
    }

    fn label_all(
        &mut self,
        position: &Position,
        meter: &mut Meter,
        sink: &mut dyn FnMut(&Label) -> ControlFlow<()>,
    ) -> Result<(), Stop> {
        let (rows, columns) = (self.rules.rows, self.rules.columns);
        let cell = |index: u64| Cell {
            row: (index / u64::from(columns)) as u32 + 1,
            column: (index % u64::from(columns)) as u32 + 1,
        };
        let cells = u64::from(rows) * u64::from(columns);
        for one in 0..cells {
            for other in one + 1..cells {
                meter.spend(1)?;
                if !self.rules.contains(cell(one)) || !self.rules.contains(cell(other)) {
                    continue;
                }
                let placed = Position {
                    chips: [cell(one), cell(other)],
                    glue: position.glue.clone(),
                    mover: Player::First,
                    to_glue: 0,
                };
                let evaluation = match self.tell(&placed, meter)?.winner() {
                    Some(Player::First) => Evaluation::exact(Player::First, Outcome::Win),
                    Some(Player::Second) => Evaluation::exact(Player::First, Outcome::Loss),
                    None => return Err(Stop { reason: BEYOND, spent: meter.spent() }),
                };
                let label = Label::new(self.rules.write_position(&placed), evaluation);
                if sink(&label).is_break() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}
