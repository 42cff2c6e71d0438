//! A line that can be slowed down, stopped and cut.

use std::net::SocketAddr;
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep_until};

use crate::Outcome;

/// What a line does with what it is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Line {
    /// Brings it after so long.
    Late(Duration),
    /// Loses it, and tells nobody.
    Dead,
    /// Ends.
    Cut,
}

/// A line to the server.
#[derive(Debug)]
pub(super) struct Proxy {
    pub(super) address: SocketAddr,
    line: watch::Sender<Line>,
}

impl Proxy {
    pub(super) async fn to(server: SocketAddr) -> Outcome<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let (line, state) = watch::channel(Line::Late(Duration::ZERO));
        let address = listener.local_addr()?;
        tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                let Ok(far) = TcpStream::connect(server).await else { continue };
                let _ = (near.set_nodelay(true), far.set_nodelay(true));
                let ((near_in, near_out), (far_in, far_out)) = (near.into_split(), far.into_split());
                tokio::spawn(carry(near_in, far_out, state.clone()));
                tokio::spawn(carry(far_in, near_out, state.clone()));
            }
        });
        Ok(Self { address, line })
    }

    /// From now on, for all that is open and will be.
    pub(super) fn set(&self, line: Line) {
        self.line.send_replace(line);
    }
}

/// Brings what comes to where it belongs, until the line is cut or one side ends.
async fn carry(mut from: OwnedReadHalf, into: OwnedWriteHalf, mut line: watch::Receiver<Line>) {
    let (letter, letters) = mpsc::unbounded_channel();
    tokio::spawn(deliver(letters, into));
    let mut bytes = vec![0; 16 * 1024];
    loop {
        let state = *line.borrow_and_update();
        let read = tokio::select! {
            changed = line.changed() => match changed {
                Ok(()) => continue,
                Err(_) => return,
            },
            read = from.read(&mut bytes), if state != Line::Cut => read,
            () = std::future::ready(()), if state == Line::Cut => return,
        };
        let Ok(count @ 1..) = read else { return };
        if let Line::Late(time) = state
            && letter.send((Instant::now() + time, bytes[..count].to_vec())).is_err()
        {
            return;
        }
    }
}

/// What is on its way arrives, though the sender be gone.
async fn deliver(mut letters: mpsc::UnboundedReceiver<(Instant, Vec<u8>)>, mut into: OwnedWriteHalf) {
    while let Some((at, bytes)) = letters.recv().await {
        sleep_until(at).await;
        if into.write_all(&bytes).await.is_err() {
            return;
        }
    }
}
