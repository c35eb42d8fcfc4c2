//! `placemat::convert` as a converter for the suite.

use std::cell::RefCell;

use placemat::{
    backend::Handle,
    convert::{
        Converter, Error, Latin1, Route, SourceError, Stop, Utf8, Utf16, Utf16Be, Utf16Le, Utf32, Utf32Be,
        Utf32Le,
    },
};
use placemat_conformance::{
    convert::{Answer, Call, Encoding, Place, Stop as Expected, Unit},
    subject::{self, Converts},
};

/// What converts: one backend, or dispatched calls.
pub(crate) struct Subject {
    pub(crate) backend: Option<Handle>,
}

thread_local! {
    pub(crate) static PLACE: RefCell<Place> = RefCell::new(Place::new());
}

impl subject::Subject for Subject {
    fn name(&self) -> &str {
        Self::name(self)
    }

    placemat_conformance::claims!(convert: Converts);
}

impl Converts for Subject {
    fn convert(&self, call: &Call<'_>) -> Answer {
        use Encoding as E;
        match (call.from, call.to) {
            (E::Utf8, E::Utf16) => self.run::<Utf8, Utf16>(call),
            (E::Utf8, E::Utf16Le) => self.run::<Utf8, Utf16Le>(call),
            (E::Utf8, E::Utf16Be) => self.run::<Utf8, Utf16Be>(call),
            (E::Utf8, E::Utf32) => self.run::<Utf8, Utf32>(call),
            (E::Utf8, E::Utf32Le) => self.run::<Utf8, Utf32Le>(call),
            (E::Utf8, E::Utf32Be) => self.run::<Utf8, Utf32Be>(call),
            (E::Utf8, E::Latin1) => {
                let lossy = |byte| Converter::<Utf8, Latin1>::lossy_with(byte);
                self.by(call, call.replacement.map(|byte| lossy(u8::try_from(byte).unwrap())))
            }
            (E::Utf16, E::Utf8) => self.run::<Utf16, Utf8>(call),
            (E::Utf16Le, E::Utf8) => self.run::<Utf16Le, Utf8>(call),
            (E::Utf16Be, E::Utf8) => self.run::<Utf16Be, Utf8>(call),
            (E::Utf32, E::Utf8) => self.run::<Utf32, Utf8>(call),
            (E::Utf32Le, E::Utf8) => self.run::<Utf32Le, Utf8>(call),
            (E::Utf32Be, E::Utf8) => self.run::<Utf32Be, Utf8>(call),
            (E::Latin1, E::Utf8) => self.run::<Latin1, Utf8>(call),
            pair => panic!("{pair:?}"),
        }
    }
}

impl Subject {
    pub(crate) fn name(&self) -> &'static str {
        self.backend.map_or("dispatched", |backend| backend.entry().name())
    }

    fn run<S: Route<D>, D: placemat::convert::Encoding>(&self, call: &Call<'_>) -> Answer
    where
        S::Unit: Unit,
        D::Unit: Unit,
    {
        self.by(call, call.replacement.map(|_| Converter::<S, D>::lossy()))
    }

    fn by<S: Route<D>, D: placemat::convert::Encoding>(
        &self,
        call: &Call<'_>,
        lossy: Option<Converter<S, D>>,
    ) -> Answer
    where
        S::Unit: Unit,
        D::Unit: Unit,
    {
        let mut converter = lossy.unwrap_or(Converter::strict());
        if let Some(backend) = self.backend {
            converter = converter.with_backend(backend);
        }
        let (done, mut written) = PLACE.with_borrow_mut(|place| {
            place.run(call.source, call.dst, |source: &[S::Unit], dst: &mut [D::Unit]| {
                if !call.last {
                    return converter.convert_chunk(source, dst);
                }
                let done = converter.convert(source, dst);
                // With a large enough destination, everything is written. Checking a third of the calls is enough.
                if call.dst > 4 * source.len() && source.len().is_multiple_of(3) {
                    agrees(&converter, source, &dst[..done.written], &done.stop);
                    if call.replacement.is_none() && done.stop == Stop::End {
                        assert_eq!(converter.valid_output_len(source), done.written, "{source:x?}");
                    }
                }
                done
            })
        });
        written.truncate(done.written);
        let stop = match done.stop {
            Stop::End => Expected::End,
            Stop::OutputFull => Expected::OutputFull,
            Stop::Incomplete => Expected::Incomplete,
            Stop::Malformed(error) => {
                let kind = format!("{error:?}");
                let kind = kind.split("kind: ").nth(1).and_then(|kind| kind.split([' ', ',']).next());
                Expected::Malformed {
                    at: error.valid_up_to(),
                    len: error.error_len(),
                    kind: kind.unwrap_or_default().to_owned(),
                }
            }
            Stop::Unmappable(character) => Expected::Unmappable(character),
        };
        Answer { read: done.read, written, stop }
    }
}

/// Panics unless the lengths and the conversion to a vector agree with `written`.
fn agrees<S: Route<D>, D: placemat::convert::Encoding>(
    converter: &Converter<S, D>,
    source: &[S::Unit],
    written: &[D::Unit],
    stop: &Stop<S::Error>,
) where
    D::Unit: Unit,
{
    let len = converter.output_len(source);
    let all = converter.to_vec(source);
    match stop {
        Stop::End => {
            assert_eq!(len.ok(), Some(written.len()), "the length of {source:x?}");
            assert_eq!(all.ok().as_deref(), Some(written), "the vector of {source:x?}");
        }
        Stop::Malformed(error) => {
            assert!(
                len == Err(Error::Malformed(*error)) && all == Err(Error::Malformed(*error)),
                "{source:x?}"
            );
            assert!(converter.valid_output_len(source) >= written.len(), "{source:x?}");
        }
        Stop::Unmappable(_) => assert!(len.is_err() && all.is_err(), "{source:x?}"),
        Stop::OutputFull | Stop::Incomplete => panic!("{stop:?} with room for {source:x?}"),
    }
}
