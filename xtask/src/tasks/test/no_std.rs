//! Builds without std.

use anyhow::Result;

use crate::host::targets::{BARE, has_target};
use crate::project::libraries::{FACADE, LEGACY};
use crate::project::{scratch, workspace::Workspace};
use crate::runner::{call::Call, log::Log, step::Outcome};

/// Builds a program without std on top of the libraries.
///
/// This does not need a target without std: a crate with its own panic handler cannot be built together with std,
/// which has one too. First the build must fail with the feature `std`.
pub(super) fn on_this_target(workspace: &Workspace, log: &mut Log) -> Result<Outcome> {
    let call = |name: &str, features: &str| -> Result<Call> {
        let mut manifest =
            "[lib]\ncrate-type = [\"staticlib\"]\n\n[profile.dev]\npanic = \"abort\"\n\n".to_owned();
        manifest.push_str("[dependencies]\n");
        let rest = format!(", default-features = false, features = [{features}]");
        manifest.push_str(&scratch::dependency(workspace, "placemat", "crates/placemat", &rest));
        manifest.push_str(&scratch::libraries(workspace));
        // Each library is used, so that none is dropped.
        let names = workspace.libraries();
        let uses: String =
            names.iter().map(|name| format!("use {} as _;\n", name.replace('-', "_"))).collect();
        let dir = scratch::write(workspace, name, &manifest, &format!("#![no_std]\n{uses}{NO_STD}"))?;
        Ok(Call::cargo("build").dir(dir).flags("", &workspace.own_dir("scratch-target")))
    };
    log.call(&call("with-std", "'std'")?.fails_with("panic_impl"))?;
    let sets = [
        ("without-std", ""),
        ("without-std-alloc", "'alloc'"),
        ("without-std-all", "'dfa'"),
        ("without-std-alloc-all", "'alloc', 'dfa'"),
    ];
    for (name, features) in sets {
        log.call(&call(name, features)?)?;
    }
    Ok(Outcome::Passed(format!("{} sets of features; with std it fails, as it must", sets.len())))
}

/// Calls one function, so that nothing is dropped as unused.
const NO_STD: &str = r#"
#[unsafe(no_mangle)]
pub extern "C" fn is_utf8(byte: u8) -> bool {
    placemat::is_utf8(&[byte])
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

/// Builds the facade and the older forms for a microcontroller, if the target is installed.
pub(super) fn on_bare_target(workspace: &Workspace, log: &mut Log) -> Result<Outcome> {
    if !has_target(None, BARE) {
        return Ok(Outcome::NotRun(format!("needs `rustup target add {BARE}`")));
    }
    let target = workspace.own_dir("scratch-target");
    let sets = [(FACADE, ""), (FACADE, "alloc"), (FACADE, "alloc,dfa"), (LEGACY, ""), (LEGACY, "alloc")];
    for (package, features) in sets {
        let args =
            format!("build -p {package} --lib --target {BARE} --no-default-features --features={features}");
        log.call(&Call::cargo(&args).flags("", &target))?;
    }
    Ok(Outcome::Passed(BARE.to_owned()))
}
