//! Compiles ABNF to the table: parse, translate to a regular expression, determinise, minimise, renumber.

use abnf::types::{Node, Repeat, Rule, TerminalValues};
use regex_automata::dfa::{Automaton, StartKind, dense};
use regex_automata::util::{primitives::StateID, start, syntax};
use regex_automata::{Anchored, nfa::thompson};

use super::{Oracle, Row, State};

pub(super) fn compile(grammar: &str, start: &str) -> Result<Oracle, String> {
    let rules = abnf::rulelist(grammar).map_err(|error| error.to_string())?;
    for (at, rule) in rules.iter().enumerate() {
        if find(&rules[..at], rule.name()).is_some() {
            return Err(format!("rule `{}` is defined twice", rule.name()));
        }
    }
    // `\z` instead of leftmost-longest matching: a state accepts iff the input may end there.
    let pattern = translate_rule(&rules, start, &mut Vec::new())? + r"\z";

    let dfa = dense::Builder::new()
        .configure(dense::Config::new().minimize(true).start_kind(StartKind::Anchored))
        .syntax(syntax::Config::new().unicode(false).utf8(false))
        .thompson(thompson::Config::new().utf8(false))
        .build(&pattern)
        .map_err(|error| error.to_string())?;
    tabulate(&dfa)
}

/// ABNF rule names are case-insensitive (RFC 5234, section 2.1).
fn find<'a>(rules: &'a [Rule], name: &str) -> Option<&'a Rule> {
    rules.iter().find(|rule| rule.name().eq_ignore_ascii_case(name))
}

/// The regular expression of the rule `name`; `open` holds the enclosing rules that are being translated.
fn translate_rule<'a>(rules: &'a [Rule], name: &str, open: &mut Vec<&'a str>) -> Result<String, String> {
    let rule = find(rules, name).ok_or_else(|| format!("there is no rule `{name}`"))?;
    if open.contains(&rule.name()) {
        return Err(format!("rule `{name}` is recursive: its language may not be regular"));
    }
    open.push(rule.name());
    let pattern = translate(rules, rule.node(), open)?;
    open.pop();
    Ok(pattern)
}

fn translate<'a>(rules: &'a [Rule], node: &Node, open: &mut Vec<&'a str>) -> Result<String, String> {
    let mut all = |nodes: &[Node]| -> Result<Vec<String>, String> {
        nodes.iter().map(|node| translate(rules, node, open)).collect()
    };
    let pattern = match node {
        Node::Alternatives(nodes) => all(nodes)?.join("|"),
        Node::Concatenation(nodes) => all(nodes)?.concat(),
        Node::Repetition { repeat, node } => translate(rules, node, open)? + &count(repeat),
        Node::Optional(node) => translate(rules, node, open)? + "?",
        Node::Group(node) => translate(rules, node, open)?,
        Node::Rulename(name) => translate_rule(rules, name, open)?,
        Node::TerminalValues(TerminalValues::Range(first, last)) => {
            format!("[{}-{}]", byte(*first)?, byte(*last)?)
        }
        Node::TerminalValues(TerminalValues::Concatenation(values)) => {
            values.iter().map(|&value| byte(value)).collect::<Result<_, _>>()?
        }
        Node::String(_) | Node::Prose(_) => {
            return Err(format!("`{node}` is not a value of bytes"));
        }
    };
    Ok(format!("(?:{pattern})"))
}

fn count(repeat: &Repeat) -> String {
    match repeat {
        Repeat::Specific(count) => format!("{{{count}}}"),
        Repeat::Variable { min, max } => {
            let max = max.map_or_else(String::new, |max| max.to_string());
            format!("{{{},{max}}}", min.unwrap_or(0))
        }
    }
}

fn byte(value: u32) -> Result<String, String> {
    match u8::try_from(value) {
        Ok(byte) => Ok(format!(r"\x{byte:02X}")),
        Err(_) => Err(format!("%x{value:X} is not a byte")),
    }
}

/// Walks the compiled automaton from its start and keeps the states that it reaches.
fn tabulate(dfa: &dense::DFA<Vec<u32>>) -> Result<Oracle, String> {
    let first =
        dfa.start_state(&start::Config::new().anchored(Anchored::Yes)).map_err(|error| error.to_string())?;
    let is_accepting = |state| dfa.is_match_state(dfa.next_eoi_state(state));

    let mut met: Vec<StateID> = vec![first];
    let mut at = 0;
    while at < met.len() {
        for byte in 0..=255 {
            let to = dfa.next_state(met[at], byte);
            if !dfa.is_dead_state(to) && !met.contains(&to) {
                met.push(to);
            }
        }
        at += 1;
    }
    let dead = u8::try_from(met.len()).map_err(|_| "more than 255 states".to_owned())?;
    let number = |state: StateID| {
        // Only the dead state is missing from `met`.
        let at = met.iter().position(|&other| other == state);
        State(at.and_then(|at| u8::try_from(at).ok()).unwrap_or(dead))
    };
    let mut rows: Vec<Row> = met
        .iter()
        .map(|&state| Row {
            next: std::array::from_fn(|byte| number(dfa.next_state(state, byte.to_le_bytes()[0]))),
            accepting: is_accepting(state),
        })
        .collect();
    rows.push(Row { next: [State(dead); 256], accepting: false });
    Ok(Oracle { rows })
}
