//! Games with published counts, each with its rules stated once.

mod chomp;
mod connect_four;
mod dodgem;
mod heaps;
mod hexapawn;
mod mu_torere;
mod notakto;
mod pursuit;
mod tic_tac_toe;
mod toads_and_frogs;

pub(crate) use chomp::Chomp;
pub(crate) use connect_four::ConnectFour;
pub(crate) use dodgem::Dodgem;
pub(crate) use heaps::Heaps;
pub(crate) use hexapawn::Hexapawn;
pub(crate) use mu_torere::MuTorere;
pub(crate) use notakto::Notakto;
pub(crate) use pursuit::Pursuit;
pub(crate) use tic_tac_toe::{TicTacToe, UpToSymmetry};
pub(crate) use toads_and_frogs::ToadsAndFrogs;
