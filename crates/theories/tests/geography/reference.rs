//! Slow or independent ways to the same answers.

use perfectplay_theories::geography::{Graph, Labels};

/// The size of a maximum matching of the vertices in `left`, by trying all.
pub(crate) fn matching_number(graph: &impl Graph, left: u32) -> u32 {
    if left == 0 {
        return 0;
    }
    let v = left.trailing_zeros();
    let others = left & !(1 << v);
    graph
        .neighbours(v)
        .filter(|&w| others >> w & 1 == 1)
        .map(|w| 1 + matching_number(graph, others & !(1 << w)))
        .max()
        .unwrap_or(0)
        .max(matching_number(graph, others))
}

/// The vertices of a small graph as bits.
pub(crate) fn all(graph: &impl Graph) -> u32 {
    (0..graph.vertices()).filter(|&v| graph.contains(v)).map(|v| 1 << v).sum()
}

/// Checks in linear time what makes labels right, or says what is wrong.
///
/// Bipartite: the neighbours of a lost start are matched with lost starts, and
/// ranks fall along an even path to an uncovered vertex.
///
/// Otherwise: with A the other neighbours of lost starts, each component of
/// the lost starts is odd, and as many vertices are uncovered as there are
/// components more than vertices of A (Tutte and Berge); every component is
/// reached by an alternating path of components from an uncovered one. (That
/// the components are factor-critical is left to the tests that compare.)
pub(crate) fn check(graph: &impl Graph, labels: &Labels) -> Result<(), String> {
    let n = graph.vertices();
    let matching = &labels.matching;
    if !matching.fits(graph) {
        return Err("no matching of the graph".into());
    }
    for v in (0..n).filter(|&v| graph.contains(v)) {
        if !matching.covers(v) && !labels.loses(v) {
            return Err(format!("{v} is uncovered and not lost"));
        }
    }
    if let Some(v) = labels.lost.iter().find(|&v| !graph.contains(v)) {
        return Err(format!("{v} is a hole and lost"));
    }
    match &labels.ranks {
        Some(ranks) => check_ranks(graph, labels, ranks),
        None => check_components(graph, labels),
    }
}

fn check_ranks(graph: &impl Graph, labels: &Labels, ranks: &[u32]) -> Result<(), String> {
    let mate = |v| labels.matching.mate(v);
    for (v, &rank) in (0..).zip(ranks) {
        if labels.loses(v) != (rank != u32::MAX) {
            return Err(format!("{v} has rank {rank} and is lost: {}", labels.loses(v)));
        }
        if !labels.loses(v) {
            continue;
        }
        if let Some(w) = graph.neighbours(v).find(|&w| !mate(w).is_some_and(|x| labels.loses(x))) {
            return Err(format!(
                "the neighbour {w} of the lost {v} is not matched with a lost one"
            ));
        }
        let falls = match mate(v) {
            None => rank == 0,
            Some(w) => graph
                .neighbours(w)
                .any(|x| ranks[x as usize] != u32::MAX && ranks[x as usize] + 1 == rank),
        };
        if !falls {
            return Err(format!("the rank {rank} of {v} falls nowhere"));
        }
    }
    Ok(())
}

fn check_components(graph: &impl Graph, labels: &Labels) -> Result<(), String> {
    const NONE: u32 = u32::MAX;
    let n = graph.vertices() as usize;
    let mut component = vec![NONE; n];
    let mut sizes = Vec::new();
    for root in labels.lost.iter() {
        if component[root as usize] != NONE {
            continue;
        }
        let name = sizes.len() as u32;
        let mut size = 0;
        let mut waiting = vec![root];
        component[root as usize] = name;
        while let Some(v) = waiting.pop() {
            size += 1;
            for w in graph.neighbours(v).filter(|&w| labels.loses(w)) {
                if component[w as usize] == NONE {
                    component[w as usize] = name;
                    waiting.push(w);
                }
            }
        }
        sizes.push(size);
    }
    if let Some(even) = sizes.iter().position(|size| size % 2 == 0) {
        return Err(format!("component {even} has {} vertices", sizes[even]));
    }
    // A, and its edges to components turned round.
    let mut near = vec![false; n];
    let mut behind = vec![Vec::new(); n];
    for v in labels.lost.iter() {
        for w in graph.neighbours(v).filter(|&w| !labels.loses(w)) {
            near[w as usize] = true;
        }
    }
    let size_of_a = near.iter().filter(|&&near| near).count();
    let vertices = (0..n as u32).filter(|&v| graph.contains(v)).count();
    let uncovered = vertices - 2 * labels.matching.size() as usize;
    if uncovered + size_of_a != sizes.len() {
        return Err(format!("{uncovered} uncovered, A {size_of_a}, components {}", sizes.len()));
    }
    // Alternating reach over components: from an uncovered component to its
    // neighbours in A, from each to the component that it is matched into.
    let mut reached = vec![false; sizes.len()];
    let mut waiting = Vec::new();
    for v in labels.lost.iter() {
        behind[component[v as usize] as usize].push(v);
        if !labels.matching.covers(v) {
            reached[component[v as usize] as usize] = true;
            waiting.push(component[v as usize]);
        }
    }
    while let Some(name) = waiting.pop() {
        for &v in &behind[name as usize] {
            for w in graph.neighbours(v).filter(|&w| near[w as usize]) {
                let Some(x) = labels.matching.mate(w).filter(|&x| labels.loses(x)) else {
                    return Err(format!("{w} in A is not matched into a component"));
                };
                let next = component[x as usize];
                if !reached[next as usize] {
                    reached[next as usize] = true;
                    waiting.push(next);
                }
            }
        }
    }
    match reached.iter().position(|&reached| !reached) {
        Some(name) => Err(format!("component {name} is not reached")),
        None => Ok(()),
    }
}
