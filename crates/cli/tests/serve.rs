//! `berolina serve` as an operator starts it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::{Child, Stdio};
use std::time::Duration;

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
