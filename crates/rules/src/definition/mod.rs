//! The variant file: from text to a checked [`Definition`].
//!
//! Text becomes valid in steps, each its own type: TOML text, a tree whose keys and values know
//! their file and place, the tree united with what it inherits and with the chosen options, the
//! [`Definition`]. Every fault is a [`Diagnostic`]; reading never panics.
//!
//! Start with [`Library`].

mod alike;
pub mod betza;
mod captures;
mod check;
mod cost;
mod diagnostic;
mod ends;
mod exclusions;
mod facing;
mod fix;
mod idle;
mod inherited;
mod letter;
mod library;
mod merge;
mod model;
mod names;
mod not_toml;
mod options;
mod pack;
mod picture;
mod piece;
mod promotion;
mod ray;
mod reader;
mod reference;
mod region;
mod resolve;
mod royalty;
mod schema;
mod sense;
mod shuffle;
mod sound;
mod start;
mod syntax;
mod targets;
mod text;
mod written;

pub use captures::{Captures, Explosion};
pub use check::MAX_COMBINATIONS;
pub(crate) use cost::Census;
pub use cost::{Cost, MAX_LEGAL_MOVES, MAX_STEPS, MAX_TABLES, MAX_WALK};
pub use diagnostic::{Code, Diagnostic, Severity, Style};
pub use ends::{Award, Clock, ClockEnd, Counting, MateRule, Repetition};
pub use exclusions::{EXCLUSIONS, Mechanism};
pub use facing::FacingLines;
pub use fix::Fix;
pub use letter::Letter;
pub use library::{AddError, Checked, Library, LoadError};
pub use merge::MAX_DEPTH;
pub use model::*;
pub use names::MAX_NAME;
pub(crate) use names::{colored, escaped};
pub use options::{MAX_OPTION_VALUES, MAX_OPTIONS};
pub use picture::{LETTER, MAX_SVG, SvgFault, clean_svg, drawings};
pub use piece::PieceId;
pub use promotion::{Promotion, PromotionStep, Zones};
pub use ray::{Leg, Legs, Path, Ray, Reach, Winding};
pub use reference::{KeyHelp, manual_rows, reference};
pub use royalty::{Extinction, RoyalLoss, Royalty};
pub use schema::{
    MAX_CHECKS, MAX_COUNT, MAX_GOAL, MAX_HINTS, MAX_LEFT, MAX_LINE, MAX_NOTATION, MAX_PARAGRAPHS, MAX_POINTS,
    Notation, all_keys,
};
pub use start::Start;
pub use syntax::{MAX_DOTS, MAX_FAULTS, MAX_FILE, MAX_VALUES};
pub use targets::{Targets, targets, targets_avoiding};
pub use text::{GameOption, OptionValues, Text};
pub use written::{Written, WrittenValue};
