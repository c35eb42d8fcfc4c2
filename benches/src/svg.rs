//! Plots, as inline SVG.

use std::fmt::Write as _;

use crate::stats::Ratio;

/// Lines over sizes.
pub(crate) struct Plot {
    pub(crate) title: String,
    /// What the vertical axis counts.
    pub(crate) unit: &'static str,
    /// Whether the vertical axis is logarithmic; the horizontal one, octets, always is.
    pub(crate) logarithmic: bool,
    pub(crate) series: Vec<Series>,
}

/// A line.
pub(crate) struct Series {
    pub(crate) name: String,
    pub(crate) style: Style,
    /// Octets, and the value there.
    pub(crate) points: Vec<(usize, f64)>,
}

/// How a contender looks.
#[derive(Clone, Copy)]
pub(crate) struct Style {
    pub(crate) colour: &'static str,
    pub(crate) width: f64,
    pub(crate) dashed: bool,
}

/// Ratios, one below the other, with their intervals.
pub(crate) struct Bars {
    pub(crate) title: String,
    pub(crate) rows: Vec<(String, Ratio, &'static str)>,
}

/// The style that the pictures need.
pub(crate) const STYLE: &str = "svg text{font:11px system-ui,sans-serif;fill:#444}\
    svg text.title{font-size:13px;font-weight:600;fill:#222}.grid{stroke:#e4e4e4}\
    .interval{stroke:#222;stroke-width:1.5}.one{stroke:#222;stroke-width:.7}";

/// A picture as a file of its own, on white.
pub(crate) fn file(svg: &str) -> String {
    let (open, content) = svg.split_once('>').unwrap_or((svg, ""));
    let paper = "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>";
    format!("{open} xmlns=\"http://www.w3.org/2000/svg\"><style>{STYLE}</style>{paper}{content}\n")
}

/// The drawing area of a plot, and its margins.
const WIDTH: f64 = 560.0;
const HEIGHT: f64 = 300.0;
const LEFT: f64 = 52.0;
const RIGHT: f64 = 150.0;
const TOP: f64 = 28.0;
const BOTTOM: f64 = 36.0;
/// The least distance between two labels.
const LINE: f64 = 12.5;

impl Plot {
    pub(crate) fn render(&self) -> String {
        let points = || self.series.iter().flat_map(|series| &series.points);
        let sizes = points().map(|&(size, _)| (size as f64).log2());
        let (least, most) = sizes.fold((f64::INFINITY, 1.0), |(a, b): (f64, f64), x| (a.min(x), b.max(x)));
        let values = points().map(|&(_, value)| value);
        let (low, high) = values.fold((f64::INFINITY, 0.0), |(a, b): (f64, f64), y| (a.min(y), b.max(y)));
        if high <= 0.0 {
            return String::new();
        }
        let ticks = if self.logarithmic { decades(low, high) } else { steps(high) };
        let scale = |value: f64| if self.logarithmic { value.max(1e-9).log10() } else { value };
        let bottom = if self.logarithmic { scale(low.min(ticks[0])) } else { 0.0 };
        let top = scale(ticks.iter().copied().fold(high, f64::max));
        let x = |size: f64| LEFT + (size - least) / (most - least).max(1.0) * WIDTH;
        let y = |value: f64| TOP + HEIGHT - (scale(value) - bottom) / (top - bottom).max(1e-9) * HEIGHT;

        let mut svg = open(LEFT + WIDTH + RIGHT, TOP + HEIGHT + BOTTOM, &self.title);
        for tick in ticks {
            let at = y(tick);
            let _ = write!(
                svg,
                "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>\
                 <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{tick}</text>",
                LEFT + WIDTH,
                LEFT - 6.0,
                at + 4.0
            );
        }
        let mut exponents: Vec<_> = points().map(|&(size, _)| size).collect();
        exponents.sort_unstable();
        exponents.dedup();
        for size in exponents {
            let at = x((size as f64).log2());
            let _ = write!(
                svg,
                "<text x=\"{at:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
                TOP + HEIGHT + 16.0,
                brief(size)
            );
        }
        let _ = write!(svg, "<text x=\"{LEFT}\" y=\"{}\">octets of an input</text>", TOP + HEIGHT + 31.0);
        let _ = write!(svg, "<text x=\"4\" y=\"{}\">{}</text>", TOP - 8.0, self.unit);
        for Series { name, style, points } in &self.series {
            let path: Vec<_> = points
                .iter()
                .map(|&(size, value)| format!("{:.1},{:.1}", x((size as f64).log2()), y(value)))
                .collect();
            let dashes = if style.dashed { " stroke-dasharray=\"5 4\"" } else { "" };
            let _ = write!(
                svg,
                "<polyline fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"{dashes} points=\"{}\"><title>{name}</title></polyline>",
                style.colour,
                style.width,
                path.join(" "),
                name = escaped(name),
            );
            for (&(size, value), at) in points.iter().zip(&path) {
                let (cx, cy) = at.split_once(',').unwrap_or_default();
                let _ = write!(
                    svg,
                    "<circle cx=\"{cx}\" cy=\"{cy}\" r=\"2.5\" fill=\"{}\"><title>{}, {}: {value:.2} {}</title></circle>",
                    style.colour,
                    escaped(name),
                    brief(size),
                    self.unit
                );
            }
        }
        svg += &self.labels(y);
        svg + "</svg>"
    }

    /// The names, each at the end of its line, without overlap.
    fn labels(&self, y: impl Fn(f64) -> f64) -> String {
        let mut labels: Vec<_> = self
            .series
            .iter()
            .filter_map(|series| Some((y(series.points.last()?.1), &series.name, series.style.colour)))
            .collect();
        labels.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut free = TOP;
        for label in &mut labels {
            label.0 = label.0.max(free);
            free = label.0 + LINE;
        }
        // Labels that were pushed out at the bottom push the others back up.
        let mut free = TOP + HEIGHT;
        for label in labels.iter_mut().rev() {
            label.0 = label.0.min(free);
            free = label.0 - LINE;
        }
        labels.iter().fold(String::new(), |mut svg, (at, name, colour)| {
            let _ = write!(
                svg,
                "<text x=\"{}\" y=\"{:.1}\" style=\"fill:{colour}\">{}</text>",
                LEFT + WIDTH + 8.0,
                at + 4.0,
                escaped(name),
            );
            svg
        })
    }
}

impl Bars {
    pub(crate) fn render(&self) -> String {
        const NAMES: f64 = 130.0;
        const BARS: f64 = 400.0;
        const ROW: f64 = 20.0;
        let most = self.rows.iter().map(|(_, ratio, _)| ratio.high).fold(2.0, f64::max);
        let least = self.rows.iter().map(|(_, ratio, _)| ratio.low).fold(0.9, f64::min).max(0.01);
        let x = |ratio: f64| NAMES + (ratio.max(least) / least).ln() / (most / least).ln() * BARS;
        let height = TOP + ROW * self.rows.len() as f64;
        let mut svg = open(NAMES + BARS + RIGHT, height + 8.0, &self.title);
        for (i, (name, ratio, colour)) in self.rows.iter().enumerate() {
            let top = TOP + ROW * i as f64;
            let (one, at) = (x(1.0), x(ratio.median));
            let _ = write!(
                svg,
                "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>\
                 <rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"12\" fill=\"{colour}\"/>\
                 <line x1=\"{:.1}\" x2=\"{:.1}\" y1=\"{mid:.1}\" y2=\"{mid:.1}\" class=\"interval\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\">{:.2} [{:.2}, {:.2}]</text>",
                NAMES - 6.0,
                top + 11.0,
                escaped(name),
                one.min(at),
                top + 1.0,
                (at - one).abs(),
                x(ratio.low),
                x(ratio.high),
                x(ratio.high).max(one) + 6.0,
                top + 11.0,
                ratio.median,
                ratio.low,
                ratio.high,
                mid = top + 7.0,
            );
        }
        let one = x(1.0);
        let _ = write!(
            svg,
            "<line class=\"one\" x1=\"{one:.1}\" x2=\"{one:.1}\" y1=\"{}\" y2=\"{height}\"/>",
            TOP - 4.0
        );
        svg + "</svg>"
    }
}

fn open(width: f64, height: f64, title: &str) -> String {
    let title = escaped(title);
    format!(
        "<svg viewBox=\"0 0 {width} {height}\" width=\"{width}\" role=\"img\"><title>{title}</title>\
         <text x=\"{LEFT}\" y=\"14\" class=\"title\">{title}</text>"
    )
}

/// Text, escaped for HTML and SVG.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// A number of octets, abbreviated.
fn brief(size: usize) -> String {
    match size {
        _ if size >= 1 << 20 => format!("{}M", size >> 20),
        _ if size >= 1 << 10 => format!("{}K", size >> 10),
        _ => size.to_string(),
    }
}

/// 1, 2 and 5 times the powers of ten between two numbers.
fn decades(low: f64, high: f64) -> Vec<f64> {
    let all = (-3..6).flat_map(|exponent| [1.0, 2.0, 5.0].map(|digit| digit * 10_f64.powi(exponent)));
    let ticks: Vec<_> = all.filter(|&tick| tick >= low / 2.0 && tick <= high * 1.5).collect();
    if ticks.is_empty() {
        vec![low]
    } else {
        ticks.into_iter().map(|tick| (tick * 1000.0).round() / 1000.0).collect()
    }
}

/// About five steps from zero.
fn steps(high: f64) -> Vec<f64> {
    let rough = high / 5.0;
    let power = 10_f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|digit| digit * power).into_iter().find(|&step| step >= rough);
    let step = step.unwrap_or(rough);
    (0..=6).map(|i| f64::from(i) * step).filter(|&tick| tick <= high * 1.1).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_and_bar_is_drawn() {
        let style = Style { colour: "#000", width: 1.0, dashed: false };
        let series =
            |name: &str| Series { name: name.to_owned(), style, points: vec![(8, 0.5), (1 << 20, 80.0)] };
        let plot = Plot {
            title: "t".to_owned(),
            unit: "GB/s",
            logarithmic: true,
            series: vec![series("first"), series("second")],
        };
        let svg = plot.render();
        assert!(
            svg.matches("<polyline").count() == 2 && svg.ends_with("</svg>") && !svg.contains("NaN"),
            "{svg}"
        );
        let ratio = Ratio { median: 2.0, low: 1.9, high: 2.1 };
        let bars = Bars { title: "t".to_owned(), rows: vec![("one".to_owned(), ratio, "#000")] };
        assert!(bars.render().contains("2.00 [1.90, 2.10]"));
    }

    #[test]
    fn ticks_lie_between() {
        assert_eq!(decades(1.0, 60.0), [0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0]);
        assert_eq!(steps(100.0), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
    }
}
