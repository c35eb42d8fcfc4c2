//! The two forms that are supersets of UTF-8: RFC 2279 and WTF-8.

use crate::form::Form;
use crate::{Error, Utf8ErrorKind, error::length};

/// Converts the bytes to UTF-8, if they are valid UTF-8.
pub(crate) fn to_utf8(form: Form, bytes: &[u8]) -> Result<&str, Error> {
    placemat::from_utf8(bytes).map_err(|error| {
        let at = error.valid_up_to();
        match form.item(bytes, at, false) {
            Ok(item) => {
                let excess = item.value > u32::from(char::MAX);
                let kind = if excess { Utf8ErrorKind::OutOfRange } else { Utf8ErrorKind::Surrogate };
                Error::new(at, Some(length(item.end - at)), kind)
            }
            Err(error) => error,
        }
    })
}

/// Defines the functions of a form that is a superset of UTF-8.
macro_rules! superset {
    ($name:literal, $module:ident, $form:ident) => {
        $crate::form::form! { $name, $module, $form, u32 }

        /// Converts the bytes to UTF-8 (RFC 3629), without copying: they are the same bytes. Linear time; no panic.
        ///
        /// # Errors
        ///
        /// The first error: the bytes are invalid in this form, or the value is D800..DFFF
        /// ([`Utf8ErrorKind::Surrogate`](crate::Utf8ErrorKind::Surrogate)) or above 10FFFF
        /// ([`Utf8ErrorKind::OutOfRange`](crate::Utf8ErrorKind::OutOfRange)).
        ///
        /// ```
        #[doc = concat!("use placemat_legacy::{Utf8ErrorKind, ", stringify!($module), "::to_utf8};")]
        ///
        /// assert_eq!(to_utf8(b"caf\xC3\xA9").unwrap(), "caf\u{E9}");
        /// let error = to_utf8(b"ok \xED\xA0\x80").unwrap_err();
        /// assert_eq!((error.valid_up_to(), error.error_len(), error.kind()), (3, Some(3), Utf8ErrorKind::Surrogate));
        /// ```
        pub fn to_utf8(bytes: &[u8]) -> Result<&str, $crate::Error> {
            $crate::superset::to_utf8(FORM, bytes)
        }

        #[doc = concat!("The text as ", $name, ": the same bytes.")]
        ///
        /// ```
        #[doc = concat!("assert_eq!(placemat_legacy::", stringify!($module), r#"::from_utf8("caf\u{E9}"), b"caf\xC3\xA9");"#)]
        /// ```
        #[must_use]
        pub const fn from_utf8(text: &str) -> &[u8] {
            text.as_bytes()
        }
    };
}

pub(crate) use superset;
