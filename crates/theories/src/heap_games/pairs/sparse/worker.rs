use std::fmt;
use std::hint;
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};
use std::thread;

/// A second thread that does a stretch of heaps ahead of the first one, with a
/// list of its own of what the first one has.
///
/// It ends when this is dropped.
pub(super) struct Worker<Plan, Item, Made> {
    jobs: SyncSender<Job<Plan, Item, Made>>,
    done: Receiver<Job<Plan, Item, Made>>,
    is_busy: bool,
    /// Does the first thread wait however long it takes?
    patient: bool,
}

/// A stretch to be done and how, the items that came since the last one, and what is made
/// of it. All goes back when it is done, so that memory is asked for once.
struct Job<Plan, Item, Made> {
    plan: Plan,
    begin: usize,
    items: Vec<Item>,
    made: Made,
}

/// What came back of a stretch.
pub(super) struct Done<Plan, Item, Made> {
    pub(super) plan: Plan,
    pub(super) begin: usize,
    pub(super) made: Made,
    /// With nothing in it.
    pub(super) items: Vec<Item>,
    /// Was it not ready yet when it was asked for?
    pub(super) waited: bool,
}

/// Looks at a channel before a thread goes to sleep on it, or does without: some tens
/// of microseconds, about what it takes to be woken.
const LOOKS: u32 = 2048;

/// What comes next, if it comes soon, and whether it had to be waited for.
fn soon<T>(channel: &Receiver<T>) -> Result<(T, bool), TryRecvError> {
    for look in 0..LOOKS {
        match channel.try_recv() {
            Ok(item) => return Ok((item, look > 0)),
            Err(TryRecvError::Disconnected) => return Err(TryRecvError::Disconnected),
            Err(TryRecvError::Empty) => hint::spin_loop(),
        }
    }
    Err(TryRecvError::Empty)
}

/// What comes next; `None` when nothing will.
fn next<T>(channel: &Receiver<T>) -> Option<T> {
    match soon(channel) {
        Ok((item, _)) => Some(item),
        Err(TryRecvError::Empty) => channel.recv().ok(),
        Err(TryRecvError::Disconnected) => None,
    }
}

impl<Plan, Item, Made> Worker<Plan, Item, Made>
where
    Plan: Send + 'static,
    Item: Copy + Send + 'static,
    Made: Send + 'static,
{
    /// A thread whose list begins at the place `first`. `work` gets a plan, the list, where
    /// in it a stretch begins, and where to put what it makes; it looks back by
    /// `reach` at most. `None` if there is no thread to be had.
    pub(super) fn new(
        first: usize,
        reach: usize,
        patient: bool,
        mut work: impl FnMut(&Plan, &[Item], usize, &mut Made) + Send + 'static,
    ) -> Option<Self> {
        let (jobs, to_do) = sync_channel::<Job<Plan, Item, Made>>(1);
        let (ready, done) = sync_channel(1);
        let run = move || {
            let mut list: Vec<Item> = Vec::new();
            let mut base = first;
            while let Some(mut job) = next(&to_do) {
                list.append(&mut job.items);
                // What no later stretch looks back at, once it is much.
                let gone = job.begin.saturating_sub(reach).saturating_sub(base);
                if gone > Self::kept(reach) {
                    list.drain(..gone.min(list.len()));
                    base += gone;
                }
                work(&job.plan, &list, job.begin.saturating_sub(base), &mut job.made);
                if ready.send(job).is_err() {
                    break;
                }
            }
        };
        thread::Builder::new().spawn(run).ok()?;
        Some(Worker { jobs, done, is_busy: false, patient })
    }

    /// How many items that no stretch looks back at may be kept, so that moving
    /// the others down is rare.
    pub(super) fn kept(reach: usize) -> usize {
        2 * reach + (1 << 16)
    }

    /// What was made of the stretch that was asked for, if it is there or comes
    /// soon: an impatient first thread does not depend on when the second one has its
    /// turn.
    pub(super) fn take(&mut self) -> Option<Done<Plan, Item, Made>> {
        if !self.is_busy {
            return None;
        }
        let done = match self.patient {
            true => next(&self.done).map(|job| (job, true)).ok_or(TryRecvError::Disconnected),
            false => soon(&self.done),
        };
        self.is_busy = matches!(done, Err(TryRecvError::Empty));
        let (Job { plan, begin, items, made }, waited) = done.ok()?;
        Some(Done { plan, begin, made, items, waited })
    }

    /// Was a stretch asked for that was not taken yet?
    pub(super) fn is_busy(&self) -> bool {
        self.is_busy
    }

    /// Asks for a stretch, of a thread that is not busy, and hands over the items since
    /// the last one. `false` if the thread is gone.
    pub(super) fn ask(&mut self, plan: Plan, begin: usize, items: Vec<Item>, made: Made) -> bool {
        self.is_busy = true;
        self.jobs.send(Job { plan, begin, items, made }).is_ok()
    }
}

impl<Plan, Item, Made> fmt::Debug for Worker<Plan, Item, Made> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Worker").field("is_busy", &self.is_busy).finish_non_exhaustive()
    }
}
