//! Defines functions for both byte orders.

/// Defines each function twice: for bytes in little-endian and in big-endian order. In the body, `Order` is the
/// encoding. The documentation of both begins with its name and a colon.
macro_rules! byte_orders {
    (
        $Le:ident $le_name:literal, $Be:ident $be_name:literal;
        $($(#[$meta:meta])* fn $le:ident, $be:ident($bytes:ident: $Bytes:ty) -> $Out:ty $body:block)*
    ) => {
        $(
            $crate::byte_order::byte_orders! { @one $Le $le_name $(#[$meta])* $le $bytes $Bytes, $Out, $body }
            $crate::byte_order::byte_orders! { @one $Be $be_name $(#[$meta])* $be $bytes $Bytes, $Out, $body }
        )*
    };
    (@one $Order:ident $name:literal $(#[$meta:meta])* $function:ident $bytes:ident $Bytes:ty, $Out:ty, $body:block) => {
        #[doc = concat!($name, ":")]
        $(#[$meta])*
        pub fn $function($bytes: $Bytes) -> $Out {
            type Order = $Order;
            $body
        }
    };
}

pub(crate) use byte_orders;
