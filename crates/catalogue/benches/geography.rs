//! Geography on a list of edges that names 10^6 vertices: loading it, and the
//! start with all its options. Each run asserts what it times.

use std::fs;
use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use perfectplay_analysis::Value;
use perfectplay_catalogue::Description;
use perfectplay_game::{Known, Meter};

/// The number at `place` of the stream of splitmix64 with seed 1.
fn splitmix64(place: u64) -> u64 {
    let mut z = 1u64.wrapping_add((place + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

fn edge_list(c: &mut Criterion) {
    let folder = std::env::temp_dir().join(format!("geography-bench-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let mut group = c.benchmark_group("geography");
    group.sample_size(10);
    for (what, prefix) in [("numbers", ""), ("texts", "v")] {
        const N: u64 = 1_000_000;
        let list: String = (0..N * 3 / 2)
            .map(|at| (splitmix64(2 * at) % N, splitmix64(2 * at + 1) % N))
            .filter(|(v, w)| v != w)
            .map(|(v, w)| format!("{prefix}{v} {prefix}{w}\n"))
            .collect();
        fs::write(folder.join("list.txt"), list).expect("room for the list");
        let path = folder.join("game.toml");
        fs::write(&path, "game = \"geography\"\nedges-file = \"list.txt\"").expect("room");
        let load = || Description::read(black_box(&path)).expect("a file").load().expect("edges");
        group.bench_function(format!("load 10^6 {what}"), |b| {
            b.iter(|| assert!(load().rules().contains("a graph of 950")));
        });
        group.bench_function(format!("solve 10^6 {what}"), |b| {
            b.iter_batched_ref(
                load,
                |analysis| {
                    let start = analysis.start();
                    let report = analysis.evaluate(&start, &mut Meter::default()).expect("a start");
                    let Some(Known::Exact(Value::Matching { with, .. })) = report.evaluation.value
                    else {
                        panic!("no matching");
                    };
                    assert_eq!(with, 463_680);
                },
                criterion::BatchSize::PerIteration,
            );
        });
    }
    group.finish();
    fs::remove_dir_all(&folder).expect("the folder");
}

criterion_group!(benches, edge_list);
criterion_main!(benches);
