//! Long work in numbered parts, on several threads.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// How often it is looked whether somebody wants an end.
const PAUSE: Duration = Duration::from_millis(50);

/// Does the parts of these numbers, each thread with a worker of its own. `found` is told what each comes to, as it ends, and says whether to go on.
/// When `stop` becomes true or `found` wants no more, the flag that `worker` and `work` are given becomes true, and what is done then is lost.
/// With one thread the parts come in the order of their numbers.
///
/// # Errors
/// That of `found`, which ends it.
pub(crate) fn run<N: Send, W, P: Send>(
    threads: usize,
    numbers: impl Iterator<Item = N> + Send,
    stop: &AtomicBool,
    worker: impl Fn(&Arc<AtomicBool>) -> W + Sync,
    work: impl Fn(&mut W, N, &Arc<AtomicBool>) -> P + Sync,
    found: &mut dyn FnMut(P) -> Result<bool, String>,
) -> Result<(), String> {
    let numbers = Mutex::new(numbers);
    let enough = Arc::new(AtomicBool::new(stop.load(Ordering::Relaxed)));
    let mut result = Ok(true);
    thread::scope(|scope| {
        let (sender, parts) = channel();
        for _ in 0..threads.max(1) {
            let (sender, numbers, enough, worker, work) = (sender.clone(), &numbers, &enough, &worker, &work);
            scope.spawn(move || {
                let mut worker = worker(enough);
                while !enough.load(Ordering::Relaxed) {
                    let next = numbers.lock().unwrap_or_else(PoisonError::into_inner).next();
                    let Some(number) = next else { return };
                    let part = work(&mut worker, number, enough);
                    if enough.load(Ordering::Relaxed) || sender.send(part).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        loop {
            match parts.recv_timeout(PAUSE) {
                Ok(part) if matches!(result, Ok(true)) => result = found(part),
                Ok(_) | Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if stop.load(Ordering::Relaxed) || !matches!(result, Ok(true)) {
                enough.store(true, Ordering::Relaxed);
            }
        }
    });
    result.map(drop)
}
