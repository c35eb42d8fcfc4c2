//! The loop of a function, out of its assembly.

use anyhow::{Context, Result};

/// The instructions of one iteration of the heaviest loop of a function: of all cycles that pass no block
/// twice, the one with the most instructions. (A kernel's other loops, and the paths on which it has less to
/// do, are shorter.)
pub(super) fn heaviest<'a>(assembly: &'a str, function: &str) -> Result<Vec<&'a str>> {
    let blocks = blocks(assembly, function).with_context(|| format!("there is no function `{function}`"))?;
    let mut best = Vec::new();
    for start in 0..blocks.len() {
        search(&blocks, start, &mut vec![start], &mut best);
    }
    let body: Vec<_> = best.iter().flat_map(|&block: &usize| blocks[block].lines.iter().copied()).collect();
    (!body.is_empty()).then_some(body).with_context(|| format!("`{function}` has no loop"))
}

/// Instructions that run one after another, and the blocks that may follow.
struct Block<'a> {
    label: Option<&'a str>,
    lines: Vec<&'a str>,
    next: Vec<usize>,
}

/// Extends `path`, and keeps the heaviest path that returns to `start`. Blocks before `start` have been
/// searched.
fn search(blocks: &[Block<'_>], start: usize, path: &mut Vec<usize>, best: &mut Vec<usize>) {
    let weight = |path: &[usize]| path.iter().map(|&block| blocks[block].lines.len()).sum::<usize>();
    let Some(&last) = path.last() else { return };
    for &next in &blocks[last].next {
        if next == start {
            if weight(path) > weight(best) {
                best.clone_from(path);
            }
        } else if next > start && !path.contains(&next) {
            path.push(next);
            search(blocks, start, path, best);
            path.pop();
        }
    }
}

fn blocks<'a>(assembly: &'a str, function: &str) -> Option<Vec<Block<'a>>> {
    let mut blocks = vec![Block { label: None, lines: Vec::new(), next: Vec::new() }];
    let mut inside = false;
    for line in assembly.lines() {
        let line = line.split(" //").next().unwrap_or(line).trim();
        if !inside {
            inside = line.strip_suffix(':') == Some(function);
            continue;
        }
        if line.starts_with(".Lfunc_end") {
            break;
        }
        if let Some(label) = line.strip_suffix(':') {
            blocks.push(Block { label: Some(label), lines: Vec::new(), next: Vec::new() });
        } else if !line.is_empty() && !line.starts_with(['.', '#', '/']) {
            blocks.last_mut()?.lines.push(line);
            if leaves(line) {
                blocks.push(Block { label: None, lines: Vec::new(), next: Vec::new() });
            }
        }
    }
    let labels: Vec<_> = blocks.iter().map(|block| block.label).collect();
    for (at, block) in blocks.iter_mut().enumerate() {
        let last = block.lines.last().copied().unwrap_or_default();
        if leaves(last) {
            let target = last.split([' ', '\t', ',']).next_back();
            block.next.extend(labels.iter().position(|label| label.is_some() && *label == target));
        }
        if !["b", "jmp", "ret", "retq", "br"].contains(&mnemonic(last)) && at + 1 < labels.len() {
            block.next.push(at + 1);
        }
    }
    inside.then_some(blocks)
}

/// Whether an instruction jumps, or may.
fn leaves(line: &str) -> bool {
    let name = mnemonic(line);
    name.starts_with("b.")
        || name.starts_with('j')
        || ["b", "br", "cbz", "cbnz", "tbz", "tbnz", "ret", "retq"].contains(&name)
}

fn mnemonic(line: &str) -> &str {
    line.split_whitespace().next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const AARCH64: &str = "
kernel:
	.cfi_startproc
	cmp	x1, #64
	b.lo	.LBB0_4
.LBB0_1:
	ldr	q0, [x0]
	umaxv	b1, v0.16b
	tbnz	w8, #7, .LBB0_3
	orr	v2.16b, v2.16b, v3.16b
	b	.LBB0_3b
.LBB0_3:                                // the heavy way
	tbl	v0.16b, { v0.16b }, v1.16b
	eor	v0.16b, v0.16b, v1.16b
	orr	v2.16b, v2.16b, v0.16b
.LBB0_3b:
	subs	x1, x1, #64
	b.ne	.LBB0_1
.LBB0_4:
	ret
.Lfunc_end0:
other:
	ret
.Lfunc_end1:
";

    const X86_64: &str = "
kernel:
	.p2align	4
.LBB7_2:
	vmovdqu	(%rdi), %ymm0
	addq	$64, %rdi
	decq	%rsi
	jne	.LBB7_2
	vzeroupper
	retq
.Lfunc_end7:
";

    #[test]
    fn the_heaviest_path_is_taken() {
        let body = heaviest(AARCH64, "kernel").unwrap();
        let names: Vec<_> = body.iter().map(|line| mnemonic(line)).collect();
        assert_eq!(names, ["ldr", "umaxv", "tbnz", "tbl", "eor", "orr", "subs", "b.ne"]);
    }

    #[test]
    fn both_syntaxes_are_read() {
        let body = heaviest(X86_64, "kernel").unwrap();
        assert_eq!((body.len(), body[3]), (4, "jne	.LBB7_2"));
    }

    #[test]
    fn what_is_not_there_is_an_error() {
        assert!(heaviest(AARCH64, "kern").is_err());
        assert!(heaviest(AARCH64, "other").unwrap_err().to_string().contains("no loop"));
    }
}
