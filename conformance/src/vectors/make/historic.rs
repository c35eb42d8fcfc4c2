//! Released bugs, with as much ASCII around the bytes as was needed to expose them.

use super::builder::{self, Bug};
use crate::{cases, profiles::Profile, vectors::Case};

/// A bug: the bytes, and their surroundings.
struct Seen {
    /// The [name](crate::cases) of the bytes.
    bytes: &'static str,
    /// The number of ASCII bytes before and after them.
    around: (usize, usize),
    /// The positions at which the whole input is cut, for bugs in streams.
    cuts: &'static [usize],
    note: &'static str,
    bugs: &'static [Bug],
}

const fn seen(bytes: &'static str, around: (usize, usize), note: &'static str, bugs: &'static [Bug]) -> Seen {
    Seen { bytes, around, cuts: &[], note, bugs }
}

const fn bug(name: &'static str, url: &'static str) -> Bug {
    Bug { name, url }
}

#[rustfmt::skip]
const SEEN: [Seen; 27] = [
    seen("overlong-slash", (2, 4), "a slash that the check for paths did not see", &[
        bug("IIS, MS00-078", "https://learn.microsoft.com/en-us/security-updates/securitybulletins/2000/ms00-078"),
    ]),
    seen("tomcat-overlong-parent", (1, 9), "a parent directory that the check for paths did not see", &[
        bug("Tomcat, CVE-2008-2938", "https://nvd.nist.gov/vuln/detail/CVE-2008-2938"),
    ]),
    seen("broken-c2-by-quote", (9, 3), "the quotation mark was swallowed", &[
        bug("PHP, CVE-2010-3870", "https://nvd.nist.gov/vuln/detail/CVE-2010-3870"),
    ]),
    seen("broken-e2-then-continuation", (3, 3), "ASCII in the middle of a sequence was not looked at", &[
        bug("Expat, CVE-2022-25235", "https://nvd.nist.gov/vuln/detail/CVE-2022-25235"),
    ]),
    seen("simd-json-166", (31, 31), "a character across a block of 32 was refused", &[
        bug("simd-json 166", "https://github.com/simd-lite/simd-json/issues/166"),
    ]),
    seen("never-ff", (63, 0), "an error in the last byte of a block was accepted", &[
        bug("simdjson 1169", "https://github.com/simdjson/simdjson/issues/1169"),
        bug("simdutf 458", "https://github.com/simdutf/simdutf/issues/458"),
    ]),
    seen("overlong-u-ffff", (0, 0), "the last overlong form of four bytes was accepted", &[
        bug("simdjson 1187", "https://github.com/simdjson/simdjson/issues/1187"),
    ]),
    seen("cut-f2-80-80", (64, 0), "going back from the next block went to before the start", &[
        bug("simdutf 975", "https://github.com/simdutf/simdutf/pull/975"),
    ]),
    seen("cut-f2-80-80", (0, 64), "the same, with the error at the start", &[
        bug("simdutf 975", "https://github.com/simdutf/simdutf/pull/975"),
    ]),
    seen("simdutf-381", (64, 62), "an error soon after a vector of ASCII", &[
        bug("simdutf 381", "https://github.com/simdutf/simdutf/issues/381"),
    ]),
    seen("simdutf-381-continuation", (64, 61), "an error soon after a vector of ASCII", &[
        bug("simdutf 381", "https://github.com/simdutf/simdutf/issues/381"),
    ]),
    seen("bytestring-575", (127, 128), "a lead at the end of a stride, and ASCII after it", &[
        bug("bytestring 575", "https://github.com/haskell/bytestring/issues/575"),
    ]),
    seen("nul", (0, 2), "refused where 80 lay before it in memory; run it on a slice", &[
        bug("bytestring 620", "https://github.com/haskell/bytestring/issues/620"),
    ]),
    seen("overlong-nul-of-three", (0, 0), "an overlong form of three bytes was accepted", &[
        bug("Julia 29311", "https://github.com/JuliaLang/julia/issues/29311"),
    ]),
    seen("php-src-11992", (0, 0), "a character after a value that is too large", &[
        bug("php-src 11992", "https://github.com/php/php-src/issues/11992"),
    ]),
    Seen { cuts: &[1], ..seen("webkit-304181", (0, 0), "what was left of the first chunk was not moved", &[
        bug("WebKit 304181", "https://bugs.webkit.org/show_bug.cgi?id=304181"),
    ]) },
    Seen { cuts: &[1, 2, 3], ..seen("deno-10846", (0, 0), "a byte order mark in two chunks", &[
        bug("Deno 10846", "https://github.com/denoland/deno/issues/10846"),
        bug("Bun 25495", "https://github.com/oven-sh/bun/issues/25495"),
    ]) },
    Seen { cuts: &[1, 2], ..seen("u-fffe", (0, 0), "a noncharacter in chunks, taken for half of a mark", &[
        bug("encoding_rs", "https://github.com/hsivonen/encoding_rs"),
    ]) },
    seen("cut-e2-82", (5, 0), "what is pending at the end is one U+FFFD", &[
        bug("Node.js 16564", "https://github.com/nodejs/node/issues/16564"),
    ]),
    Seen { cuts: &[7], ..seen("node-16564", (5, 0), "ASCII after an open sequence is not part of it", &[
        bug("Node.js 16564", "https://github.com/nodejs/node/issues/16564"),
    ]) },
    Seen { cuts: &[2, 3], ..seen("u-20ac", (1, 1), "an empty chunk must not change the state", &[
        bug("encoding_rs 126", "https://github.com/hsivonen/encoding_rs/issues/126"),
    ]) },
    seen("u-00e9", (3, 3), "wrong only after some 20,000 calls; repeat it", &[
        bug("Node.js 54521", "https://github.com/nodejs/node/issues/54521"),
    ]),
    seen("cut-f0-90-80", (4093, 0), "the end of a page was read past; put it there", &[
        bug("RUSTSEC-2019-0008", "https://rustsec.org/advisories/RUSTSEC-2019-0008.html"),
    ]),
    seen("u-e0100", (0, 0), "a variation selector was refused", &[
        bug("shaka-player 10515", "https://github.com/shaka-project/shaka-player/issues/10515"),
    ]),
    seen("surrogate-d800", (0, 0), "a surrogate was accepted", &[
        bug("Julia 11141", "https://github.com/JuliaLang/julia/issues/11141"),
    ]),
    seen("surrogate-pair", (0, 0), "a pair of surrogates was accepted", &[
        bug("Julia 11141", "https://github.com/JuliaLang/julia/issues/11141"),
    ]),
    seen("beyond-110000", (0, 0), "the first value beyond the last character was accepted", &[
        bug("HHVM 2670", "https://github.com/facebook/hhvm/issues/2670"),
    ]),
];

pub(super) fn cases() -> Vec<Case> {
    SEEN.iter().map(Seen::case).collect()
}

impl Seen {
    fn case(&self) -> Case {
        let (before, after) = self.around;
        let bytes = [&vec![b'a'; before], cases::case(self.bytes).bytes, &vec![b'a'; after]].concat();
        let first = self.bugs[0].name.to_lowercase().replace(['.', ',', ' ', '_'], "-").replace("--", "-");
        let id = format!("historic-{first}-{}-at-{before}", self.bytes);
        let case = builder::case(id, self.note, &bytes, self.cuts);
        let signed: &[_] = if bytes.starts_with(b"\xEF") { &[Profile::Bom] } else { &[] };
        builder::shipped(builder::with(case, signed), self.bugs)
    }
}
