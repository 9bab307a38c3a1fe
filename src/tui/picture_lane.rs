//! The thread that reads, decodes and prepares pictures, and plays animations.
//!
//! The newest list of wants counts; older ones are dropped. After a change it waits a moment before it decodes,
//! so that flicking through costs nothing. Memory is bounded: one animation is a single frame ahead, and
//! decoded pictures are kept up to 64 MiB for zoom and pan.

use std::collections::{HashSet, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use image::DynamicImage;

use crate::read::image::{ImageFault, ImageInfo, Limits, Moment, Player, decode, guard, probe_file, read_file};
use crate::ui::picture::{Done, Encoder, Want};

#[cfg(test)]
mod tests;

/// How long a new list must stand before its first picture is decoded.
const SETTLE: Duration = Duration::from_millis(30);

/// Bytes of decoded pictures that are kept.
const KEEP: usize = 64 << 20;

/// How long to wait for a reader that has not yet taken the frame before.
const BUSY: Duration = Duration::from_millis(10);

/// Furthest frame that is decoded on its own; an animation that plays has no end.
const FURTHEST: u32 = 1000;

/// What the lane sends.
#[derive(Debug)]
pub enum Report {
    /// A want was dealt with.
    Picture(Done),
    /// The next frame of the animation that plays; the want names its number. The one after it is only sent when
    /// `slot` is dropped.
    Frame {
        /// The frame.
        done: Done,
        /// Held by the reader while it works on the frame.
        slot: Slot,
    },
    /// The animation cannot be played, or not any further.
    Stopped {
        /// What was asked to play.
        want: Want,
        /// Why.
        fault: ImageFault,
    },
}

/// Tells the lane, when dropped, that a frame was taken.
#[derive(Debug)]
pub struct Slot(Arc<AtomicBool>);

impl Drop for Slot {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Release);
    }
}

enum Order {
    Wants(Vec<Want>),
    Play(Want),
    Stop,
    Encoder(Encoder),
}

/// A handle to the thread. The thread ends soon after the handle is dropped.
#[derive(Debug)]
pub struct PictureLane {
    orders: Sender<Order>,
}

impl PictureLane {
    /// Starts the thread. `report` is called on it.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn start(encoder: Encoder, report: impl FnMut(Report) + Send + 'static) -> std::io::Result<Self> {
        let (orders, inbox) = channel();
        std::thread::Builder::new()
            .name("pictures".to_owned())
            .spawn(move || Worker::new(encoder, report).run(&inbox))?;
        Ok(Self { orders })
    }

    /// Replaces the list of wants, in order of urgency. An empty list stops the work on the old one.
    pub fn want(&self, wants: Vec<Want>) {
        self.send(Order::Wants(wants));
    }

    /// Plays the animation in `want.file` until [`Self::stop`] or another `play`.
    pub fn play(&self, want: Want) {
        self.send(Order::Play(want));
    }

    /// Stops playing. A frame may still be under way.
    pub fn stop(&self) {
        self.send(Order::Stop);
    }

    /// Prepares for other cells from now on, and forgets what was asked for the old ones.
    pub fn encode_with(&self, encoder: Encoder) {
        self.send(Order::Encoder(encoder));
    }

    fn send(&self, order: Order) {
        // Only fails when the thread is gone; then there are no pictures, and the words stay.
        let _sent = self.orders.send(order);
    }
}

struct Playing {
    want: Want,
    player: Player,
    /// The frame that is ready, and how long it is shown.
    next: Option<(Done, Duration)>,
    due: Instant,
    busy: Arc<AtomicBool>,
}

struct Worker<F> {
    encoder: Encoder,
    report: F,
    queue: VecDeque<Want>,
    /// The newest list as it came.
    list: HashSet<Want>,
    /// Dealt with since the newest list came; the next list may ask for them once more by accident.
    done: HashSet<Want>,
    ready_at: Instant,
    kept: Kept,
    playing: Option<Playing>,
}

impl<F: FnMut(Report)> Worker<F> {
    fn new(encoder: Encoder, report: F) -> Self {
        Self {
            encoder,
            report,
            queue: VecDeque::new(),
            list: HashSet::new(),
            done: HashSet::new(),
            ready_at: now(),
            kept: Kept::default(),
            playing: None,
        }
    }

    fn run(mut self, inbox: &Receiver<Order>) {
        loop {
            let order = match self.idle_for() {
                Some(time) => inbox.recv_timeout(time),
                None => inbox.recv().map_err(RecvTimeoutError::from),
            };
            match order {
                Ok(order) => self.take(order),
                Err(RecvTimeoutError::Timeout) => self.work(),
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    /// How long nothing is to be done; `None` until the next order.
    fn idle_for(&self) -> Option<Duration> {
        let now = now();
        let job = self.queue.front().map(|want| {
            if self.kept.has(want) {
                Duration::ZERO
            } else {
                self.ready_at.saturating_duration_since(now)
            }
        });
        let frame = self.playing.as_ref().map(|p| p.due.saturating_duration_since(now));
        job.into_iter().chain(frame).min()
    }

    fn take(&mut self, order: Order) {
        match order {
            Order::Wants(wants) => {
                let new = wants.iter().any(|w| !self.list.contains(w));
                if new {
                    self.ready_at = now() + SETTLE;
                }
                self.list = wants.iter().cloned().collect();
                self.queue = wants.into_iter().filter(|w| !self.done.contains(w)).collect();
                self.done.clear();
            }
            Order::Play(want) => self.play(want),
            Order::Stop => self.playing = None,
            Order::Encoder(encoder) => {
                self.encoder = encoder;
                self.queue.clear();
                self.list.clear();
                self.done.clear();
                self.playing = None;
            }
        }
    }

    fn work(&mut self) {
        if self.playing.as_ref().is_some_and(|p| p.due <= now()) {
            self.show_frame();
        } else if let Some(want) = self.queue.pop_front() {
            let result = guard::guarded(|| self.picture(&want));
            let result = result.unwrap_or_else(|| Err(ImageFault::Encode("preparing it crashed".to_owned())));
            self.done.insert(want.clone());
            (self.report)(Report::Picture(Done { want, result }));
        }
    }

    fn picture(&mut self, want: &Want) -> Result<crate::ui::picture::Encoded, ImageFault> {
        if !self.kept.has(want) {
            // A large picture needs the room of the kept ones.
            let large = |i: ImageInfo| u64::from(i.width) * u64::from(i.height) * 4 > KEEP as u64;
            if probe_file(&want.file).is_ok_and(large) {
                self.kept = Kept::default();
            }
            let mut image = load(want)?;
            if image.as_bytes().len() > KEEP {
                self.encoder.lay(&mut image);
                return self.encoder.encode(&image, want);
            }
            self.kept.put(want, image);
        }
        match self.kept.get(want) {
            Some(image) => self.encoder.encode(image, want),
            None => Err(ImageFault::TooMuchMemory),
        }
    }

    fn play(&mut self, want: Want) {
        self.playing = None;
        let limits = Limits::default();
        match read_file(&want.file, &limits).and_then(|bytes| Player::open(Arc::from(bytes), &limits)) {
            Ok(player) => {
                let busy = Arc::new(AtomicBool::new(false));
                self.playing = Some(Playing {
                    want,
                    player,
                    next: None,
                    due: now(),
                    busy,
                });
            }
            Err(fault) => (self.report)(Report::Stopped { want, fault }),
        }
    }

    /// Sends the frame that is due and prepares the one after it.
    fn show_frame(&mut self) {
        let Some(mut playing) = self.playing.take() else { return };
        if playing.busy.load(Ordering::Acquire) {
            playing.due = now() + BUSY;
            self.playing = Some(playing);
            return;
        }
        let first = playing.next.is_none();
        let ready = match playing.next.take() {
            Some(ready) => Ok(ready),
            None => playing.prepare(&self.encoder),
        };
        match ready {
            Ok((done, delay)) => {
                playing.due = now() + delay;
                playing.busy.store(true, Ordering::Release);
                let slot = Slot(Arc::clone(&playing.busy));
                (self.report)(Report::Frame { done, slot });
            }
            Err(fault) => {
                (self.report)(Report::Stopped {
                    want: playing.want,
                    fault,
                });
                return;
            }
        }
        match playing.prepare(&self.encoder) {
            Ok(next) => {
                playing.next = Some(next);
                self.playing = Some(playing);
            }
            // A single good frame stays on the screen; nothing is wrong with it.
            Err(_) if first => {}
            Err(fault) => (self.report)(Report::Stopped {
                want: playing.want,
                fault,
            }),
        }
    }
}

impl Playing {
    fn prepare(&mut self, encoder: &Encoder) -> Result<(Done, Duration), ImageFault> {
        let Moment { number, image, delay } = self.player.next_frame()?;
        let want = Want {
            frame: number,
            ..self.want.clone()
        };
        let result = encoder.encode(&image, &want);
        Ok((Done { want, result }, delay))
    }
}

/// The pixels of the want's frame.
fn load(want: &Want) -> Result<DynamicImage, ImageFault> {
    let limits = Limits::default();
    let bytes = read_file(&want.file, &limits)?;
    if want.frame == 0 {
        return decode(&bytes, &limits);
    }
    let mut player = Player::open(Arc::from(bytes), &limits)?;
    let mut moment = player.next_frame()?;
    for _ in 0..want.frame.min(FURTHEST) {
        moment = player.next_frame()?;
    }
    Ok(moment.image)
}

/// Decoded pictures, newest last.
#[derive(Default)]
struct Kept {
    images: VecDeque<(Want, DynamicImage)>,
    bytes: usize,
}

impl Kept {
    /// The same frame of the same file, whatever part or size of it is wanted.
    fn same(a: &Want, b: &Want) -> bool {
        a.sha256 == b.sha256 && a.frame == b.frame && a.file == b.file
    }

    fn has(&self, want: &Want) -> bool {
        self.images.iter().any(|(w, _)| Self::same(w, want))
    }

    fn get(&self, want: &Want) -> Option<&DynamicImage> {
        self.images
            .iter()
            .find(|(w, _)| Self::same(w, want))
            .map(|(_, image)| image)
    }

    fn put(&mut self, want: &Want, image: DynamicImage) {
        self.bytes += image.as_bytes().len();
        self.images.push_back((want.clone(), image));
        while self.bytes > KEEP {
            let Some((_, old)) = self.images.pop_front() else { break };
            self.bytes -= old.as_bytes().len();
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "floor 7 owns the clock")]
fn now() -> Instant {
    Instant::now()
}
