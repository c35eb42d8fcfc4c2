//! Runs the programs of a row.

use std::path::Path;

use anyhow::Result;

use super::rows::{Foreign, Row};
use crate::{
    host::probe::succeeds, project::workspace::Workspace, runner::call::Call, tasks::certify::EXTENT,
};

/// Runs a program; directly if there is no emulator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Runner {
    command: Option<(String, Vec<String>)>,
    /// Whether this machine's processor runs the program's instructions.
    pub(super) native: bool,
}

impl Runner {
    pub(super) const HOST: Self = Self { command: None, native: true };

    pub(super) fn new(program: &str, args: &[&str]) -> Self {
        let args = args.iter().map(|&arg| arg.to_owned()).collect();
        Self { command: Some((program.to_owned(), args)), native: false }
    }

    /// The emulator of the row, or the loader of its programs if this machine supports everything that they test.
    pub(super) fn of_linux(
        row: &Row, foreign: &Foreign, gnu: &str, qemu: &str, workspace: &Workspace,
    ) -> Result<Self> {
        if let Some(loader) = foreign.loader {
            let sysroot = format!("/usr/{gnu}");
            let loader = format!("{sysroot}/lib/{loader}");
            let runs = cfg!(target_arch = "x86_64") && succeeds(&format!("{loader} --version"));
            if runs && row.backends(workspace.backends()?).iter().all(|backend| backend.available) {
                let runner = Self::new(&loader, &["--library-path", &format!("{sysroot}/lib")]);
                return Ok(Self { native: true, ..runner });
            }
        }
        Ok(Self::emulator(foreign, gnu, qemu))
    }

    /// The emulator of a row.
    pub(super) fn emulator(foreign: &Foreign, gnu: &str, qemu: &str) -> Self {
        let cpu = if foreign.cpu.is_empty() { &[][..] } else { &["-cpu", foreign.cpu] };
        Self::new(qemu, &[&["-L", &format!("/usr/{gnu}")], cpu].concat())
    }

    /// Its command line, before the program's.
    pub(super) fn words(&self) -> Vec<String> {
        self.command
            .iter()
            .flat_map(|(runner, options)| [runner].into_iter().chain(options))
            .cloned()
            .collect()
    }

    /// The same call of cargo, which runs programs of this target inside.
    pub(super) fn of_cargo(&self, call: Call, triple: &str) -> Call {
        match self.words() {
            words if words.is_empty() => call,
            words => call.arg("--config").arg(format!("target.{triple}.runner={words:?}")),
        }
    }

    /// `PROGRAM ARGS`, inside. The certificate and the bookkeeping use their smaller extent.
    pub(super) fn call(&self, program: &Path, args: &str) -> Call {
        let mut words = self.words().into_iter().chain([program.display().to_string()]);
        let call = Call::new(words.next().unwrap_or_default(), "");
        let call = words.fold(call, Call::arg);
        args.split_whitespace().fold(call, Call::arg).env(EXTENT, "borders")
    }
}
