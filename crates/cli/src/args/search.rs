use clap::ValueEnum;
use perfectplay::{Search, SearchMethod};

use super::parse_bytes;

/// By which method the rules are searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum SearchMethodArg {
    /// The one that suits the game
    Suited,
    /// Does a player win within 1, 2, 3 moves of his own, and so on
    Deepening,
    /// On where least is missing of a proof
    ProofNumbers,
}

/// Whether the rules are searched in place of a theory.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct SearchArgs {
    /// Search the rules, using no theory: for trees too big to list
    #[arg(long)]
    pub(crate) search: bool,
    /// The table of the search: bytes, or with K, M, G, 64K at least. It never grows; a full one
    /// is slower
    #[arg(long = "search-table", value_name = "BYTES", default_value = "64M",
          value_parser = parse_table, requires = "search")]
    search_table: u64,
    /// Threads of the search; the answer is the same
    #[arg(long = "search-threads", value_name = "COUNT", default_value = "1",
          value_parser = clap::value_parser!(u16).range(1..=256), requires = "search")]
    search_threads: u16,
    /// The method of the search
    #[arg(
        long = "search-method",
        value_name = "METHOD",
        default_value = "suited",
        requires = "search"
    )]
    search_method: SearchMethodArg,
    /// Search who wins, and no option that this does not need
    #[arg(long = "outcome-only", requires = "search")]
    outcome_only: bool,
}

impl SearchArgs {
    pub(crate) fn asked(self) -> Option<Search> {
        self.search.then_some(Search {
            table: self.search_table,
            threads: self.search_threads.into(),
            every_option: !self.outcome_only,
            method: match self.search_method {
                SearchMethodArg::Suited => SearchMethod::Suited,
                SearchMethodArg::Deepening => SearchMethod::Deepening,
                SearchMethodArg::ProofNumbers => SearchMethod::ProofNumbers,
            },
        })
    }
}

/// A table of a few entries forgets what it is about to need.
fn parse_table(text: &str) -> Result<u64, String> {
    match parse_bytes(text)? {
        bytes if bytes < 1 << 16 => Err("a search needs a table of 64K at least".to_owned()),
        bytes => Ok(bytes),
    }
}
