//! Who is measured: every backend that this machine can run, and their peers.

use placemat::backend::{self, Backend};

/// Something that judges octets.
pub struct Contender {
    /// The name in tables.
    pub name: String,
    judge: Judge,
}

enum Judge {
    Backend(&'static dyn Backend),
    Function(fn(&[u8]) -> bool),
}

impl Contender {
    fn function(name: &str, judge: fn(&[u8]) -> bool) -> Self {
        Self { name: name.to_owned(), judge: Judge::Function(judge) }
    }

    /// Whether `bytes` are UTF-8.
    #[must_use]
    #[inline]
    pub fn accepts(&self, bytes: &[u8]) -> bool {
        match self.judge {
            Judge::Backend(backend) => matches!(backend.scan(bytes), backend::Scan::Clean),
            Judge::Function(judge) => judge(bytes),
        }
    }
}

/// Everyone.
#[must_use]
pub fn all() -> Vec<Contender> {
    let mut all: Vec<_> = backend::all()
        .iter()
        .filter_map(|entry| {
            let backend = entry.get().ok()?;
            Some(Contender { name: entry.name().to_owned(), judge: Judge::Backend(backend) })
        })
        .collect();
    all.push(Contender::function("placemat", placemat::is_utf8));
    all.push(Contender::function("std", |bytes| core::str::from_utf8(bytes).is_ok()));
    all
}
