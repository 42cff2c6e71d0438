//! Works done by workers, through a real server. Where `nats-server` is not installed nothing is tested, which is told.

use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use crate::common::{Folder, program, run, text};
use berolina_queue::{Address, Event, work};

/// Nothing here takes so long on a machine that is not stuck.
const LONG: Duration = Duration::from_secs(240);

/// Ends with its test.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A server with JetStream, whose data stay when it goes.
struct Server {
    process: Option<Process>,
    program: PathBuf,
    home: PathBuf,
    port: u16,
}

impl Server {
    /// `None` where the program is not installed.
    fn start(home: &Folder, authorization: &str) -> Option<Self> {
        let paths = std::env::var_os("PATH").unwrap_or_default();
        let program = std::env::split_paths(&paths)
            .chain(["/usr/sbin".into()])
            .map(|folder| folder.join("nats-server"))
            .find(|path| path.is_file());
        let Some(program) = program else {
            eprintln!("nats-server is not installed (apt-get install nats-server): workers are not tested");
            return None;
        };
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let config = format!(
            "listen: \"127.0.0.1:{port}\"\njetstream {{ store_dir: \"{}\" }}\n{authorization}\n",
            home.0.join("nats").display()
        );
        std::fs::write(home.0.join("nats.conf"), config).unwrap();
        let mut server = Self { process: None, program, home: home.0.clone(), port };
        server.come();
        Some(server)
    }

    fn come(&mut self) {
        let child = Command::new(&self.program)
            .arg("-c")
            .arg(self.home.join("nats.conf"))
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        self.process = Some(Process(child));
        let begin = Instant::now();
        while std::net::TcpStream::connect(("127.0.0.1", self.port)).is_err() {
            assert!(begin.elapsed() < LONG, "the server comes");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn go(&mut self) {
        self.process = None;
    }

    fn url(&self, who: &str) -> String {
        format!("nats://{who}127.0.0.1:{}", self.port)
    }
}

fn start(home: &Folder, arguments: &[&str], errors: &str) -> Process {
    let errors = std::fs::File::create(home.0.join(errors)).unwrap();
    let mut command = program(home);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(errors);
    Process(command.spawn().unwrap())
}

fn worker(home: &Folder, url: &str, errors: &str) -> Process {
    start(home, &["lab", "work", url, "--threads", "1"], errors)
}

/// Waits until something is so.
fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begin = Instant::now();
    while !is_so() {
        assert!(begin.elapsed() < LONG, "{what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn read(home: &Folder, name: &str) -> String {
    std::fs::read_to_string(home.0.join(name)).unwrap_or_default()
}

/// More games than a fast machine plays while whoever asked begins anew.
const MANY: &str = "500";

fn report<'a>(games: &'a str, out: &'a str) -> Vec<&'a str> {
    vec!["lab", "report", "near-6", "--games", games, "--nodes", "400", "--out", out]
}

#[test]
fn a_report_is_the_same_whoever_dies_meanwhile() {
    let home = Folder::new();
    let Some(mut server) = Server::start(&home, "") else { return };
    let alone = run(&home, &report(MANY, "alone"), "");
    assert!(alone.status.success(), "{}", text(&alone.stderr));

    let url = server.url("");
    let asked = [report(MANY, "many"), vec!["--queue", &url]].concat();
    let mut owner = start(&home, &asked, "owner");
    let games = || read(&home, "many/near-6.games.jsonl").lines().count();
    let first = worker(&home, &url, "first");
    let second = worker(&home, &url, "second");
    until("games come", || games() > 5);
    drop(first);
    let third = worker(&home, &url, "third");
    until("they go on without a worker that was killed", || games() > 12);
    // Whoever asked is killed, and asks again.
    drop(owner);
    owner = start(&home, &asked, "owner");
    until("they go on for one who was killed", || games() > 20);
    // The server goes, and comes back.
    server.go();
    std::thread::sleep(Duration::from_secs(3));
    let before = games();
    server.come();
    until("they go on when the server is back", || games() > before + 5);
    until("the report is finished", || owner.0.try_wait().unwrap().is_some());
    drop((second, third));
    assert!(owner.0.wait().unwrap().success(), "{}", read(&home, "owner"));
    assert_eq!(read(&home, "many/near-6.json"), read(&home, "alone/near-6.json"), "to the last digit");
    let numbers: Vec<String> =
        read(&home, "many/near-6.games.jsonl").lines().skip(1).map(str::to_owned).collect();
    assert_eq!(numbers.len().to_string(), MANY, "each game counts once");
    assert!(read(&home, "owner").contains("goes on after"), "{}", read(&home, "owner"));
}

#[test]
fn a_server_that_forgets_everything_is_told_again() {
    let home = Folder::new();
    let Some(mut server) = Server::start(&home, "") else { return };
    let url = server.url("");
    let asked = [report("40", "many"), vec!["--queue", &url]].concat();
    let mut owner = start(&home, &asked, "owner");
    // Nobody works yet.
    until("it is told", || read(&home, "owner").contains("nobody works at"));
    server.go();
    std::fs::remove_dir_all(home.0.join("nats")).unwrap();
    server.come();
    let _worker = worker(&home, &url, "worker");
    until("the report is finished", || owner.0.try_wait().unwrap().is_some());
    assert!(owner.0.wait().unwrap().success(), "{}", read(&home, "owner"));
    assert!(home.0.join("many/near-6.html").is_file());
}

#[test]
fn a_training_has_its_games_played_by_workers() {
    let home = Folder::new();
    let Some(server) = Server::start(&home, "") else { return };
    let url = server.url("");
    let _worker = worker(&home, &url, "worker");
    std::fs::write(home.0.join("mine.toml"), "extends = \"near-6\"\ntitle = \"Mine\"\nabout = \"x\"\n")
        .unwrap();
    let train = |out: &str, more: &[&str]| {
        let plan = ["--games", "60", "--nodes", "20", "--passes", "2", "--strays", "1", "--batch", "512"];
        let rest = ["--generations", "1", "--gate-nodes", "20", "--threads", "1", "--out", out];
        run(&home, &[&["lab", "train", "mine.toml"][..], &plan, &rest, more].concat(), "")
    };
    for (out, more) in [("alone", &[][..]), ("many", &["--queue", url.as_str()])] {
        let output = train(out, more);
        assert!(output.status.success(), "{}", text(&output.stderr));
    }
    for name in ["weights.txt", "network-1.net"] {
        let read = |out: &str| std::fs::read(home.0.join(out).join("mine").join(name)).unwrap();
        assert!(read("alone") == read("many"), "{name}");
    }
    let told = read(&home, "worker");
    assert!(
        told.contains("mine: games to learn from") && told.contains("mine: a network is tried"),
        "{told}"
    );
}

#[test]
fn who_may_work_is_the_servers_to_say() {
    let home = Folder::new();
    let authorization = r#"authorization { users = [
        { user: lab, password: secret }
        { user: worker, password: "se@ret", permissions: {
            publish: [ "$JS.API.>", "$JS.ACK.BEROLINA_TASKS.>", "berolina.result.*" ]
            subscribe: [ "_INBOX.>" ] } } ] }"#;
    let Some(server) = Server::start(&home, authorization) else { return };
    for who in ["", "worker:wrong@"] {
        let output = run(&home, &["lab", "work", &server.url(who)], "");
        let error = text(&output.stderr);
        assert_eq!((output.status.code(), error.lines().count()), (Some(2), 1), "{error}");
        assert!(error.contains("authorization violation") && !error.contains("wrong"), "{error}");
    }
    let url = server.url("lab:secret@");
    let mut owner = start(&home, &[report("40", "many"), vec!["--queue", &url]].concat(), "owner");
    until("it has asked", || read(&home, "owner").contains("nobody works at"));
    let _worker = worker(&home, &server.url("worker:se%40ret@"), "worker");
    until("the report is finished", || owner.0.try_wait().unwrap().is_some());
    assert!(owner.0.wait().unwrap().success(), "{}", read(&home, "owner"));
    assert!(!read(&home, "worker").contains("violation"), "{}", read(&home, "worker"));
    assert!(!read(&home, "owner").contains("secret"));
}

#[test]
fn a_worker_of_another_build_says_so_and_plays_nothing() {
    let home = Folder::new();
    let Some(server) = Server::start(&home, "") else { return };
    let url = server.url("");
    let _owner = start(&home, &[report("40", "many"), vec!["--queue", &url]].concat(), "owner");
    until("it has asked", || read(&home, "owner").contains("nobody works at"));
    let stop = Arc::new(AtomicBool::new(false));
    let (sender, events) = mpsc::channel();
    let other = {
        let (address, stop) = (Address { url: url.clone(), credentials: None }, Arc::clone(&stop));
        std::thread::spawn(move || work(&address, "another", 1, &stop, move |event| drop(sender.send(event))))
    };
    let mut told = String::new();
    while !told.contains("tasks wait for workers of build") {
        match events.recv_timeout(LONG).expect("it is told") {
            Event::Told(text) => told = text,
            Event::Did(parts) => panic!("{parts} parts of another build were done"),
        }
    }
    assert!(told.contains("and this is another"), "{told}");
    stop.store(true, Ordering::Relaxed);
    other.join().unwrap().unwrap();
    assert!(!events.try_iter().any(|event| matches!(event, Event::Did(_))));
    assert_eq!(read(&home, "many/near-6.games.jsonl"), "", "nothing was played");
}

#[test]
fn where_nobody_answers_is_told_in_one_line() {
    let home = Folder::new();
    let nobody = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let url = format!("nats://127.0.0.1:{nobody}");
    for arguments in [vec!["lab", "work", &url], [report("40", "x"), vec!["--queue", &url]].concat()] {
        let output = run(&home, &arguments, "");
        let error = text(&output.stderr);
        assert_eq!((output.status.code(), error.lines().count()), (Some(2), 1), "{error}");
        assert!(error.contains(&url), "{error}");
    }
    let output = run(&home, &["lab", "work", &url, "--credentials", "nothing.creds"], "");
    assert!(text(&output.stderr).contains("nothing.creds"), "{}", text(&output.stderr));
}
