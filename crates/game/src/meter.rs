use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Limits on one piece of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most steps of work, in the unit that the theory counts; runs
    /// repeat exactly on any machine.
    pub effort: u64,
    /// The most bytes that the tables of the work may take.
    pub memory: u64,
    /// The most positions that may be listed in a table.
    pub positions: u64,
}

impl Default for Limits {
    /// No limit on effort and positions, 4 GiB of memory.
    fn default() -> Self {
        Limits { effort: u64::MAX, memory: 4 << 30, positions: u64::MAX }
    }
}

/// Why work stopped before it was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum StopReason {
    /// The limit on effort was reached.
    Effort {
        /// The limit.
        limit: u64,
    },
    /// A table would not fit the limit on memory.
    Memory {
        /// Bytes that the work would hold.
        needed: u64,
        /// The limit.
        limit: u64,
    },
    /// More positions would have to be listed.
    Positions {
        /// The limit.
        limit: u64,
    },
    /// The position lies beyond what the theory can decide.
    Reach {
        /// What the theory reaches.
        within: &'static str,
    },
    /// Somebody asked it to stop.
    Interrupted,
}

/// Work that stopped at a limit: a result with a reason, not a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, thiserror::Error)]
pub struct Stop {
    /// Why.
    pub reason: StopReason,
    /// The effort spent until then.
    pub spent: u64,
}

impl std::fmt::Display for Stop {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.reason {
            StopReason::Effort { limit } => {
                write!(f, "stopped at the effort limit of {limit} (raise it with --effort)")
            }
            StopReason::Memory { needed: u64::MAX, .. } => {
                write!(f, "stopped: the work needs more memory than there is anywhere")
            }
            StopReason::Memory { needed, limit } => write!(
                f,
                "stopped: the work needs {needed} bytes of memory and the limit is {limit} \
                 (raise it with --memory)"
            ),
            StopReason::Positions { limit } => write!(
                f,
                "stopped at the limit of {limit} positions (raise it with --max-positions)"
            ),
            StopReason::Reach { within } => {
                write!(f, "not decided: the search reaches {within}")
            }
            StopReason::Interrupted => {
                write!(f, "stopped when asked to, after effort {}", self.spent)
            }
        }
    }
}

/// What another thread may see of running work, and how it asks it to stop.
#[derive(Debug, Default)]
pub struct Watch {
    spent: AtomicU64,
    stop: AtomicBool,
    done: AtomicU64,
    known: AtomicU64,
}

impl Watch {
    /// The effort spent so far, a little late.
    pub fn spent(&self) -> u64 {
        self.spent.load(Ordering::Relaxed)
    }

    /// How much of the work is done, and how much is known to be there: of
    /// work that finds more while it goes on, the second grows too. `None`
    /// where the work does not say.
    pub fn progress(&self) -> Option<(u64, u64)> {
        let known = self.known.load(Ordering::Relaxed);
        (known > 0).then(|| (self.done.load(Ordering::Relaxed), known))
    }

    /// Has somebody asked the work to stop?
    pub fn asked_to_stop(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Asks the work to stop soon.
    pub fn ask_to_stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// Effort between two looks at the watch.
const STRIDE: u64 = 1 << 16;

/// Counts effort, and stops work at its limits.
///
/// # Examples
///
/// ```
/// use perfectplay_game::{Limits, Meter, StopReason};
/// let mut meter = Meter::new(Limits { effort: 10, ..Limits::default() });
/// assert!(meter.spend(10).is_ok());
/// let stop = meter.spend(1).unwrap_err();
/// assert_eq!(stop.reason, StopReason::Effort { limit: 10 });
/// ```
#[derive(Clone, Debug, Default)]
pub struct Meter {
    limits: Limits,
    spent: u64,
    /// `spend` takes its slow path when `spent` passes this.
    next_look: u64,
    held: u64,
    watch: Arc<Watch>,
}

impl Meter {
    /// A meter with limits that nobody watches.
    pub fn new(limits: Limits) -> Self {
        Meter::watched(limits, Arc::default())
    }

    /// A meter with limits, watched through `watch`.
    pub fn watched(limits: Limits, watch: Arc<Watch>) -> Self {
        Meter { limits, watch, ..Meter::default() }
    }

    /// Counts `steps` of work.
    ///
    /// # Errors
    ///
    /// The effort limit is passed, or the watch asked to stop.
    #[inline]
    pub fn spend(&mut self, steps: u64) -> Result<(), Stop> {
        self.spent = self.spent.saturating_add(steps);
        if self.spent > self.next_look { self.look() } else { Ok(()) }
    }

    #[cold]
    fn look(&mut self) -> Result<(), Stop> {
        self.watch.spent.store(self.spent, Ordering::Relaxed);
        if self.watch.stop.load(Ordering::Relaxed) {
            return Err(self.stop(StopReason::Interrupted));
        }
        let limit = self.limits.effort;
        if self.spent > limit {
            return Err(self.stop(StopReason::Effort { limit }));
        }
        self.next_look = self.spent.saturating_add(STRIDE).min(limit);
        Ok(())
    }

    /// Announces tables of `bytes` before they are allocated.
    ///
    /// # Errors
    ///
    /// With what is held already they would not fit the limit on memory.
    pub fn hold(&mut self, bytes: u64) -> Result<(), Stop> {
        let needed = self.held.saturating_add(bytes);
        let limit = self.limits.memory;
        if needed > limit {
            return Err(self.stop(StopReason::Memory { needed, limit }));
        }
        self.held = needed;
        Ok(())
    }

    /// Tells whoever watches that so much is done of what is known to be there.
    pub fn progress(&self, done: u64, known: u64) {
        self.watch.done.store(done, Ordering::Relaxed);
        self.watch.known.store(known, Ordering::Relaxed);
    }

    /// Announces that a table is to list so many positions in all.
    ///
    /// # Errors
    ///
    /// They pass the limit on positions.
    #[inline]
    pub fn list(&self, positions: u64) -> Result<(), Stop> {
        let limit = self.limits.positions;
        if positions > limit {
            return Err(self.stop(StopReason::Positions { limit }));
        }
        Ok(())
    }

    /// Takes back what [`Meter::hold`] announced, when the tables are freed.
    pub fn release(&mut self, bytes: u64) {
        self.held = self.held.saturating_sub(bytes);
    }

    /// Bytes announced and not taken back: for giving back all that a piece of
    /// work announced, once its tables are freed.
    pub fn held(&self) -> u64 {
        self.held
    }

    /// The effort spent so far.
    pub fn spent(&self) -> u64 {
        self.spent
    }

    fn stop(&self, reason: StopReason) -> Stop {
        Stop { reason, spent: self.spent }
    }
}
