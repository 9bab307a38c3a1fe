//! What reaches the terminal: the cells that ratatui would send between two frames.

use image::{DynamicImage, Rgb, RgbImage};
use ratatui::style::Color;
use ratatui::text::Line;
use ratatui::widgets::{Clear, Widget};

use super::*;

const SCREEN: Rect = Rect {
    x: 0,
    y: 0,
    width: 40,
    height: 20,
};
const POPUP: Rect = Rect {
    x: 6,
    y: 4,
    width: 10,
    height: 3,
};
const AT: Rect = Rect {
    x: 4,
    y: 2,
    width: 16,
    height: 8,
};

fn want(name: &str) -> Want {
    Want {
        file: PathBuf::from(name),
        sha256: Arc::from(name),
        crop: None,
        cols: 16,
        rows: 8,
        frame: 0,
    }
}

fn picture() -> DynamicImage {
    DynamicImage::ImageRgb8(RgbImage::from_fn(128, 128, |x, y| {
        Rgb([u8::try_from(x).unwrap(), u8::try_from(y).unwrap(), 90])
    }))
}

fn pictures(protocol: Protocol) -> Pictures {
    let mut pictures = Pictures::new(protocol, (8, 16), [0, 0, 0], 1 << 20);
    load(&mut pictures, &want("a"));
    pictures
}

fn load(pictures: &mut Pictures, want: &Want) {
    let result = pictures.encoder().encode(&picture(), want);
    assert!(result.is_ok(), "{result:?}");
    pictures.accept(Done {
        want: want.clone(),
        result,
    });
}

/// One frame with the picture at `area` and maybe a popup.
fn frame(pictures: &mut Pictures, area: Rect, skip: u16, popup: Option<Rect>) -> Buffer {
    let mut buf = Buffer::empty(SCREEN);
    pictures.begin_frame();
    assert_eq!(pictures.draw(&want("a"), area, skip, &mut buf), Drawn::Shown);
    if let Some(popup) = popup {
        Clear.render(popup, &mut buf);
        Line::from("popup text").render(popup, &mut buf);
    }
    pictures.end_frame(popup, &mut buf);
    buf
}

/// Cells sent between two frames, in the order in which they are sent.
fn sent(a: &Buffer, b: &Buffer) -> Vec<(u16, u16, String)> {
    a.diff(b)
        .into_iter()
        .map(|(x, y, cell)| (x, y, cell.symbol().to_owned()))
        .collect()
}

fn is_sixel(symbol: &str) -> bool {
    symbol.contains("\u{1b}P") && symbol.contains('q')
}

#[test]
fn names_are_read_and_written() {
    for name in ["kitty", "sixel", "iterm2", "halfblocks", "none"] {
        assert_eq!(name.parse::<Protocol>().unwrap().to_string(), name);
    }
    assert!("Kitty".parse::<Protocol>().unwrap_err().contains("known are"));
}

#[test]
fn wants_come_in_drawing_order_then_ahead_and_once() {
    let mut pictures = pictures(Protocol::Halfblocks);
    let mut buf = Buffer::empty(SCREEN);
    pictures.begin_frame();
    for name in ["c", "a", "b", "c"] {
        let drawn = pictures.draw(&want(name), AT, 0, &mut buf);
        assert_eq!(drawn, if name == "a" { Drawn::Shown } else { Drawn::Waiting });
    }
    pictures.prefetch(want("d"));
    pictures.prefetch(want("b"));
    let names: Vec<_> = pictures
        .take_wants()
        .into_iter()
        .map(|w| w.sha256.to_string())
        .collect();
    assert_eq!(names, ["c", "b", "d"]);
    assert!(pictures.take_wants().is_empty());
}

#[test]
fn faults_are_kept_until_forgotten() {
    let mut pictures = pictures(Protocol::Sixel);
    let mut buf = Buffer::empty(SCREEN);
    pictures.accept(Done {
        want: want("x"),
        result: Err(ImageFault::Svg),
    });
    pictures.begin_frame();
    assert_eq!(
        pictures.draw(&want("x"), AT, 0, &mut buf),
        Drawn::Fault("SVG, open externally".into())
    );
    assert!(pictures.take_wants().is_empty());
    pictures.forget_faults();
    assert_eq!(pictures.draw(&want("x"), AT, 0, &mut buf), Drawn::Waiting);
}

#[test]
fn the_least_recently_drawn_goes_first() {
    let mut pictures = Pictures::new(Protocol::Halfblocks, (8, 16), [0; 3], 16 * 16 * 8 * 2);
    let mut buf = Buffer::empty(SCREEN);
    for name in ["a", "b"] {
        pictures.begin_frame();
        load(&mut pictures, &want(name));
    }
    pictures.begin_frame();
    assert_eq!(pictures.draw(&want("a"), AT, 0, &mut buf), Drawn::Shown);
    pictures.begin_frame();
    load(&mut pictures, &want("c"));
    assert_eq!(pictures.draw(&want("b"), AT, 0, &mut buf), Drawn::Waiting);
    assert_eq!(pictures.draw(&want("a"), AT, 0, &mut buf), Drawn::Shown);
    assert_eq!(pictures.draw(&want("c"), AT, 0, &mut buf), Drawn::Shown);
}

#[test]
fn halfblocks_show_the_rows_that_are_visible() {
    let mut pictures = pictures(Protocol::Halfblocks);
    let whole = frame(&mut pictures, AT, 0, None);
    let part = frame(&mut pictures, Rect { height: 3, ..AT }, 2, None);
    for y in 0..3 {
        for x in 0..16 {
            assert_eq!(whole[(4 + x, 4 + y)], part[(4 + x, 2 + y)]);
        }
    }
    assert_eq!(part[(4, 5)], Buffer::empty(SCREEN)[(4, 5)]);
    // The green channel grows downwards: 128 pixels over 16 half rows, so the lower half is brighter.
    let Color::Rgb(_, green, _) = whole[(10, 9)].fg else {
        panic!("no colour")
    };
    assert!(green > 100, "{green}");
}

#[test]
fn a_sixel_is_sent_once_and_stays_inside() {
    let mut pictures = pictures(Protocol::Sixel);
    let empty = Buffer::empty(SCREEN);
    let first = frame(&mut pictures, AT, 0, None);
    let cells = sent(&empty, &first);
    assert_eq!(cells.len(), 1);
    assert!(cells[0].0 == 4 && cells[0].1 == 2 && is_sixel(&cells[0].2));
    let second = frame(&mut pictures, AT, 0, None);
    assert!(sent(&first, &second).is_empty());
    // Rows 3 to 5 of 8: 48 of 128 pixel rows, eight whole bands at most.
    let part = frame(&mut pictures, Rect { height: 3, ..AT }, 3, None);
    let cells = sent(&second, &part);
    assert!(cells[0].2.contains("\"1;1;128;48"), "{:?}", cells[0].2.get(..80));
    assert_eq!(cells[0].2.matches('-').count(), 7);
    // The five lines that the picture left are sent as blanks.
    assert_eq!(cells.iter().filter(|c| c.2 == " ").count(), 5 * 16);
}

#[test]
fn every_band_of_the_encoder_selects_its_colour() {
    let pictures = pictures(Protocol::Sixel);
    let Body::Sixel(strips) = pictures.encoder().encode(&picture(), &want("a")).unwrap().body else {
        panic!()
    };
    let all = strips.cut(0, 128);
    let bands: Vec<&str> = all.split('-').collect();
    assert_eq!(bands.len(), 22); // 128 / 6, rounded up
    assert!(
        bands.iter().skip(1).all(|b| b.starts_with('#')),
        "a band relies on the one before"
    );
}

#[test]
fn a_sixel_comes_back_after_a_popup() {
    for protocol in [Protocol::Sixel, Protocol::Iterm2] {
        let mut pictures = pictures(protocol);
        let plain = frame(&mut pictures, AT, 0, None);
        let open = frame(&mut pictures, AT, 0, Some(POPUP));
        // Opening sends the popup only: the picture is there already.
        assert_eq!(sent(&plain, &open).len(), 30);
        let still = frame(&mut pictures, AT, 0, Some(POPUP));
        assert!(sent(&open, &still).iter().all(|c| POPUP.contains((c.0, c.1).into())));
        let closed = frame(&mut pictures, AT, 0, None);
        let cells = sent(&still, &closed);
        assert_eq!(cells.len(), 1, "{protocol}");
        assert_eq!((cells[0].0, cells[0].1), (4, 2));
        // Once is enough.
        let after = frame(&mut pictures, AT, 0, None);
        assert!(sent(&closed, &after).is_empty());
        // And again with the other mark.
        let open = frame(&mut pictures, AT, 0, Some(POPUP));
        let closed = frame(&mut pictures, AT, 0, None);
        assert_eq!(sent(&open, &closed).len(), 1);
    }
}

#[test]
fn a_picture_that_arrives_under_a_popup_does_not_paint_over_it() {
    let mut pictures = Pictures::new(Protocol::Sixel, (8, 16), [0; 3], 1 << 20);
    let mut waiting = Buffer::empty(SCREEN);
    pictures.begin_frame();
    assert_eq!(pictures.draw(&want("a"), AT, 0, &mut waiting), Drawn::Waiting);
    Line::from("popup text").render(POPUP, &mut waiting);
    pictures.end_frame(Some(POPUP), &mut waiting);
    load(&mut pictures, &want("a"));
    let arrived = frame(&mut pictures, AT, 0, Some(POPUP));
    let cells = sent(&waiting, &arrived);
    assert!(is_sixel(&cells[0].2));
    let after: Vec<_> = cells
        .iter()
        .skip(1)
        .filter(|c| POPUP.contains((c.0, c.1).into()))
        .collect();
    assert_eq!(after.len(), 30, "the popup is drawn again after the picture");
}

#[test]
fn a_popup_over_the_first_cell_hides_the_picture_until_it_closes() {
    let mut pictures = pictures(Protocol::Sixel);
    let over = Rect {
        x: 2,
        y: 1,
        width: 8,
        height: 4,
    };
    let open = frame(&mut pictures, AT, 0, Some(over));
    assert!(sent(&Buffer::empty(SCREEN), &open).iter().all(|c| !is_sixel(&c.2)));
    let closed = frame(&mut pictures, AT, 0, None);
    assert_eq!(sent(&open, &closed).iter().filter(|c| is_sixel(&c.2)).count(), 1);
}

#[test]
fn force_sends_again_once() {
    for protocol in [Protocol::Sixel, Protocol::Iterm2, Protocol::Kitty] {
        let mut pictures = pictures(protocol);
        let first = frame(&mut pictures, AT, 0, None);
        let settled = frame(&mut pictures, AT, 0, None);
        pictures.force();
        let forced = frame(&mut pictures, AT, 0, None);
        assert_eq!(sent(&settled, &forced).len(), 1, "{protocol}");
        let after = frame(&mut pictures, AT, 0, None);
        assert!(sent(&forced, &after).len() <= 1);
        assert!(!first.content().is_empty());
    }
}

#[test]
fn kitty_data_are_sent_again_when_a_popup_hid_them() {
    let mut pictures = pictures(Protocol::Kitty);
    let over = Rect {
        x: 2,
        y: 1,
        width: 8,
        height: 4,
    };
    let hidden = frame(&mut pictures, AT, 0, Some(over));
    let carries = |buf: &Buffer| buf.content().iter().filter(|c| c.symbol().contains("\u{1b}_G")).count();
    assert_eq!(carries(&hidden), 0);
    let shown = frame(&mut pictures, AT, 0, None);
    assert_eq!(carries(&shown), 1);
    assert!(shown[(4, 2)].symbol().contains("a=T,U=1"));
    let after = frame(&mut pictures, AT, 0, None);
    assert_eq!(carries(&after), 0);
    assert!(after[(5, 5)].symbol().starts_with(encode::PLACEHOLDER));
    assert_eq!(pictures.leave().matches("a=d,d=I").count(), 1);
    assert_eq!(pictures.leave(), "");
}

#[test]
fn frames_of_an_animation_replace_each_other() {
    let mut pictures = pictures(Protocol::Kitty);
    let id = |p: &Pictures, frame| {
        let want = Want { frame, ..want("a") };
        match p.encoder().encode(&picture(), &want).unwrap().body {
            Body::Kitty { id, .. } => id,
            _ => panic!("not kitty"),
        }
    };
    assert_eq!(id(&pictures, 0), id(&pictures, 7));
    for n in 1..6 {
        pictures.begin_frame();
        load(&mut pictures, &Want { frame: n, ..want("a") });
    }
    let kept: Vec<u32> = (0..6)
        .filter(|n| pictures.cache.contains(&Want { frame: *n, ..want("a") }))
        .collect();
    assert_eq!(kept, [0, 5]);
}

#[test]
fn pictures_can_be_switched_off() {
    let mut pictures = Pictures::new(Protocol::None, (8, 16), [0; 3], 1 << 20);
    let mut buf = Buffer::empty(SCREEN);
    pictures.begin_frame();
    assert_eq!(
        pictures.draw(&want("a"), AT, 0, &mut buf),
        Drawn::Fault("pictures are switched off".into())
    );
    assert!(pictures.take_wants().is_empty());
}

#[test]
fn sixels_stay_within_what_the_terminal_draws() {
    let pictures = Pictures::new(Protocol::Sixel, (8, 16), [0; 3], 1 << 20).with_max_px(Some((100, 50)));
    let Body::Sixel(strips) = pictures.encoder().encode(&picture(), &want("a")).unwrap().body else {
        panic!()
    };
    assert!(strips.cut(0, 128).contains("\"1;1;100;50"));
}
