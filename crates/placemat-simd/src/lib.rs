//! The vectorised kernel.

#![no_std]
#![forbid(unsafe_code)]
