//! The WebAssembly modules and the JavaScript around them.

use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::process::Command;

use berolina_numbers::hash::fnv64;
use wasm_bindgen_cli_support::Bindgen;

use crate::copies;
use crate::packs;
use crate::panics;
use crate::run::{Outcome, changed, find, run};
use crate::sizes;
use crate::stages::Stages;
use crate::toolchain::{TARGET, Toolchain};

/// Where the pages import the modules from.
pub(crate) const OUT: &str = "web/src/lib/rules/pkg";

/// How well to optimise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Effort {
    /// As it is published.
    Full,
    /// For trying things out.
    Quick,
}

/// A module: `berolina-wasm` with some of its features, and how it is optimised.
struct Module {
    name: &'static str,
    features: &'static str,
    profile: &'static str,
    passes: &'static [&'static str],
    /// It writes numbers with a fraction into texts.
    fractions: bool,
}

/// Rules and engine are one module: the page and the engine's worker each make an instance of it. Another has the engine
/// for boards of more than 64 squares, which fewer games need and the first visit does not. Neither reads variant files, which the
/// reader does for both; another is the workshop, one reads the files of other programs for it, one plays many games for reports, and the last is what
/// analysis asks; these two have rules and engine for all boards.
const MODULES: [Module; 7] = [
    Module {
        name: "rules",
        features: "rules,engine,compact",
        profile: "wasm",
        passes: SMALLEST,
        fractions: false,
    },
    Module { name: "reader", features: "reader,compact", profile: "wasm", passes: PASSES, fractions: false },
    Module {
        name: "wide",
        features: "wide-engine,compact",
        profile: "wasm",
        passes: PASSES,
        fractions: false,
    },
    Module {
        name: "workshop",
        features: "workshop,compact",
        profile: "wasm",
        passes: PASSES,
        fractions: false,
    },
    Module {
        name: "exchange",
        features: "exchange,compact",
        profile: "wasm",
        passes: PASSES,
        fractions: false,
    },
    Module { name: "report", features: "report,compact", profile: "wasm", passes: PASSES, fractions: true },
    Module {
        name: "study",
        features: "study,engine,wide-engine,compact",
        profile: "wasm",
        passes: PASSES,
        fractions: true,
    },
];
const PASSES: &[&str] = &["-O3", "-Oz"];
/// Takes three times as long, for one in a hundred: for what everybody fetches first.
const SMALLEST: &[&str] = &["-Os", "--flatten", "--rereloop", "-Oz", "--flatten", "--rereloop", "-Oz", "-Oz"];

/// What `wasm-opt` may use: what the compiler uses, and every browser of the last years knows.
const FEATURES: [&str; 8] = [
    "--enable-simd",
    "--enable-bulk-memory",
    "--enable-bulk-memory-opt",
    "--enable-sign-ext",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-multivalue",
];

/// The steps between the compiler and the finished module.
const STEPS: [&str; 3] = [include_str!("copies.rs"), include_str!("panics.rs"), include_str!("wasm.rs")];

/// Builds the modules of these names, or every one. While one is compiled, those before it are finished: neither keeps more than one processor busy.
pub(crate) fn build(root: &Path, stages: &Stages, effort: Effort, wanted: &[&str]) -> Outcome {
    let chosen = chosen(wanted)?;
    let toolchain = Toolchain::find()?;
    let out = root.join(OUT);
    std::fs::create_dir_all(&out).map_err(|error| format!("{}: {error}", out.display()))?;
    std::thread::scope(|scope| {
        let mut finishing = Vec::new();
        for module in chosen {
            let compiled = compile(root, stages, &toolchain, module, effort)?;
            finishing.push(scope.spawn(move || finish(root, stages, module, &compiled, effort)));
        }
        finishing
            .into_iter()
            .try_for_each(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
    })?;
    packs::write(root)
}

/// The modules of these names; all if there are none.
fn chosen(wanted: &[&str]) -> Result<Vec<&'static Module>, String> {
    let names = MODULES.map(|module| module.name);
    match wanted.iter().find(|name| !names.contains(name)) {
        Some(name) => Err(format!("there is no module `{name}`; there are {}", names.join(", "))),
        None => {
            Ok(MODULES.iter().filter(|module| wanted.is_empty() || wanted.contains(&module.name)).collect())
        }
    }
}

/// A table of the modules that were built.
pub(crate) fn sizes(root: &Path) -> Outcome {
    let files = files(root);
    if files.is_empty() {
        return Err("nothing has been built; `cargo xtask web` builds it".to_owned());
    }
    sizes::print(root, files)
}

/// The modules that were built.
fn files(root: &Path) -> Vec<PathBuf> {
    MODULES.iter().map(|module| file(root, module)).filter(|path| path.is_file()).collect()
}

fn file(root: &Path, module: &Module) -> PathBuf {
    root.join(OUT).join(format!("{}_bg.wasm", module.name))
}

/// Compiles a module; where the result lies. All share one folder, so that what they have in common is compiled once.
fn compile(
    root: &Path,
    stages: &Stages,
    toolchain: &Toolchain,
    module: &Module,
    effort: Effort,
) -> Result<PathBuf, String> {
    let profile = match effort {
        Effort::Full => module.profile,
        Effort::Quick => "wasm-quick",
    };
    let mut cargo = toolchain.cargo_build(root);
    cargo.args(["--package", "berolina-wasm", "--example", module.name, "--no-default-features"]);
    cargo.args(["--features", module.features, "--profile", profile]);
    let folder = toolchain.folder(root);
    cargo.arg("--target-dir").arg(&folder);
    let what = format!("compiling the module `{}`", module.name);
    stages.stage(&what, || run(&mut cargo, "see https://rustup.rs"))?;
    Ok(folder.join(TARGET).join(profile).join("examples").join(format!("{}.wasm", module.name)))
}

/// Makes of what was compiled what the pages load, unless that is done.
fn finish(root: &Path, stages: &Stages, module: &Module, compiled: &Path, effort: Effort) -> Outcome {
    let finished = file(root, module);
    let made_of = format!("{} {:?} {}", compiled.display(), changed(compiled), recipe(module, &STEPS));
    let note = root.join("target").join(format!("{}.made-of", module.name));
    if finished.is_file() && std::fs::read_to_string(&note).is_ok_and(|text| text == made_of) {
        return Ok(());
    }
    glue(compiled, &finished, module, effort)?;
    if effort == Effort::Full {
        shrink(root, stages, &finished, module)?;
    }
    std::fs::write(&note, made_of).map_err(|error| format!("{}: {error}", note.display()))
}

/// What is done to a module after the compiler: the steps' source text, so that a change of them is noticed, and its passes.
/// By another compiler, with less effort or by other steps a module is made anew.
fn recipe(module: &Module, steps: &[&str]) -> String {
    let steps = fnv64(steps.concat().as_bytes());
    format!("{steps:016x} {} {}", module.fractions, module.passes.join(" "))
}

/// Writes the module and the JavaScript that loads it and translates calls.
fn glue(compiled: &Path, finished: &Path, module: &Module, effort: Effort) -> Outcome {
    let full = effort == Effort::Full;
    let mut bindgen = Bindgen::new();
    if full {
        let mut better = panics::silenced(compiled, module.fractions)?;
        copies::write_out(&mut better);
        bindgen.input_module(module.name, better);
    } else {
        bindgen.input_path(compiled);
    }
    bindgen.out_name(module.name).typescript(true).omit_default_module_path(true);
    bindgen.remove_producers_section(full);
    // A module that has failed can be started afresh.
    bindgen.reset_state_function(true);
    let out = finished.parent().unwrap_or(Path::new("."));
    bindgen
        .web(true)
        .and_then(|bindgen| bindgen.generate(out))
        .map_err(|error| format!("wasm-bindgen, module `{}`: {error:#}", module.name))
}

/// Lets `wasm-opt` improve a module; without it the module works as well, a bit larger.
fn shrink(root: &Path, stages: &Stages, finished: &Path, module: &Module) -> Outcome {
    let ours = root.join("web/node_modules/.bin/wasm-opt");
    let Some(program) = Some(ours).filter(|path| path.exists()).or_else(|| find("wasm-opt")) else {
        eprintln!("xtask: wasm-opt is missing, so modules stay larger; `npm ci` in web/ installs it");
        return Ok(());
    };
    let mut command = Command::new(program);
    command.args(FEATURES).args(module.passes);
    // Names go, but for a list that tells which function a report of a failure means.
    command.arg(format!(
        "--symbolmap={}",
        root.join("target").join(format!("{}.functions", module.name)).display()
    ));
    command.args(["--strip-debug", "--strip-producers"]);
    command.arg(finished).arg("-o").arg(finished);
    let what = format!("optimising the module `{}`", module.name);
    stages.stage(&what, || run(&mut command, "`npm ci` in web/ installs it"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_are_chosen_by_name() {
        let names = |wanted: &[&str]| -> Result<Vec<&str>, String> {
            Ok(chosen(wanted)?.iter().map(|module| module.name).collect())
        };
        assert_eq!(names(&[]).unwrap().len(), MODULES.len());
        assert_eq!(names(&["study", "exchange"]).unwrap(), ["exchange", "study"]);
        assert!(names(&["rules", "--quik"]).unwrap_err().contains("no module `--quik`"));
    }

    #[test]
    fn a_change_of_a_step_is_noticed() {
        let now = recipe(&MODULES[0], &STEPS);
        assert_eq!(recipe(&MODULES[0], &STEPS), now, "and nothing else");
        for file in ["copies.rs", "panics.rs", "wasm.rs"] {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(file);
            let text = std::fs::read_to_string(path).unwrap();
            let changed = format!("{text}\n// A change.\n");
            let steps = STEPS.map(|step| if step == text { changed.as_str() } else { step });
            assert_ne!(recipe(&MODULES[0], &steps), now, "{file}");
        }
    }
}
