//! UTF-16 and UTF-32, by the standard library. Here kernels can take their place.

use super::{Encode, Unmappable};
use crate::charset::Order;

pub(super) struct Utf16(pub(super) Order);

impl Encode for Utf16 {
    fn encode(&mut self, text: &str, out: &mut Vec<u8>) -> Result<(), Unmappable> {
        match self.0 {
            Order::Little => out.extend(text.encode_utf16().flat_map(u16::to_le_bytes)),
            Order::Big => out.extend(text.encode_utf16().flat_map(u16::to_be_bytes)),
        }
        Ok(())
    }
}

pub(super) struct Utf32(pub(super) Order);

impl Encode for Utf32 {
    fn encode(&mut self, text: &str, out: &mut Vec<u8>) -> Result<(), Unmappable> {
        match self.0 {
            Order::Little => out.extend(text.chars().flat_map(|char| u32::from(char).to_le_bytes())),
            Order::Big => out.extend(text.chars().flat_map(|char| u32::from(char).to_be_bytes())),
        }
        Ok(())
    }
}
