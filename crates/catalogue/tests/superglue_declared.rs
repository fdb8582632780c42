//! The search with a monotone resource on rules alone: what Superglue declares
//! is held against its rules, and so are declarations that are false.

use perfectplay_catalogue::superglue::{
    Cell, Move, Moves, Position, Superglue, Variant, closed_form,
};
use perfectplay_game::{
    Game, Meter, MonotoneResource, Notation, NotationError, Options, Outcome, Player, exhaustive,
};
use perfectplay_theories::proof_search::{Declared, DeclaredError, Search, Verdict};
use proptest::prelude::*;

fn cell(columns: u32, number: u32) -> Cell {
    Cell { row: number / columns + 1, column: number % columns + 1 }
}

/// Does First win from a position in which he is to move?
fn wins<G: MonotoneResource + Notation>(
    rules: &G,
    search: &mut Search<Declared<'_, G>>,
    at: &G::Position,
) -> bool {
    let (core, resource) = rules.split(at).expect("covered");
    let core = rules.core_number(&core);
    let meter = &mut Meter::default();
    let verdict = match rules.mover(at) {
        Player::First => search.attacker_moves(core, resource, meter),
        Player::Second => search.defender_moves(core, resource, rules.still_to_add(at), meter),
    };
    matches!(verdict, Ok(Verdict::Wins { .. }))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn oracle_search_of_declared_rules(
        (rows, columns) in (1..=3u32, 2..=3u32),
        (one, other) in (0..9u32, 0..9u32),
        king: bool,
        torus: bool,
        glues in 1..=2u32,
        glue in 0..512u32,
    ) {
        let cells = rows * columns;
        let chips = [cell(columns, one % cells), cell(columns, other % cells)];
        // Few cells are left, that there are not too many positions.
        let glue: Vec<Cell> = (0..cells)
            .filter(|at| (glue | 0x52) >> at & 1 == 1)
            .map(|at| cell(columns, at))
            .collect();
        let moves = if king { Moves::King } else { Moves::Rook };
        let variant = Variant { moves, glues, torus, walls: Vec::new() };
        let Some(rules) = Superglue::variant(rows, columns, variant, chips, &glue) else {
            return Ok(());
        };
        let declared = Declared::new(&rules, &mut Meter::default());
        let mut search = Search::new(declared.expect("it is true"));
        let truth = exhaustive::outcomes(&rules, &rules.start(), &mut Meter::default());
        for (at, outcome) in truth.expect("it ends") {
            let over = rules.first_move(&at).is_none();
            let won = (outcome == Outcome::Win) == (rules.mover(&at) == Player::First);
            prop_assert!(over || wins(&rules, &mut search, &at) == won, "{:?} {at:?}", rules);
        }
    }
}

#[test]
fn differential_closed_form_by_rules_alone() {
    let corner = Cell { row: 1, column: 1 };
    let board = Superglue::new(5, 6, [corner, Cell { row: 5, column: 6 }], &[]).expect("a board");
    let declared = Declared::new(&board, &mut Meter::default()).expect("it is true");
    let mut search = Search::new(declared);
    for one in 0..30 {
        for other in one + 1..30 {
            let chips = [cell(6, one), cell(6, other)];
            let rules = Superglue::new(5, 6, chips, &[]).expect("a board");
            let won = wins(&board, &mut search, &rules.start());
            assert_eq!(won, closed_form(chips[0], chips[1]), "{chips:?}");
        }
    }
}

/// A lie about Superglue.
#[derive(Clone, Copy, Debug)]
enum Lie {
    /// With little glue First has an option fewer: glue helps him.
    GlueHelps,
    /// Second may glue a cell only while fewer than three are glued.
    FewMayBeAdded,
    /// Second is said to glue two cells a turn.
    TwoATurn,
}

struct Lying(Superglue, Lie);

impl Game for Lying {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        self.0.start()
    }

    fn mover(&self, position: &Position) -> Player {
        self.0.mover(position)
    }

    fn options(&self, position: &Position, into: &mut Options<Self>) {
        self.0.options(position, into);
        match self.1 {
            Lie::GlueHelps
                if position.glue().len() < 2 && self.mover(position) == Player::First =>
            {
                into.pop();
            }
            Lie::FewMayBeAdded if position.glue().len() > 2 => {
                into.retain(|(chosen, _)| matches!(chosen, Move::Step { .. }));
            }
            _ => {}
        }
    }
}

impl Notation for Lying {
    fn write_position(&self, position: &Position) -> String {
        self.0.write_position(position)
    }

    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        self.0.parse_position(text)
    }

    fn write_move(&self, from: &Position, chosen: &Move) -> String {
        self.0.write_move(from, chosen)
    }

    fn rules(&self) -> String {
        Notation::rules(&self.0)
    }
}

impl MonotoneResource for Lying {
    type Core = [Cell; 2];

    fn hindered(&self) -> Player {
        self.0.hindered()
    }

    fn elements(&self) -> u128 {
        self.0.elements()
    }

    fn additions(&self) -> u32 {
        if matches!(self.1, Lie::TwoATurn) { 2 } else { 1 }
    }

    fn still_to_add(&self, position: &Position) -> u32 {
        match self.mover(position) {
            Player::First => 0,
            Player::Second => self.additions(),
        }
    }

    fn split(&self, position: &Position) -> Option<([Cell; 2], u128)> {
        self.0.split(position)
    }

    fn join(&self, core: &[Cell; 2], resource: u128, mover: Player) -> Position {
        self.0.join(core, resource, mover)
    }

    fn core_number(&self, core: &[Cell; 2]) -> u64 {
        self.0.core_number(core)
    }

    fn core_of(&self, number: u64) -> Option<[Cell; 2]> {
        self.0.core_of(number)
    }
}

#[test]
fn law_false_declarations_are_refused_with_a_witness() {
    let chips = [Cell { row: 1, column: 1 }, Cell { row: 4, column: 4 }];
    let rules = Superglue::new(4, 4, chips, &[]).expect("a board");
    for lie in [Lie::GlueHelps, Lie::FewMayBeAdded, Lie::TwoATurn] {
        let lying = Lying(rules.clone(), lie);
        match Declared::new(&lying, &mut Meter::default()) {
            Err(DeclaredError::False { position, .. }) => {
                assert!(lying.parse_position(&position).is_ok(), "{lie:?}: {position}");
            }
            Err(stopped) => panic!("{lie:?}: {stopped}"),
            Ok(_) => panic!("{lie:?} was believed"),
        }
    }
}
