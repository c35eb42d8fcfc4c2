//! What a file keeps when its contents are replaced.

use std::{fs::File, io};

/// What to do if something cannot be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Losses {
    /// It is an error.
    Refused,
    /// It is an error, which `--force` avoids.
    Forceable,
    Accepted,
}

/// Gives a new file the owner, the permissions and the extended attributes of another, with its access control list.
pub(super) fn keep(file: &File, original: &File, losses: Losses) -> io::Result<()> {
    let advice = match losses {
        Losses::Accepted => None,
        Losses::Forceable => Some("--force replaces it without"),
        Losses::Refused => Some("remove it first, or write to another file"),
    };
    let lost = |what: &str, error: io::Error| match advice {
        Some(advice) => {
            Err(io::Error::new(error.kind(), format!("its {what} cannot be kept ({error}); {advice}")))
        }
        None => Ok(()),
    };
    system::keep(file, original, &lost)
}

#[cfg(unix)]
mod system {
    use std::{
        fs::{File, Permissions},
        io,
        os::unix::fs::{MetadataExt, PermissionsExt, fchown},
    };

    pub(super) fn keep(
        file: &File,
        original: &File,
        lost: &dyn Fn(&str, io::Error) -> io::Result<()>,
    ) -> io::Result<()> {
        let meta = original.metadata()?;
        let mut mode = meta.mode() & 0o7777;
        if let Err(error) = fchown(file, Some(meta.uid()), Some(meta.gid())) {
            lost("owner and group", error)?;
            // Neither set-id bits nor the rights of a group may pass to others.
            mode &= if fchown(file, None, Some(meta.gid())).is_ok() { 0o777 } else { 0o707 };
        }
        super::extended::keep(file, original, lost)?;
        // Last, because until then the file is its owner's alone. With an access control list, the bits of the group
        // are its mask.
        file.set_permissions(Permissions::from_mode(mode))
    }
}

#[cfg(not(unix))]
mod system {
    use std::{fs::File, io};

    pub(super) fn keep(
        file: &File,
        original: &File,
        _lost: &dyn Fn(&str, io::Error) -> io::Result<()>,
    ) -> io::Result<()> {
        file.set_permissions(original.metadata()?.permissions())
    }
}

#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
mod extended {
    use std::{fs::File, io};

    use rustix::{
        fs::{XattrFlags, fgetxattr, flistxattr, fremovexattr, fsetxattr},
        io::Errno,
    };

    /// Linux's limit for a value and for the list of names.
    const LONGEST: usize = 64 << 10;

    /// The access control list. A new file inherits one from its directory.
    const ACL: &[u8] = b"system.posix_acl_access";

    pub(super) fn keep(
        file: &File,
        original: &File,
        lost: &dyn Fn(&str, io::Error) -> io::Result<()>,
    ) -> io::Result<()> {
        let (mut names, mut value) = (vec![0; LONGEST], vec![0; LONGEST]);
        match flistxattr(original, &mut *names) {
            Ok(len) => names.truncate(len),
            Err(Errno::NOTSUP) => return Ok(()),
            Err(error) => return lost("extended attributes", error.into()),
        }
        let names = || names.split(|byte| *byte == 0).filter(|name| !name.is_empty());
        if !names().any(|name| name == ACL) {
            let _ = fremovexattr(file, ACL);
        }
        for name in names().filter(|name| !is_of_contents(name)) {
            let set = fgetxattr(original, name, &mut *value)
                .and_then(|len| fsetxattr(file, name, &value[..len], XattrFlags::empty()));
            match set {
                Err(error) if !is_of_system(name) => {
                    let shown = String::from_utf8_lossy(name);
                    let what =
                        if name == ACL { "access control list" } else { &format!("attribute {shown}") };
                    lost(what, error.into())?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Whether it is a signature of the old contents.
    fn is_of_contents(name: &[u8]) -> bool {
        matches!(name, b"security.ima" | b"security.evm")
    }

    /// Whether the system gives a new file its own.
    fn is_of_system(name: &[u8]) -> bool {
        [&b"security."[..], b"trusted.", b"com.apple."].iter().any(|start| name.starts_with(start))
    }
}

#[cfg(all(unix, not(any(target_os = "linux", target_os = "android", target_vendor = "apple"))))]
mod extended {
    use std::{fs::File, io};

    #[expect(clippy::unnecessary_wraps, reason = "on other systems it can fail")]
    pub(super) fn keep(_: &File, _: &File, _: &dyn Fn(&str, io::Error) -> io::Result<()>) -> io::Result<()> {
        Ok(())
    }
}
