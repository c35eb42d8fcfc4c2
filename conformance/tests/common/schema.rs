//! As much of JSON Schema (2020-12) as the schema of the vectors needs. A keyword that is not known here is an
//! error, so that nothing goes unchecked.

use std::collections::HashMap;

use regex_automata::{
    Input,
    dfa::{Automaton, dense::DFA},
};
use serde_json::{Map, Value};

/// A schema, and its patterns compiled.
pub(crate) struct Schema {
    root: Value,
    patterns: HashMap<String, DFA<Vec<u32>>>,
}

impl Schema {
    pub(crate) fn new(text: &str) -> Self {
        let root: Value = serde_json::from_str(text).unwrap();
        let mut patterns = HashMap::new();
        compile(&root, &mut patterns);
        Self { root, patterns }
    }

    /// Where `value` breaks the schema.
    pub(crate) fn fault(&self, value: &Value) -> Option<String> {
        self.check(value, &self.root, "").err()
    }

    fn check(&self, value: &Value, schema: &Value, at: &str) -> Result<(), String> {
        let schema = schema.as_object().unwrap_or_else(|| panic!("{schema} is no schema"));
        for (keyword, wanted) in schema {
            let good = match keyword.as_str() {
                "$schema" | "$defs" | "title" | "description" | "additionalProperties" => true,
                "$ref" => {
                    let target = wanted.as_str().and_then(|path| self.root.pointer(path.strip_prefix('#')?));
                    self.check(value, target.unwrap_or_else(|| panic!("no {wanted}")), at)?;
                    true
                }
                "type" => is_type(value, wanted.as_str().unwrap()),
                "enum" => wanted.as_array().unwrap().contains(value),
                "const" => wanted == value,
                "oneOf" => {
                    let fits = |schema: &&Value| self.check(value, schema, at).is_ok();
                    wanted.as_array().unwrap().iter().filter(fits).count() == 1
                }
                "pattern" => value.as_str().is_none_or(|text| self.matches(wanted.as_str().unwrap(), text)),
                "minLength" => value.as_str().is_none_or(|text| text.chars().count() >= number(wanted)),
                "minItems" => value.as_array().is_none_or(|items| items.len() >= number(wanted)),
                "minProperties" => value.as_object().is_none_or(|fields| fields.len() >= number(wanted)),
                "minimum" => value.as_f64().is_none_or(|value| Some(value) >= wanted.as_f64()),
                "maximum" => value.as_f64().is_none_or(|value| Some(value) <= wanted.as_f64()),
                "uniqueItems" => value.as_array().is_none_or(|items| {
                    items.iter().enumerate().all(|(nth, item)| !items[..nth].contains(item))
                }),
                "items" => {
                    for (nth, item) in value.as_array().into_iter().flatten().enumerate() {
                        self.check(item, wanted, &format!("{at}/{nth}"))?;
                    }
                    true
                }
                "required" => value.as_object().is_none_or(|fields| {
                    wanted.as_array().unwrap().iter().all(|name| fields.contains_key(name.as_str().unwrap()))
                }),
                "properties" => {
                    self.properties(value, wanted.as_object().unwrap(), schema, at)?;
                    true
                }
                other => panic!("the keyword `{other}` is not known here"),
            };
            if !good {
                return Err(format!("{at}: `{keyword}` is broken by {value}"));
            }
        }
        Ok(())
    }

    fn properties(
        &self,
        value: &Value,
        wanted: &Map<String, Value>,
        schema: &Map<String, Value>,
        at: &str,
    ) -> Result<(), String> {
        for (name, field) in value.as_object().into_iter().flatten() {
            match wanted.get(name) {
                Some(schema) => self.check(field, schema, &format!("{at}/{name}"))?,
                None if schema.get("additionalProperties") == Some(&Value::Bool(false)) => {
                    return Err(format!("{at}: there is no property `{name}`"));
                }
                None => {}
            }
        }
        Ok(())
    }

    fn matches(&self, pattern: &str, text: &str) -> bool {
        self.patterns[pattern].try_search_fwd(&Input::new(text)).unwrap().is_some()
    }
}

fn compile(schema: &Value, patterns: &mut HashMap<String, DFA<Vec<u32>>>) {
    match schema {
        Value::Object(fields) => {
            if let Some(Value::String(pattern)) = fields.get("pattern") {
                patterns.insert(pattern.clone(), DFA::new(pattern).unwrap());
            }
            fields.values().for_each(|field| compile(field, patterns));
        }
        Value::Array(items) => items.iter().for_each(|item| compile(item, patterns)),
        _ => {}
    }
}

fn is_type(value: &Value, name: &str) -> bool {
    match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "integer" => value.is_u64() || value.is_i64(),
        other => panic!("the type `{other}` is not known here"),
    }
}

fn number(value: &Value) -> usize {
    usize::try_from(value.as_u64().unwrap()).unwrap()
}
