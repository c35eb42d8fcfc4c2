//! The report as one page that needs nothing else: the verdict, a picture of it, plots, and in the end every
//! number and where it comes from.

mod palette;

use std::fmt::Write as _;

use crate::{
    overview,
    record::Group,
    summary::{CoreGave, Finding, Lane, Speeds, Summary, mark_of, remark},
    svg::{self, Bars, Plot, Series, Style, escaped},
    terminal,
};
use palette::Palette;

/// The page; `changes` is what changed since an earlier run.
#[must_use]
pub fn page(summary: &Summary, changes: Option<&str>) -> String {
    let palette = Palette::new(summary);
    let mut body = verdict(summary);
    if let Some(changes) = changes {
        let _ = write!(body, "<h2>What changed</h2><pre>{}</pre>", escaped(changes));
    }
    section(
        &mut body,
        "Throughput by size",
        "Each text with some of the peers, and with the backends. The dashed line is the best loop that only loads.",
        || summary.texts().iter().map(|text| throughput(summary, text, &palette)).collect(),
    );
    section(
        &mut body,
        "Short inputs",
        "Nanoseconds a call, by length; and ratios on strings of shuffled lengths.",
        || {
            let curves =
                summary.texts().iter().map(|text| latency(summary, text, &palette)).collect::<String>();
            curves + &summary.short().map(|cell| bars(cell, "", &palette)).collect::<String>()
        },
    );
    section(&mut body, "Ratios by text", "How many times as fast as each peer the first-named is.", || {
        overview::largest(summary)
            .iter()
            .map(|cell| bars(cell, &format!(", {}", terminal::octets(cell.size)), &palette))
            .collect()
    });
    section(&mut body, "Errors, dispatch, switching, decoding, streams, characters", "", || costs(summary));
    section(&mut body, "Every number", "", || summary.findings.iter().filter_map(table).collect());
    section(&mut body, "Where the numbers come from", "", || origin(summary));
    format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>placemat: benchmarks</title>\
         <meta name=\"viewport\" content=\"width=device-width\"><style>{STYLE}{}</style>\
         <h1>placemat: benchmarks</h1>{body}</html>\n",
        svg::STYLE
    )
}

const STYLE: &str = "body{font:15px/1.5 system-ui,sans-serif;margin:2em auto;max-width:1600px;padding:0 1em;\
    color:#222;background:#fff}svg{margin:.5em 1em .5em 0;width:calc(50% - 1.2em);height:auto}\
    table{border-collapse:collapse;font-size:13px}\
    th,td{padding:.1em .8em;text-align:right;font-variant-numeric:tabular-nums}\
    th:first-child,td:first-child,.origin td{text-align:left}.origin th{text-align:left;vertical-align:top}\
    summary{cursor:pointer}pre{overflow-x:auto;font-size:12px}.verdict{font-size:18px}";

fn section(body: &mut String, title: &str, remark: &str, content: impl FnOnce() -> String) {
    let content = content();
    if !content.is_empty() {
        let _ = write!(body, "<h2>{title}</h2><p>{remark}</p>{content}");
    }
}

/// In how many cells a peer is ahead, and the ratios to the fastest peer on the largest inputs up to 1 MiB.
fn verdict(summary: &Summary) -> String {
    let cells: Vec<_> =
        summary.short().chain(summary.validate()).filter(|cell| cell.comparison().is_some()).collect();
    let Some(first) = cells.first() else { return String::new() };
    let name = escaped(&first.subject.name);
    let behind = cells.iter().filter(|cell| !cell.ahead().is_empty()).count();
    let ahead =
        cells.iter().filter(|cell| cell.comparison().is_some_and(|found| found.ratio.low > 1.0)).count();
    let mut body = format!(
        "<p class=\"verdict\">Of {} cells, {name} is ahead of every peer in {ahead}, and a peer is ahead of \
         {name} in {behind}. The others cannot be told.</p>",
        cells.len()
    );
    for line in summary.core.iter().flat_map(CoreGave::lines) {
        let _ = write!(body, "<p>{}</p>", escaped(&line));
    }
    body += &overview::bars(summary).map_or(String::new(), |bars| bars.render());
    body
}

/// No plot has more lines than an eye can follow.
const LINES: usize = 6;

fn throughput(summary: &Summary, text: &str, palette: &Palette) -> String {
    let limit = |cell: &Speeds| Some((cell.size, cell.speed(cell.limit.as_ref()?)));
    let limit: Vec<_> = summary.of_text(text).filter_map(limit).collect();
    let plot = |mut series: Vec<Series>| {
        series.truncate(LINES - 1);
        if !limit.is_empty() {
            let style = Style { colour: "#222", width: 1.5, dashed: true };
            series.push(Series { name: "load only".to_owned(), style, points: limit.clone() });
        }
        Plot { title: text.to_owned(), unit: "GB/s", logarithmic: true, series }.render()
    };
    let lines = |names: &[&str]| lines(summary, text, names, palette, usize::MAX, Speeds::speed);
    plot(lines(&peers(summary))) + &plot(lines(&summary.backends()))
}

fn latency(summary: &Summary, text: &str, palette: &Palette) -> String {
    let plot = |names: &[&str]| {
        let mut series = lines(summary, text, names, palette, 256, |_, lane| lane.ns);
        series.truncate(LINES);
        if series.iter().all(|series| series.points.len() < 2) {
            return String::new();
        }
        Plot { title: text.to_owned(), unit: "ns a call", logarithmic: true, series }.render()
    };
    plot(&peers(summary)) + &plot(&summary.backends())
}

/// The subject and four peers, since the limit is a line as well. Peers that share code have one line.
fn peers(summary: &Summary) -> Vec<&str> {
    const FIRST: [&str; 4] = ["simdutf", "simdutf8-basic", "smoothutf8", "std"];
    let mut peers = summary.peers();
    peers.sort_by_key(|peer| FIRST.iter().position(|first| first == peer).unwrap_or(FIRST.len()));
    peers.truncate(FIRST.len());
    let subject = summary.validate().next().map(|cell| cell.subject.name.as_str());
    subject.into_iter().chain(peers).collect()
}

/// A line for each of the contenders that are named.
fn lines(
    summary: &Summary,
    text: &str,
    names: &[&str],
    palette: &Palette,
    longest: usize,
    value: impl Fn(&Speeds, &Lane) -> f64,
) -> Vec<Series> {
    let cells = || summary.of_text(text).filter(|cell| cell.size <= longest);
    let series = names.iter().map(|&name| Series {
        name: name.to_owned(),
        style: palette.style(name),
        points: cells().filter_map(|cell| Some((cell.size, value(cell, cell.lane(name)?)))).collect(),
    });
    series.filter(|series| !series.points.is_empty()).collect()
}

/// The ratios of the subject to each peer, and of the facade to itself.
fn bars(cell: &Speeds, size: &str, palette: &Palette) -> String {
    let peers = cell
        .peers
        .iter()
        .filter_map(|lane| Some((lane.name.clone(), lane.ratio?, palette.style(&lane.name).colour)));
    let control = cell.control.map(|ratio| ("itself".to_owned(), ratio, "#000000"));
    let title = format!("{}{size}: {} over{}", cell.text, cell.subject.name, mark_of(cell.share));
    Bars { title, rows: peers.chain(control).collect() }.render()
}

fn costs(summary: &Summary) -> String {
    let mut lines = String::new();
    const GROUPS: [Group; 12] = [
        Group::Error,
        Group::Dispatch,
        Group::Switching,
        Group::Lossy,
        Group::Stream,
        Group::Chars,
        Group::Convert,
        Group::ConvertShort,
        Group::Replace,
        Group::Lengths,
        Group::Shares,
        Group::Looped,
    ];
    for group in GROUPS {
        let mut rows = summary.findings.iter().filter(|finding| finding.group() == group).peekable();
        if rows.peek().is_some() {
            let rows: Vec<_> = rows.flat_map(terminal::rows).collect();
            let _ = write!(lines, "{}\n{}\n\n", terminal::heading(group), rows.join("\n"));
        }
    }
    if lines.is_empty() { lines } else { format!("<pre>{}</pre>", escaped(&lines)) }
}

fn table(finding: &Finding) -> Option<String> {
    let cell = finding.speeds()?;
    let mut table = format!(
        "<details><summary>{}, {}{}</summary><table><tr><th>contender</th><th>GB/s</th><th>ns a call</th>\
         <th>{} is so many times as fast</th></tr>",
        escaped(&cell.text),
        terminal::octets(cell.size),
        remark(cell.share),
        escaped(&cell.subject.name),
    );
    for lane in cell.lanes().chain(&cell.memcpy).chain(&cell.limit) {
        let _ = write!(
            table,
            "<tr><td>{}</td><td>{:.2}</td><td>{:.2}</td><td>{}</td></tr>",
            escaped(&lane.name),
            cell.speed(lane),
            lane.ns,
            lane.ratio.map_or(String::new(), |ratio| terminal::ratio(&ratio)),
        );
    }
    Some(table + "</table></details>")
}

fn origin(summary: &Summary) -> String {
    let mut table = String::from("<table class=\"origin\">");
    for (name, value) in summary.origin.lines() {
        let _ = write!(table, "<tr><th>{name}</th><td>{}</td></tr>", escaped(&value));
    }
    let _ = write!(
        table,
        "<tr><th>settings</th><td>{} rounds, seed {}</td></tr></table>",
        summary.rounds, summary.seed
    );
    let lines = [terminal::trust(summary), terminal::children(summary)].concat();
    table + &format!("<pre>{}</pre>", escaped(&lines.join("\n")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        contenders::Kind,
        fixture::{cell, lane, record, steady},
    };

    fn page_of(text: &str, peer: &str) -> String {
        let cell = |size| {
            let lanes = vec![
                lane("placemat", Kind::Facade, steady(1000)),
                lane("avx<2>", Kind::Backend, steady(1000)),
                lane(peer, Kind::Peer, steady(2000)),
            ];
            let mut cell = cell(Group::Validate, size, lanes);
            text.clone_into(&mut cell.text);
            cell
        };
        page(&Summary::of(&record(vec![cell(16), cell(64)])), None)
    }

    #[test]
    fn the_name_of_a_file_is_no_markup() {
        let page = page_of("a<b>&c", "a&<b>");
        assert!(page.contains("a&lt;b&gt;&amp;c") && page.contains("avx&lt;2&gt;"), "{page}");
        for raw in ["a<b>", "avx<", "&<", "&c"] {
            assert!(!page.contains(raw), "{raw}: {page}");
        }
    }

    #[test]
    fn no_plot_has_more_than_six_lines() {
        let cell = |size| {
            let named = |kind, names: [&str; 8]| names.map(|name| lane(name, kind, steady(1000)));
            let mut lanes = vec![lane("placemat", Kind::Facade, steady(1000))];
            lanes.extend(named(Kind::Backend, ["a", "b", "c", "d", "e", "f", "g", "h"]));
            lanes.extend(named(
                Kind::Peer,
                ["simdutf", "simdutf8-basic", "smoothutf8", "std", "bstr", "encoding_rs", "i", "j"],
            ));
            lanes.push(lane("load-256", Kind::Limit, steady(500)));
            cell(Group::Validate, size, lanes)
        };
        let page = page(&Summary::of(&record(vec![cell(16), cell(64)])), None);
        let most = page.split("<svg").map(|svg| svg.matches("<polyline").count()).max();
        assert_eq!(most, Some(6), "{page}");
        // And the limit is one of them.
        assert_eq!(page.matches("<title>load only</title></polyline>").count(), 2, "{page}");
    }

    #[test]
    fn the_verdict_and_a_picture_come_first() {
        let page = page_of("t", "peer");
        let at = |part: &str| page.find(part).unwrap_or_else(|| panic!("{part}: {page}"));
        assert!(at("placemat is ahead of every peer in 2") < at("<svg"), "{page}");
        assert!(at("<svg") < at("<h2>Throughput by size") && at("<h2>Throughput") < at("class=\"origin\""));
    }
}
