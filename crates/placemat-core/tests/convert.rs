//! Characters and stops, where no kernel decides.

use placemat_core::convert::portable::Native;
use placemat_core::convert::{Converted, Latin1, Progress, Stop, Utf8, Utf16, Utf16Le, Utf32, finish};
use placemat_core::{Utf8Error, Utf8ErrorKind};

#[test]
fn characters_are_written_as_they_are_encoded() {
    fn agree<E: Native>(character: char) {
        for dst in 0..5 {
            let (mut ours, mut theirs) = ([E::Unit::default(); 5], [E::Unit::default(); 5]);
            let units = E::write(character, &mut ours[..dst]);
            assert_eq!(units, E::encode(character, &mut theirs[..dst]).ok(), "{character:?}");
            assert_eq!(ours, theirs, "{character:?}");
        }
        assert_eq!(E::len(character), E::write(character, &mut [E::Unit::default(); 4]), "{character:?}");
    }
    let step = if cfg!(miri) { 10_007 } else { 1 };
    for character in (0..=0x10_FFFF).step_by(step).filter_map(char::from_u32) {
        agree::<Utf8>(character);
        agree::<Utf16>(character);
        agree::<Utf32>(character);
        agree::<Latin1>(character);
    }
}

#[test]
fn decides_in_order() {
    type Stop8 = Stop<Utf8Error>;
    let latin1 = |source: &[u8], dst: usize, last| -> Stop8 {
        finish::<Utf8, Latin1>(source, &mut [0; 8][..dst], Progress::default(), last).stop
    };
    assert_eq!(latin1(b"", 0, true), Stop::End);
    assert_eq!(latin1(b"a", 0, true), Stop::OutputFull);
    assert!(matches!(latin1(b"\xFF", 0, false), Stop::Invalid(_)), "before the destination");
    assert_eq!(latin1("\u{100}".as_bytes(), 0, true), Stop::Unmappable('\u{100}'), "before the destination");
    assert_eq!(latin1(b"\xC3", 0, false), Stop::Incomplete, "before the destination");
    match latin1(b"\xC3", 0, true) {
        Stop::Invalid(error) => assert_eq!(error.kind(), Utf8ErrorKind::Truncated),
        stop => panic!("{stop:?}"),
    }
}

#[test]
fn positions_of_a_foreign_kernel_do_not_panic() {
    let from = Progress { read: 9, written: 9 };
    let end = finish::<Utf16, Utf8>(&[0x61], &mut [0; 2], from, true);
    assert_eq!(end, Converted { read: 9, written: 9, stop: Stop::End });
    let from = Progress { read: 0, written: 9 };
    assert_eq!(finish::<Utf16, Utf8>(&[0x61], &mut [0; 2], from, true).stop, Stop::OutputFull);
}

#[test]
fn a_pair_is_not_torn() {
    for dst in 0..4 {
        let source = "\u{1F37D}".as_bytes();
        let end = finish::<Utf8, Utf16Le>(source, &mut [0; 4][..dst], Progress::default(), true);
        assert_eq!(end, Converted { read: 0, written: 0, stop: Stop::OutputFull });
    }
}
