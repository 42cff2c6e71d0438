//! Tables as documents have them.

/// Prints a table in Markdown; numbers stand to the right.
pub(crate) fn print(heads: &[&str], rows: &[Vec<String>]) {
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count());
        cells.chain([heads[column].chars().count(), 3]).max().unwrap_or_default()
    };
    let widths: Vec<usize> = (0..heads.len()).map(width).collect();
    let line = |cells: &[String]| {
        let padded: Vec<String> =
            cells.iter().zip(&widths).map(|(cell, &width)| format!("{cell:<width$}")).collect();
        println!("| {} |", padded.join(" | "));
    };
    line(&heads.iter().map(|&head| head.to_owned()).collect::<Vec<_>>());
    line(&widths.iter().map(|&width| "-".repeat(width)).collect::<Vec<_>>());
    rows.iter().for_each(|row| line(row));
}
