//! How long builds of the example take to read the same columns, in turns.

use std::{
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

use anyhow::{Context, Result, bail, ensure};

use crate::host::processor::processor;

/// Measures these programs, which come with their names in the table: the speed of the first one, and its
/// ratio to each of the others.
///
/// In a round each program reads each column once, one right after the other; the next round begins with the
/// next program. A ratio is the median of the rounds' ratios.
pub(super) fn measure<const N: usize>(programs: &[(&str, PathBuf); N], rounds: u32) -> Result<String> {
    let mut readers = Vec::new();
    for (_, program) in programs {
        readers.push(Reader::start(program)?);
    }
    let columns = readers[0].columns.clone();
    ensure!(readers.iter().all(|reader| reader.columns == columns), "the builds read different columns");
    let mut times = vec![vec![Vec::new(); N]; columns.len()];
    for round in 0..rounds as usize {
        for (column, times) in times.iter_mut().enumerate() {
            for turn in 0..N {
                let at = (round + turn) % N;
                times[at].push(readers[at].read(column)?);
            }
        }
    }
    let names = programs.each_ref().map(|(name, _)| *name);
    let table = table(names, &columns, &times)?;
    Ok(format!(
        "processor: {}\nReading columns of strings, uncompressed. How many times as fast as other builds \
         placemat's is:\nmedians of {rounds} rounds.\n\n{table}",
        processor()
    ))
}

/// Rows of columns: the speed of the first contender, and its ratio to the others. `times` has the columns,
/// then the contenders, then the rounds.
fn table<const N: usize>(names: [&str; N], columns: &[String], times: &[Vec<Vec<Time>>]) -> Result<String> {
    let width = columns.iter().map(String::len).max().unwrap_or(0);
    let mut text = format!("{:width$}  {:>10}", "column", names[0]);
    names[1..].iter().for_each(|name| text.push_str(&format!("  {name:>10}")));
    text.push('\n');
    for (column, times) in columns.iter().zip(times) {
        let speeds = times[0].iter().map(|time| time.octets / time.nanoseconds).collect();
        text.push_str(&format!("{column:width$}  {:>5.1} GB/s", median(speeds)?));
        for (other, name) in times[1..].iter().zip(&names[1..]) {
            let pairs = times[0].iter().zip(other);
            let ratios = pairs.map(|(ours, theirs)| theirs.nanoseconds / ours.nanoseconds).collect();
            let width = name.len().max(10);
            text.push_str(&format!("  {:>width$.2}", median(ratios)?));
        }
        text.push('\n');
    }
    Ok(text)
}

/// The one in the middle, or the mean of the two.
fn median(mut values: Vec<f64>) -> Result<f64> {
    values.sort_by(f64::total_cmp);
    let half = values.len() / 2;
    match values.len() {
        0 => bail!("nothing was measured"),
        len if len % 2 == 1 => Ok(values[half]),
        _ => Ok(f64::midpoint(values[half - 1], values[half])),
    }
}

/// How long a column took.
#[derive(Clone, Copy, Debug)]
struct Time {
    octets: f64,
    nanoseconds: f64,
}

/// A running build of the example, which reads a column when it is told to.
struct Reader {
    child: Child,
    orders: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
    columns: Vec<String>,
}

impl Reader {
    fn start(program: &Path) -> Result<Self> {
        let mut command = Command::new(program);
        let mut child = command
            .arg("--time")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start {}", program.display()))?;
        let orders = child.stdin.take();
        let answers = BufReader::new(child.stdout.take().context("its output is a pipe")?);
        let mut reader = Self { child, orders, answers, columns: Vec::new() };
        reader.columns = reader.answer()?.split('\t').map(str::to_owned).collect();
        Ok(reader)
    }

    fn read(&mut self, column: usize) -> Result<Time> {
        let orders = self.orders.as_mut().context("its input is a pipe")?;
        writeln!(orders, "{column}")?;
        let answer = self.answer()?;
        let number = |text: &str| text.parse::<u32>().ok().map(f64::from).filter(|&number| number > 0.0);
        answer
            .split_once(' ')
            .and_then(|(octets, time)| Some(Time { octets: number(octets)?, nanoseconds: number(time)? }))
            .with_context(|| format!("`{answer}` is no time"))
    }

    fn answer(&mut self) -> Result<String> {
        let mut line = String::new();
        ensure!(self.answers.read_line(&mut line)? > 0, "a build of the example ended before its time");
        Ok(line.trim_end().to_owned())
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        // It ends when its input ends.
        drop(self.orders.take());
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_median_is_in_the_middle() {
        assert_eq!(median(vec![9.0, 1.0, 2.0]).unwrap(), 2.0);
        assert_eq!(median(vec![4.0, 9.0, 1.0, 2.0]).unwrap(), 3.0);
        assert!(median(Vec::new()).is_err());
    }

    #[test]
    fn ratios_are_those_of_the_rounds() {
        let times = |nanoseconds: &[f64]| {
            nanoseconds.iter().map(|&nanoseconds| Time { octets: 100.0, nanoseconds }).collect::<Vec<_>>()
        };
        // The machine was slow in the second round, for both.
        let column = vec![times(&[10.0, 50.0, 10.0]), times(&[20.0, 100.0, 30.0])];
        let text = table(["ours", "theirs"], &["english".to_owned()], &[column]).unwrap();
        assert_eq!(text, "column         ours      theirs\nenglish   10.0 GB/s        2.00\n");
    }
}
