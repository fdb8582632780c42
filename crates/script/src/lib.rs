//! Rulesets that people write themselves, as scripts.
//!
//! A *rules file* in [Starlark](https://github.com/bazelbuild/starlark), a
//! small Python without files, clock or chance, says where play starts and
//! which options a position has. [`Rules`] makes a game of it like any other:
//! a [`Game`](perfectplay_game::Game) with a
//! [`Notation`](perfectplay_game::Notation), and
//! [`Tabular`](perfectplay_game::Tabular), so that theories may list its
//! positions.
//!
//! ```python
//! title = "Nim with a pass"
//! n = parameter("n", 7, "the number of stones", least = 0)
//!
//! def start():
//!     return (n, True)
//!
//! def options(p):
//!     stones, may_pass = p
//!     moves = [(k, (stones - k, may_pass)) for k in [1, 2, 3] if k <= stones]
//!     if may_pass and stones > 0:
//!         moves.append(("pass", (stones, False)))
//!     return moves
//! ```
//!
//! # What a file defines
//!
//! | name | meaning |
//! | --- | --- |
//! | `def start():` | the position where play starts: any plain value (int, bool, None, string, list, tuple, inside each other) |
//! | `def options(p):` | a list of `(move, position)`; the empty list where play has ended. A move is a plain value, and its text its notation |
//! | `def options(p, player):` | where the players have different moves; `player` is `"first"` or `"second"` |
//! | `(move, position, points)` | an option that pays points to who makes it; all options do, or none does |
//! | `score = "difference"` | who gets more points wins (default `"win-then-points"`: players want to win, then many points) |
//! | `misere = True` | who cannot move wins (default: loses) |
//! | `def ending(p):` | `"win"`, `"loss"` or `"tie"` for the mover where play has ended, `None` where it goes on; also `ending(p, player)` |
//! | `def mover(p):` | `"first"` or `"second"`, where the position itself says who moves; else turns alternate |
//! | `def parts(p):` | the independent positions that p falls into (both players have the same moves, who cannot move loses) |
//! | `def canonical(p):` | the position that stands for all that are like p by symmetry |
//! | `def draw(p):` | p drawn for a person |
//! | `def neighbours(v):` | instead of options: a token on a graph burns its trail; see [`Trails`] |
//! | `n = parameter("n", 7, "what it means")` | a parameter with its default; ints may have bounds, `least = 1, most = 9` |
//! | `title = "..."`, `about = "..."` | words for people |
//!
//! Positions are given to the functions as values that cannot be changed:
//! `list(p)` is a copy that can.
//!
//! # Limits
//!
//! A call ends with an error after 32 million steps, 250 calls
//! inside each other, or 256 MiB of values; a panic of the interpreter becomes
//! an error too. This is for mistakes, and no wall against malice: a single
//! operation of the interpreter takes what it takes, such as `join` and
//! `replace` on long strings, or comparing values that hold each other many
//! times over. Files of strangers belong in a process of their own, with the
//! limits of the operating system.
//!
//! | module | what it holds |
//! | --- | --- |
//! | `rules`, `tabular` | a script seen as a game |
//! | `trail` | a script seen as a graph |
//! | `load`, `functions`, `parameter` | from a file to these |
//! | `ask`, `draw` | questions as calls of the file's functions |
//! | `engine`, `globals` | the interpreter, its limits, and what scripts can name |
//! | `source`, `error` | the text of a file, and errors that point into it |
//! | `packed`, `position`, `bridge` | values as bytes |
//! | `literal`, `notation` | values as text |

mod ask;
mod bridge;
mod draw;
mod engine;
mod error;
mod functions;
mod globals;
mod literal;
mod load;
mod notation;
mod packed;
mod parameter;
mod position;
mod rules;
mod source;
mod tabular;
mod trail;

pub use error::{Call, Failure, Place, ScriptError};
pub use load::{Loaded, Loader};
pub use parameter::Parameter;
pub use position::{Move, Position};
pub use rules::Rules;
pub use trail::{Graph, TrailError, Trails};
