//! What was read as a text that means the same.

use super::super::{Leg, Legs, Path, Ray};
use super::atoms::Atom;
use super::{Parsed, parse};
use crate::geometry::{Grid, Offset};

/// Writes in Betza notation, for a board of squares, what [`parse`] found in another text; letters stand in the order that XBoard asks
/// for. `None` if the notation has no words for one of the moves, such as leaps that capture what they pass over.
///
/// ```
/// use berolina_rules::definition::betza;
///
/// assert_eq!(betza::write(&betza::parse("lfrfN Q iO2")).unwrap(), "rflfNW0F0isO2");
/// ```
#[must_use]
pub fn write(parsed: &Parsed) -> Option<String> {
    let mut text = String::new();
    join(&mut text, rays(&parsed.rays, "")?);
    join(&mut text, rays(&parsed.first, "i")?);
    let mut passing = Forms::default();
    for &step in &parsed.en_passant {
        passing.add(step, "e", named(step)?);
    }
    join(&mut text, passing.text(""));
    match parsed.castling {
        [Some(right), Some(left)] if right == left => text += &format!("isO{right}"),
        sides => {
            for (letter, steps) in ['r', 'l'].into_iter().zip(sides) {
                text += &steps.map_or(String::new(), |steps| format!("i{letter}O{steps}"));
            }
        }
    }
    Some(text)
}

/// Writes a part behind others: with a space where a capital would seem to be doubled.
fn join(text: &mut String, part: String) {
    if !part.is_empty() && text.chars().last() == part.chars().next() {
        text.push(' ');
    }
    text.push_str(&part);
}

/// Moves that are written alike but for their directions.
#[derive(Default)]
struct Forms(Vec<(String, String, Vec<Offset>)>);

impl Forms {
    /// Adds a step with what stands before its capital, and the capital with what stands behind.
    fn add(&mut self, step: Offset, before: &str, capital: String) {
        match self.0.iter_mut().find(|form| form.0 == before && form.1 == capital) {
            Some(form) if form.2.contains(&step) => {}
            Some(form) => form.2.push(step),
            None => self.0.push((before.to_owned(), capital, vec![step])),
        }
    }

    fn text(&self, initial: &str) -> String {
        let one = |(before, capital, steps): &(String, String, Vec<Offset>)| {
            let (x, y) = steps[0];
            let all = if x == 0 || y == 0 || x.abs() == y.abs() { 4 } else { 8 };
            let letters: String = if steps.len() == all {
                String::new()
            } else {
                steps.iter().map(|&step| direction(step)).collect()
            };
            format!("{initial}{letters}{before}{capital}")
        };
        let mut text = String::new();
        self.0.iter().for_each(|form| join(&mut text, one(form)));
        text
    }
}

fn rays(rays: &[Ray], initial: &str) -> Option<String> {
    let mut forms = Forms::default();
    let mut left = Vec::new();
    for ray in rays {
        // How it leads round the edge is said apart.
        match plain(&Ray { round: false, ..*ray }) {
            Some((step, before, capital)) => {
                let round = if ray.round { "o" } else { "" };
                forms.add(step, &(round.to_owned() + &before), capital);
            }
            None => left.push(*ray),
        }
    }
    let mut text = forms.text(initial);
    // Ways of several legs, each text with all that it means.
    while let Some(&ray) = left.first() {
        let Path::Legs(legs) = ray.path else { return None };
        let again = again(&ray, &legs);
        let round = if ray.round { "o" } else { "" };
        let texts = again.into_iter().chain(candidates(&ray, &legs)?).map(|text| format!("{round}{text}"));
        let written = texts.into_iter().find(|text| {
            let meant = parse(text);
            meant.is_valid() && meant.rays.contains(&ray) && meant.rays.iter().all(|ray| left.contains(ray))
        })?;
        let meant = parse(&written).rays;
        left.retain(|ray| !meant.contains(ray));
        text += &format!("{initial}{written}");
    }
    Some(text)
}

/// A ray of one leg: the step that its direction letters name, and what stands before and from its capital on.
fn plain(ray: &Ray) -> Option<(Offset, String, String)> {
    let (x, y) = ray.step;
    let times = |n: u8| (x * n as i8, y * n as i8);
    let slide = |letter: &str, max: u8| {
        Some((
            ray.step,
            format!("{}{letter}", modes(ray.moves, ray.captures)),
            named(ray.step)? + &range(max),
        ))
    };
    let leap = |letter: &str, step: Offset, max: u8| {
        Some((step, format!("{}{letter}", modes(ray.moves, ray.captures)), named(step)? + &range(max)))
    };
    match &ray.path {
        Path::Clear if ray.min == 1 => slide("", ray.max),
        Path::Clear if ray.min == ray.max => leap("n", times(ray.max), 1),
        Path::Lame { .. } => slide("n", 1),
        Path::Cannon if ray.min == ray.max => leap("j", times(ray.max), 1),
        Path::Cannon => slide("p", ray.max),
        Path::Grasshopper => slide("g", ray.max),
        Path::Winding(winding) if winding.pairs() => {
            let step = winding.list().iter().fold((0, 0), |sum, step| (sum.0 + step.0, sum.1 + step.1));
            leap("n", step, ray.max)
        }
        Path::Winding(winding) => slide(if winding.list().len() == 2 { "z" } else { "q" }, ray.max),
        Path::Legs(legs) => {
            let &[leg] = legs.list() else { return None };
            let anything = leg.hops_own && leg.hops_enemy && !leg.captures && leg.max == 1;
            let sum = (leg.step.0 + x * ray.max.min(2) as i8, leg.step.1 + y * ray.max.min(2) as i8);
            let lame = leg == Leg { step: leg.step, max: 1, empty: true, ..Leg::default() };
            match (leg.empty, anything) {
                (true, true) if leg.step == ray.step && ray.min == 1 => {
                    let max = if ray.max == u8::MAX { ray.max } else { ray.max + 1 };
                    (x.abs().max(y.abs()) == 1).then_some(())?;
                    slide("j", max)
                }
                (false, true) if (ray.min, ray.max) == (1, 1) && named(sum)? == "N" => leap("j", sum, 1),
                _ if lame && (ray.min, ray.max) == (2, 2) && named(sum)? == "Z" => leap("n", sum, 1),
                _ => None,
            }
        }
        Path::Clear | Path::Over { .. } => None,
    }
    .filter(|(step, before, capital)| {
        // What has more than one meaning is written so that all its meanings are there.
        parse(&format!("{}{before}{capital}", direction(*step))).rays.contains(ray)
    })
}

/// What a leg that another follows may do, in letters.
fn leg_modes(leg: &Leg) -> Option<String> {
    let quiet = if leg.empty && (leg.captures || leg.hops_own) { "m" } else { "" };
    let captures = if leg.captures { "c" } else { "" };
    let hops = match (leg.hops_own, leg.hops_enemy) {
        (false, false) => "",
        (true, false) => "tp",
        (true, true) => "p",
        (false, true) => return None,
    };
    Some(format!("{quiet}{captures}{hops}"))
}

/// The text with `a` of legs of one oblique atom, whose turns brackets do not tell.
fn again(ray: &Ray, legs: &Legs) -> Option<String> {
    const TURNS: [&str; 8] = ["f", "fr", "r", "br", "b", "bl", "l", "fl"];
    let (x, y) = (ray.step.0.abs(), ray.step.1.abs());
    let around = Grid::Square.orbit((x.min(y), x.max(y)));
    let place = |step: Offset| around.iter().position(|&other| other == step);
    let mut text = String::new();
    let mut before: Option<Offset> = None;
    let last = Leg { step: ray.step, max: ray.max, ..Leg::default() };
    let all: Vec<&Leg> = legs.list().iter().chain([&last]).collect();
    for (at, leg) in all.iter().enumerate() {
        if around.len() != TURNS.len() {
            return None;
        }
        text += &match before {
            None => direction(leg.step),
            Some(before) => format!("a{}", TURNS[(place(leg.step)? + 8 - place(before)?) % 8]),
        };
        before = Some(leg.step);
        text +=
            &match all.get(at + 1) {
                None => modes(ray.moves, ray.captures).to_owned(),
                Some(next) if next.max == leg.max => leg_modes(leg)?,
                // A step becomes a slide, or a slide a step.
                Some(_) if leg.empty => leg_modes(&Leg { empty: false, ..**leg })?
                    .replace('p', "yp")
                    .replacen("", if leg.hops_own { "" } else { "y" }, 1),
                Some(_) if leg.hops_own => leg_modes(leg)?.replace('p', "g"),
                Some(_) => return None,
            };
    }
    Some(text + &named(ray.step)? + &range(all[0].max))
}

/// Texts in brackets that may mean a way of several legs.
fn candidates(ray: &Ray, legs: &Legs) -> Option<Vec<String>> {
    if ray.min != 1 {
        return None;
    }
    let last =
        Leg { step: ray.step, max: ray.max, empty: ray.moves, captures: ray.captures, ..Leg::default() };
    let mut texts = vec!["[".to_owned()];
    for (at, leg) in legs.list().iter().chain([&last]).enumerate() {
        let final_leg = at == legs.list().len();
        let modes = if final_leg { modes(leg.empty, leg.captures).to_owned() } else { leg_modes(leg)? };
        let end =
            format!("{modes}{}{}{}", named(leg.step)?, range(leg.max), if final_leg { "]" } else { "-" });
        let turns: &[&str] = if at == 0 { &[] } else { &["f", "fr", "fl", "r", "l", "br", "bl", "b", ""] };
        let first =
            if at == 0 { vec![direction(leg.step)] } else { turns.iter().map(|&t| t.to_owned()).collect() };
        let longer =
            |text: &String| first.iter().map(|turn| format!("{text}{turn}{end}")).collect::<Vec<_>>();
        texts = texts.iter().flat_map(longer).collect();
        // Only those that can still mean it are gone on with, whatever follows.
        let so_far = &legs.list()[..legs.list().len().min(at + 1)];
        texts.retain(|text| {
            let meant = parse(&if final_leg { text.clone() } else { format!("{text}K]") });
            let begins = |other: &Ray| match other.path {
                Path::Legs(others) => others.list().starts_with(so_far),
                _ => false,
            };
            meant.is_valid() && meant.rays.iter().any(begins)
        });
    }
    Some(texts)
}

/// The capital of a step.
fn named((x, y): Offset) -> Option<String> {
    let (x, y) = (x.abs(), y.abs());
    Atom::named((x.min(y), x.max(y)))
}

const fn modes(moves: bool, captures: bool) -> &'static str {
    match (moves, captures) {
        (true, false) => "m",
        (false, true) => "c",
        _ => "",
    }
}

fn range(max: u8) -> String {
    match max {
        1 => String::new(),
        u8::MAX => "0".to_owned(),
        max => max.to_string(),
    }
}

/// The letters of one step.
fn direction((x, y): Offset) -> String {
    let aside = if x < 0 { "l" } else { "r" };
    let ahead = if y < 0 { "b" } else { "f" };
    match (x, y) {
        (0, _) => ahead.to_owned(),
        (_, 0) => aside.to_owned(),
        _ if y.abs() > x.abs() => format!("{aside}{ahead}"),
        _ => format!("{ahead}{aside}"),
    }
}
