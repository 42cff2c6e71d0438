//! The files of the app.

/// A file of the app.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Asset {
    /// Its path without a slash at the start, such as `assets/index-B7xk2.js`.
    pub path: &'static str,
    /// What changes when the content does, in quotes: its `ETag`.
    pub tag: &'static str,
    /// The content.
    pub bytes: &'static [u8],
    /// The content compressed by brotli.
    pub brotli: Option<&'static [u8]>,
    /// The content compressed by gzip.
    pub gzip: Option<&'static [u8]>,
}

/// The app that is part of this program; empty if it was built without.
pub const SHIPPED: &[Asset] = include!(concat!(env!("OUT_DIR"), "/assets.rs"));

impl Asset {
    /// Whether the name changes whenever the content does: the build puts such files in one folder.
    pub(crate) fn is_fixed(&self) -> bool {
        self.path.starts_with("assets/")
    }

    /// The type of the content.
    pub(crate) fn kind(&self) -> &'static str {
        match self.path.rsplit_once('.').map_or("", |(_, end)| end) {
            "html" => "text/html; charset=utf-8",
            "js" => "text/javascript; charset=utf-8",
            "css" => "text/css; charset=utf-8",
            "wasm" => "application/wasm",
            "json" => "application/json",
            "webmanifest" => "application/manifest+json",
            "svg" => "image/svg+xml",
            "png" => "image/png",
            "ico" => "image/x-icon",
            "woff2" => "font/woff2",
            "txt" => "text/plain; charset=utf-8",
            "mp3" => "audio/mpeg",
            "ogg" => "audio/ogg",
            _ => "application/octet-stream",
        }
    }
}
