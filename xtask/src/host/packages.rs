//! Packages of Debian and its derivatives.

use std::{env, fs};

use super::probe::{output, succeeds};

/// The command that installs these packages, which are separated by spaces.
pub(crate) fn apt_get(packages: &str, root: bool) -> String {
    let sudo = if root { "" } else { "sudo " };
    let install = format!("apt-get install -y --no-install-recommends {packages}");
    format!("{sudo}apt-get update && {sudo}{install}")
}

/// Whether this program may install packages here: on Debian and its derivatives as root, or in continuous
/// integration if sudo asks for no password.
pub(crate) fn may_install() -> bool {
    let permitted = || is_root() || (env::var_os("CI").is_some() && succeeds("sudo -n true"));
    is_debian(&fs::read_to_string("/etc/os-release").unwrap_or_default()) && permitted()
}

pub(crate) fn is_root() -> bool {
    output("id", &["-u"]).is_some_and(|id| id == "0")
}

fn is_debian(os_release: &str) -> bool {
    os_release
        .lines()
        .filter_map(|line| line.strip_prefix("ID=").or_else(|| line.strip_prefix("ID_LIKE=")))
        .any(|ids| ids.trim_matches('"').split(' ').any(|id| id == "debian" || id == "ubuntu"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn debian_and_its_derivatives_are_known() {
        for (os_release, expected) in [
            ("ID=debian\n", true),
            ("NAME=\"Ubuntu\"\nID=ubuntu\nID_LIKE=debian\n", true),
            ("ID=linuxmint\nID_LIKE=\"ubuntu debian\"\n", true),
            ("ID=fedora\n", false),
            ("ID=\"opensuse\"\nID_LIKE=\"suse\"\n", false),
            ("", false),
        ] {
            assert_eq!(is_debian(os_release), expected, "{os_release}");
        }
    }
}
