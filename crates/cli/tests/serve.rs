//! `berolina serve` as an operator starts it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::common::{Folder, program, run, text};

/// A server that runs until it is dropped.
struct Running {
    child: Child,
    address: SocketAddr,
    admin: Option<SocketAddr>,
    errors: Vec<String>,
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Whether the program was built with the app, without which it serves nothing.
fn is_there() -> bool {
    !berolina_server::SHIPPED.is_empty()
}

/// Starts a server that says so much on standard error, besides its log.
fn start(home: &Folder, arguments: &[&str], errors: usize) -> Running {
    let mut command = program(home);
    command.args(["serve", "--no-open"]).args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines().map_while(Result::ok);
    let told = BufReader::new(child.stderr.take().expect("a pipe")).lines().map_while(Result::ok);
    let told = told.filter(|line| line.starts_with("berolina: "));
    let address = |line: &str, after: &str| {
        let rest = line.split("http://").nth(1)?;
        rest.split(after).next()?.parse().ok()
    };
    let at = lines.find_map(|line| address(&line, "/ until")).expect("it says where it is");
    let admin = arguments
        .contains(&"--admin")
        .then(|| lines.find_map(|line| address(&line, "/metrics")).expect("it says where its numbers are"));
    Running { child, address: at, admin, errors: told.take(errors).collect() }
}

/// The status and the body of what is there.
fn get(address: SocketAddr, path: &str, more: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(address).expect("the server listens");
    stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a timeout");
    let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{more}\r\n");
    stream.write_all(request.as_bytes()).expect("the server reads");
    let mut text = Vec::new();
    stream.read_to_end(&mut text).expect("the server answers");
    let text = String::from_utf8_lossy(&text);
    let (head, body) = text.split_once("\r\n\r\n").expect("a head");
    (head.split(' ').nth(1).and_then(|code| code.parse().ok()).expect("a status"), body.to_owned())
}

#[test]
fn what_cannot_be_listened_to_is_told_in_one_line() {
    let home = Folder::new();
    let owner = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let taken = owner.local_addr().expect("an address").to_string();
    let mut cases: Vec<(Vec<&str>, &[&str])> = vec![
        (vec!["--listen", "127.0.0.1:0", "--port", "1"], &["--listen", "--port"]),
        (vec!["--listen", "127.0.0.1:0", "--host", "::1"], &["--listen", "--host"]),
        (vec!["--listen", "localhost:0"], &["localhost:0"]),
        (vec!["--trusted-proxy", "nginx"], &["nginx", "10.0.0.0/8"]),
        (vec!["--trusted-proxy", "10.0.0.0/64"], &["10.0.0.0/64"]),
        (vec!["--no-games", "--no-limits"], &["--no-games", "--no-limits"]),
    ];
    if is_there() {
        cases.push((vec!["--port", "0", "--admin", "0.0.0.0:0"], &["--admin 0.0.0.0:0", "private network"]));
        cases.push((vec!["--port", "0", "--admin", &taken], &["--admin"]));
        cases.push((vec!["--listen", &taken], &["cannot listen on 127.0.0.1:"]));
    }
    for (arguments, words) in cases {
        let output = run(&home, &[&["serve", "--no-open"], arguments.as_slice()].concat(), "");
        let told = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {told}");
        assert_eq!((told.lines().count(), output.stdout.len()), (1, 0), "{arguments:?}: {told}");
        assert!(words.iter().all(|word| told.contains(word)), "{arguments:?}: {told}");
    }
}

#[test]
fn a_damaged_file_keeps_nobody_from_the_app() {
    if !is_there() {
        return;
    }
    let home = Folder::new();
    let data = home.0.join("berolina/server");
    std::fs::create_dir_all(&data).expect("a folder");
    std::fs::write(data.join("berolina.sqlite3"), "no database at all ".repeat(1_000)).expect("a file");
    let server = start(&home, &["--port", "0"], 1);
    assert!(server.errors[0].contains("games cannot be kept in"), "{:?}", server.errors);
    assert!(server.errors[0].ends_with("here nobody can play anybody elsewhere"), "{:?}", server.errors);
    assert_eq!(get(server.address, "/", "").0, 200);
    assert_eq!(get(server.address, "/api/v1/openapi.json", "").0, 404, "nothing is asked of games");
    // Who names a folder, or tells others of the server, wants the games that are there.
    let data = data.display().to_string();
    for arguments in [["--data", data.as_str()], ["--public-url", "https://chess.example.org"]] {
        let output = run(&home, &[&["serve", "--no-open", "--port", "0"], arguments.as_slice()].concat(), "");
        let told = text(&output.stderr);
        assert_eq!((output.status.code(), told.lines().count()), (Some(2), 1), "{arguments:?}: {told}");
        assert!(told.contains("games cannot be kept in"), "{told}");
    }
}

#[test]
fn an_operator_is_told_numbers_and_of_a_proxy_that_was_forgotten() {
    if !is_there() {
        return;
    }
    let home = Folder::new();
    let public =
        ["--listen", "127.0.0.1:0", "--admin", "127.0.0.1:0", "--public-url", "https://chess.example.org"];
    let server = start(&home, &public, 1);
    assert!(server.errors[0].contains("--trusted-proxy"), "{:?}", server.errors);
    let admin = server.admin.expect("a listener of its own");
    assert_eq!(get(admin, "/healthz", ""), (200, "ok\n".to_owned()));
    let (status, numbers) = get(admin, "/metrics", "");
    assert!(status == 200 && numbers.contains("berolina_games_awake 0"), "{numbers}");
    drop(server);

    let server = start(&home, &[&public[..], &["--trusted-proxy", "loopback"]].concat(), 0);
    let asked = |who: &str| {
        let header = format!("X-Forwarded-For: {who}\r\n");
        (0..150).filter(|_| get(server.address, "/api/v1/hello", &header).0 == 200).count()
    };
    let granted = asked("203.0.113.5");
    assert!((100..150).contains(&granted), "{granted} of 150");
    assert!(asked("203.0.113.6") >= 100, "each has an own limit");
    drop(server);

    let server = start(&home, &["--port", "0", "--no-limits"], 0);
    assert!((0..150).all(|_| get(server.address, "/api/v1/hello", "").0 == 200));
}

#[test]
#[cfg(target_os = "linux")]
fn as_many_files_are_opened_as_the_system_allows() {
    if !is_there() {
        return;
    }
    let home = Folder::new();
    let server = start(&home, &["--port", "0", "--admin", "127.0.0.1:0"], 0);
    get(server.address, "/healthz", "");
    let limits = std::fs::read_to_string(format!("/proc/{}/limits", server.child.id())).expect("Linux");
    let files = limits.lines().find(|line| line.starts_with("Max open files")).expect("a limit");
    let numbers: Vec<&str> = files.split_whitespace().skip(3).take(2).collect();
    assert_eq!(numbers[0], numbers[1], "{files}");
}

/// Asks for an invitation to a game: the status and the body.
fn invite(address: SocketAddr) -> (u16, String) {
    let body = r#"{"terms":{"spec":"chess","files":[],"start":null,"clock":null,"rated":false,"audience":"private"},"color":"white"}"#;
    let mut stream = TcpStream::connect(address).expect("the server listens");
    stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a timeout");
    let head = format!(
        "POST /api/v1/invitations HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(head.as_bytes()).expect("the server reads");
    let mut text = String::new();
    stream.read_to_string(&mut text).expect("the server answers");
    let (head, body) = text.split_once("\r\n\r\n").expect("a head");
    (head.split(' ').nth(1).and_then(|code| code.parse().ok()).expect("a status"), body.to_owned())
}

/// A server with its games in a folder, and what it logs in a file.
#[cfg(unix)]
struct Kept {
    child: Child,
    address: SocketAddr,
    data: PathBuf,
    log: PathBuf,
}

#[cfg(unix)]
impl Drop for Kept {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(unix)]
impl Kept {
    fn start(home: &Folder, more: &[&str]) -> Self {
        let (data, log) = (home.0.join("data"), home.0.join("log"));
        let mut command = program(home);
        command.args(["serve", "--no-open", "--port", "0", "--data"]).arg(&data).args(more);
        command.stdout(Stdio::piped()).stderr(std::fs::File::create(&log).expect("a file"));
        let mut child = command.spawn().expect("the program starts");
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines().map_while(Result::ok);
        let at = lines.find_map(|line| line.split("http://").nth(1)?.split("/ until").next()?.parse().ok());
        Self { child, address: at.expect("it says where it is"), data, log }
    }

    fn file(&self) -> PathBuf {
        self.data.join("berolina.sqlite3")
    }

    /// Tells it to end: its exit code, and how long it took.
    fn end(&mut self) -> (Option<i32>, Duration) {
        let begin = Instant::now();
        let told = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status();
        assert!(told.expect("a signal").success());
        (self.child.wait().expect("an end").code(), begin.elapsed())
    }

    /// What its health says as soon as that is not what it was.
    fn ill(&self) -> String {
        let begin = Instant::now();
        loop {
            let (status, line) = get(self.address, "/healthz", "");
            if status == 503 {
                assert_eq!(line.lines().count(), 1, "{line}");
                return line;
            }
            assert!(begin.elapsed() < Duration::from_secs(20), "it believes that it is well");
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    fn logged(&self) -> String {
        std::fs::read_to_string(&self.log).expect("a log")
    }
}

/// The names of all files in a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("a file").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
#[cfg(unix)]
fn a_server_that_ends_leaves_one_file_that_is_whole() {
    if !is_there() {
        return;
    }
    let home = Folder::new();
    let mut server = Kept::start(&home, &[]);
    assert_eq!(invite(server.address).0, 201);
    let (code, took) = server.end();
    assert!(code == Some(0) && took < Duration::from_secs(5), "{code:?} after {took:?}: {}", server.logged());
    assert_eq!(names(&server.data), ["berolina.sqlite3"]);
    // The bare file is all that there was.
    let bare = home.0.join("bare");
    std::fs::create_dir(&bare).expect("a folder");
    std::fs::copy(server.file(), bare.join("berolina.sqlite3")).expect("a copy");
    std::fs::remove_dir_all(&server.data).expect("a folder");
    std::fs::rename(&bare, &server.data).expect("a folder");
    let again = Kept::start(&home, &[]);
    assert_eq!(get(again.address, "/healthz", ""), (200, "ok\n".to_owned()));
    assert!(!again.logged().contains("a new file was made"), "{}", again.logged());
}

/// What somebody does to the file of a server that runs.
#[cfg(unix)]
type Harm = fn(&Path);

#[test]
#[cfg(unix)]
fn nothing_is_acknowledged_that_goes_into_a_file_nobody_will_find() {
    if !is_there() {
        return;
    }
    let log = |file: &Path| PathBuf::from(format!("{}-wal", file.display()));
    let harms: [(&str, &str, Harm); 6] = [
        ("deleted", "berolina.sqlite3 was removed", |file| std::fs::remove_file(file).expect("a file")),
        ("its folder deleted", "berolina.sqlite3 was removed", |file| {
            std::fs::remove_dir_all(file.parent().expect("a folder")).expect("a folder");
        }),
        ("replaced", "berolina.sqlite3 was replaced", |file| {
            let copy = file.with_extension("copy");
            std::fs::copy(file, &copy).and_then(|_| std::fs::rename(&copy, file)).expect("a copy");
        }),
        ("written over", "berolina.sqlite3 was changed", |file| {
            std::fs::write(file, vec![7; 50_000]).expect("a file");
        }),
        ("cut", "berolina.sqlite3 was changed", |file| {
            let open = std::fs::File::options().write(true).open(file).expect("a file");
            open.set_len(1000).expect("a file");
        }),
        ("its log deleted", "berolina.sqlite3-wal was removed", |file| {
            std::fs::remove_file(format!("{}-wal", file.display())).expect("a file");
        }),
    ];
    for (what, line, harm) in harms {
        let home = Folder::new();
        let mut server = Kept::start(&home, &[]);
        assert_eq!(invite(server.address).0, 201);
        assert!(log(&server.file()).exists());
        harm(&server.file());
        let refused = invite(server.address);
        assert!(refused.0 == 507 && refused.1.contains("not-kept"), "{what}: {refused:?}");
        let told = server.ill();
        assert!(told.starts_with(line) && told.contains("docs/server.md"), "{what}: {told}");
        assert!(server.logged().contains(line), "{what}: {}", server.logged());
        let (code, took) = server.end();
        assert!(code == Some(2) && took < Duration::from_secs(5), "{what}: {code:?} after {took:?}");
    }
}

#[test]
#[cfg(unix)]
fn a_damaged_file_is_named_with_what_to_do() {
    if !is_there() {
        return;
    }
    let home = Folder::new();
    let mut server = Kept::start(&home, &[]);
    for _ in 0..20 {
        assert_eq!(invite(server.address).0, 201);
    }
    server.end();
    let (file, whole) = (server.file(), std::fs::read(server.file()).expect("a file"));
    let middle = whole.len() / 2 / 4096 * 4096;
    let mut rubbish = whole.clone();
    rubbish[middle..middle + 8192].fill(0xAA);
    for (what, bytes) in [("cut", &whole[..middle]), ("rubbish", &rubbish), ("no database", &[b'x'; 9000])] {
        std::fs::write(&file, bytes).expect("a file");
        let data = server.data.display().to_string();
        let output = run(&home, &["serve", "--no-open", "--port", "0", "--log", "off", "--data", &data], "");
        let told = text(&output.stderr);
        assert_eq!((output.status.code(), told.lines().count()), (Some(2), 1), "{what}: {told}");
        for word in ["berolina.sqlite3 is damaged", ".dump", "docs/server.md"] {
            assert!(told.contains(word), "{what}: {told}");
        }
        assert_eq!(std::fs::read(&file).expect("a file"), bytes, "{what}: nothing was written into it");
    }
}

#[test]
#[cfg(unix)]
fn a_copy_is_whole_or_not_there() {
    if !is_there() {
        return;
    }
    let home = Folder::new();
    let server = Kept::start(&home, &[]);
    assert_eq!(invite(server.address).0, 201);
    let data = server.data.display().to_string();
    let copy = |into: &Path| {
        let into = into.display().to_string();
        let output = run(&home, &["serve", "--data", &data, "--backup", &into], "");
        (output.status.code(), text(&output.stderr))
    };
    let place = home.0.join("copies");
    std::fs::create_dir(&place).expect("a folder");
    assert_eq!(copy(&place.join("one.sqlite3")), (Some(0), String::new()));
    assert_eq!(names(&place), ["one.sqlite3"]);
    // One that was killed left this.
    std::fs::write(place.join("two.sqlite3.part"), "half a copy").expect("a file");
    assert_eq!(copy(&place.join("two.sqlite3")).0, Some(0));
    std::os::unix::fs::symlink(place.join("nowhere"), place.join("link")).expect("a link");
    std::fs::write(place.join("three.sqlite3-wal"), "of another").expect("a file");
    let before = names(&place);
    for (into, word) in [
        (place.join("one.sqlite3"), "exists already"),
        (place.join("link"), "exists already"),
        (place.join("three.sqlite3"), "three.sqlite3-wal lies there"),
        (place.join("one.sqlite3-wal"), "choose another name"),
        (place.join("missing/one.sqlite3"), "there is no folder"),
        (server.file(), "exists already"),
        (server.data.join("berolina.sqlite3-journal"), "choose another name"),
        (server.data.join("berolina.sqlite3.lock"), "exists already"),
        (PathBuf::from("/dev/full"), "exists already"),
    ] {
        let (code, told) = copy(&into);
        assert_eq!((code, told.lines().count()), (Some(2), 1), "{}: {told}", into.display());
        assert!(told.contains(word), "{}: {told}", into.display());
    }
    assert_eq!(names(&place), before);
    assert_eq!(get(server.address, "/healthz", "").0, 200, "the server noticed nothing");
    // What is damaged cannot be copied, and nothing is left of the attempt.
    drop(server);
    let (file, mut bytes) = (home.0.join("data/berolina.sqlite3"), Vec::new());
    assert_eq!(copy(&place.join("three")).0, Some(0));
    bytes.extend(std::fs::read(place.join("three")).expect("a file"));
    let middle = bytes.len() / 2 / 4096 * 4096;
    bytes[middle..middle + 8192].fill(0xAA);
    std::fs::remove_dir_all(home.0.join("data")).expect("a folder");
    std::fs::create_dir(home.0.join("data")).expect("a folder");
    std::fs::write(file, bytes).expect("a file");
    let before = names(&place);
    assert_eq!(copy(&place.join("four")).0, Some(2));
    assert_eq!(names(&place), before);
}

#[test]
#[cfg(unix)]
fn a_log_says_what_happens_and_keeps_secrets() {
    if !is_there() {
        return;
    }
    let home = Folder::new();
    let mut server =
        Kept::start(&home, &["--log", "debug", "--log-format", "json", "--trusted-proxy", "loopback"]);
    let (_, invited) = invite(server.address);
    let secret = invited.split("\"invitation\":\"").nth(1).and_then(|rest| rest.split('"').next());
    let secret = secret.expect("an invitation");
    let from = "X-Forwarded-For: 203.0.113.77\r\n";
    assert_eq!(get(server.address, &format!("/api/v1/invitations/{secret}"), from).0, 200);
    assert_eq!(get(server.address, "/api/v1/invitations/AAAAAAAAAAAAAAAAAAAAAA?key=hidden-key", from).0, 404);
    server.end();
    let log = server.logged();
    let events: Vec<serde_json::Value> =
        log.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    let said =
        |word: &str| events.iter().any(|event| event["message"].as_str().is_some_and(|it| it.contains(word)));
    for word in ["the server begins", "a new file was made", "the server ends", "the server has ended"] {
        assert!(said(word), "{word} is not in\n{log}");
    }
    let looked = events.iter().filter(|event| event["path"] == "/api/v1/invitations/{secret}");
    assert_eq!(
        looked.map(|event| event["status"].as_u64()).collect::<Vec<_>>(),
        [Some(200), Some(404)],
        "{log}"
    );
    for hidden in [secret, "203.0.113.77", "hidden-key", "AAAAAAAAAAAAAAAAAAAAAA"] {
        assert!(!log.contains(hidden), "{hidden} is in\n{log}");
    }
    let mut quiet = Kept::start(&home, &["--log", "warn"]);
    assert_eq!(get(quiet.address, "/api/v1/hello", "").0, 200);
    quiet.end();
    assert_eq!(quiet.logged(), "");
    let wrong = run(&home, &["serve", "--no-open", "--log", "loud"], "");
    let told = text(&wrong.stderr);
    assert!(wrong.status.code() == Some(2) && told.contains("loud") && told.contains("debug"), "{told}");
}
