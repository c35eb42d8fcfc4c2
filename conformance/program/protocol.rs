//! The protocol between the host and an adapter, in both directions. Its specification is a page of the book,
//! `docs/src/protocol.md`.
//!
//! The host writes frames ([`Request`]), an adapter answers with lines ([`Answer`]); the adapter's first line is its
//! introduction ([`Hello`]).

mod answer;
mod hello;
mod op;
mod request;

pub(crate) use answer::{Answer, Reply, line, parse};
pub(crate) use hello::Hello;
pub(crate) use op::Op;
pub(crate) use request::{Request, chunks, read_frame, values};
