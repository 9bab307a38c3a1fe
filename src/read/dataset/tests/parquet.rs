//! Parquet files, written here column by column.

use std::sync::Arc;

use ::parquet::basic::{Compression, ZstdLevel};
use ::parquet::data_type::{ByteArray, ByteArrayType, Int64Type};
use ::parquet::file::properties::WriterProperties;
use ::parquet::file::writer::SerializedFileWriter;
use ::parquet::schema::parser::parse_message_type;

use super::*;
use crate::read::reader::ImageFrom;
use crate::read::testing::read_bytes;

const SCHEMA: &str = "message rows {
    REQUIRED BYTE_ARRAY instance_id (UTF8);
    OPTIONAL BYTE_ARRAY issue_title (UTF8);
    OPTIONAL BYTE_ARRAY issue_body;
    OPTIONAL BYTE_ARRAY repository (UTF8);
    OPTIONAL INT64 created_at;
    OPTIONAL group diff_files (LIST) { REPEATED group list { OPTIONAL BYTE_ARRAY element (UTF8); } }
    OPTIONAL group images (LIST) { REPEATED group list { OPTIONAL group element {
        OPTIONAL BYTE_ARRAY bytes;
        OPTIONAL BYTE_ARRAY path (UTF8);
    } } }
    OPTIONAL BYTE_ARRAY secret;
}";

/// Values, definition levels, repetition levels of a column.
type Column<'a> = (&'a [&'a [u8]], &'a [i16], &'a [i16]);

/// Three rows, in this order: all there; nulls and an empty list; a list whose picture has no bytes.
fn file(compression: Compression) -> Vec<u8> {
    let texts: [Column<'_>; 8] = [
        (&[b"o__r-1", b"o__r-2", b"o__r-3"], &[], &[]),
        (&[b"T", b"U"], &[1, 0, 1], &[]),
        (&[b"see it", b"only\na body"], &[1, 1, 0], &[]),
        (&[b"o/r", b"o/r", b"o/r"], &[1, 1, 1], &[]),
        // list 1, entry 2, element 3
        (&[b"a.py", b"b.py"], &[3, 3, 1, 0], &[0, 1, 0, 0]),
        // list 1, entry 2, struct 3, field 4
        (&[b"\x89PNG 1", b"\x89PNG 2"], &[4, 4, 0, 3], &[0, 1, 0, 0]),
        (&[b"one.png", b"gone.png"], &[4, 3, 0, 4], &[0, 1, 0, 0]),
        (&[b"\xff\xfe"], &[1, 0, 0], &[]),
    ];
    let schema = Arc::new(parse_message_type(SCHEMA).unwrap());
    let properties = WriterProperties::builder().set_compression(compression).build();
    let mut out = Vec::new();
    let mut writer = SerializedFileWriter::new(&mut out, schema, Arc::new(properties)).unwrap();
    let mut group = writer.next_row_group().unwrap();
    let mut texts = texts.iter();
    let mut n = 0;
    while let Some(mut column) = group.next_column().unwrap() {
        if n == 4 {
            let typed = column.typed::<Int64Type>();
            typed.write_batch(&[1_700_000_000_123], Some(&[1, 0, 0]), None).unwrap();
        } else {
            let (values, def, rep) = texts.next().unwrap();
            let values: Vec<ByteArray> = values.iter().map(|v| v.to_vec().into()).collect();
            let level = |l: &'static str, all: &'_ [i16]| (!all.is_empty()).then(|| (l, all.to_vec()));
            let (def, rep) = (level("def", def), level("rep", rep));
            let typed = column.typed::<ByteArrayType>();
            typed
                .write_batch(
                    &values,
                    def.as_ref().map(|(_, l)| l.as_slice()),
                    rep.as_ref().map(|(_, l)| l.as_slice()),
                )
                .unwrap();
        }
        column.close().unwrap();
        n += 1;
    }
    group.close().unwrap();
    writer.close().unwrap();
    out
}

#[test]
fn rows_with_lists_structs_dictionaries_and_nulls() {
    for packed in [
        Compression::UNCOMPRESSED,
        Compression::SNAPPY,
        Compression::ZSTD(ZstdLevel::default()),
    ] {
        let bag = read_bytes("rows.parquet", &file(packed));
        assert_eq!(bag.refused, []);
        let all = cases(&bag);
        assert_eq!(all.len(), 3);
        let [first, second, third] = all.as_slice() else {
            panic!()
        };
        assert_eq!(
            (first.title.as_str(), first.body.as_str(), first.repo.as_str()),
            ("T", "see it", "o/r")
        );
        assert_eq!(first.created_at.as_deref(), Some("2023-11-14T22:13:20.123Z"));
        assert_eq!(first.benchmark, "mm-issueloc");
        assert_eq!(paths(&first.gold.files), ["a.py", "b.py"]);
        let sources: Vec<&str> = first.exhibits.iter().map(|e| e.source.as_str()).collect();
        assert_eq!(sources, ["one.png", "embedded:2"]);
        let got: Vec<(&str, &ImageFrom)> = links(&bag).iter().map(|l| (l.source.as_str(), &l.from)).collect();
        assert_eq!(
            got,
            [
                ("one.png", &ImageFrom::Bytes(b"\x89PNG 1".to_vec())),
                ("embedded:2", &ImageFrom::Bytes(b"\x89PNG 2".to_vec()))
            ]
        );
        // Bytes are no JSON: the pictures are exhibits, other bytes are counted.
        assert_eq!(first.extra["images"][0]["path"], "one.png");
        assert_eq!(first.extra["secret"], json!({"$bytes": 2}));
        assert!(
            bag.notes.iter().any(|n| n.what.contains("column secret holds bytes")),
            "{:?}",
            bag.notes
        );

        assert_eq!((second.title.as_str(), second.body.as_str()), ("only", "only\na body"));
        assert_eq!((second.gold.files.len(), second.exhibits.len()), (0, 0));
        assert_eq!(second.created_at, None);
        assert_eq!((third.title.as_str(), third.body.as_str()), ("U", ""));
        assert_eq!(third.exhibits[0].source, "gone.png");
        let lines: Vec<usize> = bag.items.iter().map(|(_, line)| *line).collect();
        assert_eq!(lines, [1, 1, 1, 2, 3]);
    }
}

#[test]
fn a_truncated_file_is_named() {
    let whole = file(Compression::SNAPPY);
    for n in [4, 8, 100, whole.len() / 2, whole.len() - 9, whole.len() - 1] {
        let bag = read_bytes("rows.parquet", &whole[..n]);
        assert!(bag.items.is_empty(), "{n}");
        let p = &bag.refused[0];
        assert!(
            p.what.contains("Parquet") && p.file.is_some() && p.mend.is_some(),
            "{n}: {p}"
        );
    }
}

#[test]
fn damaged_files_do_not_panic() {
    let whole = file(Compression::UNCOMPRESSED);
    let mut seed = 7u64;
    let mut random = |below: usize| {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(seed >> 33).unwrap() % below
    };
    for _ in 0..500 {
        let mut raw = whole.clone();
        for _ in 0..=random(3) {
            let at = 4 + random(raw.len() - 8);
            raw[at] = u8::try_from(random(256)).unwrap();
        }
        read_bytes("rows.parquet", &raw);
    }
}
