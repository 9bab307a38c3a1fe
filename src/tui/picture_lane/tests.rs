//! The lane with real files and half-blocks; waits for reports with a deadline, never sleeps to be in time.

use std::io::Cursor;
use std::path::Path;
use std::sync::mpsc::Receiver;

use image::codecs::gif::GifEncoder;
use image::{Delay, Frame, ImageFormat, Rgb, RgbImage, Rgba, RgbaImage};

use super::*;
use crate::ui::picture::{Pictures, Protocol};

const DEADLINE: Duration = Duration::from_secs(20);

fn want(path: &Path, cols: u16) -> Want {
    let name = path.to_string_lossy();
    Want {
        file: path.to_owned(),
        sha256: Arc::from(&*name),
        crop: None,
        cols,
        rows: 4,
        frame: 0,
    }
}

fn lane() -> (PictureLane, Receiver<Report>) {
    let (reports, inbox) = channel();
    let encoder = Pictures::new(Protocol::Halfblocks, (8, 16), [0; 3], 1 << 20).encoder();
    let lane = PictureLane::start(encoder, move |report| drop(reports.send(report))).unwrap();
    (lane, inbox)
}

fn png(path: &Path) {
    RgbImage::from_pixel(60, 40, Rgb([1, 2, 3]))
        .save_with_format(path, ImageFormat::Png)
        .unwrap();
}

fn gif(path: &Path, frames: u8) {
    let mut out = Cursor::new(Vec::new());
    {
        let mut encoder = GifEncoder::new(&mut out);
        for n in 0..frames {
            let canvas = RgbaImage::from_pixel(20, 20, Rgba([n * 40, 0, 0, 255]));
            encoder
                .encode_frame(Frame::from_parts(canvas, 0, 0, Delay::from_numer_denom_ms(20, 1)))
                .unwrap();
        }
    }
    std::fs::write(path, out.into_inner()).unwrap();
}

#[test]
fn wants_are_answered_in_order_and_faults_are_answers() {
    let dir = tempfile::tempdir().unwrap();
    let (good, bad, none) = (
        dir.path().join("a.png"),
        dir.path().join("b.png"),
        dir.path().join("c.png"),
    );
    png(&good);
    std::fs::write(&bad, "<html>").unwrap();
    let (lane, inbox) = lane();
    let wants = vec![want(&bad, 8), want(&good, 8), want(&none, 8), want(&good, 4)];
    lane.want(wants.clone());
    let mut said = Vec::new();
    for want in wants {
        let Report::Picture(done) = inbox.recv_timeout(DEADLINE).unwrap() else {
            panic!()
        };
        assert_eq!(done.want, want);
        said.push(done.result.map_or_else(|e| e.to_string(), |_| "ok".to_owned()));
    }
    assert_eq!(
        said,
        ["not a picture but an HTML page", "ok", "the file is missing", "ok"]
    );
    // The list that crossed with the answers asks again; nothing is done twice.
    lane.want(vec![want(&good, 4), want(&good, 9)]);
    let Report::Picture(done) = inbox.recv_timeout(DEADLINE).unwrap() else {
        panic!()
    };
    assert_eq!(done.want.cols, 9);
}

#[test]
fn only_the_newest_list_is_worked_on() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("a.png");
    png(&file);
    let (lane, inbox) = lane();
    for cols in 1..=30 {
        lane.want(vec![want(&file, cols)]);
    }
    let Report::Picture(done) = inbox.recv_timeout(DEADLINE).unwrap() else {
        panic!()
    };
    assert_eq!(done.want.cols, 30);
    drop(lane);
    assert!(
        inbox.recv_timeout(DEADLINE).is_err(),
        "the thread ends and sent nothing else"
    );
}

#[test]
fn an_animation_waits_for_its_reader_and_loops() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("a.gif");
    gif(&file, 3);
    let (lane, inbox) = lane();
    lane.play(want(&file, 8));
    let Report::Frame { done, slot } = inbox.recv_timeout(DEADLINE).unwrap() else {
        panic!()
    };
    assert_eq!(done.want.frame, 0);
    assert!(
        inbox.recv_timeout(Duration::from_millis(150)).is_err(),
        "a frame ran ahead of its reader"
    );
    drop(slot);
    for number in [1, 2, 0, 1] {
        let Report::Frame { done, slot } = inbox.recv_timeout(DEADLINE).unwrap() else {
            panic!()
        };
        assert_eq!(done.want.frame, number);
        assert!(done.result.is_ok());
        drop(slot);
    }
    // A still picture is still answered while an animation plays.
    let still = dir.path().join("b.png");
    png(&still);
    lane.want(vec![want(&still, 8)]);
    loop {
        match inbox.recv_timeout(DEADLINE).unwrap() {
            Report::Picture(done) => break assert!(done.result.is_ok()),
            Report::Frame { .. } => {}
            Report::Stopped { fault, .. } => panic!("{fault}"),
        }
    }
    lane.play(want(&still, 8));
    loop {
        if let Report::Stopped { fault, .. } = inbox.recv_timeout(DEADLINE).unwrap() {
            break assert_eq!(fault, ImageFault::Still);
        }
    }
}

#[test]
fn a_frame_can_be_wanted_by_its_number() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("a.gif");
    gif(&file, 4);
    let image = load(&Want {
        frame: 3,
        ..want(&file, 8)
    })
    .unwrap();
    assert_eq!(image.to_rgb8().get_pixel(0, 0).0[0] / 40, 3);
}
