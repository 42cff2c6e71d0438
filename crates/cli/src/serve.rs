//! `berolina serve`: the browser app.

mod log;

use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::{Path, PathBuf};

use berolina_rules::files::Lock;
use berolina_server::{Network, Proxies, Quotas, Reach, SHIPPED, Server};
use clap::Args;

use crate::output::Failure;
use crate::play::store;
use log::{Filter, Format};

/// The rules and the engine run in the browser; this program hands out the app's files, and with --data it is where two people
/// play. Ctrl-C ends it.
#[derive(Args, Debug)]
pub(crate) struct ServeArgs {
    /// The port; another if it is taken
    #[arg(long, short, value_name = "PORT", default_value_t = berolina_server::DEFAULT_PORT)]
    pub(crate) port: u16,
    /// The address to listen on: 0.0.0.0 lets other devices of the network in
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub(crate) host: IpAddr,
    /// Do not open the browser
    #[arg(long)]
    pub(crate) no_open: bool,
    /// Keep the games that people play with each other in this folder [default: $XDG_DATA_HOME/berolina/server]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) data: Option<PathBuf>,
    /// Let people have accounts, with names, passphrases and ratings
    #[arg(long, conflicts_with_all = ["no_games", "backup"])]
    pub(crate) accounts: bool,
    /// Only serve the app: nobody plays anybody elsewhere
    #[arg(long, conflicts_with_all = ["data", "public_url", "backup", "trusted_proxy", "no_limits"])]
    pub(crate) no_games: bool,
    /// Copy the games into this file, which must not exist yet, also while a server keeps them; serve nothing
    #[arg(long, value_name = "FILE")]
    pub(crate) backup: Option<PathBuf>,
    /// The address under which others reach this server, such as https://chess.example.org
    #[arg(long, value_name = "URL")]
    pub(crate) public_url: Option<String>,
    /// Listen at this address and port, such as [::1]:8642, and nowhere else if it is taken
    #[arg(long, value_name = "ADDRESS:PORT", conflicts_with_all = ["host", "port"])]
    pub(crate) listen: Option<SocketAddr>,
    /// Believe this proxy, by its address or network, when it says for whom it asks (X-Forwarded-For); `loopback` is this machine
    ///
    /// Limits count by the address of who asks. What anybody else writes into that header is ignored.
    #[arg(long, value_name = "ADDRESS|NETWORK", value_parser = Proxies::named)]
    pub(crate) trusted_proxy: Vec<Vec<Network>>,
    /// Answer the operator here, without a password: GET /metrics; an address of this machine or a private network
    #[arg(long, value_name = "ADDRESS:PORT")]
    pub(crate) admin: Option<SocketAddr>,
    /// What the log on standard error tells: error, warn, info, debug, trace or off [default: $RUST_LOG, or else info]
    ///
    /// Parts have levels of their own after commas: `warn,berolina_server::requests=debug` tells each request, besides warnings.
    #[arg(long, value_name = "LEVEL", conflicts_with = "backup")]
    pub(crate) log: Option<Filter>,
    /// How the log is written: a line of text or of JSON for each event
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = Format::Text, conflicts_with = "backup")]
    pub(crate) log_format: Format,
    /// Set a limit, as often as needed: writes, reads, openings, wishes (of one address and person) as BURST/RATE, so many at once and then so many a
    /// second, such as writes=300/10; the same of all together, such as all-writes=4000/400; page-wishes; sockets and all-sockets as a number
    ///
    /// A school or a club behind one address reaches what one address may do. docs/server.md has the table.
    #[arg(long, value_name = "NAME=VALUE", conflicts_with_all = ["no_limits", "no_games", "backup"])]
    pub(crate) limit: Vec<String>,
    /// Let everybody ask as often as they like: to measure what a machine can do, never on the open internet
    #[arg(long)]
    pub(crate) no_limits: bool,
}

pub(crate) fn run(args: &ServeArgs) -> Result<(), Failure> {
    if let Some(file) = &args.backup {
        return backup(args, file);
    }
    if SHIPPED.is_empty() {
        return Err(Failure::usage(
            "this program was built without the browser app; run `cargo xtask web`, then build it again",
        ));
    }
    log::begin(log::chosen(args.log.as_ref()).map_err(Failure::usage)?, args.log_format);
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
    let quotas = if args.no_limits { Quotas::none() } else { Quotas::default() };
    let quotas = quotas.set(args.limit.iter().map(String::as_str));
    let quotas = quotas.map_err(|error| Failure::usage(format!("--limit {error}")))?;
    let server = match args.listen {
        Some(address) => Server::bind_at(address, SHIPPED)
            .map_err(|error| Failure::usage(format!("cannot listen on {address}: {error}")))?,
        None => Server::bind(args.host, args.port, SHIPPED)
            .map_err(|error| Failure::usage(format!("cannot listen on {}: {error}", args.host)))?,
    };
    let proxies: Proxies = args.trusted_proxy.iter().flatten().copied().collect();
    Ok(server.trusting(proxies).with_quotas(quotas).with_accounts(args.accounts))
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
