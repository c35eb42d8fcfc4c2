//! The bugs of a block decoder.

macro_rules! flaws {
    (
        [$($(#[$other_about:meta])* $other:ident,)*]
        $($(#[$list_about:meta])* $list:ident: { $($(#[$about:meta])* $flaw:ident,)* })*
    ) => {
        /// A bug.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum Flaw {
            $($(#[$other_about])* $other,)*
            $($($(#[$about])* $flaw,)*)*
        }

        impl Flaw {
            $($(#[$list_about])* pub(super) const $list: &[Self] = &[$(Self::$flaw),*];)*
        }
    };
}

flaws! {
    [
        /// An ASCII block is skipped if the byte before it is ASCII, whatever precedes that byte.
        AsciiLooksAtLast,
        /// The guard is not checked late in the input.
        GuardNotLate,
        /// A chunk of pure ASCII is skipped even if a sequence is pending.
        AsciiChunkForgets,
        /// An ASCII block at the start of a chunk that is not pure ASCII is skipped even if a sequence is pending.
        AsciiFirstForgets,
        /// An ASCII block after sixteen non-ASCII blocks is skipped even if a sequence is pending.
        AsciiForgetsGroup,
        /// The same after exactly sixteen, in a text with a non-ASCII start.
        AsciiForgetsSixteen,
        /// The same after exactly fifteen.
        AsciiForgetsFifteen,
        /// A block is taken for ASCII if the second highest bit of each byte is clear.
        AsciiByBit40,
        /// A sequence truncated by the end is missed if the end lies in every sixtieth block.
        EndNotSeenInSixtieth,
        /// After some chunks of ASCII the next four blocks are not validated.
        StretchUnseen,
        /// In a chunk after some that are ASCII, the second to last block is ignored.
        BlockNotCounted,
    ]
    /// Bugs that show wherever blocks end.
    ANYWHERE: {
        /// Bytes before the first aligned address are not validated.
        HeadIgnored,
        /// The last byte of a final whole block is not validated.
        LastByte,
        /// A final partial block is not validated.
        TailIgnored,
        /// A sequence truncated by the end is missed.
        EndNotSeen,
        /// Only the last byte is checked.
        EndSeesOne,
        /// Only the last two bytes are checked.
        EndSeesTwo,
        /// Bytes of the previous block complete the last sequence.
        StaleTail,
        /// An ASCII block is skipped even if a sequence is pending.
        AsciiForgets,
        /// The same, and the pending sequence continues after it: the bridge.
        AsciiCarries,
        /// An ASCII block is skipped if the byte before it is not a lead.
        AsciiLooksAtLead,
        /// The block after an ASCII block is not validated.
        AfterAscii,
        /// Every second block is not validated.
        EverySecond,
        /// Every eighth block is not validated.
        EveryEighth,
        /// The last block of a chunk is not validated.
        LastOfChunk,
        /// Bytes that depend on the previous 128-bit lane are not validated.
        LanesNotJoined,
        /// Such bytes are validated as if zeros preceded them.
        LanesCut,
        /// An error in an earlier block is lost.
        ErrorsReset,
        /// Two errors cancel.
        ErrorsXor,
        /// An unexpected continuation byte is missed.
        UnexpectedMissed,
        /// A missing continuation byte is missed.
        MissingMissed,
        /// The third byte need not be a continuation.
        ThirdForgotten,
        /// The fourth byte need not be a continuation.
        FourthForgotten,
        /// Whatever the restricted mode rejects is rejected without a second try.
        NoSecondTry,
        /// The second try begins one block late.
        SecondTryLate,
        /// The suspect position is the end of the chunk.
        FromTooLarge,
    }
    /// Wrong guards of the restricted mode.
    GUARDS: {
        /// The restricted mode begins after anything.
        NoGuard,
        /// The guard checks only the last byte.
        GuardLast,
        /// The guard checks only the second to last byte.
        GuardSecond,
        /// The guard checks only the third to last byte.
        GuardThird,
        /// The guard does not check the third to last byte.
        GuardFirstTwo,
        /// The guard ignores that the full mode reports C0 and C1 at the next byte.
        GuardForgetsC0,
    }
}
