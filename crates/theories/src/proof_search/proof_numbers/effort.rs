use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use perfectplay_game::{Meter, Stop};

/// Why a thread left off.
pub(super) enum Halt {
    /// A limit.
    Stopped(Stop),
    /// Another thread has the answer.
    Answered,
    /// Another method has its turn.
    Paused,
}

/// Where a search counts what it does.
pub(super) trait Effort {
    /// Positions are looked at: every option that is listed, asked of the
    /// table, or compared with others, so that it takes about as long to spend
    /// as much, however many options a position has.
    fn spend(&mut self, positions: u64) -> Result<(), Halt>;

    /// A position is to be expanded.
    fn expand(&mut self) -> Result<(), Halt> {
        self.spend(1)
    }

    fn hold(&mut self, bytes: u64) -> Result<(), Halt>;
}

impl Effort for Meter {
    fn spend(&mut self, steps: u64) -> Result<(), Halt> {
        Meter::spend(self, steps).map_err(Halt::Stopped)
    }

    fn hold(&mut self, bytes: u64) -> Result<(), Halt> {
        Meter::hold(self, bytes).map_err(Halt::Stopped)
    }
}

impl<E: Effort> Effort for &mut E {
    fn spend(&mut self, steps: u64) -> Result<(), Halt> {
        (**self).spend(steps)
    }

    fn expand(&mut self) -> Result<(), Halt> {
        (**self).expand()
    }

    fn hold(&mut self, bytes: u64) -> Result<(), Halt> {
        (**self).hold(bytes)
    }
}

/// So many positions expanded and no more, then it is another method's turn.
pub(super) struct Turn<E> {
    pub(super) effort: E,
    pub(super) left: u64,
}

impl<E: Effort> Effort for Turn<E> {
    fn spend(&mut self, steps: u64) -> Result<(), Halt> {
        self.effort.spend(steps)
    }

    fn expand(&mut self) -> Result<(), Halt> {
        self.left = self.left.checked_sub(1).ok_or(Halt::Paused)?;
        self.effort.expand()
    }

    fn hold(&mut self, bytes: u64) -> Result<(), Halt> {
        self.effort.hold(bytes)
    }
}

/// What threads tell each other.
#[derive(Default)]
pub(super) struct Board {
    spent: AtomicU64,
    held: AtomicU64,
    done: AtomicBool,
}

impl Board {
    pub(super) fn done(&self) {
        self.done.store(true, Ordering::Relaxed);
    }
}

/// The thread with the meter: it counts for the others too.
pub(super) struct Leader<'b> {
    pub(super) board: &'b Board,
    pub(super) meter: &'b mut Meter,
}

impl Effort for Leader<'_> {
    fn spend(&mut self, steps: u64) -> Result<(), Halt> {
        if self.board.done.load(Ordering::Relaxed) {
            return Err(Halt::Answered);
        }
        let mut all = steps;
        if self.board.spent.load(Ordering::Relaxed) > 0 {
            all += self.board.spent.swap(0, Ordering::Relaxed);
        }
        if self.board.held.load(Ordering::Relaxed) > 0 {
            let held = self.board.held.swap(0, Ordering::Relaxed);
            self.meter.hold(held).map_err(Halt::Stopped)?;
        }
        self.meter.spend(all).map_err(Halt::Stopped)
    }

    fn hold(&mut self, bytes: u64) -> Result<(), Halt> {
        self.meter.hold(bytes).map_err(Halt::Stopped)
    }
}

impl Leader<'_> {
    /// Counts what followers did after the end.
    pub(super) fn last(&mut self) -> Result<(), Stop> {
        self.meter.spend(self.board.spent.swap(0, Ordering::Relaxed))
    }
}

/// Steps that a follower counts before it tells.
const BATCH: u64 = 256;

/// Another thread.
pub(super) struct Follower<'b> {
    pub(super) board: &'b Board,
    pub(super) untold: u64,
}

impl Drop for Follower<'_> {
    fn drop(&mut self) {
        self.board.spent.fetch_add(self.untold, Ordering::Relaxed);
    }
}

impl Effort for Follower<'_> {
    fn spend(&mut self, steps: u64) -> Result<(), Halt> {
        self.untold += steps;
        if self.untold >= BATCH {
            self.board.spent.fetch_add(std::mem::take(&mut self.untold), Ordering::Relaxed);
            if self.board.done.load(Ordering::Relaxed) {
                return Err(Halt::Answered);
            }
        }
        Ok(())
    }

    fn hold(&mut self, bytes: u64) -> Result<(), Halt> {
        self.board.held.fetch_add(bytes, Ordering::Relaxed);
        Ok(())
    }
}
