//! The patterns of section headers, as regular expressions.

use std::path::{Component, Path};

use regex_automata::meta::{BuildError, Regex};
use regex_automata::{Anchored, Input, util::syntax};

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

    /// Patterns, the files that each matches, and others.
    const PATTERNS: &str = include_str!("patterns.txt");

    #[test]
    fn patterns_match_as_in_other_implementations() {
        for row in PATTERNS.lines().filter(|line| !line.starts_with('#')) {
            let [header, matching, others] = row.split(" | ").collect::<Vec<_>>()[..] else {
                panic!("{row}")
            };
            let pattern = Pattern::new(header).unwrap();
            for (names, expected) in [(matching, true), (others, false)] {
                for name in names.split(' ').filter(|name| *name != "-") {
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
}
