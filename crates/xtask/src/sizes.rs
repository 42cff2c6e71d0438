//! How large the result is, as it is and as it is sent.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::run::Outcome;
use crate::wasm;

/// A table of the files that were built.
pub(crate) fn print(root: &Path) -> Outcome {
    let dist = root.join("web/dist");
    let mut files = Vec::new();
    if dist.is_dir() {
        walk(&dist, &mut files)?;
    } else {
        files = wasm::wasm_files(root);
    }
    if files.is_empty() {
        return Err("nothing has been built; `cargo xtask web` builds it".to_owned());
    }
    table(&files)
}

fn walk(folder: &Path, files: &mut Vec<PathBuf>) -> Outcome {
    let wrong = |error| format!("{}: {error}", folder.display());
    for entry in fs::read_dir(folder).map_err(wrong)? {
        let path = entry.map_err(wrong)?.path();
        if path.is_dir() { walk(&path, files)? } else { files.push(path) }
    }
    files.sort();
    Ok(())
}

/// Prints the sizes of files in bytes: as they are, by gzip, by brotli.
pub(crate) fn table(files: &[PathBuf]) -> Outcome {
    println!("{:>10} {:>10} {:>10}  file", "bytes", "gzip", "brotli");
    let mut sum = [0; 3];
    for path in files {
        let bytes = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let sizes = [bytes.len(), gzip(&bytes), brotli(&bytes)];
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        println!("{:>10} {:>10} {:>10}  {name}", sizes[0], sizes[1], sizes[2]);
        sum.iter_mut().zip(sizes).for_each(|(sum, size)| *sum += size);
    }
    println!("{:>10} {:>10} {:>10}  in all", sum[0], sum[1], sum[2]);
    Ok(())
}

fn gzip(bytes: &[u8]) -> usize {
    let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    let written = writer.write_all(bytes).and_then(|()| writer.finish());
    written.map_or(bytes.len(), |out| out.len())
}

fn brotli(bytes: &[u8]) -> usize {
    let mut out = Vec::new();
    let params = brotli::enc::BrotliEncoderParams { quality: 11, lgwin: 22, ..Default::default() };
    brotli::BrotliCompress(&mut &bytes[..], &mut out, &params).map_or(bytes.len(), |_| out.len())
}
