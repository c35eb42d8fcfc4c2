//! What is modelled, as data.

use anyhow::{Result, ensure};

/// A kind of processor, and the loops that are compiled for it.
pub(super) struct Architecture {
    pub(super) triple: &'static str,
    /// By the names that LLVM gives them.
    pub(super) processors: &'static [&'static str],
    pub(super) kernels: &'static [Kernel],
}

/// A loop.
pub(super) struct Kernel {
    /// For people.
    pub(super) name: &'static str,
    /// In the program.
    pub(super) function: &'static str,
    /// An instruction, how many there are for each vector, and how many octets a vector has: they show how
    /// many octets an iteration of the loop judges.
    pub(super) mark: (&'static str, usize, usize),
    pub(super) part: Part,
}

/// placemat's loop or a peer's.
#[derive(Clone, Copy)]
pub(super) enum Part {
    /// One of placemat's: the peer that it is compared with, and the ratio that it may take.
    Step { peer: &'static str, aim: Option<f64> },
    /// A peer, which others are compared with.
    Peer,
}

impl Architecture {
    pub(super) fn has_aims(&self) -> bool {
        self.kernels.iter().any(|kernel| matches!(kernel.part, Part::Step { aim: Some(_), .. }))
    }
}

impl Kernel {
    /// How many octets an iteration of the loop judges.
    pub(super) fn octets(&self, body: &[&str]) -> Result<f64> {
        let (mark, each, octets) = self.mark;
        let count = body.iter().filter(|line| line.split_whitespace().next() == Some(mark)).count();
        ensure!(
            count > 0 && count % each == 0,
            "{}: {count} times {mark} in a loop that should have {each} for each {octets} octets",
            self.function
        );
        #[expect(clippy::cast_precision_loss, reason = "a few hundred")]
        let octets = (count / each * octets) as f64;
        Ok(octets)
    }
}

const fn step(
    name: &'static str,
    function: &'static str,
    mark: (&'static str, usize, usize),
    peer: &'static str,
    aim: Option<f64>,
) -> Kernel {
    Kernel { name, function, mark, part: Part::Step { peer, aim } }
}

const fn peer(name: &'static str, function: &'static str, mark: (&'static str, usize, usize)) -> Kernel {
    Kernel { name, function, mark, part: Part::Peer }
}

pub(super) const ARCHITECTURES: [Architecture; 2] = [
    Architecture {
        triple: "aarch64-unknown-linux-gnu",
        processors: &["neoverse-n1", "neoverse-v2", "apple-m1"],
        kernels: &[
            step("`neon`, full", "neon_full", ("sqadd", 1, 16), "neon_peer", Some(0.72)),
            step("`neon`, 3-octet", "neon_three", ("sqadd", 1, 16), "neon_peer", Some(0.62)),
            step("`neon`, 2-octet", "neon_two", ("sqadd", 1, 16), "neon_peer", None),
            step("the shared steps, full", "neon_shared_full", ("tbl", 3, 16), "neon_peer", None),
            step("the shared steps, 3-octet", "neon_shared_three", ("sqadd", 1, 16), "neon_peer", None),
            peer("simdutf8, NEON", "neon_peer", ("tbl", 3, 16)),
        ],
    },
    Architecture {
        triple: "x86_64-unknown-linux-gnu",
        processors: &["haswell", "icelake-server", "znver4"],
        kernels: &[
            step("`avx2`, full", "avx2_full", ("vpshufb", 3, 32), "avx2_peer", None),
            step("`avx2`, 3-octet", "avx2_three", ("vpaddsb", 1, 32), "avx2_peer", None),
            step("`avx2`, 2-octet", "avx2_two", ("vpaddsb", 1, 32), "avx2_peer", None),
            peer("simdutf8, AVX2", "avx2_peer", ("vpshufb", 3, 32)),
        ],
    },
];

#[cfg(test)]
mod tests {
    use super::{super::SOURCE, *};

    #[test]
    fn every_loop_is_in_the_program_and_has_its_peer() {
        for Architecture { kernels, .. } in &ARCHITECTURES {
            for kernel in *kernels {
                assert!(SOURCE.contains(&format!("{}(", kernel.function)), "{}", kernel.function);
                if let Part::Step { peer, .. } = kernel.part {
                    assert!(kernels.iter().any(|other| other.function == peer), "{peer}");
                }
            }
        }
    }

    #[test]
    fn the_mark_counts_octets() {
        let kernel = peer("p", "p", ("tbl", 3, 16));
        let body = |times| ["tbl\tv0, v1", "and v0"].repeat(times);
        assert!((kernel.octets(&body(6)).unwrap() - 32.0).abs() < 1e-9);
        assert!(kernel.octets(&body(7)).is_err(), "that is no whole number of vectors");
        assert!(kernel.octets(&["and v0"]).is_err(), "that is another loop");
    }
}
