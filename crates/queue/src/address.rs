//! Where the server is, and who one is there.

use std::path::PathBuf;
use std::sync::Arc;

use async_nats::jetstream::{self, Context};
use async_nats::{ConnectOptions, Event, ServerAddr};

/// Who is told what happens to the connection.
pub(crate) type Tell = Arc<dyn Fn(&str) + Send + Sync>;

/// Where a NATS server is, and what proves who one is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Address {
    /// `nats://host:4222`, `tls://host`, with `user:password@` or `token@` where the server asks for it.
    pub url: String,
    /// A file of credentials, as `nsc` writes it.
    pub credentials: Option<PathBuf>,
}

impl Address {
    /// The address without what is secret.
    #[must_use]
    pub fn shown(&self) -> String {
        match self.url.rsplit_once('@') {
            Some((before, host)) => {
                let scheme = before.split_once("://").map_or("", |(scheme, _)| scheme);
                format!("{scheme}{}{host}", if scheme.is_empty() { "" } else { "://" })
            }
            None => self.url.clone(),
        }
    }

    /// Connects. What happens to the connection later is told; it comes back by itself.
    pub(crate) async fn connect(&self, tell: Tell) -> Result<Context, String> {
        let told = |error: String| format!("{}: {error}", self.shown());
        let address: ServerAddr =
            self.url.parse().map_err(|error: std::io::Error| told(error.to_string()))?;
        let mut options = ConnectOptions::new().name("berolina");
        // What the address says of these the library leaves to us.
        options = match (address.username(), address.password()) {
            (Some(user), Some(password)) => options.user_and_password(decoded(user), decoded(password)),
            (Some(token), None) => options.token(decoded(token)),
            (None, _) => options,
        };
        if let Some(path) = &self.credentials {
            let text =
                std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
            options = options.credentials(&text).map_err(|error| format!("{}: {error}", path.display()))?;
        }
        let shown = self.shown();
        let options = options.event_callback(move |event| {
            match event {
                Event::Disconnected => tell(&format!("{shown}: the connection is lost; it is tried again")),
                Event::ServerError(error) => tell(&format!("{shown}: {error}")),
                Event::ClientError(_) | Event::Connected => {}
                other => tell(&format!("{shown}: {other}")),
            }
            std::future::ready(())
        });
        let client = options.connect(address).await.map_err(|error| {
            let cause =
                std::error::Error::source(&error).map_or_else(String::new, |cause| format!(": {cause}"));
            told(format!("{}{cause}", error.kind()))
        })?;
        Ok(jetstream::new(client))
    }
}

/// A part of an address as it was before `%40` stood for `@` in it.
fn decoded(text: &str) -> String {
    percent_encoding::percent_decode_str(text).decode_utf8_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_not_shown() {
        let shown = |url: &str| Address { url: url.to_owned(), credentials: None }.shown();
        assert_eq!(shown("nats://ann:p@ss@host:4222"), "nats://host:4222");
        assert_eq!(shown("token@host"), "host");
        assert_eq!(shown("nats://host:4222"), "nats://host:4222");
    }
}
