use perfectplay_game::{Meter, Stop};

use super::Graph;
use super::matching::Matching;

/// Adds edges to `matching` until no edge of the graph has two ends without
/// mates: at least half as many edges as can be, and far more in practice.
///
/// A vertex with one neighbour left is matched with it at once, which is never
/// wrong (Karp and Sipser, *Maximum matchings in sparse random graphs*, 1981);
/// when there is none, the next vertex takes the neighbour that has fewest
/// neighbours left.
///
/// Time O(n + ports), and 12 bytes a vertex held while it runs.
pub(super) fn extend<G: Graph>(
    graph: &G,
    matching: &mut Matching,
    meter: &mut Meter,
) -> Result<(), Stop> {
    let n = graph.vertices();
    let bytes = 12 * u64::from(n);
    meter.hold(bytes)?;
    // Neighbours left; 0 for holes and matched vertices too.
    let mut left = vec![0u32; n as usize];
    let mut single: Vec<u32> = Vec::new();
    for v in 0..n {
        if !graph.contains(v) || matching.covers(v) {
            continue;
        }
        meter.spend(u64::from(graph.ports(v)))?;
        left[v as usize] = graph.neighbours(v).filter(|&w| !matching.covers(w)).count() as u32;
        if left[v as usize] == 1 {
            single.push(v);
        }
    }
    let mut next = 0;
    loop {
        let v = match single.pop() {
            Some(v) => v,
            None if next < n => {
                next += 1;
                next - 1
            }
            None => break,
        };
        if left[v as usize] == 0 {
            continue;
        }
        meter.spend(u64::from(graph.ports(v)))?;
        let Some(w) =
            graph.neighbours(v).filter(|&w| left[w as usize] > 0).min_by_key(|&w| left[w as usize])
        else {
            continue;
        };
        matching.join(v, w);
        for end in [v, w] {
            left[end as usize] = 0;
            meter.spend(u64::from(graph.ports(end)))?;
            for x in graph.neighbours(end) {
                let left = &mut left[x as usize];
                if *left > 0 {
                    *left -= 1;
                    if *left == 1 {
                        single.push(x);
                    }
                }
            }
        }
    }
    meter.release(bytes);
    Ok(())
}
