//! The search of declared monotone resources, held against exhaustive play on
//! random games: lawful ones are accepted and told rightly at every position,
//! unlawful ones are told rightly or refused.

use perfectplay_game::{
    Game, Meter, MonotoneResource, Notation, NotationError, Options, Outcome, Player, exhaustive,
};
use perfectplay_proof::pursuit::{self, Proof, Win};
use perfectplay_proof::{CheckError, Form, open, sink};
use perfectplay_theories::proof_search::{Declared, DeclaredError, Law, Search, Verdict};
use proptest::prelude::*;

/// How a game breaks the laws, if it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lie {
    None,
    /// At the core of the lie play is over with the opponent to move, in this
    /// outcome for him.
    End(Outcome),
    /// Play is over there with the hindered side's win only with the element
    /// of the lie present.
    WonWithElement,
    /// The same, only with it absent.
    WonWithoutElement,
    /// The first option is there only with the element present.
    ElementHelps,
    /// The first option is forbidden by two elements together alone.
    Together,
    /// Who has no option at the core of the lie does not lose.
    StuckIsTie,
    /// The number of the core of the lie is that of core 0.
    SameNumber,
    /// What may be added at the core of the lie changes with the element.
    OpenChanges,
}

const LIES: [Lie; 11] = [
    Lie::None,
    Lie::End(Outcome::Win),
    Lie::End(Outcome::Tie),
    Lie::End(Outcome::Draw),
    Lie::WonWithElement,
    Lie::WonWithoutElement,
    Lie::ElementHelps,
    Lie::Together,
    Lie::StuckIsTie,
    Lie::SameNumber,
    Lie::OpenChanges,
];

/// A game on a graph of cores, its arcs forbidden by elements.
#[derive(Clone, Debug)]
struct Arcs {
    cores: u32,
    elements: u32,
    turn: u32,
    hindered: Player,
    /// From, to, and elements that have to be absent.
    arcs: Vec<(u32, u32, u128)>,
    /// What may be added at each core.
    open: Vec<u128>,
    /// Cores at which the hindered side has won, as bits.
    won: u32,
    start: (u32, u128),
    lie: Lie,
    /// Where the game lies: a core, an element and another.
    at: (u32, u128, u128),
}

/// A core, a resource, and how many elements are to be added.
type At = (u32, u128, u32);

impl Arcs {
    fn over(&self, core: u32, resource: u128) -> bool {
        let (lying, element, _) = self.at;
        if self.open[core as usize] == 0 {
            // The opponent has nothing to add, ever: the rules say no more.
            return true;
        }
        match self.lie {
            Lie::End(_) if core == lying => true,
            Lie::WonWithElement if core == lying => resource & element != 0,
            Lie::WonWithoutElement if core == lying => resource & element == 0,
            _ => self.won >> core & 1 == 1,
        }
    }

    /// Has the opponent an element to add wherever play comes, while it goes
    /// on? The other laws hold by how games are made.
    fn is_lawful(&self, met: &[(At, Outcome)]) -> bool {
        self.lie == Lie::None
            && met.iter().all(|&((core, resource, left), _)| {
                left == 0 || self.over(core, resource) || self.open[core as usize] & !resource != 0
            })
    }
}

impl Game for Arcs {
    type Position = At;
    type Move = u32;

    fn start(&self) -> At {
        (self.start.0, self.start.1, 0)
    }

    fn mover(&self, at: &At) -> Player {
        if at.2 == 0 { self.hindered } else { self.hindered.other() }
    }

    fn options(&self, &(core, resource, left): &At, into: &mut Options<Self>) {
        let (lying, element, other) = self.at;
        if left == 0 {
            for (chosen, &(from, to, needs)) in self.arcs.iter().enumerate() {
                let legal = match self.lie {
                    Lie::ElementHelps if chosen == 0 => resource & element != 0,
                    Lie::Together if chosen == 0 => (element | other) & !resource != 0,
                    _ => needs & resource == 0,
                };
                if from == core && legal {
                    into.push((chosen as u32, (to, resource, self.turn)));
                }
            }
            return;
        }
        if self.over(core, resource) {
            return;
        }
        let mut open = self.open[core as usize];
        if self.lie == Lie::OpenChanges && core == lying && resource & element != 0 {
            open ^= other;
        }
        let open = open & !resource;
        for chosen in (0..self.elements).filter(|chosen| open >> chosen & 1 == 1) {
            let left = if open.is_power_of_two() { 0 } else { left - 1 };
            into.push((chosen, (core, resource | 1 << chosen, left)));
        }
    }

    fn ending(&self, &(core, _, left): &At) -> Outcome {
        match self.lie {
            Lie::End(outcome) if core == self.at.0 && left > 0 => outcome,
            Lie::StuckIsTie if core == self.at.0 && left == 0 => Outcome::Tie,
            _ => Outcome::Loss,
        }
    }
}

impl Notation for Arcs {
    fn write_position(&self, at: &At) -> String {
        format!("{at:?}")
    }

    fn parse_position(&self, text: &str) -> Result<At, NotationError> {
        Err(NotationError::at(text, 0, "a text", "nothing"))
    }

    fn write_move(&self, _from: &At, chosen: &u32) -> String {
        chosen.to_string()
    }

    fn rules(&self) -> String {
        String::new()
    }
}

impl MonotoneResource for Arcs {
    type Core = u32;

    fn hindered(&self) -> Player {
        self.hindered
    }

    fn elements(&self) -> u128 {
        (1 << self.elements) - 1
    }

    fn additions(&self) -> u32 {
        self.turn
    }

    fn still_to_add(&self, at: &At) -> u32 {
        at.2
    }

    fn split(&self, at: &At) -> Option<(u32, u128)> {
        Some((at.0, at.1))
    }

    fn join(&self, core: &u32, resource: u128, mover: Player) -> At {
        (*core, resource, if mover == self.hindered { 0 } else { self.turn })
    }

    fn core_number(&self, core: &u32) -> u64 {
        if self.lie == Lie::SameNumber && *core == self.at.0 { 0 } else { u64::from(*core) }
    }

    fn core_of(&self, number: u64) -> Option<u32> {
        u32::try_from(number).ok().filter(|core| *core < self.cores)
    }
}

/// What came of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Told {
    Refused(Law),
    Rightly,
}

/// Searches a game at every position that play comes to: at some by a search of
/// their own, then at all by one.
fn told(game: &Arcs, met: &[(At, Outcome)]) -> Result<Told, String> {
    for alone in met.chunks(1).step_by(met.len().div_ceil(ALONE)) {
        told_by_one_search(game, alone)?;
    }
    told_by_one_search(game, met)
}

/// Positions that are searched alone.
const ALONE: usize = 4;

fn told_by_one_search(game: &Arcs, met: &[(At, Outcome)]) -> Result<Told, String> {
    let refused = |error| match error {
        DeclaredError::False { law, .. } => Ok(Told::Refused(law)),
        other => Err(format!("{other}: {game:?}")),
    };
    let declared = match Declared::new(game, &mut Meter::default()) {
        Ok(declared) => declared,
        Err(error) => return refused(error),
    };
    let mut search = Search::new(declared);
    for &(at, outcome) in met {
        let left = at.2;
        let wins = match search.verdict_at(&at, &mut Meter::default()) {
            Ok(verdict) => matches!(verdict, Verdict::Wins { .. }),
            // Play is over: there is nothing to search.
            Err(DeclaredError::Nothing { .. }) if game.first_move(&at).is_none() => continue,
            Err(error) => return refused(error),
        };
        let wanted = if left == 0 { Outcome::Win } else { Outcome::Loss };
        let right = match wins {
            true => outcome == wanted,
            false => outcome == if left == 0 { Outcome::Loss } else { Outcome::Win },
        };
        if !right {
            return Err(format!("wins {wins} told of {at:?}, which is {outcome:?}: {game:?}"));
        }
    }
    Ok(Told::Rightly)
}

fn all_met(game: &Arcs) -> Vec<(At, Outcome)> {
    let met = exhaustive::outcomes(game, &game.start(), &mut Meter::default());
    met.expect("the resource grows, so play ends").into_iter().collect()
}

/// Elements with these numbers.
fn set(elements: impl IntoIterator<Item = u32>) -> u128 {
    elements.into_iter().fold(0, |set, element| set | 1 << element)
}

/// Sparse or dense, with few elements or many open, free arcs or none.
fn games() -> impl Strategy<Value = Arcs> {
    let turn = prop_oneof![3 => Just(1u32), 1 => 2..=3u32];
    (2..=7u32, 1..=6u32, turn, 1..=4u32, 0..=4u32, 1..=6u32).prop_flat_map(
        |(cores, elements, turn, dense, free, wide)| {
            let some = move |ones: u32| prop::collection::vec(0..=ones, elements as usize);
            let pairs = (cores * cores) as usize;
            let arcs = prop::collection::vec((0..4u32, some(3), 0..5u32, 0..elements), pairs);
            let open = prop::collection::vec(some(wide), cores as usize);
            let lie = prop_oneof![2 => Just(0), 3 => 1..LIES.len()];
            let won = (0..cores, 0..2 * cores);
            let start = (0..cores, 0..2 * elements, any::<bool>());
            let at = (0..cores, 0..elements, 0..elements);
            (arcs, open, won, start, lie, at).prop_map(
                move |(arcs, open, won, (start, present, second), lie, at)| {
                    let mut all = Vec::new();
                    for (number, (there, needs, bound, one)) in (0..).zip(arcs) {
                        let mut needs = set((0..elements).filter(|&at| needs[at as usize] == 0));
                        if needs == 0 && bound >= free {
                            needs = 1 << one;
                        }
                        if there < dense {
                            all.push((number / cores, number % cores, needs));
                        }
                    }
                    let set_of =
                        |open: &Vec<u32>| set((0..elements).filter(|&at| open[at as usize] > 0));
                    Arcs {
                        cores,
                        elements,
                        turn,
                        hindered: if second { Player::Second } else { Player::First },
                        arcs: all,
                        open: open.iter().map(set_of).collect(),
                        won: 1 << won.0 | if won.1 < cores { 1 << won.1 } else { 0 },
                        start: (start, if present < elements { 1 << present } else { 0 }),
                        lie: LIES[lie],
                        at: (at.0, 1 << at.1, 1 << at.2),
                    }
                },
            )
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6000))]

    #[test]
    fn oracle_lawful_games_are_told_rightly_and_unlawful_ones_or_refused(game in games()) {
        let met = all_met(&game);
        let came = told(&game, &met);
        prop_assert!(came.is_ok(), "{}", came.unwrap_err());
        if game.is_lawful(&met) {
            prop_assert_eq!(came, Ok(Told::Rightly), "{:?}", game);
        }
    }
}

/// One element, First hindered, and no core won.
fn small(arcs: &[(u32, u32, u128)]) -> Arcs {
    Arcs {
        cores: 3,
        elements: 1,
        turn: 1,
        hindered: Player::First,
        arcs: arcs.to_vec(),
        open: vec![1; 3],
        won: 0,
        start: (0, 0),
        lie: Lie::None,
        at: (1, 1, 1),
    }
}

#[test]
fn regression_an_opponent_without_an_element_is_refused() {
    // The only element is present, and First steps: Second has none to add.
    let at_once = Arcs { start: (0, 1), ..small(&[(0, 1, 0)]) };
    // He adds it at core 0, and First steps on to where none is left.
    let later = small(&[(0, 1, 0), (1, 2, 0)]);
    // Passes alone would let him go on for ever.
    let round = Arcs { elements: 3, open: vec![7; 3], ..small(&[(0, 1, 0), (1, 0, 0)]) };
    for game in [at_once, later, round] {
        let refused = Ok(Told::Refused(Law::ElementsLeft));
        assert_eq!(told(&game, &all_met(&game)), refused, "{game:?}");
    }
}

#[test]
fn regression_elements_that_run_out_only_by_what_is_added_are_counted() {
    // Three steps and four elements: one is left to the end.
    let arcs = [(0, 1, 0), (1, 2, 0)];
    let enough = Arcs { elements: 3, open: vec![7; 3], ..small(&arcs) };
    assert_eq!(told(&enough, &all_met(&enough)), Ok(Told::Rightly));
    // Core 2 leaves one element open, which Second may have added before.
    let spent = Arcs { open: vec![7, 7, 2], ..enough.clone() };
    assert_eq!(told(&spent, &all_met(&spent)), Ok(Told::Refused(Law::ElementsLeft)));
    // That element is not open before.
    let kept = Arcs { open: vec![7, 5, 2], ..enough };
    assert_eq!(told(&kept, &all_met(&kept)), Ok(Told::Rightly));
}

#[test]
fn regression_a_core_that_ends_play_otherwise_than_in_a_win_is_refused() {
    for outcome in [Outcome::Win, Outcome::Tie, Outcome::Draw] {
        let game = Arcs { won: 4, lie: Lie::End(outcome), ..small(&[(0, 1, 0), (1, 2, 0)]) };
        assert_eq!(told(&game, &all_met(&game)), Ok(Told::Refused(Law::Ends)), "{outcome:?}");
    }
}

#[test]
fn regression_each_lie_is_refused_by_its_law() {
    let arcs = [(0, 1, 1), (1, 2, 2), (0, 2, 4), (1, 0, 4)];
    let honest = Arcs { elements: 5, open: vec![31; 3], won: 4, ..small(&arcs) };
    assert_eq!(told(&honest, &all_met(&honest)), Ok(Told::Rightly));
    for (lie, law) in [
        (Lie::WonWithElement, Law::Ends),
        (Lie::WonWithoutElement, Law::Ends),
        (Lie::ElementHelps, Law::Forbidding),
        (Lie::Together, Law::Forbidding),
        (Lie::StuckIsTie, Law::Ends),
        (Lie::SameNumber, Law::Positions),
        (Lie::OpenChanges, Law::Adding),
    ] {
        let game = Arcs { lie, at: (1, 1, 2), ..honest.clone() };
        assert_eq!(told(&game, &all_met(&game)), Ok(Told::Refused(law)), "{lie:?}");
    }
}

/// Checks the proof that First wins by his first option, which ends play.
fn checked(game: &Arcs) -> Result<u64, CheckError> {
    let win = Win { core: 0, zone: 0, option: 0, then: Vec::new() };
    let proof = Proof { wins: vec![win], losses: Vec::new(), root: Vec::new() };
    let mut bytes = Vec::new();
    sink(&mut bytes, Form::Text, |sink| proof.write(sink)).expect("written");
    let mut source = open(&bytes[..])?;
    pursuit::check(game, &game.start(), Outcome::Win, &mut *source, &mut Meter::default())
}

#[test]
fn law_certificates_take_no_other_end_for_a_win() {
    let won = Arcs { won: 2, ..small(&[(0, 1, 0)]) };
    assert!(checked(&won).is_ok());
    for outcome in [Outcome::Win, Outcome::Tie, Outcome::Draw] {
        let game = Arcs { lie: Lie::End(outcome), ..won.clone() };
        assert!(matches!(checked(&game), Err(CheckError::Refused { .. })), "{outcome:?}");
    }
}
