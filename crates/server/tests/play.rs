//! Two people play by a link: real requests and WebSockets, a real file, and a program that ends and comes again.

use berolina_wire::event::{End, Request};
use berolina_wire::request::{GameList, Hello, Invitation, InvitationState, Invite, Invited};
use berolina_wire::socket::{Act, Told};
use berolina_wire::{ClockRule, Code, Color, GameFile, Terms, What};
use futures_util::{SinkExt as _, StreamExt as _};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;

use crate::table::{Board, Browser, PATIENCE, serve, table, terms};

#[tokio::test]
async fn a_link_leads_to_a_game_and_is_used_once() {
    let data = tempfile::tempdir().expect("a folder");
    let server = serve(data.path());
    let (mut anna, mut ben, mut eve) = (Browser::new(server), Browser::new(server), Browser::new(server));
    assert_eq!(anna.get::<Hello>("/hello").await.expect("a server").you, None);
    let invited = anna.invite(terms("near"), Color::White).await;
    let mut waits = anna.open(&invited.game, "").await;
    assert!(matches!(waits.hear().await, Told::Waiting(waiting) if waiting.invitation == invited.invitation));

    // Looking takes no seat, however often.
    let path = format!("/invitations/{}", invited.invitation);
    for _ in 0..3 {
        let seen: Invitation = ben.get(&path).await.expect("an invitation");
        assert_eq!((seen.state, seen.yours, seen.color), (InvitationState::Open, false, Some(Color::Black)));
    }
    assert_eq!(anna.join(&invited.invitation).await.unwrap_err().code, Code::OwnInvitation);
    assert_eq!(ben.join(&invited.invitation).await.expect("a free seat").game, invited.game);
    assert_eq!(ben.join(&invited.invitation).await.expect("his own seat").game, invited.game);
    assert_eq!(eve.join(&invited.invitation).await.unwrap_err().code, Code::InvitationTaken);
    assert_eq!(eve.join("AAAAAAAAAAAAAAAAAAAAAA").await.unwrap_err().code, Code::NoInvitation);
    assert_eq!(eve.join("garbled").await.unwrap_err().code, Code::NoInvitation);

    // Who waited is told.
    assert_eq!(waits.snapshot().await.you, Some(Color::White));
    let games: GameList = ben.get("/games").await.expect("a list");
    assert_eq!((games.games.len(), games.games[0].you), (1, Some(Color::Black)));
    assert_eq!(eve.get::<GameList>("/games").await.expect("a list").games, []);
}

#[tokio::test]
async fn the_server_judges_every_move() {
    let data = tempfile::tempdir().expect("a folder");
    let server = serve(data.path());
    let (_anna, mut white, ben, mut black, game) = table(server, terms("chess")).await;
    assert_eq!(black.play(0, "e7e5").await, Err(Code::NotYourTurn));
    assert_eq!(white.play(0, "e2e5").await, Err(Code::IllegalMove));
    assert_eq!(white.play(1, "e2e4").await, Err(Code::Late));
    assert_eq!(white.play(0, "f3").await, Ok(1));
    // The same wish again is the same event.
    white.wishes -= 1;
    assert_eq!(white.play(0, "f3").await, Ok(1));
    assert!(matches!(black.event().await, What::Moved { text, .. } if text == "f2f3"));
    assert_eq!(black.play(1, "e5").await, Ok(2));
    assert_eq!(white.play(2, "g4").await, Ok(3));
    assert_eq!(black.play(3, "Qh4").await, Ok(4));
    assert_eq!(white.play(4, "a3").await, Err(Code::Over));

    // Nobody else sees it, but by its key.
    let eve = Browser::new(server);
    assert!(
        matches!(eve.open(&game, "").await.hear().await, Told::Refused { why, .. } if why.code == Code::Hidden)
    );
    let mut again = ben.open(&game, "&since=3").await;
    let Told::Events { events, .. } = again.hear().await else { panic!("what is missing") };
    let ended = events.last().map(|event| event.what.clone());
    let end = End::Rules { reason: "checkmate".to_owned() };
    assert_eq!(ended, Some(What::Ended { by: None, winner: Some(Color::Black), end }));
    let key = ben.open(&game, "").await.snapshot().await.watch_key.expect("a key for watchers");
    let mut watcher = eve.open(&game, &format!("&watch={key}")).await;
    assert_eq!(watcher.snapshot().await.you, None);
    assert_eq!(watcher.wish(4, Act::Resign).await, Err(Code::NotYours));
}

#[tokio::test]
async fn players_agree_on_what_rules_do_not_say() {
    let data = tempfile::tempdir().expect("a folder");
    let clock = Some(ClockRule::Fischer { base: 60_000, increment: 1000 });
    let (anna, mut white, _ben, mut black, game) =
        table(serve(data.path()), Terms { clock, ..terms("near") }).await;
    assert_eq!(white.play(0, "e4").await, Ok(1));
    assert_eq!(black.play(1, "e5").await, Ok(2));
    assert_eq!(black.wish(2, Act::Abort).await, Err(Code::TooLateToAbort));
    let ask = |what| Act::Ask { what };
    assert_eq!(black.wish(2, ask(Request::TakeBack)).await, Ok(3));
    assert_eq!(black.wish(2, ask(Request::TakeBack)).await, Err(Code::Again));
    assert_eq!(white.wish(2, ask(Request::TakeBack)).await, Ok(4));
    assert_eq!(black.play(1, "d5").await, Ok(5));
    assert_eq!(white.wish(2, Act::GiveTime).await, Ok(6));
    assert_eq!(white.wish(2, Act::Say { text: " \u{202e} ".to_owned() }).await, Err(Code::Malformed));
    assert_eq!(white.wish(2, Act::Say { text: "a".repeat(281) }).await, Err(Code::TooLarge));
    assert_eq!(white.wish(2, Act::Say { text: " well\u{0} ".to_owned() }).await, Ok(7));
    assert_eq!(white.wish(2, Act::ClaimGone { draw: false }).await, Err(Code::NothingToClaim));
    assert_eq!(white.wish(2, ask(Request::Rematch)).await, Err(Code::NotOver));
    assert_eq!(white.wish(2, ask(Request::Draw)).await, Ok(8));
    assert_eq!(black.wish(2, Act::Decline { what: Request::Draw }).await, Ok(9));
    assert_eq!(white.wish(2, ask(Request::Draw)).await, Err(Code::Again));
    assert_eq!(white.wish(2, Act::Resign).await, Ok(10));
    assert_eq!(white.wish(2, ask(Request::Rematch)).await, Ok(11));
    assert_eq!(black.wish(2, ask(Request::Rematch)).await, Ok(12));
    let Told::Events { events, .. } = anna.open(&game, "&since=11").await.hear().await else {
        panic!("what is missing")
    };
    let What::RematchMade { game, .. } = &events[0].what else { panic!("{events:?}") };
    assert_eq!(anna.open(game, "").await.snapshot().await.you, Some(Color::Black));
}

#[tokio::test]
async fn a_time_that_is_over_ends_the_game() {
    let data = tempfile::tempdir().expect("a folder");
    let clock = Some(ClockRule::Fischer { base: 1000, increment: 0 });
    let (_anna, mut white, _ben, mut black, _) =
        table(serve(data.path()), Terms { clock, ..terms("near") }).await;
    assert_eq!(white.play(0, "e4").await, Ok(1));
    assert_eq!(black.play(1, "e5").await, Ok(2));
    let mut last = black.event().await;
    while !matches!(last, What::Ended { .. }) {
        last = black.event().await;
    }
    assert_eq!(last, What::Ended { by: None, winner: Some(Color::Black), end: End::Time });
    assert_eq!(white.play(2, "d4").await, Err(Code::Over));
}

#[tokio::test]
async fn who_cannot_win_does_not_win_on_time() {
    let data = tempfile::tempdir().expect("a folder");
    let clock = Some(ClockRule::Fischer { base: 1000, increment: 0 });
    let start = Some("Q7/8/8/4k3/8/8/8/K7 w - - 0 1".to_owned());
    let (_anna, mut white, _ben, mut black, _) =
        table(serve(data.path()), Terms { clock, start, ..terms("chess") }).await;
    assert_eq!(white.play(0, "Qb8").await, Ok(1));
    assert_eq!(black.play(1, "Ke6").await, Ok(2));
    let mut last = black.event().await;
    while !matches!(last, What::Ended { .. }) {
        last = black.event().await;
    }
    assert_eq!(last, What::Ended { by: None, winner: None, end: End::Time });
}

#[tokio::test]
async fn games_go_on_with_their_own_rules_when_the_program_comes_again() {
    const MINE: &str = "extends = \"near\"\ntitle = \"Mine\"\nabout = \"Mine.\"\n";
    let data = tempfile::tempdir().expect("a folder");
    let first = serve(data.path());
    let files = vec![GameFile { name: "mine".to_owned(), text: MINE.to_owned() }];
    let clock = Some(ClockRule::Days { days: 3 });
    let (mut anna, mut white, _ben, _black, game) =
        table(first, Terms { files, clock, ..terms("my:mine") }).await;
    assert_eq!(white.play(0, "e4").await, Ok(1));
    // Another program opens the same file; what was acknowledged is there, without anything having been ended in order.
    let second = serve(data.path());
    anna.server = second;
    let snapshot = anna.open(&game, "").await.snapshot().await;
    assert_eq!(snapshot.events.len(), 1);
    assert_eq!(snapshot.terms.files[0].text, MINE);
    assert_eq!(snapshot.times.expect("a clock").running, Some(Color::Black));
    let (status, pgn) = anna.send("GET", &format!("/games/{game}/pgn"), None).await;
    assert!(status == 200 && pgn.contains("1. e4") && pgn.contains("[White \"Guest\"]"), "{pgn}");
}

#[tokio::test]
async fn what_strangers_send_is_bounded() {
    let data = tempfile::tempdir().expect("a folder");
    let server = serve(data.path());
    let mut eve = Browser::new(server);
    let bad = |terms| Invite { terms, color: None, open: false };
    let refused = async |eve: &mut Browser, terms| {
        eve.post::<Invited>("/invitations", &bad(terms)).await.unwrap_err().code
    };
    assert_eq!(refused(&mut eve, terms("no-such-game")).await, Code::BadGame);
    let clock = Some(ClockRule::Days { days: 1000 });
    assert_eq!(refused(&mut eve, Terms { clock, ..terms("near") }).await, Code::BadClock);
    assert_eq!(refused(&mut eve, Terms { rated: true, ..terms("near") }).await, Code::NeedsAccount);
    assert_eq!(eve.send("POST", "/invitations", Some("{".to_owned())).await.0, 400);
    assert_eq!(eve.send("GET", "/nothing", None).await.0, 404);
    assert_eq!(eve.send("DELETE", "/games", None).await.0, 405);
    assert_eq!(eve.cookie, None, "who was refused is nobody");

    // Frames above the bound end the connection, an old page is told to reload.
    let (_, mut white, ben, _, game) = table(server, terms("near")).await;
    white.socket.send(Message::Text("x".into())).await.expect("an open socket");
    assert!(matches!(white.hear().await, Told::Refused { wish: 0, why, .. } if why.code == Code::Malformed));
    white.socket.send(Message::Text("x".repeat(5000).into())).await.expect("an open socket");
    let after = tokio::time::timeout(PATIENCE, async {
        while let Some(Ok(message)) = white.socket.next().await {
            if message.is_close() {
                break;
            }
        }
    });
    after.await.expect("the end of the connection");
    let mut old = ben.open(&game, "&x=").await;
    assert!(matches!(old.hear().await, Told::Game(_)));
    let url = format!("ws://{server}/api/v1/games/{game}/socket?wire=0");
    let (socket, _) = connect_async(url).await.expect("a socket");
    assert!(matches!(Board { socket, wishes: 0 }.hear().await, Told::Reload { .. }));
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_fills_a_game_with_talk() {
    /// A page may wish so much at once.
    const BURST: u32 = 20;
    let data = tempfile::tempdir().expect("a folder");
    let (one, mut white, two, _black, game) = table(serve(data.path()), terms("chess")).await;
    let longest = "\u{1f984}".repeat(berolina_wire::MAX_SAID);
    for page in 0..300 / BURST {
        let mut board = one.open(&game, "").await;
        board.snapshot().await;
        board.wishes = page * BURST;
        for _ in 0..BURST {
            board.wish(0, Act::Say { text: longest.clone() }).await.expect("room for talk");
        }
    }
    white.wishes = 1000;
    assert_eq!(white.wish(0, Act::Say { text: longest }).await, Err(Code::TooMany));
    // Who comes then is told all of it, and the game goes on.
    assert_eq!(two.open(&game, "").await.snapshot().await.events.len(), 300);
    white.play(0, "e4").await.expect("a legal move");
}

#[tokio::test(flavor = "multi_thread")]
async fn games_are_copied_while_they_go_on_and_go_on_from_the_copy() {
    let (data, other) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    let server = serve(data.path());
    let (mut one, mut two) = (Browser::new(server), Browser::new(server));
    let invited = one.invite(terms("near"), Color::White).await;
    two.join(&invited.invitation).await.expect("a seat");
    let mut board = one.open(&invited.game, "").await;
    board.snapshot().await;
    board.play(0, "e4").await.expect("a legal move");

    let copy = other.path().join(berolina_server::store::sqlite::FILE);
    let made = {
        let (data, copy) = (data.path().to_owned(), copy.clone());
        tokio::task::spawn_blocking(move || {
            (berolina_server::backup(&data, &copy), berolina_server::backup(&data, &copy))
        })
    };
    let (first, again) = made.await.expect("no panic");
    first.expect("a copy");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let inner = other.path().join("made");
        berolina_server::store::sqlite::make(&inner).expect("a folder");
        let mode = std::fs::metadata(&inner).expect("a folder").permissions().mode();
        assert_eq!(mode & 0o777, 0o700);
    }
    let line = again.expect_err("nothing is written over").to_string();
    assert!(line.contains("exists already"), "{line}");

    one.server = serve(other.path());
    let GameList { games, .. } = one.get("/games").await.expect("a list");
    assert_eq!(
        games.iter().map(|line| (line.id.as_str(), line.plies)).collect::<Vec<_>>(),
        [(invited.game.as_str(), 1)]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_watches_over_the_server_is_told_that_it_is_well() {
    let data = tempfile::tempdir().expect("a folder");
    let server = serve(data.path());
    let mut stream = TcpStream::connect(server).await.expect("the server listens");
    let request = b"GET /healthz HTTP/1.1\r\nHost: whatever.example\r\nConnection: close\r\n\r\n";
    stream.write_all(request).await.expect("the server reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("the server answers in text");
    assert!(answer.starts_with("HTTP/1.1 200") && answer.ends_with("ok\n"), "{answer}");
}
