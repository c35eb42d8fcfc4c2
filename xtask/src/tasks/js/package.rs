//! The package `placemat` of npm: compiled, packed, and installed in an empty folder.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, ensure};

use super::{SETUP, node};
use crate::{
    host::{
        probe::{output, succeeds},
        toolchain::Toolchain,
    },
    project::workspace::Workspace,
    runner::{call::Call, log::Log},
};

/// Where the package's sources are.
pub(super) const SOURCES: &str = "bindings/js";

/// The target of the WebAssembly program.
pub(crate) const TRIPLE: &str = "wasm32-unknown-unknown";

/// The compiler that checks the types.
const TYPESCRIPT: &str = "typescript@5.9.3";

/// The package, installed in a folder that has only its tests besides.
pub(super) struct Package {
    dir: PathBuf,
    /// How it was installed, and its size.
    pub(super) about: String,
}

/// Builds the package and installs it, or says what is missing here.
pub(super) fn install(workspace: &Workspace, log: &mut Log) -> Result<std::result::Result<Package, String>> {
    let new_enough = "process.exit(process.versions.node.split('.')[0] < 18 ? 1 : 0)";
    if output("node", &["-e", new_enough]).is_none() {
        return Ok(Err(format!("needs Node 18 or later: {SETUP}")));
    }
    let Some(toolchain) = Toolchain::find(TRIPLE) else {
        return Ok(Err(format!("no compiler for {TRIPLE}: `rustup target add {TRIPLE}`")));
    };
    let own = workspace.own_dir("js");
    let (package, fresh) = (own.join("package"), own.join("fresh"));
    build(workspace, log, &toolchain, &package)?;
    empty(&fresh)?;
    fs::write(fresh.join("package.json"), "{ \"type\": \"module\" }\n")?;
    let about = if succeeds("npm --version") {
        pack_and_install(log, &package, &fresh)?
    } else {
        copy(&package, &fresh.join("node_modules/placemat"))?;
        format!("not packed: needs npm: {SETUP}")
    };
    copy(&workspace.root.join(SOURCES).join("test"), &fresh)?;
    Ok(Ok(Package { dir: fresh, about }))
}

/// Makes the folder of the package.
fn build(workspace: &Workspace, log: &mut Log, toolchain: &Toolchain, package: &Path) -> Result<()> {
    let sources = workspace.root.join(SOURCES);
    let target = workspace.own_dir("js").join("target");
    // In the program's folder, where cargo finds the flags.
    let build = toolchain.apply(Call::cargo("build --release --locked").dir(sources.join("wasm")), TRIPLE);
    log.call(&build.env("CARGO_TARGET_DIR", shown(&target)))?;
    empty(package)?;
    copy(&sources, package)?;
    let program = target.join(TRIPLE).join("release/placemat_js.wasm");
    let embed = node("").arg(shown(&package.join("embed.mjs"))).arg(shown(&program));
    log.call(&embed.arg(shown(&package.join("wasm.js")))).map(drop)
}

/// As a user would install the archive; offline, since the package needs no other.
fn pack_and_install(log: &mut Log, package: &Path, fresh: &Path) -> Result<String> {
    let packed = log.stdout(&Call::new("npm", "pack --json").dir(package))?;
    let packed: serde_json::Value = serde_json::from_str(&packed)?;
    let name = packed[0]["filename"].as_str().context("npm pack names its archive")?;
    let archive = package.join(name);
    let install = Call::new("npm", "install --offline --no-audit --no-fund").arg(shown(&archive));
    log.call(&install.dir(fresh))?;
    ensure!(fresh.join("node_modules/placemat/wasm.js").is_file(), "the archive lacks the program");
    Ok(format!("{name}, {} KiB", fs::metadata(&archive)?.len() / 1024))
}

impl Package {
    /// The folder in which it is installed.
    pub(super) fn installed(&self) -> PathBuf {
        self.dir.join("node_modules/placemat")
    }

    /// Runs the tests, and says how many passed.
    pub(super) fn test(&self, workspace: &Workspace, log: &mut Log) -> Result<String> {
        let vectors = workspace.root.join("conformance/vectors");
        self.run(
            log,
            &node("--test text.test.js input.test.js examples.test.js")
                .env("PLACEMAT_VECTORS", shown(&vectors)),
        )
    }

    /// Runs tests beside the package, and says how many passed.
    pub(super) fn run(&self, log: &mut Log, tests: &Call) -> Result<String> {
        let output = log.call(&tests.clone().dir(&self.dir))?;
        let passed = passed(&output).filter(|passed| *passed > 0).context("node ran no test")?;
        Ok(format!("{passed} tests"))
    }

    /// Compiles a program that uses the package's types, and says with which compiler.
    pub(super) fn check_types(&self, workspace: &Workspace, log: &mut Log) -> Result<String> {
        let Some(typescript) = tool(workspace, log, TYPESCRIPT)? else {
            return Ok(format!("types: not run: npm cannot install {TYPESCRIPT}"));
        };
        let check = "--strict --noEmit --target es2022 --lib es2024,dom --module nodenext types.ts";
        log.call(&node("").arg(shown(&typescript.join("bin/tsc"))).args(check).dir(&self.dir))?;
        Ok(TYPESCRIPT.to_owned())
    }

    /// The call that measures, and prints a table.
    pub(super) fn ratios(&self) -> Call {
        node("ratios.mjs").dir(&self.dir)
    }
}

/// The folder of a tool from npm, `NAME@VERSION`; `None` if npm cannot fetch it.
pub(super) fn tool(workspace: &Workspace, log: &mut Log, tool: &str) -> Result<Option<PathBuf>> {
    // A folder for each tool, since npm removes what it did not install itself.
    let dir = workspace.own_dir("js").join(tool);
    fs::create_dir_all(&dir)?;
    fs::write(dir.join("package.json"), "{}\n")?;
    let install = "install --no-audit --no-fund --ignore-scripts --prefer-offline --fetch-retries 0";
    let installed = log.call(&Call::new("npm", install).arg(tool).dir(&dir)).is_ok();
    let name = tool.split('@').next().unwrap_or_default();
    Ok(installed.then(|| dir.join("node_modules").join(name)))
}

/// How many tests passed, by the summary of `node --test`.
fn passed(output: &str) -> Option<u64> {
    // After `#` or a sign, depending on the version of Node.
    output.lines().find_map(|line| line.split_once(" pass ")?.1.trim().parse().ok())
}

/// Makes an empty folder.
pub(super) fn empty(dir: &Path) -> Result<()> {
    if dir.exists() {
        fs::remove_dir_all(dir)?;
    }
    fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))
}

/// Copies the files of a folder, but not the folders in it. A link becomes the file that it points to.
pub(super) fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        if entry.path().is_file() {
            fs::copy(entry.path(), to.join(entry.file_name()))?;
        }
    }
    Ok(())
}

pub(super) fn shown(path: &Path) -> String {
    path.display().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summaries_of_node_are_read() {
        assert_eq!(passed("ok 1 - all pass here\n# tests 20\n# pass 19\n# fail 1\n"), Some(19));
        assert_eq!(passed("\u{2139} tests 2\n\u{2139} pass 2\n"), Some(2));
        assert_eq!(passed("ok 1 - all pass here\n"), None);
    }
}
