//! What this machine's processor is called.

use std::fs;

/// The name, with the family and the model where the system says them.
pub(crate) fn processor() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    named(&text).unwrap_or_else(|| format!("unknown ({})", std::env::consts::ARCH))
}

fn named(cpuinfo: &str) -> Option<String> {
    let field = |name: &str| {
        let line = cpuinfo.lines().find(|line| line.split('\t').next() == Some(name))?;
        Some(line.split_once(": ")?.1)
    };
    let name = field("model name")?;
    let numbers = ["cpu family", "model"].map(|name| Some(format!("{name} {}", field(name)?)));
    let numbers: Vec<_> = numbers.into_iter().flatten().collect();
    Some(if numbers.is_empty() { name.to_owned() } else { format!("{name} ({})", numbers.join(", ")) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_is_what_linux_says() {
        let text = "processor\t: 0\ncpu family\t: 26\nmodel\t\t: 2\nmodel name\t: ACME 9\n\n";
        assert_eq!(named(text).unwrap(), "ACME 9 (cpu family 26, model 2)");
        assert_eq!(named("model name\t: ACME 9\n").unwrap(), "ACME 9");
        assert_eq!(named(""), None);
    }
}
