//! The outcome of a mutation.

use std::fmt;

use super::list::{Edit, Instead};

/// What detects a mutation first.
#[derive(Debug)]
pub(super) enum Verdict {
    /// The suite in quick mode, on this backend.
    Quick(String),
    /// These tests.
    Test(String),
    /// The compiler, by a constant assertion.
    Compiler,
    /// The compiler, since the mutation is not valid Rust: a mistake in the list.
    Broken,
    /// Nothing that was run.
    Survives,
}

impl Verdict {
    /// Whether this is the listed outcome.
    pub(super) fn is_as_listed(&self, edit: &Edit) -> bool {
        matches!(
            (self, &edit.instead),
            (Self::Quick(_), Instead::No)
                | (Self::Test(_), Instead::Test(_))
                | (Self::Compiler, Instead::Compiler)
                | (Self::Survives, Instead::Equivalent(_))
        )
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Quick(backend) => write!(f, "noticed by the quick suite on {backend}"),
            Self::Test(selection) => write!(f, "noticed by `cargo test {selection}`, not by the suite"),
            Self::Compiler => f.write_str("an assertion fails when it is compiled"),
            Self::Broken => f.write_str("it does not compile"),
            Self::Survives => f.write_str("not noticed"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_list_does_not_say_is_wrong() {
        let edit = |instead| Edit {
            path: String::new(),
            backends: Vec::new(),
            except: Vec::new(),
            converts: false,
            row: None,
            cross: None,
            old: String::new(),
            new: String::new(),
            instead,
        };
        let (quick, test) = (Verdict::Quick("x".to_owned()), Verdict::Test("t".to_owned()));
        for (verdict, instead, expected) in [
            (&quick, Instead::No, true),
            (&Verdict::Survives, Instead::No, false),
            (&Verdict::Compiler, Instead::No, false),
            (&test, Instead::Test("t".to_owned()), true),
            (&quick, Instead::Test("t".to_owned()), false),
            (&quick, Instead::Equivalent(String::new()), false),
            (&Verdict::Survives, Instead::Equivalent(String::new()), true),
        ] {
            assert_eq!(verdict.is_as_listed(&edit(instead.clone())), expected, "{verdict} {instead:?}");
        }
    }
}
