//! What makes labels right, checked in linear time.

use perfectplay_theories::geography::{BitCube, Decomposition, Graph, Hypercube};

use crate::instances::meter;

/// Mates are neighbours and each other's; a lost start has a mate with a
/// neighbour of one rank less, or none and rank 0; every vertex without a mate
/// is lost; and what is next to a lost start is the mate of one. So the
/// matching is a maximum one, and the lost starts are those that some maximum
/// matching misses.
pub(crate) fn cube(cube: &Hypercube, labels: &BitCube) {
    let ranks = labels.ranks(&mut meter()).expect("room");
    let mut covered = 0;
    for v in (0..cube.vertices()).filter(|&v| cube.contains(v)) {
        let rank = ranks[v as usize];
        assert_eq!(labels.loses(v), rank != u32::MAX);
        match labels.mate(v) {
            None => assert_eq!(rank, 0),
            Some(mate) => {
                covered += 1;
                assert!(cube.adjacent(v, mate) && labels.mate(mate) == Some(v));
                if rank != u32::MAX {
                    let falls = |w: u32| ranks[w as usize].checked_add(1) == Some(rank);
                    assert!(cube.neighbours(mate).any(falls));
                }
            }
        }
        if rank != u32::MAX {
            let back = |w| labels.mate(w).is_some_and(|mate| labels.loses(mate));
            assert!(cube.neighbours(v).all(back));
        }
    }
    assert_eq!(covered, 2 * labels.matching_size());
}

/// The same for any graph, lost starts parted into classes by the odd cycles
/// that shrink them: no edge joins two classes, each of which has one vertex
/// that the matching misses or that has its mate outside of it.
pub(crate) fn graph(graph: &impl Graph, proved: &Decomposition) {
    assert!(proved.matching.fits(graph));
    let n = graph.vertices();
    let mut class: Vec<u32> = (0..n).collect();
    fn find(class: &mut [u32], mut v: u32) -> u32 {
        while class[v as usize] != v {
            class[v as usize] = class[class[v as usize] as usize];
            v = class[v as usize];
        }
        v
    }
    for cycle in proved.cycles.iter() {
        assert!(cycle.len() >= 3 && cycle.len() % 2 == 1);
        let ends: Vec<_> =
            cycle.iter().map(|&(v, w)| [find(&mut class, v), find(&mut class, w)]).collect();
        let next = ends.iter().cycle().skip(1);
        assert!(ends.iter().zip(next).all(|(this, next)| this[1] == next[0]));
        let mut met: Vec<u32> = ends.iter().map(|ends| ends[0]).collect();
        met.sort_unstable();
        assert!(met.windows(2).all(|two| two[0] < two[1]));
        met[1..].iter().for_each(|&other| class[other as usize] = met[0]);
        let mut edges = cycle.iter();
        assert!(edges.all(|&(v, w)| graph.adjacent(v, w)));
    }
    let (mut classes, mut outside, mut uncovered) = (0, vec![false; n as usize], 0);
    for v in (0..n).filter(|&v| graph.contains(v)) {
        let Some(rank) = proved.rank(v) else {
            assert!(proved.matching.covers(v));
            continue;
        };
        uncovered += u64::from(!proved.matching.covers(v));
        let name = find(&mut class, v);
        classes += u64::from(name == v);
        assert_eq!(proved.rank(name), Some(rank));
        for w in graph.neighbours(v) {
            match proved.rank(w) {
                Some(_) => assert_eq!(find(&mut class, w), name),
                None => outside[w as usize] = true,
            }
        }
        // The rank falls along the mate that lies outside.
        let mate = proved.matching.mate(v).filter(|&mate| proved.rank(mate).is_none());
        if let Some(mate) = mate {
            let falls = |w: u32| proved.rank(w).is_some_and(|less| less + 1 == rank);
            assert!(graph.neighbours(mate).any(falls));
        }
    }
    let near = outside.iter().filter(|&&near| near).count() as u64;
    assert_eq!(uncovered + near, classes, "Tutte and Berge");
}
