use std::ops::ControlFlow;

use perfectplay_analysis::{
    About, Analysis, CertifyError, Face, Judgement, Label, NotSearched, Search, Solver,
};
use perfectplay_game::{Game, Meter, Stop};
use perfectplay_proof::{CheckError, Claim, Confirmed, Sink, Source};
use perfectplay_tabulate::{Searched, searched::Told};
use perfectplay_theories::geography::{
    BitCube, Graph, Hypercube, Labels, Matching, VertexSet, label, value,
};

use super::Geography;
use super::board::Links;
use super::certificate::Subject;
use super::judge::{Found, of_start};
use super::on_cube::threads;
use super::rules::ABOUT;
use crate::Trail;

/// Geography solved by maximum matchings.
#[derive(Clone, Debug)]
pub struct GeographySolver {
    rules: Geography,
    /// The matching found last, to begin the next one with.
    last: Option<Matching>,
}

impl GeographySolver {
    /// A solver for these rules.
    pub fn new(rules: Geography) -> Self {
        GeographySolver { rules, last: None }
    }

    /// What the token has not been on, valued.
    fn left(&mut self, trail: &Trail<u32>, meter: &mut Meter) -> Result<Left, Stop> {
        match &self.rules.board.links {
            Links::Stored(graph) => {
                let bytes = VertexSet::bytes(graph.vertices());
                meter.hold(bytes)?;
                let mut visited = VertexSet::empty(graph.vertices());
                trail.path().iter().for_each(|&v| {
                    visited.insert(v);
                });
                let last = self.last.take();
                let valued = value(graph, trail.token(), &visited, last, meter)?;
                meter.release(bytes);
                Ok(Left::Stored(valued.left))
            }
            Links::Cube(cube) => {
                let mut cube = copied(cube, meter)?;
                trail.path().iter().for_each(|&v| {
                    cube.punch(v);
                });
                let labels = BitCube::new(&cube, threads(), meter)?;
                cube.release(meter);
                Ok(Left::Cube(labels))
            }
        }
    }

    fn subject(&self) -> Subject<'_, Geography> {
        Subject { ruleset: ABOUT.name, rules: &self.rules }
    }

    /// The labels of all starts.
    fn all(&self, meter: &mut Meter) -> Result<Left, Stop> {
        Ok(match &self.rules.board.links {
            Links::Stored(graph) => Left::Stored(label(graph, meter)?),
            Links::Cube(cube) => Left::Cube(BitCube::new(cube, threads(), meter)?),
        })
    }
}

/// Labels of the starts of what is left of a board.
enum Left {
    Stored(Labels),
    Cube(BitCube),
}

impl Left {
    fn matching_size(&self) -> u64 {
        match self {
            Left::Stored(labels) => labels.matching.size().into(),
            Left::Cube(labels) => labels.matching_size(),
        }
    }

    fn loses(&self, v: u32) -> bool {
        match self {
            Left::Stored(labels) => labels.loses(v),
            Left::Cube(labels) => labels.loses(v),
        }
    }
}

/// A cube to punch more holes into, announced to the meter.
fn copied(cube: &Hypercube, meter: &mut Meter) -> Result<Hypercube, Stop> {
    meter.hold(VertexSet::bytes(cube.vertices()))?;
    Ok(cube.clone())
}

impl Solver for GeographySolver {
    type Rules = Geography;

    fn rules(&self) -> &Geography {
        &self.rules
    }

    fn about(&self) -> About<'_> {
        ABOUT
    }

    fn judge(&mut self, trail: &Trail<u32>, meter: &mut Meter) -> Result<Judgement<u32>, Stop> {
        let left = self.left(trail, meter)?;
        let rules = &self.rules;
        let options = rules.next(trail).map(|w| (w, rules.board.name(w), left.loses(w)));
        let found = Found {
            mover: rules.mover(trail),
            token: rules.board.name(trail.token()),
            at_start: trail.moves() == 0,
            without: left.matching_size(),
            options: options.collect(),
            applies: "edges can be walked both ways and no vertex is visited twice: a token \
                      moves on an undirected graph and burns its trail",
        };
        if let Left::Stored(labels) = left {
            self.last = Some(labels.matching);
        }
        Ok(found.judgement())
    }

    fn certify(
        &mut self,
        trail: &Trail<u32>,
        meter: &mut Meter,
        sink: &mut dyn Sink,
    ) -> Result<(), CertifyError> {
        match &self.rules.board.links {
            Links::Stored(graph) => self.subject().certify(graph, trail, meter, sink),
            Links::Cube(cube) => {
                let cube = copied(cube, meter)?;
                self.subject().certify_on_cube(cube, trail, meter, sink)
            }
        }
    }

    fn certify_all(
        &mut self,
        _trail: &Trail<u32>,
        meter: &mut Meter,
        sink: &mut dyn Sink,
    ) -> Result<(), CertifyError> {
        match &self.rules.board.links {
            Links::Stored(graph) => self.subject().certify_all(graph, meter, sink),
            Links::Cube(cube) => self.subject().certify_all_on_cube(cube, meter, sink),
        }
    }

    fn check(
        &self,
        claim: &Claim,
        source: &mut dyn Source,
        meter: &mut Meter,
    ) -> Result<Confirmed, CheckError> {
        self.subject().check(claim, source, meter)
    }

    fn by_search(self, search: Search) -> Result<Box<dyn Analysis>, NotSearched> {
        let searched = Searched::new(ABOUT.name, self.rules, search).titled(ABOUT.title);
        Ok(Box::new(Face(searched.told(Told::DECISIVE))))
    }

    fn labels_of(&self) -> String {
        "vertices to start from, for First".to_owned()
    }

    fn label_all(
        &mut self,
        _trail: &Trail<u32>,
        meter: &mut Meter,
        sink: &mut dyn FnMut(&Label) -> ControlFlow<()>,
    ) -> Result<(), Stop> {
        let labels = self.all(meter)?;
        let with = labels.matching_size();
        let board = &self.rules.board;
        for v in (0..board.vertices()).filter(|&v| board.contains(v)) {
            meter.spend(1)?;
            let evaluation = of_start(with, labels.loses(v));
            if sink(&Label::new(board.name(v), evaluation)).is_break() {
                break;
            }
        }
        Ok(())
    }
}
