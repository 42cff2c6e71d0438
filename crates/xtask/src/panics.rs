//! What a module need not hold: how it would say why it failed.
//!
//! A panic ends a module, and the page that loaded it starts another; its message is read by nobody. Yet messages, the
//! places in the source and the code that puts them together would be fetched by everybody. Here the functions that begin a
//! panic lose their bodies, and `wasm-opt` removes what only they used. This is what `-Cpanic=immediate-abort` does,
//! which asks for a standard library of its own and is not stable.

use std::ops::Range;
use std::path::Path;

use walrus::ir::Value;
use walrus::{ConstExpr, Data, DataKind, FunctionId, FunctionKind, InstrSeqBuilder, Module};

/// Parts of the names of functions that never return, as either way of mangling has them.
const LAST: [&str; 12] = [
    "4core9panicking",
    "4core6option13unwrap_failed",
    "4core6option13expect_failed",
    "4core6result13unwrap_failed",
    "4core3str16slice_error_fail",
    "slice_index_fail",
    "4core4cell22panic_already_borrowed",
    "4core4cell30panic_already_mutably_borrowed",
    "5alloc7raw_vec17capacity_overflow",
    "5alloc7raw_vec12handle_error",
    "5alloc5alloc18handle_alloc_error",
    "9panicking13begin_panic",
];

/// Parts of the names of the functions that write numbers with a fraction, 16 KB with what they need. In a module that never
/// writes such numbers itself they are there for errors about values of the wrong type, which only this project's own pages
/// could hand over; there they write nothing. Where a compiler names them otherwise the module is only larger.
const FRACTIONS: [&str; 2] = ["4core3fmt5floatdNtB7_7Display3fmt", "4core3fmt5floatdNtB7_5Debug3fmt"];

/// Parts of the names of the functions that write texts and letters as programmers see them, with the tables of what can be printed. They
/// are there for the same errors, and nothing that a person reads is written so.
const QUOTED: [&str; 3] =
    ["4core3fmtReNtB6_5Debug3fmt", "4core3fmteNtB5_5Debug3fmt", "4core3fmtcNtB5_5Debug3fmt"];

/// The compiled module without its messages, and unless it writes `fractions`, without what writes them.
pub(crate) fn silenced(path: &Path, fractions: bool) -> Result<Module, String> {
    let mut module = Module::from_file(path).map_err(|error| format!("{}: {error:#}", path.display()))?;
    let ends = named(&module, &LAST);
    if ends.is_empty() {
        return Err(format!("{}: no function begins a panic; its names are missing", path.display()));
    }
    for id in ends {
        empty(&mut module, id, |body| {
            body.unreachable();
        });
    }
    let fractions: &[&str] = if fractions { &[] } else { &FRACTIONS };
    for id in named(&module, &[fractions, &QUOTED].concat()) {
        // `fmt::Result::Ok`
        empty(&mut module, id, |body| {
            body.i32_const(0);
        });
    }
    forget_places(&mut module);
    Ok(module)
}

/// The module's own functions whose names contain one of these.
fn named(module: &Module, parts: &[&str]) -> Vec<FunctionId> {
    let local = module.funcs.iter().filter(|function| matches!(function.kind, FunctionKind::Local(_)));
    local
        .filter(|function| {
            let name = function.name.as_deref().unwrap_or_default();
            parts.iter().any(|part| name.contains(part))
        })
        .map(walrus::Function::id)
        .collect()
}

/// Gives a function another body.
fn empty(module: &mut Module, id: FunctionId, write: impl FnOnce(&mut InstrSeqBuilder<'_>)) {
    if let FunctionKind::Local(function) = &mut module.funcs.get_mut(id).kind {
        let mut body = function.builder_mut().func_body();
        body.instrs_mut().clear();
        write(&mut body);
    }
}

/// Longest path of a source file.
const PATH: u32 = 250;

/// Blanks where in the source each panic begins: records of a path, a line and a column, and the paths. Nothing asks
/// for them any more, but they would stay in the data.
fn forget_places(module: &mut Module) {
    let start = |data: &Data| match data.kind {
        DataKind::Active { offset: ConstExpr::Value(Value::I32(at)), .. } => usize::try_from(at).ok(),
        _ => None,
    };
    let end = module.data.iter().filter_map(|data| Some(start(data)? + data.value.len())).max().unwrap_or(0);
    let mut memory = vec![0; end];
    for data in module.data.iter() {
        if let Some(at) = start(data) {
            memory[at..at + data.value.len()].copy_from_slice(&data.value);
        }
    }
    for (record, path) in places(&memory) {
        memory[record..record + 16].fill(0);
        memory[path].fill(0);
    }
    let found: Vec<_> =
        module.data.iter().filter_map(|data| Some((data.id(), start(data)?, data.value.len()))).collect();
    for (id, at, len) in found {
        module.data.get_mut(id).value.copy_from_slice(&memory[at..at + len]);
    }
}

/// Where records of places are in the source stand (`core::panic::Location`), and the paths that they name.
fn places(memory: &[u8]) -> Vec<(usize, Range<usize>)> {
    let word = |at: usize| {
        memory.get(at..at + 4).map_or(0, |bytes| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    };
    let place = |at: usize| {
        let [path, length, line, column] = [0, 4, 8, 12].map(|offset| word(at + offset));
        if !(4..PATH).contains(&length) || !(1..100_000).contains(&line) || !(1..1_000).contains(&column) {
            return None;
        }
        let path = path as usize..path as usize + length as usize;
        let text = std::str::from_utf8(memory.get(path.clone())?).ok()?;
        let named = text.ends_with(".rs") && !text.contains(|c: char| c.is_control() || c == ' ');
        named.then_some((at, path))
    };
    (0..memory.len().saturating_sub(15)).step_by(4).filter_map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_found_and_nothing_else() {
        let mut memory = vec![0; 128];
        memory[64..77].copy_from_slice(b"src/engine.rs");
        memory[80..91].copy_from_slice(b"no path.rs!");
        let mut write = |at: usize, words: [u32; 4]| {
            for (i, word) in words.into_iter().enumerate() {
                memory[at + 4 * i..at + 4 * i + 4].copy_from_slice(&word.to_le_bytes());
            }
        };
        write(4, [64, 13, 120, 9]);
        // A text that is no path, one without an end, a slice beside other numbers, and one that goes too far.
        write(20, [80, 10, 120, 9]);
        write(36, [64, 12, 120, 9]);
        write(100, [64, 13, 0, 9]);
        write(112, [120, 13, 5, 9]);
        assert_eq!(places(&memory), [(4, 64..77)]);
    }
}
