//! Copies of a fixed size without a call into the browser.
//!
//! A search copies states of some hundred bytes for each move. Compilers write that as `memory.copy`, for which browsers
//! leave the compiled code, whatever the size. Here each copy of a fixed size becomes a call of a small function that
//! moves 16 bytes at a time. It reads everything before it writes anything, so that source and target may overlap.

use std::collections::{BTreeMap, BTreeSet};

use walrus::ir::{Call, Instr, InstrSeq, LoadKind, MemArg, StoreKind, Value, VisitorMut, dfs_pre_order_mut};
use walrus::{FunctionBuilder, FunctionId, LocalId, MemoryId, Module, ValType};

/// Sizes that are worth it: shorter ones the compiler has written out, longer ones are rare and gain nothing.
const SIZES: std::ops::RangeInclusive<u32> = 16..=1024;

/// Replaces every copy of a fixed size.
pub(crate) fn write_out(module: &mut Module) {
    let Some(memory) = module.memories.iter().next().map(walrus::Memory::id) else { return };
    let mut found = Finder(BTreeSet::new());
    walk(module, &mut found);
    let copiers: BTreeMap<u32, FunctionId> =
        found.0.into_iter().map(|size| (size, copier(module, memory, size))).collect();
    walk(module, &mut Replacer(copiers));
}

fn walk(module: &mut Module, visitor: &mut impl VisitorMut) {
    for (_, function) in module.funcs.iter_local_mut() {
        let entry = function.entry_block();
        dfs_pre_order_mut(visitor, function, entry);
    }
}

/// The size of the copy that two instructions are.
fn size(first: &Instr, second: &Instr) -> Option<u32> {
    match (first, second) {
        (Instr::Const(size), Instr::MemoryCopy(_)) => match size.value {
            Value::I32(size) => u32::try_from(size).ok().filter(|size| SIZES.contains(size)),
            _ => None,
        },
        _ => None,
    }
}

struct Finder(BTreeSet<u32>);

impl VisitorMut for Finder {
    fn start_instr_seq_mut(&mut self, seq: &mut InstrSeq) {
        self.0.extend(seq.instrs.windows(2).filter_map(|pair| size(&pair[0].0, &pair[1].0)));
    }
}

struct Replacer(BTreeMap<u32, FunctionId>);

impl VisitorMut for Replacer {
    fn start_instr_seq_mut(&mut self, seq: &mut InstrSeq) {
        let mut at = 1;
        while at < seq.instrs.len() {
            let known = size(&seq.instrs[at - 1].0, &seq.instrs[at].0).and_then(|size| self.0.get(&size));
            if let Some(&func) = known {
                seq.instrs[at].0 = Instr::Call(Call { func });
                seq.instrs.remove(at - 1);
            } else {
                at += 1;
            }
        }
    }
}

/// A function that copies so many bytes from its second argument to its first. The last 16 bytes may overlap those
/// before them.
fn copier(module: &mut Module, memory: MemoryId, size: u32) -> FunctionId {
    let to = module.locals.add(ValType::I32);
    let from = module.locals.add(ValType::I32);
    let starts = (0..size / 16).map(|i| i * 16).chain((!size.is_multiple_of(16)).then(|| size - 16));
    let parts: Vec<(u32, LocalId)> = starts.map(|start| (start, module.locals.add(ValType::V128))).collect();
    let mut builder = FunctionBuilder::new(&mut module.types, &[ValType::I32, ValType::I32], &[]);
    builder.name(format!("copy_{size}"));
    let mut body = builder.func_body();
    let part = |start: u32| MemArg { align: 1, offset: u64::from(start) };
    for &(start, local) in &parts {
        body.local_get(from).load(memory, LoadKind::V128, part(start)).local_set(local);
    }
    for &(start, local) in &parts {
        body.local_get(to).local_get(local).store(memory, StoreKind::V128, part(start));
    }
    builder.finish(vec![to, from], &mut module.funcs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use walrus::ir::Const;

    /// A module with one function that copies `size` bytes, or a number of bytes that is not fixed.
    fn module(size: Option<i32>) -> Module {
        let mut module = Module::default();
        let memory = module.memories.add_local(false, false, 1, None, None);
        let [to, from, count] = [(); 3].map(|()| module.locals.add(ValType::I32));
        let mut builder = FunctionBuilder::new(&mut module.types, &[ValType::I32; 3], &[]);
        let mut body = builder.func_body();
        body.local_get(to).local_get(from);
        match size {
            Some(size) => body.instr(Const { value: Value::I32(size) }),
            None => body.local_get(count),
        };
        body.memory_copy(memory, memory);
        let function = builder.finish(vec![to, from, count], &mut module.funcs);
        module.exports.add("f", function);
        module
    }

    /// How many functions there are, and how many copies by the browser are left.
    fn counted(mut module: Module) -> (usize, usize) {
        struct Copies(usize);
        impl VisitorMut for Copies {
            fn start_instr_seq_mut(&mut self, seq: &mut InstrSeq) {
                self.0 +=
                    seq.instrs.iter().filter(|(instr, _)| matches!(instr, Instr::MemoryCopy(_))).count();
            }
        }
        write_out(&mut module);
        let mut copies = Copies(0);
        walk(&mut module, &mut copies);
        // What is written can be read.
        let again = Module::from_buffer(&module.emit_wasm()).expect("a valid module");
        (again.funcs.iter().count(), copies.0)
    }

    #[test]
    fn copies_of_a_fixed_size_are_written_out() {
        assert_eq!(counted(module(Some(264))), (2, 0));
        assert_eq!(counted(module(Some(16))), (2, 0));
        assert_eq!(counted(module(Some(8))), (1, 1));
        assert_eq!(counted(module(Some(1 << 20))), (1, 1));
        assert_eq!(counted(module(None)), (1, 1));
    }
}
