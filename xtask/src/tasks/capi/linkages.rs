//! The tests in C and C++, built in every way in which the library can be used.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, ensure};
use object::{Object, ObjectSymbol};

use super::install::PACKAGE;
use crate::{
    host::probe::succeeds,
    project::workspace::Workspace,
    runner::{call::Call, log::Log, step::Outcome},
};

/// A way to compile and link the tests.
struct Linkage {
    name: &'static str,
    compiler: &'static str,
    /// How to read the sources.
    language: &'static str,
    /// What to link with.
    link: Link,
    /// What runs the program, if it does not run by itself.
    runner: &'static str,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Link {
    /// The shared library, by the SONAME that it has.
    Shared,
    /// The static library, and the system's shared ones.
    Archive,
    /// No shared library at all.
    Static,
}

const C: &str = "-x c -std=c11";
const CPP: &str = "-x c++ -std=c++17";

const LINKAGES: [Linkage; 7] = [
    Linkage { name: "c-shared", compiler: "cc", language: C, link: Link::Shared, runner: "" },
    Linkage { name: "c-archive", compiler: "cc", language: C, link: Link::Archive, runner: "" },
    Linkage { name: "c-static", compiler: "cc", language: C, link: Link::Static, runner: "" },
    Linkage { name: "cpp-shared", compiler: "c++", language: CPP, link: Link::Shared, runner: "" },
    Linkage { name: "cpp-static", compiler: "c++", language: CPP, link: Link::Static, runner: "" },
    Linkage { name: "c-asan", compiler: "cc", language: C_ASAN, link: Link::Archive, runner: "" },
    Linkage { name: "c-valgrind", compiler: "cc", language: C, link: Link::Shared, runner: VALGRIND },
];

const C_ASAN: &str = "-x c -std=c11 -fsanitize=address,undefined -fno-sanitize-recover=all";
const VALGRIND: &str = "valgrind --quiet --leak-check=full --error-exitcode=9";
const WARNINGS: &str = "-O1 -g -Wall -Wextra -Wpedantic -Wconversion -Wno-sign-conversion -Werror";

/// Tests what is installed in `dir/prefix`.
pub(super) fn test(workspace: &Workspace, log: &mut Log, dir: &Path) -> Result<Outcome> {
    let prefix = dir.join("prefix");
    let exported = check_exports(&prefix)?;
    let runtime = only_soname(workspace, dir)?;
    let (mut ran, mut left_out) = (Vec::new(), Vec::new());
    for linkage in &LINKAGES {
        let needs = [linkage.compiler, linkage.runner.split(' ').next().unwrap_or_default()];
        if let Some(missing) =
            needs.iter().find(|tool| !tool.is_empty() && !succeeds(&format!("{tool} --version")))
        {
            left_out.push(format!("{}: not run: there is no {missing}", linkage.name));
            continue;
        }
        for (name, sources) in sources(workspace, linkage)? {
            let program = dir.join(format!("{}-{name}", linkage.name));
            log.call(&compile(linkage, &prefix, &runtime, &sources, &program))?;
            let runner = linkage.runner.split_whitespace().map(str::to_owned);
            let mut words = runner.chain([program.display().to_string()]);
            let call = Call::new(words.next().unwrap_or_default(), "");
            let output = log.call(&words.fold(call, Call::arg))?;
            ensure!(name != "all" || output.contains(" checks passed, "), "{name} has checked nothing");
        }
        ran.push(linkage.name);
    }
    if succeeds("pkg-config --version") {
        check_pkg_config(log, &prefix)?;
    } else {
        left_out.push("pkg-config: not run: it is not here".to_owned());
    }
    ensure!(!ran.is_empty(), "there is no C compiler");
    let note = format!("{}; {exported} functions", ran.join(", "));
    Ok(Outcome::Passed([&[note], &left_out[..]].concat().join("; ")))
}

/// The programs: all C files together, and what is only for C++.
fn sources(workspace: &Workspace, linkage: &Linkage) -> Result<Vec<(&'static str, Vec<PathBuf>)>> {
    let dir = workspace.root.join("crates").join(PACKAGE).join("tests/c");
    let mut c = Vec::new();
    for entry in fs::read_dir(&dir)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "c") {
            c.push(path);
        }
    }
    c.sort_unstable();
    ensure!(!c.is_empty(), "no C files in {}", dir.display());
    let mut programs = vec![("all", c)];
    if linkage.compiler == "c++" {
        programs.push(("plus", vec![dir.join("plus.cpp")]));
    }
    Ok(programs)
}

fn compile(linkage: &Linkage, prefix: &Path, runtime: &Path, sources: &[PathBuf], program: &Path) -> Call {
    let lib = prefix.join("lib");
    let mut call = Call::new(linkage.compiler, WARNINGS)
        .args(linkage.language)
        .arg("-I")
        .arg(shown(&prefix.join("include")));
    call = sources.iter().fold(call, |call, source| call.arg(shown(source)));
    // What follows is not source.
    call = call.args("-x none -o").arg(shown(program));
    call = match linkage.link {
        Link::Shared => call
            .arg(format!("-L{}", shown(&lib)))
            .arg("-lplacemat")
            .arg(format!("-Wl,-rpath,{}", shown(runtime))),
        Link::Archive | Link::Static => {
            call.arg(shown(&lib.join("libplacemat.a"))).args("-lpthread -ldl -lm")
        }
    };
    if linkage.link == Link::Static { call.arg("-static") } else { call }
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

/// A directory in which the shared library has its SONAME and no other name: programs find it by that alone.
fn only_soname(workspace: &Workspace, dir: &Path) -> Result<PathBuf> {
    let version = &workspace.package(PACKAGE)?.version;
    let runtime = dir.join("runtime");
    fs::create_dir_all(&runtime)?;
    let from = dir.join("prefix/lib").join(format!("libplacemat.so.{version}"));
    fs::copy(from, runtime.join(format!("libplacemat.so.{}", version.major)))?;
    Ok(runtime)
}

/// The shared library exports the functions of the header and nothing else; how many these are.
fn check_exports(prefix: &Path) -> Result<usize> {
    let header = fs::read_to_string(prefix.join("include/placemat.h"))?;
    let library = fs::read(prefix.join("lib/libplacemat.so"))?;
    let library = object::File::parse(&*library).context("libplacemat.so")?;
    let exported: Vec<_> = library
        .dynamic_symbols()
        .filter(|symbol| symbol.is_definition() && symbol.is_global())
        .filter_map(|symbol| symbol.name().ok())
        .collect();
    for name in &exported {
        ensure!(header.contains(&format!("{name}(")), "{name} is exported, and not in the header");
    }
    ensure!(exported.len() > 40, "only {} functions are exported", exported.len());
    Ok(exported.len())
}

/// What pkg-config says is enough to compile and link.
fn check_pkg_config(log: &mut Log, prefix: &Path) -> Result<()> {
    let path = shown(&prefix.join("lib/pkgconfig"));
    let ask = |args: &str| Call::new("pkg-config", args).arg("placemat").env("PKG_CONFIG_PATH", path.clone());
    let flags = log.stdout(&ask("--cflags --libs"))?;
    ensure!(flags.contains("-lplacemat") && flags.contains("-I"), "pkg-config says {flags}");
    let with_static = log.stdout(&ask("--libs --static"))?;
    ensure!(with_static.contains("-lpthread"), "pkg-config --static says {with_static}");
    Ok(())
}
