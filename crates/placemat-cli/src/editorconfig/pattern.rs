//! The patterns of section headers, as regular expressions.

use std::path::{Component, Path};

use regex_automata::{
    Anchored, Input,
    meta::{BuildError, Regex},
    util::syntax,
};

/// `**/` at the start or after a slash. A name need not be UTF-8, so wildcards match bytes.
const ANY_DIRS: &str = "(?:(?-u:.)*/)?";

/// Which files, relative to the directory of the `.editorconfig`, a section applies to.
pub(super) struct Pattern(Regex);

impl Pattern {
    pub(super) fn new(header: &str) -> Result<Self, Box<BuildError>> {
        let tokens = tokens(header);
        // A pattern without a slash matches in every directory below.
        let top = if header.contains('/') { "" } else { ANY_DIRS };
        let start = usize::from(tokens.first() == Some(&Token::Char('/')));
        let regex = format!("{top}(?:{})", translate(&tokens[start..]));
        let syntax = syntax::Config::new().utf8(false).dot_matches_new_line(true);
        let regex = Regex::builder().syntax(syntax).build(&format!("(?:{regex})$"));
        regex.map(Self).map_err(Box::new)
    }

    pub(super) fn matches(&self, path: &Path) -> bool {
        let mut name = Vec::new();
        for part in path.components() {
            if let Component::Normal(part) = part {
                name.extend_from_slice(part.as_encoded_bytes());
                name.push(b'/');
            }
        }
        name.pop();
        self.0.is_match(Input::new(&name).anchored(Anchored::Yes))
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    /// This character, which may have been escaped.
    Char(char),
    /// `?`, a class, a number: what needs no look at the tokens around it.
    Regex(String),
    Star,
    Open,
    Comma,
    Close,
}

fn tokens(header: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = header;
    while let Some(char) = rest.chars().next() {
        rest = &rest[char.len_utf8()..];
        let complete = match char {
            '[' => class(rest),
            '{' => number(rest),
            _ => None,
        };
        tokens.push(match (char, complete) {
            (_, Some((regex, after))) => {
                rest = after;
                Token::Regex(regex)
            }
            ('\\', _) => match rest.chars().next() {
                None => Token::Char(char),
                Some(escaped) => {
                    rest = &rest[escaped.len_utf8()..];
                    Token::Char(escaped)
                }
            },
            ('?', _) => Token::Regex("[^/]".to_owned()),
            ('*', _) => Token::Star,
            ('{', _) => Token::Open,
            (',', _) => Token::Comma,
            ('}', _) => Token::Close,
            _ => Token::Char(char),
        });
    }
    tokens
}

/// A class after its `[`, if it is closed before the next slash.
fn class(text: &str) -> Option<(String, &str)> {
    let (negated, body) = match text.strip_prefix(['!', '^']) {
        Some(body) => ("^", body),
        None => ("", text),
    };
    let mut regex = format!("[{negated}");
    let mut chars = body.char_indices().peekable();
    let mut in_range = false;
    while let Some((at, char)) = chars.next() {
        let is_last = chars.peek().is_none_or(|(_, next)| *next == ']');
        match char {
            ']' => return (at > 0).then(|| (regex + "]", &body[at + 1..])),
            '/' => return None,
            '-' if at > 0 && !is_last && !in_range => {
                in_range = true;
                regex.push('-');
                continue;
            }
            '\\' => regex.push_str(&literal(chars.next()?.1)),
            _ => regex.push_str(&literal(char)),
        }
        in_range = false;
    }
    None
}

/// `3..120}`: the integers in that range, without leading zeros.
fn number(text: &str) -> Option<(String, &str)> {
    let (range, after) = text.split_once('}')?;
    let (first, last) = range.split_once("..")?;
    let (first, last) = (first.parse::<i64>().ok()?, last.parse::<i64>().ok()?);
    let (least, most) = (first.min(last), first.max(last));
    let mut regexes = Vec::new();
    if most >= 0 {
        regexes.push(format!(r"\+?(?:{})", digits(least.max(0).unsigned_abs(), most.unsigned_abs())));
    }
    if least < 0 {
        regexes.push(format!("-(?:{})", digits(most.min(-1).unsigned_abs(), least.unsigned_abs())));
    }
    Some((format!("(?:{})", regexes.join("|")), after))
}

/// The decimal numbers from `least` to `most`: in steps that share all but their last digits, which are free.
fn digits(least: u64, most: u64) -> String {
    let mut regexes = Vec::new();
    let mut at = least;
    loop {
        // The largest power of ten that divides `at`, and whose digits stay within the range.
        let mut free = 0;
        let mut size = 1_u64;
        while at > 0 && at.is_multiple_of(size.saturating_mul(10)) && most - at >= size.saturating_mul(10) - 1
        {
            size *= 10;
            free += 1;
        }
        let shared = if free == 0 { at.to_string() } else { (at / size).to_string() };
        regexes.push(shared + &"[0-9]".repeat(free));
        match at.checked_add(size) {
            Some(next) if next <= most => at = next,
            _ => return regexes.join("|"),
        }
    }
}

fn translate(tokens: &[Token]) -> String {
    let groups = groups(tokens);
    let mut regex = String::new();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        let after_slash = at == 0 || tokens[at - 1] == Token::Char('/');
        match (token, &tokens[at + 1..]) {
            (Token::Star, [Token::Star, Token::Char('/'), ..]) if after_slash => {
                regex.push_str(ANY_DIRS);
                at += 2;
            }
            (Token::Star, [Token::Star, ..]) => {
                regex.push_str("(?-u:.)*");
                at += 1;
            }
            (Token::Star, _) => regex.push_str("(?-u:[^/])*"),
            (Token::Regex(part), _) => regex.push_str(part),
            (Token::Char(char), _) => regex.push_str(&literal(*char)),
            (Token::Open, _) => regex.push_str(if groups[at] { "(?:" } else { r"\{" }),
            (Token::Comma, _) => regex.push_str(if groups[at] { "|" } else { "," }),
            (Token::Close, _) => regex.push_str(if groups[at] { ")" } else { r"\}" }),
        }
        at += 1;
    }
    regex
}

/// Which braces and commas are of a choice. `{one}` is none, and neither is anything if the braces do not match.
fn groups(tokens: &[Token]) -> Vec<bool> {
    let mut is_group = vec![false; tokens.len()];
    let mut open: Vec<Vec<usize>> = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        match token {
            Token::Open => open.push(vec![at]),
            Token::Comma => {
                if let Some(group) = open.last_mut() {
                    group.push(at);
                }
            }
            Token::Close => {
                let group = open.pop().unwrap_or_default();
                if group.len() > 1 {
                    for at in group.into_iter().chain([at]) {
                        is_group[at] = true;
                    }
                }
            }
            _ => {}
        }
    }
    if !open.is_empty() {
        is_group.fill(false);
    }
    is_group
}

fn literal(char: char) -> String {
    format!(r"\x{{{:X}}}", u32::from(char))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A pattern, the files that it matches, and others. The first lines are the tests of all implementations
    /// (<https://github.com/editorconfig/editorconfig-core-test>, `glob` and `filetree`).
    const PATTERNS: &[(&str, &str, &str)] = &[
        ("a*e.c", "ace.c ae.c abcde.c", "a/e.c"),
        ("Bar/*", "Bar/foo.txt Bar/.editorconfig", "bat/Bar/foo.txt bat/Bar/.editorconfig"),
        ("*", "a .editorconfig a/b \u{E9}", ""),
        ("som?.c", "some.c som\u{E9}.c", "som.c something.c som/.c"),
        ("[ab].a", "a.a", "c.a"),
        ("[!ab].b", "c.b", "a.b"),
        ("[d-g].c", "f.c", "h.c"),
        ("[!d-g].d", "h.d", "f.d"),
        ("[abd-g].e", "e.e", "c.e"),
        ("[-ab].f", "-.f a.f", "c.f"),
        (r"[\]ab].g", "].g", "c.g"),
        ("[ab]].g", "b].g", "b.g ].g"),
        (r"[!\]ab].g", "c.g", "].g"),
        ("[!ab]].g", "c].g", "a].g"),
        ("ab[e/]cd.i", "ab[e/]cd.i", "ab/cd.i abecd.i"),
        ("ab[/c", "ab[/c", "ab/c"),
        ("*.{py,js,html}", "test.py test.js test.html", "test.pyc"),
        ("{single}.b", "{single}.b", ".b single.b"),
        ("{}.c", "{}.c", ".c"),
        ("a{b,c,}.d", "a.d ab.d ac.d", "a,.d"),
        ("a{,b,,c,}.e", "a.e ab.e ac.e", "a,.e"),
        ("{.f", "{.f", ".f"),
        ("{word,{also},this}.g", "word.g {also}.g this.g", "{also,this}.g word,this}.g"),
        ("{{a,b},c}.k", "a.k b.k c.k", "{a,b}.k {{a,b},c}.k"),
        ("{a,{b,c}}.l", "a.l b.l c.l", "{b,c}.l {a,{b,c}}.l"),
        ("{},b}.h", "{},b}.h", "b.h"),
        ("{{,b,c{d}.i", "{{,b,c{d}.i", "{.i b.i c{d.i .i"),
        (r"{a\,b,cd}.txt", "a,b.txt cd.txt", "a.txt"),
        (r"{e,\},f}.txt", "e.txt }.txt f.txt", ""),
        (r"{g,\\,i}.txt", r"g.txt \.txt i.txt", ""),
        (
            "{some,a{*c,b}[ef]}.j",
            "some.j abe.j abf.j ace.j acf.j abce.j abcf.j",
            "abg.j acg.j abcg.j ae.j .j",
        ),
        ("{3..120}", "3 15 60 99 100 120", "1 2 5a 121 060"),
        ("{aardvark..antelope}", "{aardvark..antelope}", "a aardvark agreement antelope antimatter"),
        ("\u{4E2D}\u{6587}.txt", "\u{4E2D}\u{6587}.txt", "\u{4E2D}.txt"),
        ("a**z.c", "a/z.c amnz.c am/nz.c a/mnz.c amn/z.c a/mn/z.c", "z.c"),
        ("b/**z.c", "b/z.c b/mnz.c b/mn/z.c", "bmnz.c bm/nz.c bmn/z.c"),
        ("c**/z.c", "c/z.c cmn/z.c c/mn/z.c", "cmnz.c cm/nz.c c/mnz.c"),
        ("d/**/z.c", "d/z.c d/mn/z.c", "dmnz.c dm/nz.c d/mnz.c dmn/z.c"),
        ("path/separator", "path/separator", "nested/path/separator"),
        ("/top/of/path", "top/of/path", "not/top/of/path"),
        (r"windows\separator", "", "windows/separator"),
        // What the reference implementations answer too.
        ("[!a].txt", "b.txt a/b.txt", "a.txt ab.txt b/a.txt"),
        ("[^a].txt", "b.txt", "a.txt"),
        ("[a-].b", "a.b -.b", "b.b"),
        ("[]a", "[]a", "a"),
        ("[a", "[a", "a"),
        ("a/*.txt", "a/f.txt a/.txt", "f.txt a/b/f.txt b/a/f.txt"),
        ("*/f", "a/f b/f", "f a/b/f"),
        ("{a,b}/*", "a/f b/f", "c/f a/b/f"),
        ("*.{txt,}", "a. a.txt", "a a.md"),
        ("**/f", "f a/f a/b/f", "af a/bf"),
        ("a/**", "a/f a/b/f", "a f b/a/f"),
        ("**/b/**", "b/f a/b/f", "b ab/f"),
        ("{**/,}f", "f a/f", "af"),
        ("{0..0}{-12..-9}", "0-12 0-9", "0-8 0-13 00-9 012"),
        ("{12..8}", "8 9 10 12", "7 13 08"),
        ("*{10..12}", "a10 a111 a12", "a13 a9"),
        ("{0..18446744073709551616}", "{0..18446744073709551616}", "1"),
        (r"\*\", r"*\", r"a\ *"),
        ("a.b", "a.b", "aab A.B"),
    ];

    #[test]
    fn patterns_match_as_in_other_implementations() {
        for (header, matching, others) in PATTERNS {
            let pattern = Pattern::new(header).unwrap();
            for (names, expected) in [(matching, true), (others, false)] {
                for name in names.split(' ').filter(|name| !name.is_empty()) {
                    assert_eq!(pattern.matches(Path::new(name)), expected, "[{header}] {name}");
                }
            }
        }
        assert!(Pattern::new("[z-a]").is_err());
    }

    #[test]
    fn numbers_match_within_their_range_only() {
        for (least, most) in [(0, 0), (0, 9), (1, 10), (7, 110), (95, 1005), (100, 999)] {
            let pattern = Pattern::new(&format!("{{{least}..{most}}}")).unwrap();
            for number in 0..1200 {
                let expected = (least..=most).contains(&number);
                assert_eq!(pattern.matches(Path::new(&number.to_string())), expected, "{number}");
            }
        }
        assert!(Pattern::new(&format!("{{{}..{}}}", i64::MIN, i64::MAX)).is_ok());
    }

    #[cfg(unix)]
    #[test]
    fn wildcards_match_names_that_are_not_utf8() {
        use std::os::unix::ffi::OsStrExt;

        let name = std::ffi::OsStr::from_bytes(b"d\xFF/a\xFFb.c");
        for pattern in ["*.c", "a*b.c", "**/a*b.c", "d**.c"] {
            assert!(Pattern::new(pattern).unwrap().matches(Path::new(name)), "{pattern}");
        }
    }
}
