use std::path::PathBuf;

use clap::ValueEnum;

use super::LimitArgs;

/// How a table is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TableForm {
    /// Lines of ten values, with the first heap of each
    Text,
    /// Two columns
    Csv,
    /// A line `n a(n)` a heap, as sequences are given to the OEIS
    BFile,
    /// Two columns of integers, for programs; needs --out
    Parquet,
}

#[derive(Debug, clap::Args)]
pub(crate) struct TableArgs {
    /// The code of a heap game, or its name: 0.77, kayles, \"subtract 1,3\"
    #[arg(value_name = "CODE")]
    pub(crate) code: String,
    /// The largest heap
    #[arg(long, value_name = "STONES", default_value = "99")]
    pub(crate) to: u64,
    /// The smallest heap that is shown
    #[arg(long, value_name = "STONES", default_value = "0")]
    pub(crate) from: u64,
    /// Misère nim values, by listing all sums: for small heaps
    #[arg(long)]
    pub(crate) misere: bool,
    /// The form of the table
    #[arg(long, value_name = "FORM", default_value = "text")]
    pub(crate) form: TableForm,
    /// Write the table into this file
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Keep the values in this folder; a run that was stopped or killed goes on from there
    #[arg(long, value_name = "FOLDER", conflicts_with = "misere")]
    pub(crate) store: Option<PathBuf>,
    /// How often each value comes up, the heaps where values reach a new height, and rare heaps,
    /// in place of the table
    #[arg(long)]
    pub(crate) histogram: bool,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

#[derive(Debug, clap::Args)]
pub(crate) struct PeriodArgs {
    /// The code of a heap game, or its name: 0.77, kayles, \"subtract 1,3\"
    #[arg(value_name = "CODE")]
    pub(crate) code: String,
    /// Look at heaps up to this one, unless a period is proved before [default: 1000000; with
    /// --record without end]
    #[arg(long, value_name = "STONES")]
    pub(crate) to: Option<u64>,
    /// Keep the values in this folder; a run that was stopped or killed goes on from there
    #[arg(long, value_name = "FOLDER")]
    pub(crate) store: Option<PathBuf>,
    /// Work in constant memory until a period is proved, and keep in this folder a certificate of
    /// what was done, from which a run that was stopped or killed goes on
    #[arg(long, value_name = "FOLDER", conflicts_with = "store")]
    pub(crate) record: Option<PathBuf>,
    /// How far rare heaps and walks of a new record run may go, from 64 to 16777216
    /// [default: 32768]
    #[arg(long, value_name = "STONES", requires = "record",
          value_parser = clap::value_parser!(u32).range(64..=1 << 24))]
    pub(crate) reach: Option<u32>,
    /// Write a certificate of what was found (in text, if the name ends in .txt)
    #[arg(long, value_name = "FILE")]
    pub(crate) certificate: Option<PathBuf>,
    /// Check the certificate before printing the answer
    #[arg(long)]
    pub(crate) check: bool,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

#[derive(Debug, clap::Args)]
pub(crate) struct IdentifyArgs {
    /// The values of heaps 0, 1, 2, ...; commas may stand between them
    #[arg(value_name = "VALUES", required = true)]
    pub(crate) values: Vec<String>,
    /// Let the values begin up to so many heaps earlier or later
    #[arg(long, value_name = "HEAPS", default_value = "8")]
    pub(crate) shift: u64,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}
