//! Explicit graphs.

use perfectplay_game::{Limits, Meter, Outcome, StopReason};
use perfectplay_theories::retrograde::Standing;
use perfectplay_theories::retrograde::graph::{
    Cycle, GraphBuilder, GraphError, OrderError, PositionGraph, Step, options_first, solve,
};
use proptest::prelude::*;

use crate::nodes::{any_nodes, large};
use crate::reference::{self, Node};

fn built(nodes: &[Node]) -> PositionGraph {
    let meter = &mut Meter::default();
    let mut builder = GraphBuilder::new();
    for (steps, ending) in nodes {
        builder.push(steps.iter().copied(), *ending, meter).expect("small");
    }
    let graph = builder.finish(meter).expect("every option leads to a position");
    assert_eq!(meter.held(), graph.bytes());
    graph
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6000))]

    #[test]
    fn oracle_every_position_of_small_graphs(nodes in any_nodes(30)) {
        let graph = built(&nodes);
        let found = solve(&graph, &mut Meter::default(), 1).expect("no limit is near");
        let truth = reference::standings(&nodes);
        prop_assert_eq!(found.iter().collect::<Vec<_>>(), truth.clone());
        for (at, standing) in truth.iter().enumerate() {
            prop_assert_eq!(found.get(at as u32), Some(*standing));
        }
        prop_assert_eq!(found.get(nodes.len() as u32), None);
        let counts = found.counts();
        let of = |outcome| truth.iter().filter(|standing| standing.outcome == outcome).count() as u64;
        prop_assert_eq!(counts.wins, of(Outcome::Win));
        prop_assert_eq!(counts.losses, of(Outcome::Loss));
        prop_assert_eq!(counts.ties, of(Outcome::Tie));
        prop_assert_eq!(counts.draws, of(Outcome::Draw));
    }

    #[test]
    fn law_graphs_give_back_what_was_put_in(nodes in any_nodes(30)) {
        let graph = built(&nodes);
        prop_assert_eq!(graph.positions() as usize, nodes.len());
        let options: usize = nodes.iter().map(|(steps, _)| steps.len()).sum();
        prop_assert_eq!(graph.options(), options as u64);
        for (at, (steps, ending)) in nodes.iter().enumerate() {
            prop_assert_eq!(&graph.steps(at as u32).collect::<Vec<_>>(), steps);
            prop_assert_eq!(graph.ending(at as u32), steps.is_empty().then_some(*ending));
        }
    }

    #[test]
    fn law_an_order_or_a_cycle(nodes in any_nodes(30)) {
        let graph = built(&nodes);
        let meter = &mut Meter::default();
        match options_first(&graph, meter) {
            Ok(order) => {
                prop_assert_eq!(order.len(), nodes.len());
                prop_assert_eq!(meter.held(), order.len() as u64 * 4);
                let mut listed = vec![false; nodes.len()];
                for at in order {
                    prop_assert!(nodes[at as usize].0.iter().all(|step| listed[step.to as usize]));
                    prop_assert!(!std::mem::replace(&mut listed[at as usize], true));
                }
            }
            Err(OrderError::ComesBack(Cycle(cycle))) => {
                prop_assert_eq!(meter.held(), 0);
                prop_assert!(!cycle.is_empty());
                for (at, from) in cycle.iter().enumerate() {
                    let next = cycle[(at + 1) % cycle.len()];
                    prop_assert!(nodes[*from as usize].0.iter().any(|step| step.to == next));
                }
            }
            Err(OrderError::Stopped(stop)) => prop_assert!(false, "{}", stop),
        }
    }

    #[test]
    fn law_limits_stop_and_give_memory_back(nodes in any_nodes(30), effort in 0u64..200) {
        let graph = built(&nodes);
        let whole = solve(&graph, &mut Meter::default(), 1).expect("no limit is near");
        let mut meter = Meter::new(Limits { effort, ..Limits::default() });
        match solve(&graph, &mut meter, 1) {
            Ok(found) => {
                prop_assert_eq!(meter.held(), found.bytes());
                prop_assert_eq!(found, whole);
            }
            Err(stop) => {
                prop_assert_eq!(stop.reason, StopReason::Effort { limit: effort });
                prop_assert_eq!(meter.held(), 0);
            }
        }
    }
}

#[test]
fn differential_any_number_of_threads() {
    for seed in 0..4 {
        let graph = built(&large(300_000, seed));
        let one = solve(&graph, &mut Meter::default(), 1).expect("no limit is near");
        let counts = one.counts();
        let least = counts.wins.min(counts.losses).min(counts.ties).min(counts.draws);
        assert!(least > 1000, "{counts:?}");
        for threads in [0, 2, 3, 1000] {
            let several = solve(&graph, &mut Meter::default(), threads);
            assert!(several.expect("no limit is near") == one, "{threads} threads, seed {seed}");
        }
    }
}

#[test]
fn law_a_long_play_needs_no_recursion() {
    // Two options a position, one of which goes back to the start: no order of
    // the numbers serves, and the longest loss is as long as the graph.
    let meter = &mut Meter::default();
    let positions = 400_001;
    let mut builder = GraphBuilder::new();
    for at in 0..positions - 1 {
        let onward = Step::passing(at + 1);
        let both = [onward, Step::passing(0)];
        builder
            .push(if at % 2 == 0 { &both[..1] } else { &both }.to_vec(), Outcome::Loss, meter)
            .unwrap();
    }
    builder.push([], Outcome::Loss, meter).unwrap();
    let graph = builder.finish(meter).unwrap();
    let found = solve(&graph, meter, 2).unwrap();
    assert_eq!(found.get(0), Some(Standing::decided(Outcome::Loss, positions - 1)));
    let round = (0..positions - 1).collect();
    assert_eq!(options_first(&graph, meter), Err(OrderError::ComesBack(Cycle(round))));
}

#[test]
fn law_graphs_that_are_none_are_told() {
    let meter = &mut Meter::default();
    let mut builder = GraphBuilder::new();
    let draw = builder.push([], Outcome::Draw, meter);
    assert_eq!(draw, Err(GraphError::EndsInDraw { position: 0 }));
    let far = builder.push([Step::passing(u32::MAX)], Outcome::Loss, meter);
    assert_eq!(far, Err(GraphError::NoPosition { from: 0, to: u32::MAX }));
    assert_eq!(builder.positions(), 0);
    assert_eq!(builder.push([Step::staying(1)], Outcome::Draw, meter), Ok(0));
    let mut short = GraphBuilder::new();
    assert_eq!(short.push([Step::passing(1)], Outcome::Loss, meter), Ok(0));
    let missing = short.finish(meter).map(|graph| graph.positions());
    assert_eq!(missing, Err(GraphError::NoPosition { from: 0, to: 1 }));
    assert_eq!(builder.push([], Outcome::Win, meter), Ok(1));
    let graph = builder.finish(meter).unwrap();
    let found = solve(&graph, meter, 1).unwrap();
    assert_eq!(found.get(0), Some(Standing::decided(Outcome::Win, 1)));
    assert_eq!(graph.steps(2).len(), 0);
    assert_eq!(graph.ending(2), None);
}

#[test]
fn law_the_empty_graph_has_no_standings() {
    let meter = &mut Meter::default();
    let graph = GraphBuilder::new().finish(meter).unwrap();
    assert_eq!(solve(&graph, meter, 1).unwrap().counts().total(), 0);
    assert_eq!(options_first(&graph, meter), Ok(vec![]));
}

#[test]
fn law_memory_is_announced() {
    let graph = built(&large(10_000, 7));
    let memory = u64::from(graph.positions()) * 8 + graph.options() * 4;
    let mut meter = Meter::new(Limits { memory, ..Limits::default() });
    let stop = solve(&graph, &mut meter, 1).unwrap_err();
    assert!(matches!(stop.reason, StopReason::Memory { .. }));
    assert_eq!(meter.held(), 0);
}
