//! What a stranger can make the server pay, and that a fault of the program ends one game alone.

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::{Duration, Instant};

use berolina_server::play::Hall;
use berolina_server::{Quotas, Rate, Rates};
use berolina_wire::event::End;
use berolina_wire::place::Lobby;
use berolina_wire::request::{Invitation, Invite, Invited};
use berolina_wire::socket::{Act, Told, Wish};
use berolina_wire::{Audience, ClockRule, Code, Color, GameFile, MAX_WISH, Refusal, Terms, What};
use futures_util::SinkExt as _;
use tokio_tungstenite::tungstenite::Message;

use crate::table::{Board, Browser, serve, serve_within, table, terms};

/// Limits of everything but the number of requests, which all browsers of a test share.
fn limited() -> Quotas {
    let many = Rate { per_second: 10_000, burst: 10_000 };
    Quotas { writes: Some(Rates { each: many, all: many }), ..Quotas::none() }
}

fn own(name: &str, text: &str) -> Terms {
    let files = vec![GameFile { name: name.to_owned(), text: text.to_owned() }];
    Terms { files, ..terms(&format!("my:{name}")) }
}

/// A large board full of pieces that go far, with a blocker: each of some thousand first halves times each empty square.
fn heavy(moves: &str, kinds: &str) -> String {
    let mut text = String::from(
        "title = \"Heavy\"\nabout = \"Heavy.\"\nboard = { files = 16, ranks = 8 }\nblocker = true\nking-lost-by = \"capture\"\ninsufficient = false\n",
    );
    let _ = writeln!(text, "array = [\"AAAAAAAKAAAAAAAA\", \"2AAAAAAAAAAAA2\"]");
    if kinds.len() > 1 {
        text.push_str("promotion = { optional = \"all\" }\n");
    }
    text.push_str("[pieces.king]\nletter = \"K\"\nmoves = \"K\"\nroyal = true\n");
    for c in kinds.chars() {
        let _ = writeln!(text, "[pieces.p{}]\nletter = \"{c}\"\nmoves = \"{moves}\"", c.to_ascii_lowercase());
        if kinds.len() > 1 {
            let _ = writeln!(text, "promotes = \"{}\"", kinds.replace(c, ""));
        }
    }
    text
}

async fn refused(browser: &mut Browser, terms: Terms) -> Refusal {
    let invite = Invite { terms, color: None, open: false };
    browser.post::<Invited>("/invitations", &invite).await.expect_err("a refusal")
}

#[tokio::test]
async fn no_text_of_a_move_holds_up_anybody() {
    let data = tempfile::tempdir().expect("a folder");
    let server = serve(data.path());
    let marks = "!".repeat(3900);
    for terms in [terms("duck"), own("heavy", &heavy("QN", "A"))] {
        let spec = terms.spec.clone();
        let (_anna, mut white, _ben, _black, _) = table(server, terms).await;
        for text in
            [format!("a1a8{marks}"), "a1".repeat(2000), "Aa1".to_owned(), "zz".to_owned(), String::new()]
        {
            let begin = Instant::now();
            assert_eq!(white.play(0, &text).await, Err(Code::IllegalMove), "{spec}: {text:.20}");
            // Generous, as tests run on any machine; what it costs as work is tested with the rules.
            assert!(
                begin.elapsed() < Duration::from_secs(2),
                "{spec}: {text:.20} took {:?}",
                begin.elapsed()
            );
        }
    }
}

#[tokio::test]
async fn games_that_cost_too_much_are_refused_with_the_limit() {
    let data = tempfile::tempdir().expect("a folder");
    let mut anna = Browser::new(serve(data.path()));
    let letters = "ABCDEFGHIJLMNOPQRSTUVWXYZ";
    let refusal = refused(&mut anna, own("heavy", &heavy("QNCZ", letters))).await;
    assert_eq!(refusal.code, Code::BadGame, "{}", refusal.text);
    assert!(refusal.text.contains("E130"), "{}", refusal.text);
    // The same by a start of one's own.
    let amazons = format!("{0}/{0}/8/8/8/8/{1}/{1}[{1}{1}{1}{1}] w - - 0 1", "q".repeat(8), "Q".repeat(8));
    let start = Terms { start: Some(amazons), ..terms("crazyhouse") };
    let code = refused(&mut anna, start).await.code;
    assert!(matches!(code, Code::BadGame | Code::TooLarge));
}

#[tokio::test]
async fn a_fault_of_the_program_ends_one_game() {
    let data = tempfile::tempdir().expect("a folder");
    let (server, hall) = serve_within(data.path(), false, Quotas::none());
    let mine = "extends = \"near\"\ntitle = \"Mine\"\nabout = \"Mine.\"\n";
    let clock = Some(ClockRule::Fischer { base: 60_000, increment: 0 });
    let (_dora, mut other, _eva, mut answering, _) = table(server, terms("near")).await;
    assert_eq!(other.play(0, "e4").await, Ok(1));
    hall.fail_at("d4");
    for terms in [Terms { clock, ..terms("near") }, own("mine", mine)] {
        let (anna, mut white, _ben, mut black, game) = table(server, terms).await;
        assert_eq!(white.play(0, "e4").await, Ok(1));
        assert!(matches!(black.event().await, What::Moved { .. }));
        assert_eq!(black.play(1, "e5").await, Ok(2));
        assert_eq!(white.play(2, "d4").await, Err(Code::Fault));
        let ended = What::Ended { by: None, winner: None, end: End::Fault };
        let mut last = black.event().await;
        while matches!(last, What::Moved { .. }) {
            last = black.event().await;
        }
        assert_eq!(last, ended);
        // What was played is kept, and nobody can go on.
        let events = anna.open(&game, "").await.snapshot().await.events;
        assert_eq!(events.len(), 3);
        assert_eq!(events[2].what, ended);
        assert!(events[2].times.is_none_or(|times| times.running.is_none()));
        assert_eq!(black.play(2, "d4").await, Err(Code::Fault));
        assert_eq!(white.play(2, "d3").await, Err(Code::Over));
    }
    assert!(matches!(answering.event().await, What::Moved { .. }));
    assert_eq!(answering.play(1, "e5").await, Ok(2), "the others go on");
}

#[tokio::test]
async fn numbers_of_wishes_are_bounded() {
    let data = tempfile::tempdir().expect("a folder");
    let (_anna, mut white, _ben, mut black, _) = table(serve(data.path()), terms("near")).await;
    for id in [MAX_WISH + 1, u32::MAX] {
        let wish = Wish { id, ply: 0, act: Act::Move { text: "e4".to_owned() } };
        let text = serde_json::to_string(&wish).expect("plain data");
        white.socket.send(Message::Text(text.into())).await.expect("an open socket");
        match white.hear().await {
            Told::Refused { wish, why, .. } => assert_eq!((wish, why.code), (id, Code::Malformed)),
            other => panic!("{other:?}"),
        }
    }
    white.wishes = MAX_WISH - 1;
    assert_eq!(white.play(0, "e4").await, Ok(1));
    // The other player's numbers are others.
    assert_eq!(black.play(1, "e5").await, Ok(2));
}

async fn challenge(browser: &mut Browser, terms: Terms) -> Result<Invited, Refusal> {
    let terms = Terms { audience: Audience::Public, ..terms };
    browser.post("/invitations", &Invite { terms, color: Some(Color::White), open: true }).await
}

#[tokio::test]
async fn the_lobby_is_nobodys_alone() {
    let data = tempfile::tempdir().expect("a folder");
    let (server, _hall) = serve_within(data.path(), false, limited());
    let days = Terms { clock: Some(ClockRule::Days { days: 1 }), ..terms("near") };
    let mut anna = Browser::new(server);
    for _ in 0..5 {
        challenge(&mut anna, days.clone()).await.expect("a challenge");
    }
    assert_eq!(challenge(&mut anna, days.clone()).await.unwrap_err().code, Code::TooMany);
    // Without a cookie everybody is somebody else; the address is the same.
    let mut made = 0;
    for _ in 0..30 {
        made += usize::from(challenge(&mut Browser::new(server), days.clone()).await.is_ok());
    }
    assert!(made < 12, "{made}");
}

#[tokio::test]
async fn titles_in_lists_are_what_they_look_like() {
    let data = tempfile::tempdir().expect("a folder");
    let server = serve(data.path());
    for (title, seen) in [
        ("\u{202e}gnp.exe\u{202c} evil", "gnp.exe evil"),
        ("a\u{200b}d\u{200b}min", "admin"),
        ("Z\u{301}\u{301}\u{301}\u{301}\u{301}", "Z\u{301}\u{301}\u{301}"),
    ] {
        let text = format!("extends = \"near\"\ntitle = \"{title}\"\nabout = \"x\"\n");
        let terms = Terms { clock: Some(ClockRule::Days { days: 1 }), ..own("mine", &text) };
        let mut anna = Browser::new(server);
        // The rules may refuse it as well.
        let Ok(made) = challenge(&mut anna, terms).await else { continue };
        let lobby: Lobby = anna.get("/lobby").await.expect("a lobby");
        let line = lobby.challenges.iter().find(|line| line.invitation == made.invitation).expect("a line");
        assert_eq!(line.title, seen);
    }
}

#[tokio::test]
async fn what_has_expired_goes() {
    const DAY: u64 = 24 * 60 * 60 * 1000;
    let data = tempfile::tempdir().expect("a folder");
    let (server, hall) = serve_within(data.path(), false, Quotas::none());
    let mut anna = Browser::new(server);
    let now = berolina_server::time::date();
    let quick = Terms { clock: Some(ClockRule::Fischer { base: 60_000, increment: 0 }), ..terms("near") };
    let left = challenge(&mut anna, quick.clone()).await.expect("a challenge");
    let waited_at = challenge(&mut anna, quick).await.expect("a challenge");
    let mut page: Board = anna.open(&waited_at.game, "").await;
    assert!(matches!(page.hear().await, Told::Waiting(_)));
    let private = anna.invite(terms("near"), Color::White).await;
    let sweep = async |hall: &Arc<Hall>, at| hall.sweep(at, 0).await.expect("room on the disk");
    sweep(&hall, now + 11 * 60 * 1000).await;
    // Those with a clock of minutes yield where nobody waits at them.
    let mut state = async |invited: &Invited| {
        let found = anna.get::<Invitation>(&format!("/invitations/{}", invited.invitation)).await;
        found.map(|found| found.state).map_err(|refusal| refusal.code)
    };
    use berolina_wire::request::InvitationState::{Open, Withdrawn};
    assert_eq!(state(&left).await, Ok(Withdrawn));
    assert_eq!(state(&waited_at).await, Ok(Open));
    assert_eq!(state(&private).await, Ok(Open));
    sweep(&hall, now + 16 * DAY).await;
    assert_eq!(state(&private).await, Err(Code::NoInvitation));
    assert_eq!(state(&left).await, Err(Code::NoInvitation));
}
