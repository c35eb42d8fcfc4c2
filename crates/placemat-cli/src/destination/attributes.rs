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
        Losses::Accepted => "",
        Losses::Forceable => "--force replaces it without",
        Losses::Refused => "remove it first, or write to another file",
    };
    system::keep(file, original, |what: &str, error: io::Error| match advice {
        "" => Ok(()),
        advice => Err(io::Error::other(format!("its {what} cannot be kept ({error}); {advice}"))),
    })
}

#[cfg(unix)]
mod system {
    use std::fs::{File, Permissions};
    use std::io;
    use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};

    pub(super) fn keep<F>(file: &File, original: &File, lost: F) -> io::Result<()>
    where
        F: Fn(&str, io::Error) -> io::Result<()>,
    {
        let meta = original.metadata()?;
        let mut mode = meta.mode() & 0o7777;
        if let Err(error) = fchown(file, Some(meta.uid()), Some(meta.gid())) {
            lost("owner and group", error)?;
            // Neither set-id bits nor the rights of a group may pass to others.
            mode &= if fchown(file, None, Some(meta.gid())).is_ok() { 0o777 } else { 0o707 };
        }
        #[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
        super::extended::keep(file, original, lost)?;
        // Last, because until then the file is its owner's alone. With an access control list, the bits of the group
        // are its mask.
        file.set_permissions(Permissions::from_mode(mode))
    }
}

#[cfg(not(unix))]
mod system {
    use std::{fs::File, io};

    pub(super) fn keep<F>(file: &File, original: &File, _lost: F) -> io::Result<()> {
        file.set_permissions(original.metadata()?.permissions())
    }
}

#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
mod extended {
    use std::{fs::File, io};

    use rustix::fs::{XattrFlags, fgetxattr, flistxattr, fremovexattr, fsetxattr};
    use rustix::io::Errno;

    /// Linux's limit for a value and for the list of names.
    const LONGEST: usize = 64 << 10;

    /// The access control list. A new file inherits one from its directory.
    const ACL: &[u8] = b"system.posix_acl_access";

    /// Signatures of the old contents.
    const OF_CONTENTS: [&[u8]; 2] = [b"security.ima", b"security.evm"];

    /// What the system itself gives to a new file.
    const OF_SYSTEM: [&[u8]; 3] = [b"security.", b"trusted.", b"com.apple."];

    pub(super) fn keep<F>(file: &File, original: &File, lost: F) -> io::Result<()>
    where
        F: Fn(&str, io::Error) -> io::Result<()>,
    {
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
        for name in names().filter(|name| !OF_CONTENTS.contains(name)) {
            let set = fgetxattr(original, name, &mut *value)
                .and_then(|len| fsetxattr(file, name, &value[..len], XattrFlags::empty()));
            if let Err(error) = set
                && !OF_SYSTEM.iter().any(|start| name.starts_with(start))
            {
                lost(&format!("attribute {}", name.escape_ascii()), error.into())?;
            }
        }
        Ok(())
    }
}
