//! What can be wrong with a decoder of blocks.

macro_rules! flaws {
    (
        [$($(#[$other_about:meta])* $other:ident,)*]
        $($(#[$list_about:meta])* $list:ident: { $($(#[$about:meta])* $flaw:ident,)* })*
    ) => {
        /// One thing that can be wrong.
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
        /// An ASCII block is skipped if the byte before is ASCII; the ones before that may be anything.
        AsciiLooksAtLast,
        /// The guard is not asked late in the input.
        GuardNotLate,
        /// A chunk of nothing but ASCII is skipped whatever is pending.
        AsciiChunkForgets,
        /// An ASCII block at the start of a chunk that is not all ASCII is skipped whatever is pending.
        AsciiFirstForgets,
        /// An ASCII block after sixteen others that are not is skipped whatever is pending.
        AsciiForgetsGroup,
        /// The same after exactly sixteen, in a text that does not begin with ASCII.
        AsciiForgetsSixteen,
        /// The same after exactly fifteen.
        AsciiForgetsFifteen,
        /// A block is taken for ASCII if the second highest bit of no byte is set.
        AsciiByBit40,
        /// A sequence cut off by the end goes unseen if the end lies in every sixtieth block.
        EndNotSeenInSixtieth,
        /// After some chunks of ASCII the next four blocks are not validated.
        StretchUnseen,
        /// In a chunk after some that are ASCII, the last block but one does not count.
        BlockNotCounted,
    ]
    /// Those that show wherever blocks end.
    ANYWHERE: {
        /// What lies before the first aligned address is not validated.
        HeadIgnored,
        /// The last byte of a final whole block is not validated.
        LastByte,
        /// A final partial block is not validated.
        TailIgnored,
        /// A sequence cut off by the end goes unseen.
        EndNotSeen,
        /// Only the last byte is looked at.
        EndSeesOne,
        /// Only the last two bytes are looked at.
        EndSeesTwo,
        /// Bytes left over from the block before complete the last sequence.
        StaleTail,
        /// An ASCII block is skipped whatever is pending.
        AsciiForgets,
        /// The same, and what was pending goes on after it: the bridge.
        AsciiCarries,
        /// An ASCII block is skipped if the byte before is no lead.
        AsciiLooksAtLead,
        /// The block after an ASCII block is not validated.
        AfterAscii,
        /// Every second block is not validated.
        EverySecond,
        /// Every eighth block is not validated.
        EveryEighth,
        /// The last block of a chunk is not validated.
        LastOfChunk,
        /// Bytes that depend on the 128-bit lane before theirs are not validated.
        LanesNotJoined,
        /// Such bytes are validated as if zeros were before them.
        LanesCut,
        /// An error in an earlier block is lost.
        ErrorsReset,
        /// Two errors cancel.
        ErrorsXor,
        /// A continuation where none is due goes unseen.
        UnexpectedMissed,
        /// A continuation that is missing goes unseen.
        MissingMissed,
        /// The third byte need not be a continuation.
        ThirdForgotten,
        /// The fourth byte need not be a continuation.
        FourthForgotten,
        /// What the restricted mode refuses is refused, without a second try.
        NoSecondTry,
        /// The second try begins one block late.
        SecondTryLate,
        /// The suspicion points to the end of the chunk.
        FromTooLarge,
    }
    /// Wrong guards of the restricted mode.
    GUARDS: {
        /// The restricted mode begins after anything.
        NoGuard,
        /// The guard looks at the last byte only.
        GuardLast,
        /// The guard looks at the last byte but one only.
        GuardSecond,
        /// The guard looks at the last byte but two only.
        GuardThird,
        /// The guard does not look at the last byte but two.
        GuardFirstTwo,
        /// The guard does not know that the full mode leaves C0 and C1 to the next byte.
        GuardForgetsC0,
    }
}
