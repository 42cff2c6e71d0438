//! How a player's pieces promote, in the text of a game.

use berolina_rules::definition::{Promotion, PromotionStep, Zones};
use berolina_rules::geometry::SquareSet;
use berolina_rules::order::sort_short;

use super::line;

/// Where and how a player's pieces promote.
pub(super) fn say_promotion(text: &mut String, promotion: &Promotion, see: &dyn Fn(SquareSet) -> String) {
    let Promotion { zones, limit, limit_counts_hand, in_place, reverts, step, quiet } = promotion;
    let limit = limit.as_ref().map(|limit| {
        let mut text = String::new();
        for most in limit {
            text.push_str(if text.is_empty() { "limit " } else { "," });
            text.push_str(&most.to_string());
        }
        text
    });
    let [forced, optional, leaving, by_capture] = say_zones(zones, see);
    line(
        text,
        &[
            Some("promotion"),
            forced.as_deref(),
            optional.as_deref(),
            leaving.as_deref(),
            by_capture.as_deref(),
            limit.as_deref(),
            (limit.is_some() && !limit_counts_hand).then_some("on-board"),
            in_place.then_some("in-place"),
            reverts.then_some("reverts"),
            step.as_ref().map(|step| say_promotion_step(step, see)).as_deref(),
            quiet.then_some("quiet"),
        ],
    );
}

/// Promotion as a move of its own.
fn say_promotion_step(step: &PromotionStep, see: &dyn Fn(SquareSet) -> String) -> String {
    let PromotionStep { from, steps, last_anywhere, declinable } = step;
    let mut steps = steps.clone();
    sort_short(&mut steps, |a, b| a < b);
    let steps: Vec<String> = steps.iter().map(|(x, y)| format!("{x},{y}")).collect();
    let mut text = format!("step {} {}", see(*from), steps.join(" "));
    text.push_str(if *last_anywhere { " last-anywhere" } else { "" });
    text.push_str(if *declinable { " declinable" } else { "" });
    text
}

/// Where pieces promote.
pub(super) fn say_zones(zones: &Zones, see: &dyn Fn(SquareSet) -> String) -> [Option<String>; 4] {
    let Zones { forced, optional, leaving, by_capture } = zones;
    [
        Some("forced ".to_owned() + &see(*forced)),
        Some("optional ".to_owned() + &see(*optional)),
        leaving.then(|| "leaving".to_owned()),
        by_capture.then(|| "by-capture".to_owned()),
    ]
}
