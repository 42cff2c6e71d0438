//! Accounts, ratings, the lobby, the archive, and games that inventors publish.

use crate::table::{Board, Browser, serve, serve_with, table, terms};
use berolina_wire::event::Request;
use berolina_wire::place::{
    Archive, Lobby, PersonPage, Published, PublishedGame, PublishedList, Recovered, Registered, SignedIn,
};
use berolina_wire::request::{GameLine, GameList, Hello, Invite, Invited};
use berolina_wire::socket::Act;
use berolina_wire::{Audience, ClockRule, Code, Color, GameFile, Refusal, Terms, What};
use serde_json::{Value, json};

const WORDS: &str = "four plain words here";

async fn register(browser: &mut Browser, name: &str) -> Result<Registered, Refusal> {
    browser.post("/accounts", &json!({ "name": name, "passphrase": WORDS })).await
}

async fn sign_in(browser: &mut Browser, name: &str, passphrase: &str) -> Result<SignedIn, Refusal> {
    browser.post("/session", &json!({ "name": name, "passphrase": passphrase })).await
}

async fn name(browser: &mut Browser) -> Option<String> {
    browser.get::<Hello>("/hello").await.expect("a server").you.and_then(|you| you.name)
}

/// A game between two browsers, with both pages open.
async fn game(white: &mut Browser, black: &mut Browser, terms: Terms) -> (Board, Board, String) {
    let invited = white.invite(terms, Color::White).await;
    black.join(&invited.invitation).await.expect("a free seat");
    let (mut one, mut other) = (white.open(&invited.game, "").await, black.open(&invited.game, "").await);
    one.snapshot().await;
    other.snapshot().await;
    (one, other, invited.game)
}

/// Plays two moves, after which a game counts, and lets Black resign.
async fn won(white: &mut Board, black: &mut Board) {
    won_by(white, black, ["e2e4", "e7e5"]).await;
}

async fn won_by(white: &mut Board, black: &mut Board, moves: [&str; 2]) {
    white.play(0, moves[0]).await.expect("a legal move");
    black.play(1, moves[1]).await.expect("a legal move");
    black.wish(2, Act::Resign).await.expect("one may always resign");
}

fn rated() -> Terms {
    let clock = Some(ClockRule::Fischer { base: 600_000, increment: 5_000 });
    Terms { rated: true, clock, audience: Audience::Public, ..terms("chess") }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_becomes_an_account_and_keeps_the_games() {
    let data = tempfile::tempdir().expect("a folder");
    let server = serve_with(data.path(), true);
    let (mut anna, mut ben) = (Browser::new(server), Browser::new(server));
    let (mut white, mut black, id) = game(&mut anna, &mut ben, terms("near")).await;
    let before = anna.cookie.clone();
    let registered = register(&mut anna, "Anna").await.expect("a free name");
    assert_eq!((registered.name.as_str(), registered.codes.len()), ("Anna", 8));
    assert_eq!(name(&mut anna).await.as_deref(), Some("Anna"));
    // A secret that somebody may have given to the browser before is good for nothing (session fixation).
    assert_ne!(anna.cookie, before);
    let mut old = Browser { cookie: before, ..Browser::new(server) };
    assert_eq!(old.get::<Hello>("/hello").await.expect("a server").you, None);
    let list: GameList = anna.get("/games").await.expect("a list");
    assert_eq!((list.games[0].id.as_str(), list.games[0].white.name.as_deref()), (id.as_str(), Some("Anna")));
    // The page that was open is another browser's now, as far as the server knows.
    white.send(0, Act::Move { text: "e3e4".to_owned() }).await;
    assert!(white.ends().await, "the old session's page is cut off");
    let mut white = anna.open(&id, "").await;
    let seen = white.snapshot().await;
    assert_eq!((seen.you, seen.white.name.as_deref()), (Some(Color::White), Some("Anna")));
    white.play(0, "e3e4").await.expect("her game goes on");
    assert!(matches!(black.event().await, What::Moved { .. }));

    // On another device a guest plays, and takes the game along when signing in.
    let mut phone = Browser::new(server);
    let (_one, _other, second) = game(&mut phone, &mut ben, terms("near")).await;
    let signed = sign_in(&mut phone, "aNNa", WORDS).await.expect("the right words");
    assert_eq!((signed.name.as_str(), signed.claimed), ("Anna", 1));
    let list: GameList = anna.get("/games").await.expect("a list");
    assert_eq!(list.games.len(), 2);
    let mut again = phone.open(&second, "").await;
    assert_eq!(again.snapshot().await.you, Some(Color::White));
    assert_eq!(register(&mut phone, "Other").await.err().expect("one name").code, Code::SignedIn);
}

#[tokio::test(flavor = "multi_thread")]
async fn names_and_passphrases_are_guarded() {
    let data = tempfile::tempdir().expect("a folder");
    let server = serve_with(data.path(), true);
    let mut anna = Browser::new(server);
    let codes = register(&mut anna, "Anna").await.expect("a free name").codes;
    let mut eve = Browser::new(server);
    let refused = |result: Result<Registered, Refusal>| result.err().expect("a refusal").code;
    assert_eq!(refused(register(&mut eve, "ANNA").await), Code::NameTaken);
    assert_eq!(refused(register(&mut eve, "Berolina").await), Code::BadName);
    let weak = eve.post::<Registered>("/accounts", &json!({ "name": "Eve", "passphrase": "eve" })).await;
    assert_eq!(refused(weak), Code::BadPassphrase);
    // Wrong words and unknown names look the same.
    let wrong = sign_in(&mut eve, "Anna", "four wrong words here").await.unwrap_err();
    let unknown = sign_in(&mut eve, "Nobody", "four wrong words here").await.unwrap_err();
    assert_eq!(wrong, unknown);
    assert_eq!(wrong.code, Code::WrongPassphrase);

    // Another passphrase ends all other sessions, and their open pages.
    let mut phone = Browser::new(server);
    sign_in(&mut phone, "Anna", WORDS).await.expect("the right words");
    let (mut white, _black, id) = game(&mut phone, &mut eve, terms("near")).await;
    let change = json!({ "old": WORDS, "new": "other words than before" });
    anna.post::<Value>("/accounts/passphrase", &change).await.expect("the right words");
    assert_eq!(name(&mut anna).await.as_deref(), Some("Anna"));
    assert_eq!(name(&mut phone).await, None);
    white.send(0, Act::Move { text: "e3e4".to_owned() }).await;
    assert!(white.ends().await, "the page of an ended session is cut off");
    assert_eq!(anna.open(&id, "").await.snapshot().await.events, []);

    // A code stands for a passphrase once.
    let recover = json!({ "name": "anna", "code": codes[3].to_uppercase(), "passphrase": "quite new words" });
    let recovered: Recovered = phone.post("/accounts/recover", &recover).await.expect("an unused code");
    assert_eq!((recovered.left, name(&mut phone).await.as_deref()), (7, Some("Anna")));
    assert_eq!(name(&mut anna).await, None);
    let again = phone.post::<Recovered>("/accounts/recover", &recover).await.unwrap_err();
    assert_eq!(again.code, Code::WrongPassphrase);
    phone.post::<Value>("/session/end", &()).await.expect("one may always go");
    assert_eq!(name(&mut phone).await, None);

    // Guessing is slow, also where much is tried at once.
    let tries = (0..14).map(|_| {
        let mut eve = eve.clone();
        tokio::spawn(
            async move { sign_in(&mut eve, "Anna", "a guess that is wrong").await.unwrap_err().code },
        )
    });
    let mut refused = Vec::new();
    for tried in tries.collect::<Vec<_>>() {
        refused.push(tried.await.expect("no panic"));
    }
    assert!(refused.contains(&Code::TooMany), "{refused:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn rated_games_move_ratings_of_accounts_alone() {
    let data = tempfile::tempdir().expect("a folder");
    let server = serve_with(data.path(), true);
    let (mut anna, mut ben) = (Browser::new(server), Browser::new(server));
    let invite = |terms| Invite { terms, color: Some(Color::White), open: false };
    let guest: Refusal = anna.post::<Invited>("/invitations", &invite(rated())).await.unwrap_err();
    assert_eq!(guest.code, Code::NeedsAccount);
    register(&mut anna, "Anna").await.expect("a free name");
    let invited: Invited = anna.post("/invitations", &invite(rated())).await.expect("an account");
    assert_eq!(ben.join(&invited.invitation).await.unwrap_err().code, Code::NeedsAccount);
    register(&mut ben, "Ben").await.expect("a free name");
    let own = Terms { spec: "my:x".to_owned(), ..rated() };
    assert_eq!(anna.post::<Invited>("/invitations", &invite(own)).await.unwrap_err().code, Code::NotAllowed);

    ben.join(&invited.invitation).await.expect("an account");
    let (mut white, mut black) = (anna.open(&invited.game, "").await, ben.open(&invited.game, "").await);
    assert_eq!(white.snapshot().await.white.rating, None);
    black.snapshot().await;
    white.play(0, "e2e4").await.expect("a legal move");
    black.play(1, "e7e5").await.expect("a legal move");
    let back = Act::Ask { what: Request::TakeBack };
    assert_eq!(white.wish(2, back).await.unwrap_err(), Code::NotAllowed);
    // What is resigned before each has moved three times counts for nothing.
    for (ply, text) in (2..).zip(["g1f3", "b8c6", "f1b5", "a7a6"]) {
        let board = if ply % 2 == 0 { &mut white } else { &mut black };
        board.play(ply, text).await.expect("a legal move");
    }
    black.wish(6, Act::Resign).await.expect("one may always resign");
    let page: PersonPage = ben.get("/people/anna").await.expect("a person");
    let [rating] = &page.ratings[..] else { panic!("{:?}", page.ratings) };
    // 1500 ± 350 against 1500 ± 350: 162 points, as Glickman's formulas give it.
    assert_eq!((rating.family.as_str(), rating.rating, rating.games), ("chess", 1662, 1));
    assert!(!page.you && (280..300).contains(&rating.deviation), "{}", rating.deviation);
    let line: GameLine = anna.get(&format!("/games/{}", invited.game)).await.expect("a game");
    assert_eq!((line.white.gained, line.black.gained), (Some(162), Some(-162)));

    // The next game begins with what the first one left; called off it changes nothing; a friendly one neither.
    let (mut white, _black, next) = game(&mut anna, &mut ben, rated()).await;
    white.wish(0, Act::Abort).await.expect("nobody has moved");
    let line: GameLine = anna.get(&format!("/games/{next}")).await.expect("a game");
    assert_eq!((line.white.rating, line.white.gained), (Some(1662), None));
    let (mut white, mut black, _) = game(&mut anna, &mut ben, terms("chess")).await;
    won(&mut white, &mut black).await;
    let page: PersonPage = anna.get("/people/Anna").await.expect("a person");
    assert!(page.you && page.ratings[0].rating == 1662);
    let (_, pgn) = anna.send("GET", "/games/pgn", None).await;
    assert_eq!(pgn.matches("[Event ").count(), 3, "{pgn}");
    assert!(pgn.contains("[WhiteElo \"1662\"]") && pgn.contains("[White \"Anna\"]"), "{pgn}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_lobby_shows_who_looks_for_a_game_and_what_is_played() {
    let data = tempfile::tempdir().expect("a folder");
    let server = serve(data.path());
    let (mut anna, mut ben, mut eve) = (Browser::new(server), Browser::new(server), Browser::new(server));
    let live = Terms { clock: Some(ClockRule::Fischer { base: 60_000, increment: 1000 }), ..terms("near") };
    let public = Terms { audience: Audience::Public, ..live };
    let open = Invite { terms: public.clone(), color: Some(Color::White), open: true };
    let invited: Invited = anna.post("/invitations", &open).await.expect("an invitation");
    anna.invite(terms("near"), Color::White).await;
    // With a clock of minutes it is shown while she waits at it.
    let lobby: Lobby = ben.get("/lobby").await.expect("a lobby");
    assert_eq!(lobby.challenges, []);
    let mut white = anna.open(&invited.game, "").await;
    white.hear().await;
    let lobby: Lobby = ben.get("/lobby").await.expect("a lobby");
    let [challenge] = &lobby.challenges[..] else { panic!("{:?}", lobby.challenges) };
    assert_eq!((challenge.color, challenge.title.as_str()), (Some(Color::Black), "Near Chess"));
    assert_eq!((&challenge.invitation, &challenge.game), (&invited.invitation, &None));
    let own: Lobby = anna.get("/lobby").await.expect("a lobby");
    assert_eq!(own.challenges[0].game.as_ref(), Some(&invited.game));

    ben.join(&challenge.invitation).await.expect("a free seat");
    let mut black = ben.open(&invited.game, "").await;
    black.snapshot().await;
    white.snapshot().await;
    white.play(0, "e3e4").await.expect("a legal move");
    let lobby: Lobby = eve.get("/lobby").await.expect("a lobby");
    assert_eq!(lobby.challenges, []);
    let [playing] = &lobby.live[..] else { panic!("{:?}", lobby.live) };
    assert_eq!((playing.id.as_str(), playing.you, playing.plies), (invited.game.as_str(), None, 1));
    let mut watcher = eve.open(&playing.id, "").await;
    assert_eq!(watcher.snapshot().await.you, None);
    black.play(1, "e6e5").await.expect("a legal move");
    black.wish(2, Act::Resign).await.expect("one may always resign");
    let lobby: Lobby = eve.get("/lobby").await.expect("a lobby");
    assert_eq!(lobby.live, []);
    let archive: Archive = eve.get("/archive?game=near&result=1-0").await.expect("an archive");
    assert_eq!(archive.games.len(), 1);
    for none in ["game=chess", "result=0-1", "rated=true"] {
        let archive: Archive = eve.get(&format!("/archive?{none}")).await.expect("an archive");
        assert_eq!((archive.games.len(), archive.next), (0, None), "{none}");
    }
    for (bad, code) in [
        ("result=2-0", Code::Malformed),
        ("before=x", Code::Malformed),
        ("rated=perhaps", Code::Malformed),
        ("person=Nobody", Code::NotFound),
    ] {
        let refusal = eve.get::<Archive>(&format!("/archive?{bad}")).await.unwrap_err();
        assert_eq!(refusal.code, code, "{bad}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_archive_goes_on_page_by_page_and_shows_no_private_game() {
    let data = tempfile::tempdir().expect("a folder");
    let server = serve_with(data.path(), true);
    let (mut anna, mut ben, mut eve) = (Browser::new(server), Browser::new(server), Browser::new(server));
    register(&mut anna, "Anna").await.expect("a free name");
    let (mut white, mut black, hidden) = game(&mut anna, &mut ben, terms("chess")).await;
    won(&mut white, &mut black).await;
    let mut ids = Vec::new();
    for i in 0..60 {
        let public = Terms { audience: Audience::Public, ..terms("chess") };
        // As White and as Black by turns.
        let (mut white, mut black, id) = if i % 2 == 0 {
            game(&mut anna, &mut ben, public).await
        } else {
            game(&mut ben, &mut anna, public).await
        };
        won(&mut white, &mut black).await;
        ids.insert(0, id);
    }
    let first: Archive = eve.get("/archive?person=anna&game=chess").await.expect("an archive");
    let next = first.next.expect("more");
    let rest: Archive = eve.get(&format!("/archive?person=anna&before={next}")).await.expect("an archive");
    assert_eq!((rest.games.len(), rest.next), (10, None));
    let told: Vec<String> = first.games.into_iter().chain(rest.games).map(|line| line.id).collect();
    assert_eq!(told, ids);
    let own: Archive = anna.get(&format!("/archive?person=Anna&before={next}")).await.expect("an archive");
    assert_eq!(own.games.last().map(|line| line.id.as_str()), Some(hidden.as_str()));
    assert_eq!(eve.get::<GameLine>(&format!("/games/{hidden}")).await.unwrap_err().code, Code::Hidden);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_closed_account_leaves_games_but_neither_name_nor_words() {
    let data = tempfile::tempdir().expect("a folder");
    let server = serve_with(data.path(), true);
    let (mut anna, mut ben) = (Browser::new(server), Browser::new(server));
    register(&mut anna, "Anna").await.expect("a free name");
    register(&mut ben, "Ben").await.expect("a free name");
    let (mut white, mut black, id) = game(&mut anna, &mut ben, rated()).await;
    white.wish(0, Act::Say { text: "my secret".to_owned() }).await.expect("she may talk");
    black.wish(0, Act::Say { text: "his answer".to_owned() }).await.expect("he may talk");
    let wrong =
        anna.post::<Value>("/accounts/close", &json!({ "passphrase": "four wrong words here" })).await;
    assert_eq!(wrong.unwrap_err().code, Code::WrongPassphrase);
    anna.post::<Value>("/accounts/close", &json!({ "passphrase": WORDS })).await.expect("the right words");
    assert_eq!(name(&mut anna).await, None);
    assert_eq!(ben.get::<PersonPage>("/people/Anna").await.unwrap_err().code, Code::NotFound);
    let mut black = ben.open(&id, "").await;
    let seen = black.snapshot().await;
    assert_eq!((seen.white.name, seen.black.name.as_deref()), (None, Some("Ben")));
    let said: Vec<String> = seen
        .events
        .into_iter()
        .filter_map(|event| if let What::Said { text, .. } = event.what { Some(text) } else { None })
        .collect();
    assert_eq!(said, ["", "his answer"]);
    // Nobody takes her place, and a rated game with who is gone counts for nobody.
    assert_eq!(register(&mut anna, "anna").await.err().expect("a refusal").code, Code::NameTaken);
    black.wish(0, Act::Resign).await.expect("one may always resign");
    let page: PersonPage = ben.get("/people/Ben").await.expect("a person");
    assert_eq!(page.ratings, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn inventors_publish_games() {
    let data = tempfile::tempdir().expect("a folder");
    let server = serve_with(data.path(), true);
    let (mut anna, mut ben) = (Browser::new(server), Browser::new(server));
    let file = GameFile {
        name: "mine".to_owned(),
        text: "extends = \"near\"\ntitle = \"Mine\"\nabout = \"A game of mine.\"\n".to_owned(),
    };
    let publish = |audience| json!({ "spec": "my:mine", "files": [file], "audience": audience });
    let refusal = anna.post::<Published>("/published", &publish("public")).await.unwrap_err();
    assert_eq!(refusal.code, Code::NeedsAccount);
    let unlisted: Published = anna.post("/published", &publish("unlisted")).await.expect("a sound game");
    register(&mut anna, "Anna").await.expect("a free name");
    let public: Published = anna.post("/published", &publish("public")).await.expect("a sound game");
    let bad = json!({ "spec": "my:mine", "files": [{ "name": "mine", "text": "board = 7" }], "audience": "unlisted" });
    assert_eq!(anna.post::<Published>("/published", &bad).await.unwrap_err().code, Code::BadGame);

    let list: PublishedList = ben.get("/published").await.expect("a list");
    let titles: Vec<_> = list.games.iter().map(|line| (line.title.as_str(), line.by.as_deref())).collect();
    assert_eq!(titles, [("Mine", Some("Anna"))]);
    let own: PublishedList = anna.get("/published").await.expect("a list");
    assert_eq!(own.games.len(), 2);
    let look: PublishedGame =
        ben.get(&format!("/published/{}", unlisted.id)).await.expect("the address is enough");
    assert_eq!((look.files[0].text.as_str(), look.played), (file.text.as_str(), 0));

    // Who plays it: games by the same files.
    let terms = Terms { files: vec![file.clone()], audience: Audience::Public, ..terms("my:mine") };
    let (mut white, mut black, id) = game(&mut ben, &mut anna, terms).await;
    won_by(&mut white, &mut black, ["e3e4", "e6e5"]).await;
    let look: PublishedGame = ben.get(&format!("/published/{}", public.id)).await.expect("a game");
    assert_eq!((look.played, look.games[0].id.as_str()), (1, id.as_str()));

    let address = format!("/published/{}/audience", public.id);
    assert_eq!(ben.post::<Value>(&address, &"private").await.unwrap_err().code, Code::NotYours);
    anna.post::<Value>(&address, &"private").await.expect("her own");
    let hidden = ben.get::<PublishedGame>(&format!("/published/{}", public.id)).await.unwrap_err();
    assert_eq!(hidden.code, Code::Hidden);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_without_accounts_says_so() {
    let data = tempfile::tempdir().expect("a folder");
    let server = serve(data.path());
    let (mut anna, _white, _ben, _black, id) = table(server, terms("near")).await;
    assert!(!anna.get::<Hello>("/hello").await.expect("a server").accounts);
    assert_eq!(register(&mut anna, "Anna").await.err().expect("a refusal").code, Code::NoAccounts);
    assert_eq!(sign_in(&mut anna, "Anna", WORDS).await.unwrap_err().code, Code::NoAccounts);
    // But whoever plays may tell the operator of something.
    let report = json!({ "about": format!("game/{id}"), "text": "he is rude" });
    anna.post::<Value>("/reports", &report).await.expect("a report");
    let bad = json!({ "about": "../x", "text": "?" });
    assert_eq!(anna.post::<Value>("/reports", &bad).await.unwrap_err().code, Code::Malformed);
}
