//! What goes through the server, and under which names.
//!
//! | name | kind | what |
//! | --- | --- | --- |
//! | `BEROLINA_TASKS` | stream, work queue | tasks, at `berolina.task.BUILD.WORK`: a [`Task`] as JSON |
//! | `BEROLINA_RESULTS` | stream, a day | what tasks came to, at `berolina.result.WORK`: see [`parts`](crate::parts) |
//! | `berolina-works` | object store | the descriptions of works under their ids: [`Work::to_bytes`](berolina_lab::crew::Work::to_bytes) |
//! | BUILD | consumer of tasks | all workers of a build |
//! | WORK | consumer of results | whoever has the work |

use std::time::Duration;

use async_nats::jetstream::consumer::{AckPolicy, pull};
use async_nats::jetstream::stream::{self, RetentionPolicy};
use async_nats::jetstream::{Context, object_store};
use serde::{Deserialize, Serialize};

/// The stream of tasks.
pub const TASKS: &str = "BEROLINA_TASKS";
/// The stream of results.
pub const RESULTS: &str = "BEROLINA_RESULTS";
/// The object store of descriptions.
pub const WORKS: &str = "berolina-works";
/// A worker that has said nothing of its task for so long is dead, and another gets the task.
pub(crate) const SILENCE: Duration = Duration::from_secs(15);
/// Results that nobody has fetched are kept so long, and so is what is known of an owner who has left.
const DAY: Duration = Duration::from_secs(24 * 60 * 60);
/// Descriptions are kept so long. One that has gone is put there again.
const MONTH: Duration = Duration::from_secs(30 * 24 * 60 * 60);
/// So many tasks may be in work at once, on all machines.
const MOST_AT_WORK: i64 = 20_000;

/// A few parts of a work.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Task {
    /// The id of the work.
    pub work: String,
    /// The parts' numbers.
    pub numbers: Vec<u64>,
}

/// Where tasks are, of a build and a work, or of all with `*`.
pub(crate) fn task(build: &str, work: &str) -> String {
    format!("berolina.task.{build}.{work}")
}

/// Where results are.
pub(crate) fn result(work: &str) -> String {
    format!("berolina.result.{work}")
}

/// The stream of tasks, made if it is missing.
pub(crate) async fn tasks(context: &Context) -> Result<stream::Stream, async_nats::Error> {
    let config = stream::Config {
        name: TASKS.to_owned(),
        subjects: vec![task("*", "*")],
        retention: RetentionPolicy::WorkQueue,
        ..Default::default()
    };
    Ok(context.get_or_create_stream(config).await?)
}

/// The stream of results, made if it is missing.
pub(crate) async fn results(context: &Context) -> Result<stream::Stream, async_nats::Error> {
    let config = stream::Config {
        name: RESULTS.to_owned(),
        subjects: vec![result("*")],
        max_age: DAY,
        ..Default::default()
    };
    Ok(context.get_or_create_stream(config).await?)
}

/// The object store, made if it is missing.
pub(crate) async fn works(context: &Context) -> Result<object_store::ObjectStore, async_nats::Error> {
    if let Ok(store) = context.get_object_store(WORKS).await {
        return Ok(store);
    }
    let config = object_store::Config { bucket: WORKS.to_owned(), max_age: MONTH, ..Default::default() };
    Ok(context.create_object_store(config).await?)
}

/// All workers of a build, made if they are the first.
pub(crate) async fn workers(
    tasks: &stream::Stream,
    build: &str,
) -> Result<async_nats::jetstream::consumer::PullConsumer, async_nats::Error> {
    let config = pull::Config {
        durable_name: Some(build.to_owned()),
        filter_subject: task(build, "*"),
        ack_policy: AckPolicy::Explicit,
        ack_wait: SILENCE,
        max_ack_pending: MOST_AT_WORK,
        max_waiting: MOST_AT_WORK,
        ..Default::default()
    };
    Ok(tasks.get_or_create_consumer(build, config).await?)
}

/// Whoever has a work, where he left off.
pub(crate) async fn owner(
    results: &stream::Stream,
    work: &str,
) -> Result<async_nats::jetstream::consumer::PullConsumer, async_nats::Error> {
    let config = pull::Config {
        durable_name: Some(work.to_owned()),
        filter_subject: result(work),
        ack_policy: AckPolicy::Explicit,
        inactive_threshold: DAY,
        max_ack_pending: MOST_AT_WORK,
        ..Default::default()
    };
    Ok(results.get_or_create_consumer(work, config).await?)
}
