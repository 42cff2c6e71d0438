//! `berolina serve`: the browser app.

use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::{Path, PathBuf};

use berolina_rules::files::Lock;
use berolina_server::{Proxies, Quotas, Reach, SHIPPED, Server};

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
    let reach = match &args.public_url {
        None => Reach::default(),
        Some(url) => Reach::public(url).map_err(|error| Failure::usage(format!("--public-url: {error}")))?,
    };
    let mut server = listen(args)?;
    let admin = match args.admin {
        None => None,
        Some(address) => Some(
            server
                .listen_for_admin(address)
                .map_err(|error| Failure::usage(format!("--admin {address}: {error}")))?,
        ),
    };
    let guard = if args.no_games { None } else { add_games(&mut server, args, reach)? };
    let address = server.address()?;
    let url = url(address);
    let mut out = io::stdout().lock();
    if args.listen.is_none() && args.port != 0 && address.port() != args.port {
        writeln!(out, "Port {} is taken, so it is another.", args.port)?;
    }
    writeln!(out, "Berolina is at {url} until Ctrl-C ends it.")?;
    if let Some(admin) = admin {
        writeln!(out, "Its numbers are at http://{admin}/metrics.")?;
    }
    out.flush()?;
    drop(out);
    if args.public_url.is_some() && args.trusted_proxy.is_empty() && !args.no_limits {
        writeln!(
            io::stderr(),
            "berolina: if there is a proxy before this server, all who come through it share one limit until --trusted-proxy names it"
        )?;
    }
    if !args.no_open && open::that_detached(&url).is_err() {
        writeln!(io::stderr(), "berolina: no browser could be opened; open {url} yourself")?;
    }
    // After the browser was opened, which may expect the usual limit. Where it cannot be raised, connections wait.
    #[cfg(unix)]
    let _ = rlimit::increase_nofile_limit(u64::MAX);
    let run = server.run();
    drop(guard);
    run.map_err(|error| Failure::usage(format!("what was last done may not be kept: {error}")))
}

/// A server at the address that was named, with the limits that were.
fn listen(args: &ServeArgs) -> Result<Server, Failure> {
    let server = match args.listen {
        Some(address) => Server::bind_at(address, SHIPPED)
            .map_err(|error| Failure::usage(format!("cannot listen on {address}: {error}")))?,
        None => Server::bind(args.host, args.port, SHIPPED)
            .map_err(|error| Failure::usage(format!("cannot listen on {}: {error}", args.host)))?,
    };
    let proxies: Proxies = args.trusted_proxy.iter().flatten().copied().collect();
    let quotas = if args.no_limits { Quotas::none() } else { Quotas::default() };
    Ok(server.trusting(proxies).with_quotas(quotas))
}

/// Adds games to a server, and keeps other servers out of their folder. Where nobody named a folder or made the server known to
/// others, and the usual one is another server's or damaged, the app is served without them.
fn add_games(server: &mut Server, args: &ServeArgs, reach: Reach) -> Result<Option<Lock>, Failure> {
    let Some(data) = folder(args) else {
        writeln!(
            io::stderr(),
            "berolina: neither XDG_DATA_HOME nor HOME says where games would be kept: nobody can play anybody elsewhere; --data names a folder"
        )?;
        return Ok(None);
    };
    let added = berolina_server::store::sqlite::make(&data)
        .and_then(|()| Lock::take(&data.join(berolina_server::store::sqlite::FILE)))
        .map_err(|error| error.to_string())
        .and_then(|lock| server.add_games(&data, reach).map(|()| lock).map_err(|error| error.to_string()));
    match added {
        Ok(lock) => Ok(Some(lock)),
        Err(error) => {
            let line = format!("games cannot be kept in {}: {error}", data.display());
            if args.data.is_some() || args.public_url.is_some() {
                return Err(Failure::usage(line));
            }
            writeln!(io::stderr(), "berolina: {line}; here nobody can play anybody elsewhere")?;
            Ok(None)
        }
    }
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
