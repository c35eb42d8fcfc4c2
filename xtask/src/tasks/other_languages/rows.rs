//! The adapters of `conformance/adapters/`, as data.

use crate::host::probe::output;

/// An adapter.
pub(super) struct Row {
    /// The name for `--only`.
    pub(super) name: &'static str,
    /// Succeeds if the language is installed.
    probe: &'static str,
    /// The command that builds it, if necessary. `{out}` is a directory for the output.
    pub(super) build: &'static str,
    /// The command that starts it.
    pub(super) command: &'static str,
    /// The Debian packages of the language.
    pub(super) debian: &'static str,
    /// Whether it is too slow for continuous integration.
    pub(super) slow: bool,
}

const fn row(name: &'static str, probe: &'static str, command: &'static str, debian: &'static str) -> Row {
    Row { name, probe, build: "", command, debian, slow: false }
}

const fn built(build: &'static str, mut row: Row) -> Row {
    row.build = build;
    row
}

const fn slow(mut row: Row) -> Row {
    row.slow = true;
    row
}

const C: &str = "cc -O1 -o {out}/c conformance/adapters/c.c";
const ICU: &str = "c++ -std=c++17 -O1 -o {out}/icu conformance/adapters/icu.cpp -licuuc";
const DUCKDB: &str = "python3 -m venv {out}/duckdb && {out}/duckdb/bin/pip install -q duckdb";
const SPARK: &str = "python3 -m venv {out}/spark && {out}/spark/bin/pip install -q pyspark";
const GO: &str = "env GO111MODULE=off GOCACHE={out}/go-cache go build -o {out}/go conformance/adapters/go.go";
const JAVA: &str = "javac -d {out} conformance/adapters/Java.java";
const HASKELL: &str = "ghc -O0 -outputdir {out}/haskell-o -o {out}/haskell conformance/adapters/haskell.hs";
const MONO: &str = "mcs -out:{out}/mono.exe conformance/adapters/mono.cs";
const OCAML: &str = "cp conformance/adapters/ocaml.ml {out} && ocamlc -o {out}/ocaml {out}/ocaml.ml";
const RUST: &str = "cargo build --quiet --release --manifest-path conformance/adapters/rust/Cargo.toml --target-dir {out}/rust";

/// An adapter in the package `conformance/adapters/rust`.
const fn rust(name: &'static str, command: &'static str) -> Row {
    slow(built(RUST, row(name, "cargo --version", command, "")))
}

pub(super) const ROWS: &[Row] = &[
    row("python", "python3 --version", "python3 conformance/adapters/python.py", "python3"),
    row("node-textdecoder", "node --version", "node conformance/adapters/node.mjs TextDecoder", "nodejs"),
    row("node-buffer", "node --version", "node conformance/adapters/node.mjs Buffer", "nodejs"),
    row("node-stringdecoder", "node --version", "node conformance/adapters/node.mjs StringDecoder", "nodejs"),
    built(JAVA, row("java", "javac -version", "java -cp {out} Java", "default-jdk-headless")),
    row("perl-strict", "perl -MEncode -e 1", "perl conformance/adapters/perl.pl UTF-8", "perl"),
    row("perl-lax", "perl -MEncode -e 1", "perl conformance/adapters/perl.pl utf8", "perl"),
    built(C, row("c-mbrtowc", "cc --version", "{out}/c mbrtowc", "gcc libc6-dev")),
    built(C, row("c-iconv", "cc --version", "{out}/c iconv", "gcc libc6-dev")),
    built(ICU, row("icu", "test -e /usr/include/unicode/utf8.h", "{out}/icu", "g++ libicu-dev")),
    slow(built(GO, row("go", "go version", "{out}/go", "golang-go"))),
    row("ruby", "ruby --version", "ruby conformance/adapters/ruby.rb", "ruby"),
    row("php-mbstring", "php --version", "php conformance/adapters/php.php mbstring", "php-cli php-mbstring"),
    row("php-pcre", "php --version", "php conformance/adapters/php.php pcre", "php-cli php-mbstring"),
    row("php-html", "php --version", "php conformance/adapters/php.php html", "php-cli php-mbstring"),
    row("lua-strict", "lua5.4 -v", "lua5.4 conformance/adapters/lua.lua strict", "lua5.4"),
    row("lua-lax", "lua5.4 -v", "lua5.4 conformance/adapters/lua.lua lax", "lua5.4"),
    row("tcl", "which tclsh", "tclsh conformance/adapters/tcl.tcl", "tcl"),
    slow(row("erlang", "which escript", "escript conformance/adapters/erlang.escript", "erlang-base")),
    built(OCAML, row("ocaml", "ocamlc -version", "{out}/ocaml", "ocaml-nox")),
    slow(built(HASKELL, row("haskell", "ghc --version", "{out}/haskell", "ghc"))),
    slow(built(MONO, row("mono", "which mcs", "mono {out}/mono.exe", "mono-mcs mono-runtime"))),
    row("guile", "guile --version", "guile -s conformance/adapters/guile.scm", "guile-3.0"),
    slow(row(
        "postgresql",
        "psql --version",
        "python3 conformance/adapters/postgresql.py",
        "postgresql python3",
    )),
    row("sqlite", "python3 -c 'import sqlite3'", "python3 conformance/adapters/sqlite.py", "python3"),
    rust("rust-std", "{out}/rust/release/adapters std"),
    rust("rust-simdutf8", "{out}/rust/release/adapters simdutf8"),
    rust("rust-encoding-rs", "{out}/rust/release/adapters encoding_rs"),
    rust("rust-bstr", "{out}/rust/release/adapters bstr"),
    rust("rust-simdutf", "{out}/rust/release/adapters simdutf"),
    rust("rust-smoothutf8", "{out}/rust/release/adapters smoothutf8"),
    rust("rust-simd-cesu8", "{out}/rust/release/adapters simd_cesu8"),
    rust("rust-ps-simdutf8", "{out}/rust/release/adapters ps-simdutf8"),
    slow(built(
        DUCKDB,
        row(
            "duckdb",
            "python3 -m venv -h",
            "{out}/duckdb/bin/python -I conformance/adapters/duckdb.py",
            "python3-venv",
        ),
    )),
    slow(built(
        SPARK,
        row(
            "spark",
            "java -version",
            "{out}/spark/bin/python conformance/adapters/spark.py",
            "default-jre-headless python3-venv",
        ),
    )),
];

impl Row {
    /// Whether the language is installed.
    pub(super) fn is_here(&self) -> bool {
        output("sh", &["-c", self.probe]).is_some()
    }
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, path::Path};

    use super::*;

    #[test]
    fn every_adapter_has_a_row() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let named =
            |file: &str| ROWS.iter().any(|row| row.command.contains(file) || row.build.contains(file));
        for entry in root.join("conformance/adapters").read_dir().unwrap() {
            let file = entry.unwrap().file_name().into_string().unwrap();
            assert!(named(&format!("adapters/{file}")), "{file} has no row");
        }
        let names: BTreeSet<_> = ROWS.iter().map(|row| row.name).collect();
        assert_eq!(names.len(), ROWS.len());
    }
}
