//! Options: what may be chosen, and what was.

use super::reader::Reader;
use super::syntax::{Node, Table};
use super::{Code, GameOption, OptionValues, names, shuffle};
use crate::say;

/// The greatest number of options of a game.
pub const MAX_OPTIONS: usize = 16;
/// The greatest number of values of a choice.
pub const MAX_OPTION_VALUES: usize = 32;
/// The count of start positions in the Chess960 numbering.
pub(super) const CHESS960: u32 = 960;

/// Reads the options of a game.
pub(super) fn read(r: &mut Reader<'_>, tree: &Table) -> Vec<GameOption> {
    let Some(node) = tree.get("options") else { return Vec::new() };
    let Some(table) = node.table() else { return Vec::new() };
    let mut options = Vec::new();
    for entry in &table.0 {
        let Some(keys) = entry.node.table() else { continue };
        if options.len() == MAX_OPTIONS {
            let message = say!("a game has at most {most} options", most = MAX_OPTIONS);
            r.fault(Code::E100, &entry.place, message, None);
            break;
        }
        let about = match keys.get("about").and_then(Node::text) {
            Some(about) => about.to_owned(),
            None => {
                let message = say!("the option `{key}` has no `about`", key = &entry.key);
                r.fault(Code::W206, &entry.place, message, Some(say!("say in one line what it is for")));
                String::new()
            }
        };
        let read = match (keys.get("values"), keys.get("shuffles")) {
            (Some(values), None) => choice(r, keys, values),
            (None, Some(shuffles)) => number(r, tree, keys, shuffles),
            (Some(_), Some(at)) => {
                let message = say!("an option has `values` or `shuffles`, not both");
                r.fault(Code::E102, &at.place, message, None);
                None
            }
            (None, None) => {
                let message =
                    say!("the option `{key}` has neither `values` nor `shuffles`", key = &entry.key);
                r.fault(Code::E014, &entry.place, message, None);
                None
            }
        };
        if let Some((default, values)) = read {
            options.push(GameOption { name: entry.key.to_string(), about, default, values });
        }
    }
    options
}

fn choice(r: &mut Reader<'_>, keys: &Table, node: &Node) -> Option<(String, OptionValues)> {
    let mut values: Vec<(String, String)> = Vec::new();
    for entry in &node.table()?.0 {
        if values.len() == MAX_OPTION_VALUES {
            let message = say!("an option has at most {most} values", most = MAX_OPTION_VALUES);
            r.fault(Code::E100, &entry.place, message, None);
            break;
        }
        let about = entry.node.table().and_then(|t| t.get("about")).and_then(Node::text).unwrap_or_default();
        if about.is_empty() {
            let message = say!("the value `{key}` has no `about`", key = &entry.key);
            r.fault(Code::W206, &entry.place, message, Some(say!("say in one line what it means")));
        }
        values.push((entry.key.to_string(), about.to_owned()));
    }
    let default = required(r, keys, node)?;
    let Some(index) = default.text().and_then(|d| values.iter().position(|(v, _)| v == d)) else {
        let all = || values.iter().map(|v| v.0.as_str());
        let hint = names::did_you_mean(default.text().unwrap_or_default(), all())
            .or_else(|| names::one_of(say!("its values are"), all()));
        r.fault(Code::E101, &default.place, say!("the default is not among the values"), hint);
        return None;
    };
    values[..=index].rotate_right(1);
    Some((values[0].0.clone(), OptionValues::Choice(values)))
}

fn number(r: &mut Reader<'_>, tree: &Table, keys: &Table, node: &Node) -> Option<(String, OptionValues)> {
    let table = node.table()?;
    let count = if table.get("pieces").is_none() {
        CHESS960
    } else {
        let both = ["rank", "numbering"].into_iter().find_map(|key| table.entry(key));
        if let Some(entry) = both {
            let message = say!("`pieces` change places wherever they stand, by a numbering of their own");
            r.fault(Code::E102, &entry.place, message, Some(say!("remove this, or `pieces`")));
            return None;
        }
        match shuffle::written(table, tree) {
            Ok(shuffle) => u32::try_from(shuffle.count()).unwrap_or(u32::MAX),
            Err(message) => {
                r.fault(Code::E102, &node.place, message, None);
                return None;
            }
        }
    };
    let (min, max) = (0, count - 1);
    let default = required(r, keys, node)?;
    let Some(number) = default.number().filter(|n| (i64::from(min)..=i64::from(max)).contains(n)) else {
        let hint = say!("a number from {min} to {max}", min = i64::from(min), max = i64::from(max));
        r.fault(Code::E101, &default.place, say!("the default is not among the values"), Some(hint));
        return None;
    };
    Some((number.to_string(), OptionValues::Number { min, max }))
}

fn required<'t>(r: &mut Reader<'_>, keys: &'t Table, at: &Node) -> Option<&'t Node> {
    let default = keys.get("default");
    if default.is_none() {
        r.fault(Code::E014, &at.place, say!("the option has no `default`"), None);
    }
    default
}
