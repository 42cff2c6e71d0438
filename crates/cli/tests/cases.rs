//! The worked positions of `data/cases.jsonl`, each asked of `berolina query`.

use std::io::Write;
use std::process::{Command, Stdio};

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
