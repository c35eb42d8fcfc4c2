//! Small crates that are written below `target/` in order to see what an outsider sees: one who adds placemat to
//! a program, one who has no std, one who pastes an example.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};

use crate::{
    call::Call,
    number::number,
    setup::{BARE, has_target},
    step::{Log, Outcome},
    workspace::Workspace,
};

/// The libraries behind the facade.
pub(crate) const LIBRARIES: [&str; 7] = [
    "placemat-core",
    "placemat-simd",
    "placemat-scalar",
    "placemat-dfa",
    "placemat-x86",
    "placemat-neon",
    "placemat-wasm",
];

/// Writes the crate `name` with this manifest (behind `[package]`) and this library, and returns its directory.
///
/// It stands outside the workspace, but with the workspace's versions of all dependencies. What is unchanged is
/// left alone, so that cargo need not build it again.
pub(crate) fn write(workspace: &Workspace, name: &str, manifest: &str, lib: &str) -> Result<PathBuf> {
    let dir = workspace.own_dir("scratch").join(name);
    fs::create_dir_all(dir.join("src"))?;
    let manifest = format!(
        "[package]\nname = \"{name}\"\nedition = \"2024\"\npublish = false\n\n{manifest}\n[workspace]\n"
    );
    update(&dir.join("Cargo.toml"), &manifest)?;
    update(&dir.join("src").join("lib.rs"), lib)?;
    let lock = workspace.read("Cargo.lock")?;
    if update(&dir.join("Cargo.lock.workspace"), &lock)? {
        fs::write(dir.join("Cargo.lock"), lock)?;
    }
    Ok(dir)
}

/// Whether the file had to be written.
fn update(path: &Path, text: &str) -> Result<bool> {
    if fs::read_to_string(path).is_ok_and(|present| present == text) {
        return Ok(false);
    }
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(true)
}

/// A line of a dependency table that names a member by its directory.
pub(crate) fn dependency(workspace: &Workspace, name: &str, dir: &str, rest: &str) -> String {
    // In single quotes TOML has no escapes, so a Windows path is as good as another.
    format!("{name} = {{ path = '{}'{rest} }}\n", workspace.root.join(dir).display())
}

/// Builds a program without std over the libraries.
///
/// No target without std need be installed for that: a crate that brings its own panic handler cannot be built
/// together with std, which has one too. That the check can fail is checked first, with the feature `std`.
pub(crate) fn no_std(workspace: &Workspace, log: &mut Log) -> Result<Outcome> {
    let call = |name: &'static str, features: &str| -> Result<Call> {
        let mut manifest =
            "[lib]\ncrate-type = [\"staticlib\"]\n\n[profile.dev]\npanic = \"abort\"\n\n".to_owned();
        manifest.push_str("[dependencies]\n");
        let rest = format!(", default-features = false, features = [{features}]");
        manifest.push_str(&dependency(workspace, "placemat", "crates/placemat", &rest));
        for library in LIBRARIES {
            manifest.push_str(&dependency(workspace, library, &format!("crates/{library}"), ""));
        }
        let dir = write(workspace, name, &manifest, NO_STD)?;
        let target = workspace.own_dir("scratch-target");
        Ok(Call::cargo("build").dir(dir).env("CARGO_TARGET_DIR", target.display().to_string()))
    };
    log.call(&call("with-std", "'std'")?.fails_with("panic_impl"))?;
    let sets = [
        ("without-std", ""),
        ("without-std-alloc", "'alloc'"),
        ("without-std-dfa", "'dfa'"),
        ("without-std-alloc-dfa", "'alloc', 'dfa'"),
    ];
    for (name, features) in sets {
        log.call(&call(name, features)?)?;
    }
    Ok(Outcome::Passed(format!("{} sets of features; with std it fails, as it must", sets.len())))
}

/// Names every library, and calls one function, so that nothing is left out as unused.
const NO_STD: &str = r#"#![no_std]
use {placemat_core as _, placemat_dfa as _, placemat_neon as _, placemat_scalar as _, placemat_simd as _};
use {placemat_wasm as _, placemat_x86 as _};

#[unsafe(no_mangle)]
pub extern "C" fn is_utf8(octet: u8) -> bool {
    placemat::is_utf8(&[octet])
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}

struct None;
// SAFETY: it never gives out memory.
unsafe impl core::alloc::GlobalAlloc for None {
    unsafe fn alloc(&self, _: core::alloc::Layout) -> *mut u8 {
        core::ptr::null_mut()
    }
    unsafe fn dealloc(&self, _: *mut u8, _: core::alloc::Layout) {}
}
#[global_allocator]
static ALLOCATOR: None = None;
"#;

/// Builds the facade for a microcontroller, where rustup has its `core`.
pub(crate) fn no_std_target(workspace: &Workspace, log: &mut Log) -> Result<Outcome> {
    if !has_target(None, BARE) {
        return Ok(Outcome::NotRun(format!("needs `rustup target add {BARE}`")));
    }
    let target = workspace.own_dir("scratch-target").display().to_string();
    for features in ["", "alloc", "alloc,dfa"] {
        let args =
            format!("build -p placemat --lib --target {BARE} --no-default-features --features={features}");
        log.call(&Call::cargo(&args).env("CARGO_TARGET_DIR", &target))?;
    }
    Ok(Outcome::Passed(BARE.to_owned()))
}

/// Runs the Rust blocks of README and of the book as doc tests of a crate that depends on every library.
pub(crate) fn snippets(workspace: &Workspace, log: &mut Log) -> Result<Outcome> {
    let mut manifest = "[dependencies]\n".to_owned();
    manifest.push_str(&dependency(workspace, "placemat", "crates/placemat", ", features = ['dfa']"));
    for library in LIBRARIES {
        manifest.push_str(&dependency(workspace, library, &format!("crates/{library}"), ""));
    }
    manifest.push_str(&dependency(workspace, "placemat-conformance", "conformance", ""));
    let mut lib = String::new();
    for file in pages(workspace)? {
        let module: String = file
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' })
            .collect();
        let path = workspace.root.join(&file).display().to_string();
        lib.push_str(&format!("#[doc = include_str!({path:?})]\npub mod {module} {{}}\n"));
    }
    let dir = write(workspace, "snippets", &manifest, &lib)?;
    let target = workspace.own_dir("scratch-target");
    log.call(&Call::tests("test --doc").dir(dir).env("CARGO_TARGET_DIR", target.display().to_string()))?;
    Ok(Outcome::Passed(number(log.tests, "example")))
}

/// README and the chapters of the book, by their paths from the root.
pub(crate) fn pages(workspace: &Workspace) -> Result<Vec<String>> {
    let mut pages = Vec::new();
    for file in workspace.files()? {
        let name = file.to_string_lossy().replace('\\', "/");
        let chapter = name.starts_with("docs/src/") && !name.ends_with("/SUMMARY.md");
        if name == "README.md" || (chapter && name.ends_with(".md")) {
            pages.push(name);
        }
    }
    if pages.len() < 2 {
        bail!("where are README.md and the chapters of docs/src?");
    }
    Ok(pages)
}
