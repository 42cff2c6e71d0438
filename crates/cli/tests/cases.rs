//! The worked positions of `data/cases.jsonl`, each asked of `berolina query`.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::common::{Folder, run, text};
use serde_json::Value;

#[test]
fn query_answers_every_case() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/cases.jsonl");
    let text = std::fs::read_to_string(path).expect("the data file is there");
    let mut questions = String::new();
    let mut wanted = Vec::new();
    for line in text.lines() {
        let Value::Object(mut case) = serde_json::from_str(line).expect("a case is an object") else {
            panic!("not an object: {line}");
        };
        case.remove("note");
        wanted.push(case.remove("answer").expect("a case has an answer"));
        questions.push_str(&Value::Object(case).to_string());
        questions.push('\n');
    }
    let mut child = Command::new(env!("CARGO_BIN_EXE_berolina"))
        .arg("query")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let sent = questions.clone();
    let writer = std::thread::spawn(move || stdin.write_all(sent.as_bytes()));
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the writer ends").expect("the program reads");
    let answers = String::from_utf8(output.stdout).expect("answers are UTF-8");
    assert_eq!(answers.lines().count(), wanted.len());
    let mut wrong = Vec::new();
    for ((answer, wanted), question) in answers.lines().zip(&wanted).zip(questions.lines()) {
        let answer: Value = serde_json::from_str(answer).expect("an answer is JSON");
        if answer != *wanted {
            wrong.push(format!("{question}\n  wanted {wanted}\n  got    {answer}"));
        }
    }
    assert!(wrong.is_empty(), "{} wrong answers:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn query_reads_what_other_programs_write() {
    let home = Folder::new();
    let pairs = [
        (
            r#"{"variant":"chess","moves":["e2e4","e7e5","g1f3"]}"#,
            r#"{"variant":"Standard","moves":["e4","e5","Nf3"]}"#,
        ),
        (r#"{"variant":"racing-kings","moves":["h2h3"]}"#, r#"{"variant":"Racing Kings","moves":["Kh3"]}"#),
        (
            r#"{"variant":"crazyhouse","fen":"4k3/8/8/8/8/8/8/4K3[P] w - - 0 1","moves":["P@d4"]}"#,
            r#"{"variant":"zh","fen":"4k3/8/8/8/8/8/8/4K3[P] w - - hmvc 0;","moves":["@d4"]}"#,
        ),
    ];
    let questions: String = pairs.iter().map(|(ours, theirs)| format!("{ours}\n{theirs}\n")).collect();
    let output = run(&home, &["query"], &questions);
    let out = text(&output.stdout);
    let answers: Vec<&str> = out.lines().collect();
    for (two, (_, theirs)) in answers.chunks(2).zip(pairs) {
        assert!(two[0].contains("legal") && two[0] == two[1], "{theirs}: {two:?}");
    }
    // Of a game that is not there only the nearest names are told.
    let told = text(&run(&home, &["query"], "{\"variant\":\"ches\"}\n{\"variant\":\"zzzz\"}\n").stdout);
    let lines: Vec<&str> = told.lines().collect();
    assert!(lines[0].contains("did you mean `chess`?") && lines[0].len() < 100, "{told}");
    assert!(lines[1].contains("the nearest names are") && lines[1].len() < 120, "{told}");
}
