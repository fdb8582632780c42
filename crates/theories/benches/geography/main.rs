//! Labelling every start of large graphs. Each run asserts the answer it times,
//! and each instance has its labels checked once, in linear time.
//!
//! The throughput is in vertices, holes among them.
//!
//! | module | what it holds |
//! | --- | --- |
//! | `instances` | the cubes and graphs, by seed |
//! | `check` | what makes labels right |
//! | `cubes` | hypercubes with holes, by word operations |
//! | `graphs` | any graph |
//! | `local` | hypercubes too large for tables |

mod check;
mod cubes;
mod graphs;
mod instances;
mod local;

use criterion::{criterion_group, criterion_main};

criterion_group!(benches, graphs::labels, cubes::labels, local::labels);
criterion_main!(benches);
