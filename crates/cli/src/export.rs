//! `berolina export`: games for other programs.

use std::io::{self, Write};

use berolina_exchange::{Exported, Target};

use crate::args::{ExportArgs, ExportFormat};
use crate::import;
use crate::output::Failure;

pub(crate) fn run(args: &ExportArgs) -> Result<(), Failure> {
    let variant = args.game.variant()?;
    let target = match args.to {
        ExportFormat::Ini => Target::FairyIni,
        ExportFormat::Diagram => Target::Diagram,
        ExportFormat::Xboard => Target::XBoard,
    };
    let Exported { text, unsaid } = berolina_exchange::export(&variant, target)
        .map_err(|error| Failure::usage(format!("{}: {error}", variant.definition().full_name())))?;
    match &args.output {
        Some(path) => import::write(path, &text, args.force)?,
        None => io::stdout().lock().write_all(text.as_bytes())?,
    }
    let mut told = io::stderr().lock();
    unsaid.iter().try_for_each(|what| writeln!(told, "not expressed: {what}"))?;
    Ok(())
}
