/// What an engine can take over from one for other values.
#[derive(Clone, Debug)]
pub(in crate::heap_games::pairs) struct Start {
    /// Parts of each value that walks begin with, and parts besides.
    pub(super) walk_parts: usize,
    pub(super) besides: Vec<u32>,
    /// Walks look at no larger parts.
    pub(super) most_part: usize,
    pub(super) threads: usize,
}

impl Default for Start {
    fn default() -> Self {
        Start { walk_parts: 8, besides: Vec::new(), most_part: usize::MAX, threads: 1 }
    }
}

impl Start {
    /// Walks are to look at no larger parts than this.
    pub(in crate::heap_games::pairs) fn within(self, most_part: usize) -> Start {
        let besides = self.besides.iter().copied().filter(|&part| part as usize <= most_part);
        Start { besides: besides.collect(), most_part, ..self }
    }

    /// So many threads may work.
    pub(in crate::heap_games::pairs) fn by(self, threads: usize) -> Start {
        Start { threads, ..self }
    }
}
