//! Games that inventors show to others, and reports to the operator.

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Extension, Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use berolina_wire::place::{
    MAX_REPORT, Publish, Published, PublishedGame, PublishedLine, PublishedList, Report,
};
use berolina_wire::{Audience, Code, Refusal, Terms};

use super::address::Client;
use super::asks::json;
use super::games::told;
use super::{App, Refused};
use crate::game::{Agreed, Rulebook};
use crate::play::unkept;
use crate::secret;
use crate::store::place::{NewPublished, PlaceWrite, StoredPublished};
use crate::store::{PersonId, Write};
use crate::text::{cleaned, shortened};
use crate::time::date;

type Answer = Result<Response, Refused>;

/// Games that one person can publish.
const MOST_OF_ONE: u32 = 100;
/// Games in a list.
const LISTED: u32 = 100;
/// Games by a published game's rules that are shown.
const PLAYED: u32 = 20;

impl App {
    /// What a person has published for all, or everything for the person.
    pub(super) async fn published_by(
        &self,
        person: PersonId,
        you: bool,
    ) -> Result<Vec<PublishedLine>, Refusal> {
        let all = self.hall.store.published(Some(person), LISTED).await.map_err(|error| unkept(&error))?;
        let own =
            all.into_iter().filter(|(by, line)| *by == person && (you || line.audience == Audience::Public));
        Ok(own.map(|(_, line)| PublishedLine { yours: you, ..line }).collect())
    }

    /// Whether the operator lets a person show a game.
    async fn may_show(&self, person: PersonId, made: &Made) -> Result<(), Refusal> {
        let Made { rules, name, title } = made.clone();
        let hidden = self.hall.store.is_hidden(person, rules, name, title).await;
        if hidden.map_err(|error| unkept(&error))? { Err(hidden_by_operator()) } else { Ok(()) }
    }

    async fn published(&self, id: &str) -> Result<StoredPublished, Refusal> {
        let none = || Refusal::new(Code::NotFound, "no game was published by this address, or not any more");
        if !secret::is_plausible(id) {
            return Err(none());
        }
        let found = self.hall.store.published_game(id.to_owned()).await.map_err(|error| unkept(&error))?;
        found.ok_or_else(none)
    }
}

/// By what a game is known again.
#[derive(Clone)]
struct Made {
    rules: String,
    name: String,
    title: String,
}

impl Made {
    fn of(agreed: &Agreed) -> Self {
        let spec = &agreed.terms.spec;
        let name = spec.splitn(3, ':').take(2).collect::<Vec<_>>().join(":");
        let title = shortened(&agreed.variant.definition().text.title, 80);
        Self { rules: agreed.rules.hash(), name, title }
    }
}

fn hidden_by_operator() -> Refusal {
    Refusal::new(Code::HiddenByOperator, "the operator of this server has hidden this game")
}

/// `POST /published`
pub(super) async fn publish(
    State(app): State<Arc<App>>,
    client: Option<Extension<Client>>,
    headers: HeaderMap,
    body: Bytes,
) -> Answer {
    let client = client.map(|Extension(client)| client);
    let Publish { spec, files, audience } = json(&headers, &body)?;
    if !spec.starts_with("my:") {
        return Err(Refusal::new(
            Code::BadGame,
            "everybody has this game already: only one's own are published",
        )
        .into());
    }
    let terms = Terms { spec, files, start: None, clock: None, rated: false, audience };
    app.may_take_part(&headers).await?;
    let agreed = app.propose(client, terms).await?;
    let known = app.guest(&headers).await?;
    if app.accounts && audience == Audience::Public && known.person.name.is_none() {
        let text =
            "what all can find is published under a name: sign in first, or publish it for who has the link";
        return Err(Refusal::new(Code::NeedsAccount, text).into());
    }
    let made = Made::of(&agreed);
    app.may_show(known.person.id, &made).await?;
    let have = app.hall.store.published(Some(known.person.id), MOST_OF_ONE).await;
    if have.map_err(|error| unkept(&error))?.len() >= MOST_OF_ONE as usize {
        return Err(
            Refusal::new(Code::TooMany, "you have published a hundred games: withdraw one first").into()
        );
    }
    let made = NewPublished {
        id: secret::id(),
        person: known.person.id,
        title: made.title,
        about: shortened(&agreed.variant.definition().text.about, 300),
        spec: agreed.terms.spec.clone(),
        rules: Rulebook::clone(&agreed.rules),
        audience,
        at: date(),
    };
    let published = Published { id: made.id.clone() };
    let write = Write::Place(PlaceWrite::Publish(Box::new(made)));
    app.hall.store.write(write).await.map_err(|error| unkept(&error))?;
    Ok(known.with((StatusCode::CREATED, Json(published)).into_response()))
}

/// `GET /published`
pub(super) async fn list(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
) -> Result<Json<PublishedList>, Refused> {
    let person = app.person(&headers).await?.map(|person| person.id);
    let mut games = match person {
        Some(person) => app.published_by(person, true).await?,
        None => Vec::new(),
    };
    let all = app.hall.store.published(None, LISTED).await.map_err(|error| unkept(&error))?;
    games.extend(all.into_iter().filter(|(by, _)| person != Some(*by)).map(|(_, line)| line));
    games.sort_by_key(|line| std::cmp::Reverse(line.created));
    Ok(Json(PublishedList { games }))
}

/// `GET /published/ID`
pub(super) async fn look(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Json<PublishedGame>, Refused> {
    let found = app.published(&id).await?;
    let person = app.person(&headers).await?.map(|person| person.id);
    let yours = person == Some(found.person);
    if found.line.audience == Audience::Private && !yours {
        return Err(Refusal::new(Code::Hidden, "who published this game shows it to nobody now").into());
    }
    let StoredPublished { line, spec, rules, played, .. } = found;
    let games = app.hall.store.games_by(rules.hash(), PLAYED).await.map_err(|error| unkept(&error))?;
    let games = games.into_iter().map(|line| told(line, person)).collect();
    let line = PublishedLine { yours, ..line };
    Ok(Json(PublishedGame { line, spec, files: rules.files, played, games }))
}

/// `POST /published/ID/audience`: shown to others than before; `private` withdraws it.
pub(super) async fn show(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Answer {
    let audience: Audience = json(&headers, &body)?;
    let found = app.published(&id).await?;
    let person = app.person(&headers).await?.filter(|person| person.id == found.person);
    let person = person.ok_or_else(|| Refusal::new(Code::NotYours, "somebody else published this game"))?;
    if audience != Audience::Private {
        app.hall.bans.check(person.id)?;
        if found.hidden {
            return Err(hidden_by_operator().into());
        }
    }
    if app.accounts && audience == Audience::Public && person.name.is_none() {
        let text = "what all can find is published under a name: sign in first";
        return Err(Refusal::new(Code::NeedsAccount, text).into());
    }
    let write = Write::Place(PlaceWrite::Republish { id, audience });
    app.hall.store.write(write).await.map_err(|error| unkept(&error))?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// `POST /reports`
pub(super) async fn report(
    State(app): State<Arc<App>>,
    client: Option<Extension<Client>>,
    headers: HeaderMap,
    body: Bytes,
) -> Answer {
    app.costs.reports(client.map(|Extension(client)| client))?;
    let Report { about, text } = json(&headers, &body)?;
    let text = cleaned(&text);
    if text.is_empty() || text.chars().count() > MAX_REPORT {
        let text = format!("say what is wrong in at most {MAX_REPORT} characters");
        return Err(Refusal::new(Code::Malformed, text).into());
    }
    let known = ["game/", "person/", "published/"].iter().any(|kind| about.starts_with(kind));
    if !known || about.len() > 60 || !about.bytes().all(|b| b.is_ascii_graphic()) {
        return Err(
            Refusal::new(Code::Malformed, "a report is about a game, a person or a published game").into()
        );
    }
    let person = app.person(&headers).await?.map(|person| person.id);
    person.map_or(Ok(()), |person| app.hall.bans.check(person))?;
    let write = Write::Place(PlaceWrite::Report { person, about, text, at: date() });
    app.hall.store.write(write).await.map_err(|error| unkept(&error))?;
    Ok(StatusCode::NO_CONTENT.into_response())
}
