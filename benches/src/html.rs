//! The report as one page that needs nothing else.

use std::fmt::Write as _;

use crate::{
    baseline,
    contenders::Kind,
    record::{CONTROL, CellRecord, Group, LaneRecord, Record},
    svg::{Bars, Plot, Series, Style, escaped},
    terminal,
};

/// The page.
#[must_use]
pub fn page(record: &Record, before: Option<&Record>) -> String {
    let mut body = String::new();
    body += "<table class=\"origin\">";
    for (name, value) in record.origin.lines() {
        let _ = write!(body, "<tr><th>{name}</th><td>{}</td></tr>", escaped(&value));
    }
    let _ = write!(
        body,
        "<tr><th>settings</th><td>{} rounds, seed {}</td></tr></table>",
        record.rounds, record.seed
    );
    let _ = write!(body, "<p>{}</p>", escaped(&terminal::verdict(&record.cells)).replace('\n', "<br>"));
    let _ = write!(body, "<pre>{}</pre>", escaped(&terminal::children(record).join("\n")));
    if let Some(before) = before {
        let _ =
            write!(body, "<h2>What changed</h2><pre>{}</pre>", escaped(&baseline::changes(before, record)));
    }
    let palette = Palette::new(record);
    section(&mut body, "Throughput by size", "The dashed line is the best loop that only loads.", || {
        texts(record).iter().map(|text| throughput(record, text, &palette)).collect()
    });
    section(
        &mut body,
        "Short inputs",
        "Nanoseconds a call, by length; and of strings of shuffled lengths.",
        || {
            let curves = texts(record).iter().map(|text| latency(record, text, &palette)).collect::<String>();
            let mixes = record.cells.iter().filter(|cell| cell.group == Group::Short);
            curves + &mixes.map(|cell| bars(cell, &palette)).collect::<String>()
        },
    );
    section(
        &mut body,
        "Ratios by text",
        "How many times faster the fastest backend is than each peer.",
        || {
            texts(record)
                .iter()
                .filter_map(|text| {
                    let cells = record
                        .cells
                        .iter()
                        .filter(|cell| cell.group == Group::Validate && cell.text == *text);
                    cells.filter(|cell| cell.size <= 1 << 20).max_by_key(|cell| cell.size)
                })
                .map(|cell| bars(cell, &palette))
                .collect()
        },
    );
    section(&mut body, "Errors, dispatch, switching", "", || {
        let mut lines = String::new();
        for group in [Group::Error, Group::Dispatch, Group::Switching] {
            let cells: Vec<_> = record.cells.iter().filter(|cell| cell.group == group).collect();
            if !cells.is_empty() {
                let rows: Vec<_> = cells.iter().flat_map(|cell| terminal::rows(cell)).collect();
                lines += &format!("{}\n{}\n\n", terminal::heading(group), rows.join("\n"));
            }
        }
        format!("<pre>{}</pre>", escaped(&lines))
    });
    body += "<h2>Every number</h2>";
    for cell in &record.cells {
        table(&mut body, cell);
    }
    format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>placemat: benchmarks</title>\
         <meta name=\"viewport\" content=\"width=device-width\"><style>{STYLE}</style>\
         <h1>placemat: benchmarks</h1>{body}</html>\n"
    )
}

const STYLE: &str = "body{font:15px/1.5 system-ui,sans-serif;margin:2em auto;max-width:1600px;padding:0 1em;color:#222;\
    background:#fff}svg{margin:.5em 1.5em .5em 0;max-width:100%}svg text{font:11px system-ui,sans-serif;fill:#444}\
    svg text.title{font-size:13px;font-weight:600;fill:#222}.grid{stroke:#e4e4e4}.interval{stroke:#222;stroke-width:1.5}\
    .one{stroke:#222;stroke-width:.7}table{border-collapse:collapse;font-size:13px}th,td{padding:.1em .8em;text-align:\
    right;font-variant-numeric:tabular-nums}th:first-child,td:first-child,.origin td{text-align:left}\
    .origin th{text-align:left;vertical-align:top}summary{cursor:pointer}pre{overflow-x:auto;font-size:12px}";

fn section(body: &mut String, title: &str, remark: &str, content: impl FnOnce() -> String) {
    let content = content();
    if !content.is_empty() && content != "<pre></pre>" {
        let _ = write!(body, "<h2>{title}</h2><p>{remark}</p>{content}");
    }
}

/// The texts, in the order of their measurement.
fn texts(record: &Record) -> Vec<&str> {
    let mut texts: Vec<&str> = Vec::new();
    for cell in record.cells.iter().filter(|cell| cell.group == Group::Validate) {
        if !texts.contains(&cell.text.as_str()) {
            texts.push(&cell.text);
        }
    }
    texts
}

fn throughput(record: &Record, text: &str, palette: &Palette) -> String {
    let mut series = lines(record, text, palette, usize::MAX, LaneRecord::speed);
    let cells = record.cells.iter().filter(|cell| cell.group == Group::Validate && cell.text == text);
    let limit: Vec<_> = cells.filter_map(|cell| Some((cell.size, cell.limit()?.speed()))).collect();
    if !limit.is_empty() {
        let style = Style { colour: "#222", width: 1.5, dashed: true };
        series.push(Series { name: "load only".to_owned(), style, points: limit });
    }
    Plot { title: text.to_owned(), unit: "GB/s", logarithmic: true, series }.render()
}

fn latency(record: &Record, text: &str, palette: &Palette) -> String {
    let series = lines(record, text, palette, 256, LaneRecord::per_call);
    if series.iter().all(|series| series.points.len() < 2) {
        return String::new();
    }
    Plot { title: text.to_owned(), unit: "ns a call", logarithmic: true, series }.render()
}

/// A line for each contender that judges.
fn lines(
    record: &Record,
    text: &str,
    palette: &Palette,
    longest: usize,
    value: impl Fn(&LaneRecord) -> f64,
) -> Vec<Series> {
    let mut series: Vec<Series> = Vec::new();
    let cells = record.cells.iter().filter(|cell| cell.group == Group::Validate && cell.text == text);
    for cell in cells.filter(|cell| cell.size <= longest) {
        for lane in cell.lanes.iter().filter(|lane| lane.kind != Kind::Limit && lane.name != CONTROL) {
            let point = (cell.size, value(lane));
            match series.iter_mut().find(|series| series.name == lane.name) {
                Some(series) => series.points.push(point),
                None => {
                    let style = palette.style(&lane.name);
                    series.push(Series { name: lane.name.clone(), style, points: vec![point] });
                }
            }
        }
    }
    series
}

/// The ratios of the fastest backend to everyone else.
fn bars(cell: &CellRecord, palette: &Palette) -> String {
    let Some(ours) = cell.fastest(|lane| lane.kind == Kind::Backend) else { return String::new() };
    let others = cell.lanes.iter().filter(|lane| lane.kind == Kind::Peer || lane.name == CONTROL);
    let rows = others.map(|lane| {
        let name = if lane.name == CONTROL { "the facade" } else { &lane.name };
        (name.to_owned(), ours.ratio_to(lane), palette.style(&lane.name).colour)
    });
    let size =
        if cell.group == Group::Short { String::new() } else { format!(", {}", terminal::octets(cell.size)) };
    Bars { title: format!("{}{size}: {} over", cell.text, ours.name), rows: rows.collect() }.render()
}

fn table(body: &mut String, cell: &CellRecord) {
    let _ = write!(
        body,
        "<details><summary>{:?}: {}, {}</summary><table><tr><th>contender</th><th>load</th><th>GB/s</th><th>ns a call</th>\
         <th>times std</th></tr>",
        cell.group,
        escaped(&cell.text),
        terminal::octets(cell.size)
    );
    let base = cell.lane("std");
    for lane in &cell.lanes {
        let ratio = base.filter(|_| lane.load.is_empty()).map(|base| terminal::ratio(&lane.ratio_to(base)));
        let _ = write!(
            body,
            "<tr><td>{}</td><td>{}</td><td>{:.2}</td><td>{:.2}</td><td>{}</td></tr>",
            escaped(&lane.name),
            escaped(&lane.load),
            lane.speed(),
            lane.per_call(),
            ratio.unwrap_or_default()
        );
    }
    body.push_str("</table></details>");
}

/// Who looks how: ours in strong colours, the others in warm and grey ones, in the order of their appearance.
struct Palette {
    ours: Vec<String>,
    theirs: Vec<String>,
}

const OURS: [&str; 6] = ["#0072b2", "#009e73", "#56b4e9", "#5a3ea8", "#2f8f9d", "#44aa44"];
const THEIRS: [&str; 10] = [
    "#999999", "#e69f00", "#c77c02", "#cc79a7", "#b0a090", "#a6761d", "#d55e00", "#b03a2e", "#ee8866",
    "#f4b183",
];

impl Palette {
    fn new(record: &Record) -> Self {
        let names = |kind: Kind| {
            let mut names: Vec<String> = Vec::new();
            for lane in record.cells.iter().flat_map(|cell| &cell.lanes).filter(|lane| lane.kind == kind) {
                if !names.contains(&lane.name) {
                    names.push(lane.name.clone());
                }
            }
            names
        };
        Self { ours: names(Kind::Backend), theirs: names(Kind::Peer) }
    }

    fn style(&self, name: &str) -> Style {
        let at = |names: &[String]| names.iter().position(|other| other == name);
        match (at(&self.ours), at(&self.theirs)) {
            (Some(at), _) => Style { colour: OURS[at % OURS.len()], width: 2.5, dashed: false },
            (None, Some(at)) => Style { colour: THEIRS[at % THEIRS.len()], width: 1.3, dashed: false },
            (None, None) => Style { colour: "#000000", width: 1.0, dashed: false },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{origin::Origin, record::FORMAT};

    #[test]
    fn the_name_of_a_file_is_no_markup() {
        let lane = |name: &str, kind| LaneRecord {
            name: name.to_owned(),
            kind,
            load: String::new(),
            calls: 1,
            octets: 64.0,
            times: vec![1000; 31],
        };
        let cell = |size| CellRecord {
            group: Group::Validate,
            text: "a<b>&c".to_owned(),
            size,
            lanes: vec![lane("avx<2>", Kind::Backend), lane("a&<b>", Kind::Peer)],
        };
        let cells = vec![cell(16), cell(64)];
        let page =
            page(&Record { format: FORMAT, origin: Origin::find(None), rounds: 31, seed: 1, cells }, None);
        assert!(page.contains("a&lt;b&gt;&amp;c") && page.contains("avx&lt;2&gt;"), "{page}");
        for raw in ["a<b>", "avx<", "&<", "&c"] {
            assert!(!page.contains(raw), "{raw}: {page}");
        }
    }
}
