//! Whether the processes use only the loopback, and reach no other machine, as Linux sees it.

use std::{collections::BTreeSet, fs, path::Path};

use anyhow::{Result, ensure};

/// Checks every TCP socket of the processes that carry a mark, and returns how many there are.
pub(super) fn check(mark: &str) -> Result<usize> {
    let ours = inodes(mark)?;
    let mut count = 0;
    for table in ["/proc/net/tcp", "/proc/net/tcp6"] {
        // Without IPv6 there is no such table.
        let text = fs::read_to_string(table).unwrap_or_default();
        for socket in text.lines().filter_map(parse).filter(|socket| ours.contains(socket.inode)) {
            ensure!(
                is_loopback(socket.address),
                "a process has a socket at {}, off the loopback",
                socket.address
            );
            count += 1;
        }
    }
    Ok(count)
}

/// The numbers of the sockets of these processes.
fn inodes(mark: &str) -> Result<BTreeSet<String>> {
    let mut inodes = BTreeSet::new();
    for process in fs::read_dir("/proc")? {
        let process = process?.path();
        if carries(&process, mark) {
            let links = fs::read_dir(process.join("fd")).into_iter().flatten().flatten();
            let targets = links.filter_map(|link| fs::read_link(link.path()).ok());
            inodes.extend(targets.filter_map(|target| {
                Some(target.to_str()?.strip_prefix("socket:[")?.strip_suffix(']')?.to_owned())
            }));
        }
    }
    Ok(inodes)
}

fn carries(process: &Path, mark: &str) -> bool {
    let environment = fs::read(process.join("environ")).unwrap_or_default();
    environment.split(|&octet| octet == 0).any(|variable| variable == mark.as_bytes())
}

struct Socket<'a> {
    /// This machine's end, in hexadecimal.
    address: &'a str,
    inode: &'a str,
}

/// A line of the table, which begins `sl local_address rem_address st`; the inode is the tenth field.
fn parse(line: &str) -> Option<Socket<'_>> {
    let mut fields = line.split_whitespace();
    let (address, _port) = fields.nth(1)?.split_once(':')?;
    Some(Socket { address, inode: fields.nth(7)? })
}

/// 127.0.0.0/8, also as an IPv6 address, or `::1`. Each group of eight digits is a number in the processor's
/// byte order, which is little-endian where Java runs.
fn is_loopback(address: &str) -> bool {
    match address.len() {
        8 => address.ends_with("7F"),
        32 => {
            address == "00000000000000000000000001000000" || {
                address.strip_prefix("0000000000000000FFFF0000").is_some_and(is_loopback)
            }
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_loopback_is_the_loopback() {
        let mapped = |address: &str| format!("0000000000000000FFFF0000{address}");
        for address in ["0100007F", "0200007F", &mapped("0100007F"), "00000000000000000000000001000000"] {
            assert!(is_loopback(address), "{address}");
        }
        for address in ["00000000", "020200C0", &mapped("020200C0"), &"0".repeat(32), ""] {
            assert!(!is_loopback(address), "{address}");
        }
    }

    #[test]
    fn a_line_has_an_address_and_an_inode() {
        let line = "   1: 0100007F:9C41 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 11802 1";
        let socket = parse(line).unwrap();
        assert_eq!((socket.address, socket.inode), ("0100007F", "11802"));
        assert!(parse("  sl  local_address rem_address   st tx_queue rx_queue tr tm->when").is_none());
    }
}
