//! A report as a page that stands alone, and as a part of another page. It has no script and asks for nothing.

use std::fmt::Write as _;

use crate::figure::Figure;
use crate::plot::{self, escaped};
use crate::report::{Branch, Report};
use crate::text::{SHARE, Unit, balance, counted, elo, end, games, mean, rows, told, worth};

/// The style of [`fragment`]; a page may set the four colours.
pub const STYLE: &str = "\
.report{--mark:#2f6f9f;--soft:#8886;--white:#f4ead8;--black:#3b3532;line-height:1.45}.report small{font-weight:400}\
.report h2{margin:1.6em 0 .4em}.report h3{margin:1.2em 0 .3em}\
.report table{border-collapse:collapse;font-variant-numeric:tabular-nums}\
.report th,.report td{padding:.2em .8em .2em 0;text-align:left;vertical-align:top;border-bottom:1px solid var(--soft)}\
.report td.n{text-align:right}.report .wide{overflow-x:auto}\
.report svg{max-width:100%;height:auto;overflow:visible}.report svg text{font:11px system-ui,sans-serif;fill:currentColor}\
.report .bar{fill:var(--mark)}.report .line{fill:none;stroke:var(--mark);stroke-width:1.5}\
.report .axis{fill:none;stroke:var(--soft)}.report .error{fill:none;stroke:currentColor;stroke-width:1.5;opacity:.6}\
.report .cell{fill:none;stroke:var(--soft);stroke-width:.5}\
.report .white{fill:var(--white);stroke:var(--soft)}.report .drawn{fill:#9a9184}.report .black{fill:var(--black);stroke:var(--soft)}\
.report .plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,260px),1fr));gap:1em 2em}\
.report .maps{display:flex;flex-wrap:wrap;gap:1em 1.5em}.report figure{margin:0}.report figcaption{font-size:.9em}\
.report details{margin:.2em 0 .2em 1em}.report .leaf{margin:.2em 0 .2em 2em}\
.report .moves{overflow-wrap:anywhere;font-size:.9em}";

/// The style of a page that stands alone.
const ALONE: &str = "\
:root{color-scheme:light dark}body{max-width:60rem;margin:2rem auto;padding:0 1rem;font:16px system-ui,sans-serif;\
background:#fffdf9;color:#26211c}a{color:#1d5a87}\
@media(prefers-color-scheme:dark){body{background:#1c1a18;color:#eee8df}a{color:#8cc4ee}}";

/// A page that stands alone, with one game or several, which are compared first. Links to the dramatic games lead to the browser app at `app`,
/// such as `http://localhost:8642/`.
#[must_use]
pub fn page(reports: &[Report], app: &str) -> String {
    let names: Vec<&str> = reports.iter().map(|report| report.title.as_str()).collect();
    let title = escaped(&format!("{}: what games of the engine tell", names.join(", ")));
    let mut body = String::new();
    if reports.len() > 1 {
        let _ = write!(body, "<h1>{title}</h1>{}", comparison(reports));
    }
    for report in reports {
        let _ = write!(body, "<h1>{}</h1>{}", escaped(&report.title), fragment(report, app));
    }
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><title>{title}</title>\
         <style>{ALONE}{STYLE}</style></head><body>{body}</body></html>\n"
    )
}

/// Games side by side.
fn comparison(reports: &[Report]) -> String {
    let mut table = String::from(
        "<div class=\"report wide\" tabindex=\"0\" role=\"region\" aria-label=\"Side by side\"><table>",
    );
    for (name, values) in rows(reports) {
        let _ = write!(table, "<tr><th scope=\"row\">{name}</th>");
        for value in values {
            let _ = write!(table, "<td>{}</td>", escaped(&value));
        }
        table.push_str("</tr>");
    }
    table.push_str("</table></div>");
    table
}

/// A part of a page, with the classes of [`STYLE`].
#[must_use]
pub fn fragment(report: &Report, app: &str) -> String {
    let plan = &report.plan;
    let mut out = format!(
        "<div class=\"report\"><p><strong>{}</strong></p>\
         <p>{} of the engine against itself, {} between equal players ({} of them different), {} positions a move, \
         the first {} plies drawn by their scores. Errors are those of 95 %. Engines are not people: other players may find other \
         things.</p>",
        escaped(&balance(report)),
        counted(report.games),
        report.equal,
        report.distinct,
        plan.nodes,
        plan.drawn
    );
    out += &results(report);
    out += &course(report);
    out += &pieces(report);
    out += &openings(report);
    out += &dramatic(report, app);
    out += "</div>";
    out
}

fn row(name: &str, value: &str, why: &str) -> String {
    let why = if why.is_empty() { String::new() } else { format!("<br><small>{}</small>", escaped(why)) };
    format!("<tr><th scope=\"row\">{}{why}</th><td>{}</td></tr>", escaped(name), escaped(value))
}

fn results(report: &Report) -> String {
    let share = |figure: Figure| told(figure, Unit::Percent, SHARE);
    let mut out = String::from("<h2>Who wins</h2>");
    out += &plot::shares("White wins, drawn, Black wins", report.results.map(|figure| figure.value));
    out += "<table>";
    out += &row("White's points", &share(report.white), "a draw counts half");
    for (name, figure) in ["White wins", "Drawn", "Black wins"].into_iter().zip(report.results) {
        out += &row(name, &share(figure), "");
    }
    let skill = if report.skill.missing(SHARE) == 0 {
        let (elo, error) = elo(report.skill);
        format!("{}, {elo:+.0} ± {error:.0} Elo", share(report.skill))
    } else {
        share(report.skill)
    };
    out +=
        &row("Points of the stronger", &skill, "who visits twice as many positions: whether skill decides");
    out += &row(
        "Points of a clear lead",
        &share(report.decisiveness),
        "what is made of games by who first stands three pawns better by the engine's score",
    );
    out += &row(
        "Changes of lead",
        &mean(report.changes, 2),
        "how often the other player leads: who is a pawn better by the engine's score",
    );
    out += "</table><h3>How games end</h3>";
    out + &plot::ends("How games end", &report.ends, &end)
}

fn course(report: &Report) -> String {
    let mut out = String::from("<h2>How it goes</h2><table>");
    out += &row("Length in plies", &mean(report.length, 1), "");
    out += &row("Legal moves", &mean(report.choices, 1), "");
    out += &row("Captures in 100 plies", &mean(report.captures, 1), "");
    out += &row("Checks in 100 plies", &mean(report.checks, 1), "");
    for (who, left) in ["White", "Black"].into_iter().zip(report.left) {
        out += &row(&format!("Pieces left to {who} at the end"), &mean(left, 1), "");
    }
    let _ = write!(
        out,
        "</table><div class=\"plots\"><figure>{}<figcaption>Games by length in plies</figcaption></figure>\
         <figure>{}<figcaption>Legal moves by ply</figcaption></figure></div>",
        plot::histogram("Games by length in plies", &report.lengths, Report::LENGTH_CLASS),
        plot::line("Legal moves by ply", &report.choices_by_ply)
    );
    out
}

fn pieces(report: &Report) -> String {
    let unit = escaped(report.unit.as_deref().unwrap_or("none"));
    let mut out = format!(
        "<h2>The pieces</h2><div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"The pieces\"><table><tr><th>Piece</th><th>Moves</th><th>Captures</th><th>Captured</th>\
         <th>Promotions to it</th><th>Worth in {unit}s</th></tr>"
    );
    for piece in &report.pieces {
        let worth = worth(piece, report.unit.as_deref());
        let _ = write!(
            out,
            "<tr><th scope=\"row\">{} {}</th><td class=\"n\">{:.1}</td><td class=\"n\">{:.2}</td><td class=\"n\">{:.2}</td>\
             <td class=\"n\">{:.2}</td><td>{}</td></tr>",
            escaped(&piece.letter),
            escaped(&piece.name),
            piece.moves,
            piece.captures,
            piece.captured,
            piece.promoted,
            escaped(&worth)
        );
    }
    out += "</table></div><p><small>In a game, of both players. Worths are those that foretell results best (logistic regression); \
            errors by drawing the games again.</small></p>";
    let worths: Vec<_> = report.pieces.iter().filter(|piece| !piece.royal).collect();
    out += &plot::worths(&format!("Worth in {unit}s"), &worths);
    out += "<h3>Where they stand</h3><p><small>From their owner's side.</small></p><div class=\"maps\">";
    for piece in &report.pieces {
        let name = escaped(&piece.name);
        let _ = write!(
            out,
            "<figure>{}<figcaption>{name}</figcaption></figure>",
            plot::heat(&format!("where the {} stands", piece.name), &piece.stood, report.hexagons)
        );
    }
    out + "</div>"
}

fn openings(report: &Report) -> String {
    let mut out = String::from(
        "<h2>Openings</h2><div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"First moves\"><table><tr><th>First move</th><th>White's score</th><th>Games</th></tr>",
    );
    for first in &report.firsts {
        let white = games(first.games, first.white);
        let _ = write!(
            out,
            "<tr><th scope=\"row\">{}</th><td class=\"n\">{:+.2}</td><td>{}</td></tr>",
            escaped(&first.mv.san),
            f64::from(first.mv.score) / 100.0,
            escaped(&white)
        );
    }
    out += "</table></div><h3>The tree</h3>";
    out + &branches(&report.tree)
}

fn branches(branches: &[Branch]) -> String {
    let mut out = String::new();
    for branch in branches {
        let head = format!("{}: {}", escaped(&branch.san), escaped(&games(branch.games, branch.white)));
        let _ = if branch.next.is_empty() {
            write!(out, "<div class=\"leaf\">{head}</div>")
        } else {
            write!(out, "<details><summary>{head}</summary>{}</details>", self::branches(&branch.next))
        };
    }
    out
}

fn dramatic(report: &Report, app: &str) -> String {
    let mut out = String::from(
        "<h2>The most dramatic games</h2><p><small>Drama: how far the winner's expected score once lay below a half, and a tenth for \
         each change of lead.</small></p>",
    );
    for game in &report.dramatic {
        let link = format!("{app}#/analyse/{}?moves={}", report.game, game.moves.join(","));
        let _ = write!(
            out,
            "<h3><a href=\"{}\">Game {}: {} by {}</a></h3>{}<p>Drama {:.2}, the lead changed {} times.</p>\
             <details><summary>{} plies</summary><p class=\"moves\">{}</p></details>",
            escaped(&link),
            game.number + 1,
            game.result,
            escaped(&end(&game.end)),
            plot::course("White's score, ply by ply", &game.scores),
            game.drama,
            game.changes,
            game.moves.len(),
            escaped(&game.moves.join(" "))
        );
    }
    out
}
