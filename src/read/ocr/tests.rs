//! Tables and pictures by hand.

use image::{DynamicImage, GrayImage, Luma, LumaA, Rgb, RgbImage};

use super::prepare::{How, png, prepare};
use super::tsv::reading;

const HEAD: &str = "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext\n";

const BOTH: How = How {
    enlarge: true,
    invert: true,
};

const NONE: How = How {
    enlarge: false,
    invert: false,
};

fn word(at: [u32; 5], conf: &str, text: &str) -> String {
    let [page, block, par, line, word] = at;
    format!("5\t{page}\t{block}\t{par}\t{line}\t{word}\t0\t0\t9\t9\t{conf}\t{text}\n")
}

#[test]
fn words_become_lines_in_reading_order() {
    let table = [
        HEAD,
        "1\t1\t0\t0\t0\t0\t0\t0\t300\t274\t-1\t\n",
        "4\t1\t2\t1\t1\t0\t35\t13\t102\t12\t-1\t\n",
        // The second block comes first in the file, and a line is told backwards.
        &word([1, 2, 1, 1, 1], "50", "last"),
        &word([1, 1, 1, 1, 2], "90.5", "Error:"),
        &word([1, 1, 1, 1, 1], "80", "Type"),
        &word([1, 1, 1, 2, 1], "95", " "),
        &word([1, 1, 2, 1, 1], "100", "x"),
        "5\t1\t9\n",
        "5\tone\t1\t1\t1\t1\t0\t0\t9\t9\t95\tbroken\n",
    ]
    .concat();
    let got = reading(&table).unwrap();
    assert_eq!(got.text, "Type Error:\nx\nlast");
    // (4 × 80 + 6 × 90.5 + 1 × 100 + 4 × 50) / 15 = 1163 / 15 = 77.533…
    assert_eq!(got.confidence, Some(0.775));
}

#[test]
fn an_empty_page_is_a_reading_and_anything_else_is_none() {
    let got = reading(HEAD).unwrap();
    assert_eq!((got.text.as_str(), got.confidence), ("", None));
    for other in [
        "",
        "Error: no\n",
        "level\tpage\n",
        "5\t1\t1\t1\t1\t1\t0\t0\t9\t9\t95\tword\n",
    ] {
        assert_eq!(reading(other), None, "{other:?}");
    }
}

#[test]
fn control_characters_are_left_out_and_numbers_stay_in_range() {
    let table = [
        HEAD,
        &word([1, 1, 1, 1, 1], "1e9", "a\u{1b}[31mb\u{c}"),
        &word([1, 1, 1, 1, 2], "NaN", "c\td"),
        &word([1, 1, 1, 1, 3], "90", "\u{c}"),
    ]
    .concat();
    let got = reading(&table).unwrap();
    // What stands behind the eleventh tab is text, tabs as well.
    assert_eq!(got.text, "a[31mb cd");
    // 6 letters at 100, 2 at 0.
    assert_eq!(got.confidence, Some(0.75));
}

#[test]
fn dark_grounds_are_inverted_and_light_ones_are_not() {
    // Light letters on a dark ground: 3 of 4 pixels are dark.
    let shade = |x: u32, dark: u8, light: u8| Luma([if x.is_multiple_of(4) { light } else { dark }]);
    let how = How { enlarge: false, ..BOTH };
    let dark = DynamicImage::ImageLuma8(GrayImage::from_fn(8, 2, |x, _| shade(x, 20, 240)));
    let got = prepare(&dark, how);
    assert_eq!((got.get_pixel(0, 0).0, got.get_pixel(1, 0).0), ([15], [235]));
    let light = DynamicImage::ImageLuma8(GrayImage::from_fn(8, 2, |x, _| shade(x, 240, 20)));
    assert_eq!(prepare(&light, how), light.to_luma8());
    assert_eq!(prepare(&dark, NONE), dark.to_luma8());
}

#[test]
fn what_is_transparent_is_white() {
    let alpha = [255, 0, 128];
    let picture = image::GrayAlphaImage::from_fn(3, 1, |x, _| LumaA([0, alpha[usize::try_from(x).unwrap_or(0)]]));
    let got = prepare(&DynamicImage::ImageLumaA8(picture), NONE);
    // Black at 128/255 on white leaves 127.
    assert_eq!(got.as_raw(), &[0, 255, 127]);
}

#[test]
fn pictures_are_enlarged_unless_they_are_large() {
    let size = |w: u32, h: u32| {
        let got = prepare(
            &DynamicImage::ImageRgb8(RgbImage::from_pixel(w, h, Rgb([250, 250, 250]))),
            BOTH,
        );
        (got.width(), got.height())
    };
    assert_eq!(size(3, 5), (6, 10));
    assert_eq!(size(3000, 1), (6000, 2));
    assert_eq!(size(3001, 1), (3001, 1));
    assert_eq!(size(1, 3001), (1, 3001));
}

#[test]
fn a_picture_comes_back_out_of_its_png() {
    let grey = GrayImage::from_fn(5, 3, |x, y| Luma([u8::try_from(x * 40 + y).unwrap_or(0)]));
    let bytes = png(&grey).unwrap();
    assert_eq!(image::load_from_memory(&bytes).unwrap().to_luma8(), grey);
}
