use std::hint::black_box;

use criterion::{BatchSize, Criterion, Throughput};
use perfectplay_theories::geography::{Graph, decompose, label};

use crate::check;
use crate::instances::{meter, odd_cycles, random, sparse};

fn case(c: &mut Criterion, name: &str, graph: &impl Graph, size: u32, lost: u32) {
    let mut group = c.benchmark_group("geography");
    group.sample_size(10).throughput(Throughput::Elements(u64::from(graph.vertices())));
    let mut checked = false;
    group.bench_function(name, |b| {
        if !checked {
            check::graph(graph, &decompose(graph, &mut meter()).unwrap());
            checked = true;
        }
        b.iter_batched(
            meter,
            |mut meter| {
                let labels = label(black_box(graph), &mut meter).unwrap();
                assert_eq!((labels.matching.size(), labels.lost.count()), (size, lost), "{name}");
                labels
            },
            BatchSize::PerIteration,
        );
    });
    group.finish();
}

pub(crate) fn labels(c: &mut Criterion) {
    case(c, "cube 18, 30% holes, as any graph", &random(18, 300), 91_473, 91_584);
    case(c, "bipartite 10^6, mean degree 3", &sparse(1_000_000, 30, true), 463_630, 400_391);
    case(c, "general 10^5, mean degree 3", &sparse(100_000, 30, false), 46_381, 66_927);
    case(c, "general 10^6, mean degree 1.5", &sparse(1_000_000, 15, false), 340_261, 484_949);
    case(c, "general 10^6, mean degree 2", &sparse(1_000_000, 20, false), 391_704, 426_439);
    case(c, "general 10^6, mean degree 3", &sparse(1_000_000, 30, false), 463_680, 137_132);
    case(c, "general 10^6, mean degree 4", &sparse(1_000_000, 40, false), 488_917, 893_656);
    case(c, "200,000 cycles of five", &odd_cycles(200_000), 489_825, 394_179);
}
