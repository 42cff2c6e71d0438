//! `berolina serve`: the browser app.

use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::{Path, PathBuf};

use berolina_rules::files::Lock;
use berolina_server::{Reach, SHIPPED, Server};

use crate::args::ServeArgs;
use crate::output::Failure;
use crate::play::store;

pub(crate) fn run(args: &ServeArgs) -> Result<(), Failure> {
    if let Some(file) = &args.backup {
        return backup(args, file);
    }
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
    let mut guard = None;
    if !args.no_games {
        (server, guard) = with_games(server, args, reach)?;
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
    let run = server.run();
    drop(guard);
    run.map_err(|error| Failure::usage(format!("what was last done may not be kept: {error}")))
}

/// The server with games, and what keeps other servers out of their folder. Where nobody named a folder and another server
/// has the usual one, the app is served without them.
fn with_games(server: Server, args: &ServeArgs, reach: Reach) -> Result<(Server, Option<Lock>), Failure> {
    let Some(data) = folder(args) else {
        writeln!(
            io::stderr(),
            "berolina: neither XDG_DATA_HOME nor HOME says where games would be kept: nobody can play anybody elsewhere; --data names a folder"
        )?;
        return Ok((server, None));
    };
    let unkept = |error: String| format!("games cannot be kept in {}: {error}", data.display());
    let taken = berolina_server::store::sqlite::make(&data)
        .and_then(|()| Lock::take(&data.join(berolina_server::store::sqlite::FILE)));
    let lock = match taken {
        Ok(lock) => lock,
        Err(error) if args.data.is_none() && args.public_url.is_none() => {
            let line = unkept(error.to_string());
            writeln!(io::stderr(), "berolina: {line}; here nobody can play anybody elsewhere")?;
            return Ok((server, None));
        }
        Err(error) => return Err(Failure::usage(unkept(error.to_string()))),
    };
    let server =
        server.with_games(&data, reach).map_err(|error| Failure::usage(unkept(error.to_string())))?;
    Ok((server.with_accounts(args.accounts), Some(lock)))
}

fn folder(args: &ServeArgs) -> Option<PathBuf> {
    args.data.clone().or_else(store::server)
}

fn backup(args: &ServeArgs, file: &Path) -> Result<(), Failure> {
    let data = folder(args).ok_or_else(|| Failure::usage("--data names the folder that is copied"))?;
    berolina_server::backup(&data, file)
        .map_err(|error| Failure::usage(format!("nothing was copied: {error}")))?;
    writeln!(io::stdout(), "The games are copied into {}.", file.display())?;
    Ok(())
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
