//! A child process with limits: time, bytes that it may write, and the wish to stop. It and what it started are ended
//! together.

use std::io::{Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process_group};

use super::{Fault, Watch};

/// How often to look whether it is over.
const BEAT: Duration = Duration::from_millis(10);

/// How long to wait for the rest of standard error once the process is over.
const GRACE: Duration = Duration::from_millis(200);

/// Bytes of standard error that are kept.
const SAID: u64 = 16 << 10;

/// What a process may use.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    pub(super) time: Duration,
    /// Bytes of standard output.
    pub(super) bytes: usize,
}

/// What it wrote.
#[derive(Debug)]
pub(super) struct Ended {
    pub(super) status: ExitStatus,
    pub(super) out: Vec<u8>,
    pub(super) err: Vec<u8>,
}

enum News {
    Out(Vec<u8>),
    Err(Vec<u8>),
}

/// Runs `command` on `input`.
///
/// # Errors
/// It cannot be started, is over a limit, or was stopped.
pub(super) fn run(command: &mut Command, input: Vec<u8>, limits: Limits, watch: Watch<'_>) -> Result<Ended, Fault> {
    let until = (watch.clock)().checked_add(limits.time);
    // A group of its own: ctrl-c at the terminal reaches us alone, and a kill reaches all that it started.
    let mut child = command
        .process_group(0)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|e| Fault::Start(e.to_string()))?;
    let end = listen(&mut child, input, limits, &|| {
        if (watch.stop)() {
            return Some(Fault::Stopped);
        }
        let late = until.is_some_and(|until| (watch.clock)() >= until);
        late.then_some(Fault::TimedOut(limits.time))
    });
    if end.is_err() {
        // It may be over by now.
        let _over: rustix::io::Result<()> = kill_process_group(Pid::from_child(&child), Signal::KILL);
        let _gone: std::io::Result<ExitStatus> = child.wait();
    }
    end
}

fn listen(child: &mut Child, input: Vec<u8>, limits: Limits, over: &dyn Fn() -> Option<Fault>) -> Result<Ended, Fault> {
    let (tell, told) = mpsc::channel();
    if let Some(mut to) = child.stdin.take() {
        // Whoever ends before it read everything says so by its exit code.
        start(move || drop(to.write_all(&input)))?;
    }
    if let Some(from) = child.stdout.take() {
        let (tell, most) = (tell.clone(), limits.bytes as u64 + 1);
        start(move || {
            let mut out = Vec::new();
            // What was read until it failed is all there is.
            let _short: std::io::Result<usize> = from.take(most).read_to_end(&mut out);
            drop(tell.send(News::Out(out)));
        })?;
    }
    if let Some(mut from) = child.stderr.take() {
        let tell = tell.clone();
        start(move || {
            let mut out = Vec::new();
            let _short: std::io::Result<usize> = from.by_ref().take(SAID).read_to_end(&mut out);
            drop(tell.send(News::Err(out)));
            // A full pipe would hold it up.
            let _rest: std::io::Result<u64> = std::io::copy(&mut from, &mut std::io::sink());
        })?;
    }
    drop(tell);
    let (mut out, mut err, mut status) = (None, None, None);
    loop {
        match told.recv_timeout(if status.is_some() { GRACE } else { BEAT }) {
            Ok(News::Out(got)) if got.len() > limits.bytes => return Err(Fault::TooMuch(limits.bytes)),
            Ok(News::Out(got)) => out = Some(got),
            Ok(News::Err(got)) => err = Some(got),
            // Something that outlives it may hold standard error open.
            Err(RecvTimeoutError::Timeout) if status.is_some() && out.is_some() => err = err.or(Some(Vec::new())),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => thread::sleep(BEAT),
        }
        if let Some(fault) = over() {
            return Err(fault);
        }
        if status.is_none() {
            status = child.try_wait().map_err(|e| Fault::Start(e.to_string()))?;
        }
        if let (Some(status), Some(_), Some(_)) = (status, &out, &err) {
            return Ok(Ended {
                status,
                out: out.unwrap_or_default(),
                err: err.unwrap_or_default(),
            });
        }
    }
}

fn start(work: impl FnOnce() + Send + 'static) -> Result<(), Fault> {
    let thread = thread::Builder::new().name("ocr-pipe".to_owned()).spawn(work);
    thread.map(drop).map_err(|e| Fault::Start(e.to_string()))
}
