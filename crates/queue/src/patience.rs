//! A server that may be away for a while.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::time::sleep;

/// How long it takes before something is tried again.
const AGAIN: Duration = Duration::from_secs(1);

/// Does something until it goes well; `None` if `stop` ended that. The first failure is told, and then each that is another.
pub(crate) async fn until<T, E: std::fmt::Display>(
    stop: &Arc<AtomicBool>,
    tell: &(dyn Fn(&str) + Sync + Send),
    mut action: impl AsyncFnMut() -> Result<T, E>,
) -> Option<T> {
    let mut last = String::new();
    while !stop.load(Ordering::Relaxed) {
        match action().await {
            Ok(value) => return Some(value),
            Err(error) => {
                let error = error.to_string();
                if error != last {
                    tell(&format!("the queue does not do what is asked, it is tried again: {error}"));
                    last = error;
                }
            }
        }
        sleep(AGAIN).await;
    }
    None
}
