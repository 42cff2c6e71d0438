//! Plots in SVG. They are drawn in the colour of the text and in two that a page's style names, so that they fit light and dark pages.

use std::fmt::Write as _;

use crate::report::{End, Piece};

/// The width and height of a plot.
const WIDTH: f64 = 360.0;
const HEIGHT: f64 = 110.0;
/// Below and left of it stand the axes.
const BELOW: f64 = 18.0;
const LEFT: f64 = 34.0;

/// Text as it stands in a page.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            _ => out.push(c),
        }
    }
    out
}

fn svg(label: &str, width: f64, height: f64, body: &str) -> String {
    format!(
        "<svg role=\"img\" aria-label=\"{}\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">{body}</svg>",
        escaped(label)
    )
}

/// The axes, with the greatest value of each.
fn axes(most: f64, last: f64) -> String {
    let bottom = HEIGHT - BELOW;
    format!(
        "<path class=\"axis\" d=\"M{LEFT} 4V{bottom}H{WIDTH}\"/>\
         <text x=\"{}\" y=\"12\" text-anchor=\"end\">{most:.0}</text>\
         <text x=\"{}\" y=\"{bottom}\" text-anchor=\"end\">0</text>\
         <text x=\"{WIDTH}\" y=\"{}\" text-anchor=\"end\">{last:.0}</text>",
        LEFT - 4.0,
        LEFT - 4.0,
        HEIGHT - 4.0
    )
}

/// Bars, each so many wide on the axis.
pub(crate) fn histogram(label: &str, bars: &[u64], class: usize) -> String {
    let most = bars.iter().copied().max().unwrap_or(0).max(1) as f64;
    let step = (WIDTH - LEFT) / bars.len().max(1) as f64;
    let bottom = HEIGHT - BELOW;
    let mut body = axes(most, (bars.len() * class) as f64);
    for (i, &bar) in bars.iter().enumerate() {
        let height = (bottom - 6.0) * bar as f64 / most;
        let _ = write!(
            body,
            "<rect class=\"bar\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{height:.1}\"><title>{} to {}: {bar}</title></rect>",
            LEFT + step * i as f64 + 0.5,
            bottom - height,
            (step - 1.0).max(0.5),
            i * class,
            (i + 1) * class - 1
        );
    }
    svg(label, WIDTH, HEIGHT, &body)
}

/// A line of values from 0 up.
pub(crate) fn line(label: &str, values: &[f64]) -> String {
    let most = values.iter().copied().fold(1.0, f64::max).ceil();
    let bottom = HEIGHT - BELOW;
    let step = (WIDTH - LEFT) / values.len().saturating_sub(1).max(1) as f64;
    let points: Vec<String> = values
        .iter()
        .enumerate()
        .map(|(i, value)| {
            format!("{:.1},{:.1}", LEFT + step * i as f64, bottom - (bottom - 6.0) * value / most)
        })
        .collect();
    let body = format!(
        "{}<polyline class=\"line\" points=\"{}\"/>",
        axes(most, values.len() as f64),
        points.join(" ")
    );
    svg(label, WIDTH, HEIGHT, &body)
}

/// The course of a game by its scores for White, in hundredths of a pawn; five pawns are the edge.
pub(crate) fn course(label: &str, scores: &[i32]) -> String {
    const MOST: f64 = 500.0;
    let (middle, half) = (HEIGHT / 2.0, HEIGHT / 2.0 - 6.0);
    let step = WIDTH / scores.len().saturating_sub(1).max(1) as f64;
    let points: Vec<String> = scores
        .iter()
        .enumerate()
        .map(|(i, &score)| {
            let up = (f64::from(score) / MOST).clamp(-1.0, 1.0);
            format!("{:.1},{:.1}", step * i as f64, middle - half * up)
        })
        .collect();
    let body = format!(
        "<path class=\"axis\" d=\"M0 {middle}H{WIDTH}\"/><polyline class=\"line\" points=\"{}\"/>\
         <text x=\"0\" y=\"10\">White</text><text x=\"0\" y=\"{}\">Black</text>",
        points.join(" "),
        HEIGHT - 2.0
    );
    svg(label, WIDTH, HEIGHT, &body)
}

/// A bar of shares: of White, drawn, of Black.
pub(crate) fn shares(label: &str, shares: [f64; 3]) -> String {
    const THICK: f64 = 22.0;
    let mut body = String::new();
    let mut x = 0.0;
    for (share, (class, name)) in
        shares.into_iter().zip([("white", "White wins"), ("drawn", "drawn"), ("black", "Black wins")])
    {
        if !share.is_finite() {
            continue;
        }
        let width = WIDTH * share;
        let _ = write!(
            body,
            "<rect class=\"{class}\" x=\"{x:.1}\" y=\"1\" width=\"{width:.1}\" height=\"{}\"><title>{name}: {:.1} %</title></rect>",
            THICK - 2.0,
            100.0 * share
        );
        x += width;
    }
    svg(label, WIDTH, THICK, &body)
}

/// How games end: a bar for each way, by who won.
pub(crate) fn ends(label: &str, ends: &[End], name: &dyn Fn(&str) -> String) -> String {
    const ROW: f64 = 34.0;
    let most = ends.iter().map(|end| end.results.iter().sum::<u64>()).max().unwrap_or(0).max(1) as f64;
    let mut body = String::new();
    for (i, end) in ends.iter().enumerate() {
        let y = ROW * i as f64;
        let _ = write!(
            body,
            "<text x=\"0\" y=\"{:.1}\">{}: {} ({:.1} %)</text>",
            y + 11.0,
            escaped(&name(&end.name)),
            end.results.iter().sum::<u64>(),
            100.0 * end.share.value
        );
        let mut x = 0.0;
        for (count, class) in end.results.into_iter().zip(["white", "drawn", "black"]) {
            let width = WIDTH * count as f64 / most;
            let _ = write!(
                body,
                "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{:.1}\" width=\"{width:.1}\" height=\"12\"><title>{count}</title></rect>",
                y + 16.0
            );
            x += width;
        }
    }
    svg(label, WIDTH, ROW * ends.len().max(1) as f64, &body)
}

/// The worths of pieces with their errors, the least first.
pub(crate) fn worths(label: &str, pieces: &[&Piece]) -> String {
    const ROW: f64 = 22.0;
    const NAMES: f64 = 110.0;
    let mut known: Vec<(&Piece, f64, f64)> = pieces
        .iter()
        .filter_map(|piece| piece.value.map(|value| (*piece, value.value, value.error)))
        .filter(|(_, value, error)| value.is_finite() && error.is_finite())
        .collect();
    known.sort_by(|a, b| a.1.total_cmp(&b.1));
    let most = known.iter().map(|(_, value, error)| value + error).fold(1.0, f64::max);
    let at = |value: f64| NAMES + (WIDTH - NAMES - 8.0) * (value / most).clamp(0.0, 1.0);
    let mut body = String::new();
    for (i, (piece, value, error)) in known.iter().enumerate() {
        let y = ROW * i as f64 + ROW / 2.0;
        let _ = write!(
            body,
            "<text x=\"0\" y=\"{:.1}\">{}</text><path class=\"error\" d=\"M{:.1} {y}H{:.1}\"/>\
             <circle class=\"bar\" cx=\"{:.1}\" cy=\"{y}\" r=\"4\"><title>{value:.2} ± {error:.2}</title></circle>",
            y + 4.0,
            escaped(&piece.name),
            at(value - error),
            at(value + error),
            at(*value)
        );
    }
    svg(label, WIDTH, ROW * known.len().max(1) as f64, &body)
}

/// Where a piece stands: the darker the more often.
pub(crate) fn heat(label: &str, map: &[Vec<Option<f64>>], hexagons: bool) -> String {
    const SIDE: f64 = 18.0;
    // Rows of hexagons are half as high.
    let (step, height) = if hexagons { (SIDE / 2.0, SIDE) } else { (SIDE, SIDE) };
    let most = map.iter().flatten().flatten().copied().fold(1e-9, f64::max);
    let columns = map.first().map_or(0, Vec::len) as f64;
    let mut body = String::new();
    for (row, cells) in map.iter().enumerate() {
        for (column, cell) in cells.iter().enumerate() {
            if let Some(share) = cell {
                let _ = write!(
                    body,
                    "<rect class=\"cell\" x=\"{}\" y=\"{}\" width=\"{SIDE}\" height=\"{height}\"/>\
                     <rect class=\"bar\" x=\"{}\" y=\"{}\" width=\"{SIDE}\" height=\"{height}\" opacity=\"{:.2}\"><title>{:.1} %</title></rect>",
                    SIDE * column as f64,
                    step * row as f64,
                    SIDE * column as f64,
                    step * row as f64,
                    share / most,
                    100.0 * share
                );
            }
        }
    }
    let rows = map.len() as f64;
    svg(label, SIDE * columns, step * rows + height - step, &body)
}
