//! Clients that hold on to what they have: connections end, and others are answered.

use std::env;
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use berolina_server::{Asset, Limits, Server};

const HOST: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// More than systems keep on the way to who does not read.
static LARGE: [u8; 64 << 20] = [0; 64 << 20];
static ASSETS: &[Asset] = &[
    Asset { path: "index.html", tag: "\"1\"", bytes: b"<!doctype html>", brotli: None, gzip: None },
    Asset { path: "large.bin", tag: "\"2\"", bytes: &LARGE, brotli: None, gzip: None },
];

const REQUEST: &[u8] = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
/// So long at most a test waits for what should come soon.
const PATIENCE: Duration = Duration::from_secs(20);
/// Long enough to keep what is tested apart.
const LONG: Duration = Duration::from_secs(600);
const LIMITS: Limits = Limits { connections: 1_000, head: LONG, age: LONG, rest: LONG };

fn start(limits: Limits) -> SocketAddr {
    let server = Server::bind(HOST, 0, ASSETS).expect("a free port").within(limits);
    let address = server.address().expect("an address");
    std::thread::spawn(move || server.run());
    address
}

fn connect(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).expect("the server listens");
    stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
    stream
}

/// Asks for the page and reads the answer, after which the connection lives on; its head.
fn ask(stream: &mut TcpStream) -> String {
    stream.write_all(REQUEST).expect("the server reads");
    let mut answer = Vec::new();
    while !answer.ends_with(b"<!doctype html>") {
        let mut byte = [0];
        stream.read_exact(&mut byte).expect("the server answers");
        answer.push(byte[0]);
    }
    String::from_utf8(answer).expect("text")
}

/// What still comes until the server ends the connection.
fn rest(stream: &mut TcpStream) -> Vec<u8> {
    let mut bytes = Vec::new();
    match stream.read_to_end(&mut bytes) {
        Err(error) if error.kind() != ErrorKind::ConnectionReset => panic!("it still lives: {error}"),
        _ => bytes,
    }
}

#[test]
fn one_connection_answers_many_requests() {
    let mut stream = connect(start(Limits::default()));
    for _ in 0..5 {
        let head = ask(&mut stream);
        assert!(head.starts_with("HTTP/1.1 200 OK\r\n") && !head.contains("connection: close"), "{head}");
    }
}

#[test]
fn idle_connections_end() {
    let address = start(Limits { head: Duration::from_millis(200), ..LIMITS });
    assert_eq!(rest(&mut connect(address)), b"", "that never asked");
    let mut stream = connect(address);
    ask(&mut stream);
    assert_eq!(rest(&mut stream), b"", "that asked once");
}

#[test]
fn a_head_that_trickles_is_not_waited_for() {
    let mut stream = connect(start(Limits { head: Duration::from_millis(300), ..LIMITS }));
    let begin = Instant::now();
    stream.write_all(b"GET / HTTP/1.1\r\n").expect("the server reads");
    while stream.write_all(b"A: b\r\n").is_ok() {
        assert!(begin.elapsed() < PATIENCE, "it still reads");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn an_answer_that_is_not_read_is_not_held_for_ever() {
    let short = Duration::from_millis(200);
    let address = start(Limits { connections: 1, age: short, rest: short, ..LIMITS });
    let mut slow = connect(address);
    slow.write_all(b"GET /large.bin HTTP/1.1\r\nHost: localhost\r\n\r\n").expect("the server reads");
    let mut byte = [0];
    slow.read_exact(&mut byte).expect("the answer begins");
    let begin = Instant::now();
    // There is a place for one.
    let other = std::thread::spawn(move || ask(&mut connect(address)));
    while !other.is_finished() {
        assert!(begin.elapsed() < PATIENCE, "the slow one is still served");
        std::thread::sleep(Duration::from_millis(20));
        let _ = slow.read(&mut byte);
    }
    assert!(other.join().expect("an answer").starts_with("HTTP/1.1 200 OK\r\n"));
    assert!(rest(&mut slow).len() < LARGE.len(), "cut off");
}

#[test]
fn a_connection_that_is_old_ends_between_two_answers() {
    let mut stream = connect(start(Limits { age: Duration::from_millis(300), ..LIMITS }));
    let begin = Instant::now();
    ask(&mut stream);
    assert_eq!(rest(&mut stream), b"");
    assert!(begin.elapsed() >= Duration::from_millis(300));
}

/// How a server in a process of its own is told to be one.
const CHILD: &str = "BEROLINA_TEST_SERVER";

/// No test by itself: the server of the next, which may open few files.
#[test]
fn server_with_few_files() {
    if env::var_os(CHILD).is_none() {
        return;
    }
    let limits = Limits { head: Duration::from_millis(500), ..LIMITS };
    let server = Server::bind(HOST, 0, ASSETS).expect("a free port").within(limits);
    println!("\nlistens on {}", server.address().expect("an address"));
    server.run().expect("a server that serves until the test is over");
}

#[test]
#[cfg(unix)]
fn more_connections_than_files() {
    use std::process::{Child, Command, Stdio};

    struct Ended(Child);
    impl Drop for Ended {
        fn drop(&mut self) {
            let _ = self.0.kill();
            let _ = self.0.wait();
        }
    }

    let child = Command::new("sh")
        .args(["-c", "ulimit -n 64; exec \"$0\" --exact limits::server_with_few_files --nocapture"])
        .arg(env::current_exe().expect("the path of this test"))
        .env(CHILD, "")
        .stdout(Stdio::piped())
        .spawn()
        .expect("a shell");
    let mut child = Ended(child);
    let mut lines = BufReader::new(child.0.stdout.take().expect("a pipe")).lines().map_while(Result::ok);
    let address = lines.find_map(|line| line.strip_prefix("listens on ")?.parse().ok()).expect("an address");
    let idle: Vec<TcpStream> = (0..400).map(|_| connect(address)).collect();
    let answers: Vec<String> = (0..10).map(|_| ask(&mut connect(address))).collect();
    assert!(answers.iter().all(|answer| answer.starts_with("HTTP/1.1 200 OK\r\n")));
    drop(idle);
}
