//! The one face that front ends see of every solved game.
