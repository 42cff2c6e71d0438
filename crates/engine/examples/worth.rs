//! What each technique of the search is worth: by how many times more positions the same depth takes without it, the median
//! over the positions of `bench`, and the least and the most.
//!
//! `cargo run --release -p berolina-engine --features tunable --example worth`

use std::sync::Arc;

use berolina_engine::{Engine, bench};

/// A technique, and the numbers that turn it off.
const TECHNIQUES: [(&str, &[(&str, i32)]); 31] = [
    ("razoring", &[("razor_depth", 0)]),
    ("reverse futility", &[("reverse_futility_depth", 0)]),
    ("null move", &[("null_depth", 100)]),
    ("null move, more depth taken the better one stands", &[("null_eval_most", 0)]),
    ("ProbCut", &[("probcut_depth", 100)]),
    ("internal iterative reduction", &[("unknown_depth", 100)]),
    ("late moves left out", &[("late_moves_base", 1000)]),
    ("futility of quiet moves", &[("futility_depth", 0)]),
    ("moves with a bad history", &[("history_depth", 0)]),
    ("captures with a bad history", &[("history_tactical_depth", 0)]),
    ("captures that lose", &[("exchange_tactical", 20_000)]),
    ("quiet moves that lose", &[("exchange_quiet", 20_000)]),
    ("singular extension", &[("singular_depth", 100)]),
    ("singular extension by two plies", &[("singular_double", 400)]),
    ("a ply more for attacks on the king", &[("attack_depth", 100)]),
    ("late move reductions", &[("reduction_depth", 100)]),
    ("less of them on the best line", &[("reduction_pv", 0), ("reduction_on_pv", 0)]),
    ("more where a move should refute", &[("reduction_cut", 0), ("reduction_cut_quiet", 0)]),
    ("more where the player does not improve", &[("reduction_worsening", 100_000)]),
    ("more behind a capture of the table", &[("reduction_tactical_first", 0)]),
    ("less where a late move led", &[("reduction_answers", 1000)]),
    ("less beside a single quiet move that is good", &[("reduction_only", 0)]),
    ("more or less by history", &[("reduction_history", 1_000_000)]),
    ("a ply more for first moves that all this favours", &[("deeper_number", 0)]),
    ("quiescence: captures that win too little", &[("delta", 20_000)]),
    ("quiescence: recaptures alone when deep", &[("recaptures", 100)]),
    ("quiescence: two answers to an attack on the king", &[("check_answers", 100)]),
    ("aspiration windows", &[("window", 20_000)]),
    ("less depth behind a score above the window", &[("window_high", 0)]),
    ("null move, verified when deep", &[("null_verify_depth", 100)]),
    ("more until the best move has changed", &[("reduction_changes", 0)]),
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let depth = std::env::args().nth(1).map_or(Ok(bench::DEPTH), |text| text.parse())?;
    let with = counts(depth, &[])?;
    println!("without, at depth {depth} | positions, median | least | most");
    for (name, numbers) in TECHNIQUES {
        let without = counts(depth, numbers)?;
        let mut ratios: Vec<f64> = without.iter().zip(&with).map(|(&a, &b)| a as f64 / b as f64).collect();
        ratios.sort_unstable_by(f64::total_cmp);
        let middle = (ratios[(ratios.len() - 1) / 2] + ratios[ratios.len() / 2]) / 2.0;
        println!("{name} | {middle:.2} | {:.2} | {:.2}", ratios[0], ratios[ratios.len() - 1]);
    }
    Ok(())
}

/// How many positions each search of `bench` visits with these numbers.
fn counts(depth: u32, numbers: &[(&str, i32)]) -> Result<Vec<u64>, String> {
    let mut engine = Engine::new();
    for &(name, value) in numbers {
        engine.set_number(name, value)?;
    }
    let mut counts = Vec::new();
    bench::run(&mut engine, depth, &Arc::default(), &mut |searched| counts.push(searched.report.nodes));
    Ok(counts)
}
