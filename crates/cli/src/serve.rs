//! `berolina serve`: the browser app.

use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use berolina_server::{Reach, SHIPPED, Server};

use crate::args::ServeArgs;
use crate::output::Failure;

pub(crate) fn run(args: &ServeArgs) -> Result<(), Failure> {
    if SHIPPED.is_empty() {
        return Err(Failure::usage(
            "this program was built without the browser app; run `cargo xtask web`, then build it again",
        ));
    }
    let failed = |error| Failure::usage(format!("cannot listen on {}: {error}", args.host));
    let reach = match &args.public_url {
        None => Reach::default(),
        Some(url) => Reach::public(url).map_err(|error| Failure::usage(format!("--public-url: {error}")))?,
    };
    let mut server = Server::bind(args.host, args.port, SHIPPED).map_err(failed)?;
    if let Some(data) = &args.data {
        let unkept = |error| Failure::usage(format!("games cannot be kept in {}: {error}", data.display()));
        server = server.with_games(data, reach).map_err(unkept)?;
    }
    let address = server.address()?;
    let url = url(address);
    let mut out = io::stdout().lock();
    if args.port != 0 && address.port() != args.port {
        writeln!(out, "Port {} is taken, so it is another.", args.port)?;
    }
    writeln!(out, "Berolina is at {url} until Ctrl-C ends it.")?;
    out.flush()?;
    drop(out);
    if !args.no_open && open::that_detached(&url).is_err() {
        writeln!(io::stderr(), "berolina: no browser could be opened; open {url} yourself")?;
    }
    server.run().map_err(|error| Failure::usage(format!("what was last done may not be kept: {error}")))
}

/// What to type into a browser on this machine.
fn url(address: SocketAddr) -> String {
    let mut shown = address;
    if address.ip().is_unspecified() {
        shown.set_ip(match address.ip() {
            IpAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
        });
    }
    format!("http://{shown}/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_as_browsers_take_them() {
        let told = |text: &str| url(text.parse().expect("an address"));
        assert_eq!(told("127.0.0.1:8642"), "http://127.0.0.1:8642/");
        assert_eq!(told("0.0.0.0:80"), "http://127.0.0.1:80/");
        assert_eq!(told("192.168.1.5:8642"), "http://192.168.1.5:8642/");
        assert_eq!(told("[::]:8642"), "http://[::1]:8642/");
    }
}
