//! What can be read here, for programs of others: a description in OpenAPI 3.1.

use axum::http::header;
use axum::response::IntoResponse;

const DESCRIPTION: &str = include_str!("../../openapi.json");

/// `GET /openapi.json`
pub(super) async fn description() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], DESCRIPTION)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a browser asks for itself alone, and sockets.
    const OWN: &[&str] = &["/api/v1/games", "/api/v1/games/pgn", "/api/v1/games/{id}/socket"];
    /// The addresses that answer GET, as the code names them.
    fn routed() -> Vec<String> {
        let code = include_str!("mod.rs");
        let lines = code.lines().filter_map(|line| line.trim().strip_prefix(".route(\""));
        let gets = lines.filter(|line| ["get(", "any("].iter().any(|method| line.contains(method)));
        let mut paths: Vec<String> =
            gets.filter_map(|line| Some(format!("/api/v1{}", line.split('"').next()?))).collect();
        paths.push("/healthz".to_owned());
        paths
    }

    #[test]
    fn what_can_be_read_is_described() {
        let described: serde_json::Value = serde_json::from_str(DESCRIPTION).unwrap();
        let described = described["paths"].as_object().unwrap();
        let routed = routed();
        assert!(routed.len() > 4, "{routed:?}");
        for path in &routed {
            assert!(described.contains_key(path) || OWN.contains(&path.as_str()), "{path} is not described");
        }
        for path in described.keys() {
            assert!(routed.contains(path), "{path} is not there");
        }
    }

    #[test]
    fn references_lead_somewhere() {
        let described: serde_json::Value = serde_json::from_str(DESCRIPTION).unwrap();
        for reference in DESCRIPTION.split("\"$ref\": \"#").skip(1) {
            let path = reference.split('"').next().unwrap();
            assert!(described.pointer(path).is_some(), "{path}");
        }
    }
}
