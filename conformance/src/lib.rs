//! Is a UTF-8 decoder right? An oracle, a suite that holds any decoder against it, and wrong decoders that show
//! that the suite can fail.

pub mod oracle;
