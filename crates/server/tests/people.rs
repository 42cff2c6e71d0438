//! Fairness among people: nobody locks another out, takes what all have, wins by the server's pauses or by games that nobody played; and what
//! the operator can do.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::Path;
use std::time::{Duration, Instant};

use crate::table::{ASSETS, Board, Browser, terms};
use berolina_server::store::Store as _;
use berolina_server::store::sqlite::{FILE, Sqlite};
use berolina_server::{Proxies, Quotas, Reach, Server};
use berolina_wire::event::{End, Times};
use berolina_wire::place::{
    Archive, Lobby, PersonPage, Published, PublishedGame, PublishedList, Recovered, Registered, SignedIn,
};
use berolina_wire::request::{GameLine, Hello, Invite, Invited};
use berolina_wire::socket::{Act, Told};
use berolina_wire::{Audience, ClockRule, Code, Color, GameFile, Refusal, Terms, What};
use serde_json::{Value, json};
use sqlx::{Connection as _, Executor as _, Row as _, SqliteConnection};

const WORDS: &str = "four plain words here";

struct Running {
    server: SocketAddr,
    admin: SocketAddr,
}

/// A server that believes what browsers say of their addresses.
fn start(data: &Path, quotas: Quotas) -> Running {
    let (data, (tell, told)) = (data.to_owned(), std::sync::mpsc::channel());
    std::thread::spawn(move || {
        let local = IpAddr::V4(Ipv4Addr::LOCALHOST);
        let server = Server::bind(local, 0, ASSETS).expect("a free port");
        let proxies: Proxies = Proxies::named("loopback").expect("a proxy").into_iter().collect();
        let server = server.with_games(&data, Reach::default()).expect("a folder").with_accounts(true);
        let mut server = server.with_quotas(quotas).trusting(proxies);
        let admin = server.listen_for_admin(SocketAddr::new(local, 0)).expect("a free port");
        tell.send((server.address().expect("an address"), admin)).expect("a test that waits");
        server.run()
    });
    let (server, admin) = told.recv().expect("a server");
    Running { server, admin }
}

impl Running {
    fn from(&self, address: &str) -> Browser {
        Browser { address: Some(address.to_owned()), ..Browser::new(self.server) }
    }

    /// What the operator asks.
    async fn admin(&self, method: &str, path: &str) -> (u16, String) {
        use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
        let mut stream = tokio::net::TcpStream::connect(self.admin).await.expect("the server listens");
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).await.expect("the server reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.expect("an answer");
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
        (head.split(' ').nth(1).and_then(|code| code.parse().ok()).expect("a status"), body.to_owned())
    }

    async fn does(&self, path: &str) {
        let (status, body) = self.admin("POST", path).await;
        assert_eq!(status, 204, "{path}: {body}");
    }
}

async fn register(browser: &mut Browser, name: &str) -> Registered {
    browser.post("/accounts", &json!({ "name": name, "passphrase": WORDS })).await.expect("a free name")
}

async fn sign_in(browser: &mut Browser, name: &str, passphrase: &str) -> Result<SignedIn, Refusal> {
    browser.post("/session", &json!({ "name": name, "passphrase": passphrase })).await
}

fn live() -> Terms {
    let clock = Some(ClockRule::Fischer { base: 600_000, increment: 5_000 });
    Terms { clock, audience: Audience::Public, ..terms("chess") }
}

async fn begun(white: &mut Browser, black: &mut Browser, terms: Terms) -> (Board, Board, String) {
    let invited = white.invite(terms, Color::White).await;
    black.join(&invited.invitation).await.expect("a free seat");
    let (mut one, mut other) = (white.open(&invited.game, "").await, black.open(&invited.game, "").await);
    one.snapshot().await;
    other.snapshot().await;
    (one, other, invited.game)
}

async fn played(white: &mut Board, black: &mut Board, moves: &[&str]) {
    for (ply, text) in (0..).zip(moves) {
        let board = if ply % 2 == 0 { &mut *white } else { &mut *black };
        board.play(ply, text).await.expect("a legal move");
    }
}

const MOVES: [&str; 6] = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6"];

#[tokio::test(flavor = "multi_thread")]
async fn wrong_tries_of_others_lock_nobody_out() {
    let data = tempfile::tempdir().expect("a folder");
    let running = start(data.path(), Quotas::default());
    let mut anna = running.from("198.51.100.1");
    let codes = register(&mut anna, "Anna").await.codes;
    let mut eve = running.from("203.0.113.66");
    guess(&mut eve).await;
    // From elsewhere, in a browser that the server does not know.
    sign_in(&mut running.from("198.51.100.7"), "Anna", WORDS).await.expect("another address");
    // From the very address of who guesses: a browser that was signed in before, and a code.
    anna.address = eve.address.clone();
    anna.post::<Value>("/session/end", &()).await.expect("one may always go");
    assert_eq!(anna.get::<Hello>("/hello").await.expect("a server").you, None);
    sign_in(&mut anna, "Anna", WORDS).await.expect("her own browser");
    let mut fresh = running.from("203.0.113.66");
    let recover = json!({ "name": "Anna", "code": codes[0], "passphrase": "quite other words" });
    fresh.post::<Recovered>("/accounts/recover", &recover).await.expect("a code");
    // What a browser brings that the server did not give is worth nothing.
    let device = Some("berolina-device=AAAAAAAAAAAAAAAAAAAAAA".to_owned());
    let mut forged = Browser { device, ..running.from("203.0.113.66") };
    guess(&mut forged).await;
}

/// Guesses at once, until that is refused.
async fn guess(browser: &mut Browser) {
    let tries = (0..14).map(|_| {
        let mut browser = browser.clone();
        tokio::spawn(
            async move { sign_in(&mut browser, "Anna", "a guess that is wrong").await.unwrap_err().code },
        )
    });
    let mut refused = Vec::new();
    for tried in tries.collect::<Vec<_>>() {
        refused.push(tried.await.expect("no panic"));
    }
    assert!(refused.contains(&Code::TooMany), "{refused:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_that_nobody_has_takes_as_long() {
    let data = tempfile::tempdir().expect("a folder");
    let running = start(data.path(), Quotas::none());
    register(&mut running.from("198.51.100.1"), "Anna").await;
    let (mut known, mut unknown) = (Vec::new(), Vec::new());
    for i in 0..5 {
        for (name, times) in [("Anna", &mut known), ("Nobody", &mut unknown)] {
            let mut browser = running.from(&format!("203.0.{i}.5"));
            let begin = Instant::now();
            let wrong = sign_in(&mut browser, name, "a guess that is wrong").await.unwrap_err();
            times.push(begin.elapsed());
            assert_eq!(wrong.code, Code::WrongPassphrase);
        }
    }
    known.sort_unstable();
    unknown.sort_unstable();
    let (known, unknown) = (known[2].as_secs_f64(), unknown[2].as_secs_f64());
    assert!(known < 2.0 * unknown && unknown < 2.0 * known, "{known} s and {unknown} s");
}

/// Games that are over, put in by SQL: of one person, in `count` games that differ by their result alone.
async fn filled(data: &Path, id: &str, count: u32) {
    let file = format!("sqlite://{}", data.join(FILE).display());
    let mut connection = SqliteConnection::connect(&file).await.expect("a file");
    let statement = format!(
        "PRAGMA synchronous = OFF; BEGIN;
         WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {count})
         INSERT INTO game (id, terms, rules, title, white, black, watch_key, created, served, plies, turn, result, due, updated)
         SELECT printf('G%011d', i), terms, rules, title, white, black, 'k', 1700000000000 + i, 0, 40, NULL,
         CASE i WHEN 7 THEN '1/2-1/2' ELSE '1-0' END, NULL, 1700000000000 + i FROM n, game WHERE id = '{id}'; COMMIT;"
    );
    connection.execute(sqlx::AssertSqlSafe(statement)).await.expect("games");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_search_of_a_large_archive_is_bounded_and_goes_on() {
    const GAMES: u32 = 30_000;
    let data = tempfile::tempdir().expect("a folder");
    let running = start(data.path(), Quotas::none());
    let (mut anna, mut ben) = (running.from("198.51.100.1"), running.from("198.51.100.2"));
    register(&mut anna, "Anna").await;
    let (_, _, id) = begun(&mut anna, &mut ben, live()).await;
    filled(data.path(), &id, GAMES).await;
    for query in [
        "",
        "?game=chess",
        "?game=nothing",
        "?result=1/2-1/2",
        "?rated=true",
        "?game=chess&result=1/2-1/2",
        "?person=Anna",
        "?person=Anna&rated=true",
        "?person=Anna&result=0-1",
        "?person=Anna&game=near",
    ] {
        let begin = Instant::now();
        ben.get::<Archive>(&format!("/archive{query}")).await.expect("an archive");
        assert!(begin.elapsed() < Duration::from_millis(500), "{query}: {:?}", begin.elapsed());
    }
    // The one draw is found at once by its index, and by a person's games page after page.
    let direct: Archive = ben.get("/archive?result=1/2-1/2").await.expect("an archive");
    assert_eq!((direct.games.len(), direct.next), (1, None));
    let (mut next, mut pages, mut found) = (String::new(), 0, 0);
    loop {
        let page: Archive =
            ben.get(&format!("/archive?person=Anna&result=1/2-1/2{next}")).await.expect("an archive");
        (pages, found) = (pages + 1, found + page.games.len());
        let Some(cursor) = page.next else { break };
        next = format!("&before={cursor}");
    }
    assert_eq!(found, 1);
    assert!((10..=20).contains(&pages), "{pages} pages");
    // Nobody waits for those who search.
    let searches = (0..60).map(|_| {
        let mut eve = running.from("203.0.113.5");
        tokio::spawn(async move { drop(eve.get::<Archive>("/archive?person=Anna&rated=true").await) })
    });
    let searches: Vec<_> = searches.collect();
    let begin = Instant::now();
    anna.get::<Hello>("/hello").await.expect("a server");
    assert!(begin.elapsed() < Duration::from_secs(2), "{:?}", begin.elapsed());
    for search in searches {
        search.await.expect("no panic");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_operator_bans_people() {
    let data = tempfile::tempdir().expect("a folder");
    let running = start(data.path(), Quotas::none());
    let (mut anna, mut eve) = (running.from("198.51.100.1"), running.from("203.0.113.66"));
    register(&mut eve, "Eve").await;
    let (mut white, mut black, _) = begun(&mut anna, &mut eve, live()).await;
    let open = Invite { terms: Terms { clock: None, ..live() }, color: None, open: true };
    let invited: Invited = eve.post("/invitations", &open).await.expect("an invitation");
    running.does("/people/eve/ban?days=7&reason=rude%20words").await;
    let lobby: Lobby = anna.get("/lobby").await.expect("a lobby");
    assert_eq!(lobby.challenges, [], "her challenges are called off");
    assert_eq!(anna.join(&invited.invitation).await.unwrap_err().code, Code::InvitationWithdrawn);
    // Moving and talking, in a page that was open.
    white.play(0, "e2e4").await.expect("the other's game goes on");
    black.event().await;
    black.send(1, Act::Move { text: "e7e5".to_owned() }).await;
    let Told::Refused { why, .. } = black.hear().await else { panic!("a refusal") };
    assert_eq!(why.code, Code::Banned);
    assert!(why.text.contains("rude words") && why.text.contains("until"), "{}", why.text);
    assert!(black.ends().await);
    // Inviting, joining, publishing, reporting.
    let refusal = eve.post::<Invited>("/invitations", &open).await.unwrap_err();
    assert_eq!(refusal.code, Code::Banned);
    let theirs = anna.invite(terms("near"), Color::White).await;
    assert_eq!(eve.join(&theirs.invitation).await.unwrap_err().code, Code::Banned);
    let report = json!({ "about": "person/Anna", "text": "she is rude" });
    assert_eq!(eve.post::<Value>("/reports", &report).await.unwrap_err().code, Code::Banned);
    let file = GameFile { name: "mine".to_owned(), text: "extends = \"near\"\n".to_owned() };
    let publish = json!({ "spec": "my:mine", "files": [file], "audience": "unlisted" });
    assert_eq!(eve.post::<Published>("/published", &publish).await.unwrap_err().code, Code::Banned);
    // Signing in elsewhere; who does not know the passphrase is not told.
    let mut phone = running.from("203.0.113.67");
    assert_eq!(sign_in(&mut phone, "Eve", WORDS).await.unwrap_err().code, Code::Banned);
    assert_eq!(sign_in(&mut phone, "Eve", "wrong words here").await.unwrap_err().code, Code::WrongPassphrase);
    let (_, bans) = running.admin("GET", "/bans").await;
    assert!(bans.contains("\"name\":\"Eve\"") && bans.contains("rude words"), "{bans}");
    // It holds after a restart, until it is lifted.
    let again = start(data.path(), Quotas::none());
    (eve.server, phone.server) = (again.server, again.server);
    assert_eq!(eve.post::<Invited>("/invitations", &open).await.unwrap_err().code, Code::Banned);
    again.does("/people/Eve/unban").await;
    sign_in(&mut phone, "Eve", WORDS).await.expect("she may come again");
    eve.post::<Invited>("/invitations", &open).await.expect("an invitation");
    // And one who has no name.
    let (_white, _black, id) = {
        anna.server = again.server;
        begun(&mut phone, &mut anna, live()).await
    };
    again.does(&format!("/games/{id}/black/ban")).await;
    let refusal = anna.post::<Invited>("/invitations", &open).await.unwrap_err();
    assert!(refusal.code == Code::Banned && !refusal.text.contains("until"), "{}", refusal.text);
    assert_eq!(again.admin("POST", &format!("/games/{id}/green/ban")).await.0, 400);
    assert_eq!(again.admin("POST", "/people/Eve/ban?days=0").await.0, 400);
    assert_eq!(again.admin("POST", "/people/Nobody/ban").await.0, 404);
    assert_eq!(again.admin("POST", "/people/Eve/unban").await.0, 404, "she is not banned");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_operator_bans_networks_for_a_time() {
    let data = tempfile::tempdir().expect("a folder");
    let running = start(data.path(), Quotas::none());
    let (mut anna, mut eve) = (running.from("198.51.100.1"), running.from("203.0.113.66"));
    let (mut white, mut black, _) = begun(&mut anna, &mut eve, live()).await;
    white.play(0, "e2e4").await.expect("a legal move");
    running.does("/networks/ban?network=203.0.113.0/24&hours=24&reason=a%20flood").await;
    assert_eq!(black.play(1, "e7e5").await.unwrap_err(), Code::Banned);
    let mut other = running.from("203.0.113.9");
    let invite = Invite { terms: terms("near"), color: None, open: false };
    assert_eq!(other.post::<Invited>("/invitations", &invite).await.unwrap_err().code, Code::Banned);
    assert!(other.get::<Lobby>("/lobby").await.is_ok(), "reading is free");
    assert_eq!(sign_in(&mut other, "Anna", WORDS).await.unwrap_err().code, Code::Banned);
    anna.post::<Invited>("/invitations", &invite).await.expect("another network");
    running.does("/networks/unban?network=203.0.113.0/24").await;
    black.play(1, "e7e5").await.expect("a legal move");
    for bad in [
        "network=203.0.113.0/24",
        "network=0.0.0.0/0&hours=1",
        "network=x&hours=1",
        "hours=1",
        "network=::/8&hours=1",
    ] {
        let (status, body) = running.admin("POST", &format!("/networks/ban?{bad}")).await;
        assert!(status == 400 && body.lines().count() == 1, "{bad}: {body}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_operator_removes_challenges_games_and_talk() {
    let data = tempfile::tempdir().expect("a folder");
    let running = start(data.path(), Quotas::none());
    let (mut anna, mut ben) = (running.from("198.51.100.1"), running.from("198.51.100.2"));
    register(&mut anna, "Anna").await;
    let open = Invite { terms: Terms { clock: None, ..live() }, color: None, open: true };
    let mut made = Vec::new();
    for _ in 0..3 {
        made.push(anna.post::<Invited>("/invitations", &open).await.expect("an invitation"));
    }
    running.does(&format!("/challenges/{}/remove", made[0].invitation)).await;
    assert_eq!(ben.get::<Lobby>("/lobby").await.expect("a lobby").challenges.len(), 2);
    running.does("/people/Anna/challenges/remove").await;
    assert_eq!(ben.get::<Lobby>("/lobby").await.expect("a lobby").challenges, []);

    let (mut white, mut black, id) = begun(&mut anna, &mut ben, live()).await;
    white.wish(0, Act::Say { text: "a bad word".to_owned() }).await.expect("she may talk");
    played(&mut white, &mut black, &["e2e4", "e7e5"]).await;
    running.does(&format!("/games/{id}/talk/remove")).await;
    loop {
        // The pages that are open are told, and so are those that come.
        if let Told::Game(seen) = black.hear().await {
            assert!(matches!(&seen.events[0].what, What::Said { text, .. } if text.is_empty()));
            break;
        }
    }
    let mut watcher = running.from("203.0.113.1");
    let mut page = watcher.open(&id, "").await;
    page.snapshot().await;
    running.does(&format!("/games/{id}/hide")).await;
    let Told::Refused { why, .. } = page.hear().await else { panic!("a refusal") };
    assert_eq!(why.code, Code::Hidden);
    assert_eq!(watcher.get::<GameLine>(&format!("/games/{id}")).await.unwrap_err().code, Code::Hidden);
    assert_eq!(watcher.get::<Lobby>("/lobby").await.expect("a lobby").live, []);
    white.wish(2, Act::Move { text: "g1f3".to_owned() }).await.expect("it goes on");
    running.does(&format!("/games/{id}/remove")).await;
    assert!(black.ends().await);
    assert_eq!(ben.get::<GameLine>(&format!("/games/{id}")).await.unwrap_err().code, Code::NotFound);
    for path in [
        "/games/AAAAAAAAAAAA/hide",
        "/games/AAAAAAAAAAAA/remove",
        "/games/AAAAAAAAAAAA/talk/remove",
        "/challenges/x/remove",
    ] {
        assert_eq!(running.admin("POST", path).await.0, 404, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_operator_has_hidden_stays_hidden() {
    let data = tempfile::tempdir().expect("a folder");
    let running = start(data.path(), Quotas::none());
    let (mut anna, mut ben) = (running.from("198.51.100.1"), running.from("198.51.100.2"));
    register(&mut anna, "Anna").await;
    register(&mut ben, "Ben").await;
    let publish = |name: &str, title: &str, about: &str| {
        let text = format!("extends = \"near\"\ntitle = \"{title}\"\nabout = \"{about}\"\n");
        json!({ "spec": format!("my:{name}"), "files": [{ "name": name, "text": text }], "audience": "public" })
    };
    let bad = publish("mine", "Bad Words", "A game.");
    let made: Published = anna.post("/published", &bad).await.expect("a sound game");
    running.does(&format!("/published/{}/hide", made.id)).await;
    assert_eq!(
        ben.get::<PublishedGame>(&format!("/published/{}", made.id)).await.unwrap_err().code,
        Code::Hidden
    );
    // Shown again, published again, edited, under another name or title, by somebody else.
    let show = format!("/published/{}/audience", made.id);
    for audience in ["public", "unlisted"] {
        assert_eq!(anna.post::<Value>(&show, &audience).await.unwrap_err().code, Code::HiddenByOperator);
    }
    for again in [&bad, &publish("mine", "Other", "Edited."), &publish("other", "bad words", "Edited.")] {
        let refusal = anna.post::<Published>("/published", again).await.unwrap_err();
        assert_eq!(refusal.code, Code::HiddenByOperator, "{again}");
    }
    assert_eq!(ben.post::<Published>("/published", &bad).await.unwrap_err().code, Code::HiddenByOperator);
    ben.post::<Published>("/published", &publish("mine", "Fine", "A game."))
        .await
        .expect("a game of his own");
    anna.post::<Published>("/published", &publish("fine", "Fine", "A game.")).await.expect("another game");
    let list: PublishedList = ben.get("/published").await.expect("a list");
    assert_eq!(list.games.len(), 2);
    running.does(&format!("/published/{}/unhide", made.id)).await;
    anna.post::<Value>(&show, &"public").await.expect("it may be shown");
    assert_eq!(running.admin("POST", &format!("/published/{}/unhide", made.id)).await.0, 404);
}

fn white_of(times: Option<Times>) -> Times {
    times.expect("a clock")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_waits_for_its_player_after_a_start() {
    let data = tempfile::tempdir().expect("a folder");
    let first = start(data.path(), Quotas::none());
    let (mut anna, mut ben) = (first.from("198.51.100.1"), first.from("198.51.100.2"));
    let clock = Some(ClockRule::Fischer { base: 120_000, increment: 0 });
    let (mut white, mut black, id) = begun(&mut anna, &mut ben, Terms { clock, ..live() }).await;
    played(&mut white, &mut black, &["e2e4", "e7e5"]).await;
    tokio::time::sleep(Duration::from_millis(1500)).await;
    // Another program opens the same file, as after a kill.
    let begin = Instant::now();
    let second = start(data.path(), Quotas::none());
    (anna.server, ben.server) = (second.server, second.server);
    let mut other = ben.open(&id, "").await;
    let seen = white_of(other.snapshot().await.times);
    if begin.elapsed() > Duration::from_secs(11) {
        // This machine is too slow to see it wait.
        return;
    }
    assert!(seen.running == Some(Color::White) && seen.white > 90_000 && seen.delay > 0, "{seen:?}");
    let before = seen.white;
    tokio::time::sleep(Duration::from_secs(3)).await;
    let mut back = anna.open(&id, "").await;
    let seen = white_of(back.snapshot().await.times);
    assert!(
        seen.white <= before && before - seen.white < 1_000 && seen.delay == 0,
        "it has waited: {seen:?}"
    );
    // The other is told that it runs again.
    let Told::Events { events, times } = other.hear().await else { panic!("the times") };
    assert!(events.is_empty() && white_of(times).delay == 0);
    tokio::time::sleep(Duration::from_millis(1200)).await;
    // A wish with a number of before would be one that was granted already.
    back.wishes = white.wishes;
    back.play(2, "g1f3").await.expect("a legal move");
    let seen = white_of(anna.open(&id, "").await.snapshot().await.times);
    assert!(before - seen.white > 1_000, "it runs: {seen:?}");
    // What it has waited is kept: a third program does not count it.
    let third = start(data.path(), Quotas::none());
    anna.server = third.server;
    let seen = white_of(anna.open(&id, "").await.snapshot().await.times);
    assert!(seen.black > 90_000 && seen.running == Some(Color::Black), "{seen:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn rated_games_have_a_clock_and_are_between_two_people() {
    let data = tempfile::tempdir().expect("a folder");
    let running = start(data.path(), Quotas::none());
    let (mut anna, mut ben) = (running.from("198.51.100.1"), running.from("198.51.100.2"));
    register(&mut anna, "Anna").await;
    register(&mut ben, "Ben").await;
    let rated = Terms { rated: true, ..live() };
    let invite = |terms| Invite { terms, color: Some(Color::White), open: false };
    let refusal = anna.post::<Invited>("/invitations", &invite(Terms { clock: None, ..rated.clone() })).await;
    assert_eq!(refusal.unwrap_err().code, Code::NotAllowed);
    // One after the other in one browser, with its cookies, with the session's alone, or with the other that stays alone.
    let mut dummies = Vec::new();
    for (name, leaves, forgets) in [("Dum", false, false), ("Dee", true, false), ("Doo", false, true)] {
        let mut browser = anna.clone();
        if leaves {
            browser.post::<Value>("/session/end", &()).await.expect("one may go");
        }
        if forgets {
            browser.device = None;
            register(&mut running.from("198.51.100.9"), name).await;
            sign_in(&mut browser, name, WORDS).await.expect("the right words");
        } else if leaves {
            register(&mut browser, name).await;
        } else {
            register(&mut running.from("198.51.100.9"), name).await;
            sign_in(&mut browser, name, WORDS).await.expect("the right words");
        }
        dummies.push(browser);
        sign_in(&mut anna, "Anna", WORDS).await.expect("the right words");
    }
    for mut dummy in dummies {
        let invited = anna.invite(rated.clone(), Color::White).await;
        assert_eq!(dummy.join(&invited.invitation).await.unwrap_err().code, Code::NotAllowed);
        let friendly = anna.invite(live(), Color::White).await;
        dummy.join(&friendly.invitation).await.expect("a game that does not count");
    }
    // Between two people ten a week count, and none that is resigned at once.
    let games = async |browser: &mut Browser| {
        browser
            .get::<PersonPage>("/people/Anna")
            .await
            .expect("a page")
            .ratings
            .first()
            .map_or(0, |r| r.games)
    };
    let (mut white, mut black, _) = begun(&mut anna, &mut ben, rated.clone()).await;
    played(&mut white, &mut black, &MOVES[..4]).await;
    black.wish(4, Act::Resign).await.expect("one may always resign");
    assert_eq!(games(&mut ben).await, 0);
    let mut open = Vec::new();
    for _ in 0..11 {
        open.push(begun(&mut anna, &mut ben, rated.clone()).await);
    }
    for (white, black, _) in &mut open {
        played(white, black, &MOVES).await;
        black.wish(6, Act::Resign).await.expect("one may always resign");
    }
    assert_eq!(games(&mut ben).await, 10);
    let last: GameLine = anna.get(&format!("/games/{}", open[10].2)).await.expect("a game");
    assert_eq!((last.white.gained, last.result.as_str()), (None, "1-0"));
    let invited = anna.invite(rated, Color::White).await;
    assert_eq!(ben.join(&invited.invitation).await.unwrap_err().code, Code::NotAllowed);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_closed_account_takes_its_files_along() {
    let data = tempfile::tempdir().expect("a folder");
    let running = start(data.path(), Quotas::none());
    let (mut anna, mut ben) = (running.from("198.51.100.1"), running.from("198.51.100.2"));
    register(&mut anna, "Anna").await;
    let own = |name: &str| {
        let text = format!("extends = \"near\"\ntitle = \"{name}\"\nabout = \"Written by Anna: {name}.\"\n");
        Terms { files: vec![GameFile { name: name.to_owned(), text }], ..terms(&format!("my:{name}")) }
    };
    let (_white, _black, game) = begun(&mut anna, &mut ben, own("played")).await;
    anna.invite(own("offered"), Color::White).await;
    let called_off = anna.invite(own("withdrawn"), Color::White).await;
    anna.post::<Value>(&format!("/invitations/{}/withdraw", called_off.invitation), &())
        .await
        .expect("her own");
    let shown = own("published");
    let publish = json!({ "spec": shown.spec, "files": shown.files, "audience": "public" });
    anna.post::<Published>("/published", &publish).await.expect("a sound game");
    // Ben offers the same as she does: his stays.
    ben.invite(own("offered-by-both"), Color::White).await;
    anna.invite(own("offered-by-both"), Color::White).await;
    anna.post::<Value>("/accounts/close", &json!({ "passphrase": WORDS })).await.expect("the right words");
    let file = format!("sqlite://{}", data.path().join(FILE).display());
    let mut connection = SqliteConnection::connect(&file).await.expect("a file");
    let rows = connection.fetch_all("SELECT files FROM rules").await.expect("rows");
    let kept: Vec<String> = rows.iter().map(|row| row.get::<String, _>(0)).collect();
    let has = |name: &str| kept.iter().any(|files| files.contains(&format!("Written by Anna: {name}.")));
    assert!(has("played") && has("offered-by-both"));
    assert!(!has("offered") && !has("withdrawn") && !has("published"), "{kept:?}");
    assert_eq!(ben.open(&game, "").await.snapshot().await.terms.files[0].name, "played");
}

/// A file as the version before this one made it.
async fn old_file(data: &Path) -> SqliteConnection {
    let migrations = tempfile::tempdir().expect("a folder");
    for (name, text) in [
        ("0001_games.sql", include_str!("../migrations/0001_games.sql")),
        ("0002_place.sql", include_str!("../migrations/0002_place.sql")),
    ] {
        std::fs::write(migrations.path().join(name), text).expect("a file");
    }
    let file = format!("sqlite://{}?mode=rwc", data.join(FILE).display());
    let mut connection = SqliteConnection::connect(&file).await.expect("a file");
    let migrator = sqlx::migrate::Migrator::new(migrations.path()).await.expect("migrations");
    migrator.run(&mut connection).await.expect("tables");
    connection
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_of_the_version_before_is_opened_and_its_rated_games_without_a_clock_end() {
    let data = tempfile::tempdir().expect("a folder");
    let mut connection = old_file(data.path()).await;
    let rules =
        json!([{ "name": "chess", "text": include_str!("../../../variants/chess.toml") }]).to_string();
    let terms = r#"{"spec":"chess","files":[],"start":null,"clock":null,"rated":true,"audience":"public"}"#;
    sqlx::query("INSERT INTO rules (hash, files, program) VALUES ('h', ?, '0')")
        .bind(&rules)
        .execute(&mut connection)
        .await
        .expect("rules");
    connection
        .execute(
            "INSERT INTO person (id, name, created) VALUES (1, 'Anna', 1), (2, 'Ben', 1);
             INSERT INTO account (person, passphrase, created) VALUES (1, 'x', 1), (2, 'x', 1);",
        )
        .await
        .expect("people");
    let insert = "INSERT INTO game (id, terms, rules, title, white, black, watch_key, created, served, plies, turn, result, due, updated) VALUES (?, ?, 'h', 'Chess', 1, 2, 'k', 1, 0, 2, ?, ?, NULL, ?)";
    let recent = i64::try_from(berolina_server::time::date()).expect("a date");
    for (id, turn, result, updated) in [
        ("AAAAAAAAAAAA", Some("white"), "*", 5_i64),
        ("BBBBBBBBBBBB", None, "1-0", 6),
        ("CCCCCCCCCCCC", Some("white"), "*", recent),
    ] {
        let game = sqlx::query(insert).bind(id).bind(terms).bind(turn).bind(result).bind(updated);
        game.execute(&mut connection).await.expect("a game");
        for (number, by, text) in [(1, "white", "e2e4"), (2, "black", "e7e5")] {
            let body = json!({ "number": number, "at": updated, "wish": number, "what": { "type": "moved", "by": by, "text": text }, "times": null });
            sqlx::query("INSERT INTO event (game, number, served, body) VALUES (?, ?, 0, ?)")
                .bind(id)
                .bind(number)
                .bind(body.to_string())
                .execute(&mut connection)
                .await
                .expect("an event");
        }
    }
    connection.close().await.expect("the end");
    let running = start(data.path(), Quotas::none());
    let mut ben = running.from("198.51.100.2");
    let begin = Instant::now();
    let archive = loop {
        let archive: Archive = ben.get("/archive?person=Ben").await.expect("an archive");
        if archive.games.len() == 2 || begin.elapsed() > Duration::from_secs(60) {
            break archive;
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    };
    let left: GameLine = ben.get("/games/AAAAAAAAAAAA").await.expect("a game");
    assert_eq!((left.result.as_str(), archive.games.len()), ("0-1", 2), "who was to move has lost");
    let seen = ben.open("AAAAAAAAAAAA", "").await.snapshot().await;
    let last = seen.events.last().map(|event| event.what.clone());
    assert_eq!(last, Some(What::Ended { by: None, winner: Some(Color::Black), end: End::Gone }));
    let page: PersonPage = ben.get("/people/Ben").await.expect("a page");
    assert_eq!(page.ratings.first().map(|rating| rating.games), Some(1), "and it counts");
    assert_eq!(ben.get::<GameLine>("/games/CCCCCCCCCCCC").await.expect("a game").result, "*");
    // It is opened once more, as it is now.
    let again = Sqlite::open(data.path()).await.expect("the same file");
    assert!(again.game("BBBBBBBBBBBB".to_owned()).await.expect("an answer").is_some());
}
