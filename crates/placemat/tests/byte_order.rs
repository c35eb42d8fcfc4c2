//! UTF-16 and UTF-32 in native units and as bytes, on machines of either byte order.
#![cfg(feature = "std")]

use placemat::{
    convert::{Converter, Utf8, Utf16Be, Utf16Le, Utf32Be, Utf32Le},
    utf16, utf32,
};

const TEXTS: [&str; 5] =
    ["", "plain", "na\u{EF}ve \u{20AC}", "\u{FEFF}\u{1F37D}", "\u{D7FF}\u{E000}\u{10FFFF}"];

#[test]
fn as_the_standard_library_orders_bytes() {
    for text in TEXTS {
        for count in [1, 7, 40, 700] {
            let text = &text.repeat(count);
            let units: Vec<u16> = text.encode_utf16().collect();
            let numbers: Vec<u32> = text.chars().map(u32::from).collect();
            assert_eq!(utf16::encode_utf16(text), units);
            assert_eq!(utf32::encode_utf32(text), numbers);
            assert_eq!(utf16::string_from_utf16(&units).as_ref(), Ok(text));
            assert_eq!(utf32::string_from_utf32(&numbers).as_ref(), Ok(text));

            let little: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
            let big: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
            assert_eq!(utf16::encode_utf16le(text), little);
            assert_eq!(utf16::encode_utf16be(text), big);
            assert_eq!(utf16::string_from_utf16le(&little).as_ref(), Ok(text));
            assert_eq!(utf16::string_from_utf16be(&big).as_ref(), Ok(text));
            assert_eq!((utf16::validate_utf16le(&little), utf16::validate_utf16be(&big)), (Ok(()), Ok(())));
            // One byte is missing, at any address.
            if let [_, odd @ ..] = &little[..] {
                assert_eq!(utf16::validate_utf16le(odd).is_err(), utf16::string_from_utf16le(odd).is_err());
                assert!(utf16::string_from_utf16le(odd).is_err());
            }

            let little: Vec<u8> = numbers.iter().flat_map(|unit| unit.to_le_bytes()).collect();
            let big: Vec<u8> = numbers.iter().flat_map(|unit| unit.to_be_bytes()).collect();
            assert_eq!(Converter::<Utf8, Utf32Le>::strict().to_vec(text.as_bytes()), Ok(little.clone()));
            assert_eq!(Converter::<Utf8, Utf32Be>::strict().to_vec(text.as_bytes()), Ok(big.clone()));
            assert_eq!(Converter::<Utf32Le, Utf8>::strict().to_text(&little).as_ref(), Ok(text));
            assert_eq!(Converter::<Utf32Be, Utf8>::strict().to_text(&big).as_ref(), Ok(text));
            assert_eq!(Converter::<Utf8, Utf16Le>::lossy().output_len(text.as_bytes()), Ok(2 * units.len()));
            assert_eq!(
                Converter::<Utf16Be, Utf8>::lossy().output_len(b"\xD8\0\0").ok(),
                Some(3),
                "one U+FFFD"
            );
        }
    }
}

#[test]
fn at_any_address() {
    for text in TEXTS.map(|text| text.repeat(40)) {
        let short = utf16::encode_utf16le(&text);
        let wide = Converter::<Utf8, Utf32Le>::strict().to_vec(text.as_bytes()).unwrap();
        for skip in 0..4 {
            let moved = |bytes: &[u8]| [&[0; 3][..skip], bytes].concat();
            assert_eq!(utf16::string_from_utf16le(&moved(&short)[skip..]).as_ref(), Ok(&text));
            assert_eq!(utf32::string_from_utf32le(&moved(&wide)[skip..]).as_ref(), Ok(&text));
            let mut dst = moved(&wide);
            dst[skip..].fill(0);
            Converter::<Utf8, Utf32Le>::strict().convert(text.as_bytes(), &mut dst[skip..]);
            assert_eq!(dst, moved(&wide));
        }
    }
}
