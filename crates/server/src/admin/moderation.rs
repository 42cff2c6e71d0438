//! What the operator does about people and what they show: bans, and the removal of challenges, games, talk and inventions.

use std::time::Duration;

use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::routing::{get, post};
use axum::{Json, Router};
use berolina_wire::{Code, Color, Refusal};
use serde::{Deserialize, Serialize};

use super::{Admin, none, write};
use crate::api::{App, Network, Refused};
use crate::bus::Notice;
use crate::play::unkept;
use crate::store::place::{Moderation, PlaceWrite};
use crate::store::{PersonId, Write};
use crate::text::cleaned;
use crate::time::date;

/// The longest reason, in characters: the person is told it.
const MAX_REASON: usize = 200;
/// The longest ban that ends by itself, in days.
const MAX_DAYS: u64 = 3650;
/// The longest ban of a network, in hours: addresses change hands.
const MAX_HOURS: u64 = 30 * 24;
/// Open invitations of a person whose pages are told that they were called off.
const TOLD: u32 = 1000;

const NO_GAME: &str = "there is no such game";

pub(super) fn routes() -> Router<Admin> {
    Router::new()
        .route("/bans", get(bans))
        .route("/people/{name}/ban", post(ban))
        .route("/people/{name}/unban", post(unban))
        .route("/people/{name}/challenges/remove", post(remove_challenges))
        .route("/networks/ban", post(ban_network))
        .route("/networks/unban", post(unban_network))
        .route("/games/{id}/{color}/ban", post(ban_player))
        .route("/games/{id}/{color}/unban", post(unban_player))
        .route("/games/{id}/hide", post(hide_game))
        .route("/games/{id}/remove", post(remove_game))
        .route("/games/{id}/talk/remove", post(remove_talk))
        .route("/challenges/{secret}/remove", post(remove_challenge))
        .route("/published/{id}/hide", post(hide))
        .route("/published/{id}/unhide", post(unhide))
}

type Done = Result<StatusCode, Refused>;

async fn moderate(admin: &Admin, done: Moderation, missing: &str) -> Done {
    write(admin, PlaceWrite::Moderate(done), missing).await
}

fn malformed(text: impl Into<String>) -> Refused {
    Refused(Refusal::new(Code::Malformed, text))
}

/// How long and why, behind `?`.
#[derive(Deserialize, Debug)]
struct Terms {
    days: Option<u64>,
    hours: Option<u64>,
    #[serde(default)]
    reason: String,
    #[serde(default)]
    network: String,
}

type Asked = Result<Query<Terms>, axum::extract::rejection::QueryRejection>;

fn asked(asked: Asked) -> Result<Terms, Refused> {
    let Query(mut terms) = asked
        .map_err(|_| malformed("behind `?` stand days, hours, reason and network, with whole numbers"))?;
    terms.reason = cleaned(&terms.reason);
    if terms.reason.chars().count() > MAX_REASON {
        return Err(malformed(format!("a reason has at most {MAX_REASON} characters")));
    }
    Ok(terms)
}

fn in_time(count: u64, each: Duration) -> u64 {
    date().saturating_add(count * u64::try_from(each.as_millis()).unwrap_or(u64::MAX))
}

/// A ban, as the operator reads it.
#[derive(Serialize)]
struct Told {
    /// The person's name, if it is a person with one.
    name: Option<String>,
    /// The network, if it is one.
    network: Option<String>,
    /// Milliseconds since 1970; `null` for good.
    until: Option<u64>,
    reason: String,
    over: bool,
}

/// `GET /bans`
async fn bans(State(admin): State<Admin>) -> Result<Json<Vec<Told>>, Refused> {
    let (people, networks) = admin.app()?.hall.store.bans().await.map_err(|error| unkept(&error))?;
    let now = date();
    let over = |until: Option<u64>| until.is_some_and(|until| until <= now);
    let people = people.into_iter().map(|ban| Told {
        name: ban.name,
        network: None,
        until: ban.until,
        reason: ban.reason,
        over: over(ban.until),
    });
    let networks = networks.into_iter().map(|ban| Told {
        name: None,
        network: Some(ban.network),
        until: Some(ban.until),
        reason: ban.reason,
        over: over(Some(ban.until)),
    });
    Ok(Json(people.chain(networks).collect()))
}

async fn named(admin: &Admin, name: String) -> Result<PersonId, Refused> {
    let account = admin.app()?.hall.store.account(name).await.map_err(|error| unkept(&error))?;
    Ok(account.ok_or_else(|| none("nobody has this name"))?.person)
}

async fn player(admin: &Admin, game: String, color: &str) -> Result<PersonId, Refused> {
    let color = match color {
        "white" => Color::White,
        "black" => Color::Black,
        _ => return Err(malformed("a player is `white` or `black`")),
    };
    let line = admin.app()?.hall.store.line(game).await.map_err(|error| unkept(&error))?;
    Ok(line.ok_or_else(|| none(NO_GAME))?.players[usize::from(color == Color::Black)])
}

async fn ban_person(admin: &Admin, person: PersonId, terms: Terms) -> Done {
    if terms.days.is_some_and(|days| !(1..=MAX_DAYS).contains(&days)) || terms.hours.is_some() {
        return Err(malformed(format!(
            "a person is banned for 1 to {MAX_DAYS} days, or for good without `days`"
        )));
    }
    let until = terms.days.map(|days| in_time(days, Duration::from_hours(24)));
    let app = admin.app()?;
    let open = open_games(app, person).await?;
    let ban = Moderation::Ban { person, until, reason: terms.reason.clone(), at: date() };
    let done = moderate(admin, ban, "there is no such person").await?;
    app.hall.bans.person(person, until, terms.reason);
    changed(app, &open);
    Ok(done)
}

async fn unban_person(admin: &Admin, person: PersonId) -> Done {
    let done = moderate(admin, Moderation::Unban { person }, "this person is not banned").await?;
    admin.app()?.hall.bans.pardon(person);
    Ok(done)
}

/// `POST /people/NAME/ban?days=7&reason=TEXT`
async fn ban(State(admin): State<Admin>, Path(name): Path<String>, terms: Asked) -> Done {
    let terms = asked(terms)?;
    ban_person(&admin, named(&admin, name).await?, terms).await
}

/// `POST /people/NAME/unban`
async fn unban(State(admin): State<Admin>, Path(name): Path<String>) -> Done {
    unban_person(&admin, named(&admin, name).await?).await
}

/// `POST /games/ID/white/ban?days=7&reason=TEXT`: also somebody without a name.
async fn ban_player(
    State(admin): State<Admin>,
    Path((game, color)): Path<(String, String)>,
    terms: Asked,
) -> Done {
    let terms = asked(terms)?;
    ban_person(&admin, player(&admin, game, &color).await?, terms).await
}

/// `POST /games/ID/white/unban`
async fn unban_player(State(admin): State<Admin>, Path((game, color)): Path<(String, String)>) -> Done {
    unban_person(&admin, player(&admin, game, &color).await?).await
}

fn network(terms: &Terms) -> Result<Network, Refused> {
    let network: Network =
        terms.network.parse().map_err(|error: crate::api::NetworkError| malformed(error.to_string()))?;
    if network.is_too_wide() {
        return Err(malformed(format!("{network} is too wide: at least 8 bits of IPv4 or 16 of IPv6")));
    }
    Ok(network)
}

/// `POST /networks/ban?network=203.0.113.0/24&hours=24&reason=TEXT`
async fn ban_network(State(admin): State<Admin>, terms: Asked) -> Done {
    let terms = asked(terms)?;
    let network = network(&terms)?;
    let Some(hours) = terms.hours.filter(|hours| (1..=MAX_HOURS).contains(hours)) else {
        return Err(malformed(format!(
            "a network is banned for 1 to {MAX_HOURS} hours: `hours` says how many"
        )));
    };
    let (until, reason) = (in_time(hours, Duration::from_hours(1)), terms.reason);
    let ban =
        Moderation::BanNetwork { network: network.to_string(), until, reason: reason.clone(), at: date() };
    let done = moderate(&admin, ban, "there is no such network").await?;
    admin.app()?.hall.bans.network(network, until, reason);
    Ok(done)
}

/// `POST /networks/unban?network=203.0.113.0/24`
async fn unban_network(State(admin): State<Admin>, terms: Asked) -> Done {
    let network = network(&asked(terms)?)?;
    let unban = Moderation::UnbanNetwork { network: network.to_string() };
    let done = moderate(&admin, unban, "this network is not banned").await?;
    admin.app()?.hall.bans.pardon_network(network);
    Ok(done)
}

/// The games that a person's open invitations are to become.
async fn open_games(app: &App, person: PersonId) -> Result<Vec<String>, Refusal> {
    let open = app.hall.store.waiting(person, 0, TOLD).await.map_err(|error| unkept(&error))?;
    Ok(open.into_iter().map(|made| made.game).collect())
}

/// Tells pages that wait for these games.
fn changed(app: &App, games: &[String]) {
    games.iter().for_each(|game| app.hall.bus.publish(game, Notice::Changed));
}

/// `POST /people/NAME/challenges/remove`: all open invitations, those that stand in the lobby and those by link.
async fn remove_challenges(State(admin): State<Admin>, Path(name): Path<String>) -> Done {
    let person = named(&admin, name).await?;
    let open = open_games(admin.app()?, person).await?;
    let done = moderate(&admin, Moderation::Challenges { person }, "there is no such person").await?;
    changed(admin.app()?, &open);
    Ok(done)
}

/// `POST /challenges/SECRET/remove`: one, by what its link ends with.
async fn remove_challenge(State(admin): State<Admin>, Path(secret): Path<String>) -> Done {
    let hall = &admin.app()?.hall;
    let missing = || none("there is no such challenge, or not any more");
    let found = hall.store.invitation(secret.clone()).await.map_err(|error| unkept(&error))?;
    let game = found.ok_or_else(missing)?.made.game;
    hall.store.write(Write::Withdraw { secret }).await.map_err(|error| match error {
        crate::store::StoreError::Conflict => missing(),
        error => unkept(&error),
    })?;
    hall.bus.publish(&game, Notice::Changed);
    Ok(StatusCode::NO_CONTENT)
}

async fn with_game(admin: &Admin, game: String, done: Moderation) -> Done {
    let done = moderate(admin, done, NO_GAME).await?;
    admin.app()?.hall.look_anew(&[game]);
    Ok(done)
}

/// `POST /games/ID/hide`: seen by its players alone, and by whom they give the link.
async fn hide_game(State(admin): State<Admin>, Path(game): Path<String>) -> Done {
    with_game(&admin, game.clone(), Moderation::HideGame { game }).await
}

/// `POST /games/ID/remove`: with all that happened in it, for good.
async fn remove_game(State(admin): State<Admin>, Path(game): Path<String>) -> Done {
    with_game(&admin, game.clone(), Moderation::RemoveGame { game }).await
}

/// `POST /games/ID/talk/remove`: what both players said.
async fn remove_talk(State(admin): State<Admin>, Path(game): Path<String>) -> Done {
    with_game(&admin, game.clone(), Moderation::Talk { game }).await
}

/// `POST /published/ID/hide`: nobody but its inventor sees it, also if it is published again.
async fn hide(State(admin): State<Admin>, Path(id): Path<String>) -> Done {
    moderate(&admin, Moderation::Hide { id, at: date() }, "no such game was published").await
}

/// `POST /published/ID/unhide`: its inventor may show it again.
async fn unhide(State(admin): State<Admin>, Path(id): Path<String>) -> Done {
    moderate(&admin, Moderation::Unhide { id }, "no such game was hidden").await
}
