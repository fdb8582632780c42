use std::hint::black_box;

use criterion::{BatchSize, Criterion, Throughput};
use perfectplay_theories::geography::{BitCube, Hypercube};

use crate::check;
use crate::instances::{balanced, balls, kept, meter, models, random};

fn case(c: &mut Criterion, name: &str, threads: usize, cube: &Hypercube, size: u64, lost: u64) {
    let mut group = c.benchmark_group("geography");
    group.sample_size(10).throughput(Throughput::Elements(1 << cube.dimension()));
    let mut checked = false;
    group.bench_function(name, |b| {
        if !checked {
            check::cube(cube, &BitCube::new(cube, threads, &mut meter()).unwrap());
            checked = true;
        }
        b.iter_batched(
            meter,
            |mut meter| {
                let labels = BitCube::new(black_box(cube), threads, &mut meter).unwrap();
                assert_eq!((labels.matching_size(), labels.lost()), (size, lost), "{name}");
                labels
            },
            BatchSize::PerIteration,
        );
    });
    group.finish();
}

/// Everything that a cube of 24 dimensions may look like. One of 28 takes long:
/// it is timed where the variable LARGE is set.
pub(crate) fn labels(c: &mut Criterion) {
    case(c, "cube 10, 30% holes", 1, &random(10, 300), 337, 344);
    case(c, "cube 20, 30% holes", 1, &random(20, 300), 366_746, 366_842);
    let cube = random(24, 300);
    case(c, "cube 24, 30% holes", 1, &cube, 5_871_756, 5_874_061);
    case(c, "cube 24, 30% holes, two threads", 2, &cube, 5_871_756, 5_874_061);
    drop(cube);
    case(c, "cube 24, 70% holes", 1, &random(24, 700), 2_516_966, 2_513_769);
    case(c, "cube 24, 90% holes", 1, &random(24, 900), 719_925, 652_920);
    case(c, "cube 24, mean degree 1.5", 1, &random(24, 937), 365_315, 506_396);
    case(c, "cube 24, mean degree 2", 1, &random(24, 917), 550_621, 587_670);
    case(c, "cube 24, mean degree 3", 1, &random(24, 875), 981_908, 825_573);
    case(c, "cube 24, mean degree 4", 1, &random(24, 833), 1_379_918, 1_305_809);
    case(c, "cube 24, 30% holes, balanced", 1, &balanced(24, 300), 5_871_756, 0);
    case(c, "cube 24, 70% holes, balanced", 1, &balanced(24, 700), 2_516_959, 2_512_725);
    case(c, "cube 24, balls of radius 7", 1, &balls(24, 7), 663_973, 1_370_596);
    let layers = kept(24, |v| (8..=13).contains(&v.count_ones()));
    case(c, "cube 24, layers 8 to 13", 1, &layers, 5_400_883, 6_299_792);
    drop(layers);
    case(c, "cube 24, models of 20 clauses", 1, &models(24, 20), 227_094, 0);
    case(c, "cube 24, models of 60 clauses", 1, &models(24, 60), 1_587, 0);
    if std::env::var_os("LARGE").is_some() {
        case(c, "cube 28, 30% holes", 1, &random(28, 300), 93_952_883, 93_953_604);
    }
}
