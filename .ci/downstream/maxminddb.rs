/// A database of the names of 2,048 networks, in the format of MaxMind DB 2.0.
fn database(names: &[(&'static str, &[String])]) -> Vec<u8> {
    fn string(text: &str) -> Vec<u8> {
        let len = text.len();
        let head = if len < 29 { vec![2 << 5 | len as u8] } else { vec![2 << 5 | 29, len as u8 - 29] };
        [head, text.into()].concat()
    }
    let map = |pairs: &[(&str, Vec<u8>)]| {
        let pairs = pairs.iter().map(|(key, value)| [string(key), value.clone()].concat());
        [vec![7 << 5 | pairs.len() as u8], pairs.collect::<Vec<_>>().concat()].concat()
    };
    let number = |number: u16| [vec![5 << 5 | 2], number.to_be_bytes().to_vec()].concat();
    let (mut data, mut nodes) = (Vec::new(), Vec::new());
    for node in 0..2_047_u32 {
        for child in [2 * node + 1, 2 * node + 2] {
            let mut record = child;
            if child >= 2_047 {
                record = 2_047 + 16 + data.len() as u32;
                let row = |(language, rows): &(&'static str, &[String])| {
                    (*language, string(&rows[child as usize % rows.len()]))
                };
                let names: Vec<_> = names.iter().map(row).collect();
                data.extend(map(&[
                    ("city", map(&[("names", map(&names))])),
                    ("country", map(&[("iso_code", string("DE"))])),
                ]));
            }
            nodes.extend(&record.to_be_bytes()[1..]);
        }
    }
    let metadata = map(&[
        ("binary_format_major_version", number(2)),
        ("binary_format_minor_version", number(0)),
        ("build_epoch", vec![0 << 5 | 1, 2, 1]),
        ("database_type", string("GeoLite2-City")),
        ("description", map(&[])),
        ("ip_version", number(4)),
        ("languages", vec![0, 4]),
        ("node_count", vec![6 << 5 | 2, 7, 255]),
        ("record_size", number(24)),
    ]);
    [nodes, vec![0; 16], data, b"\xAB\xCD\xEFMaxMind.com".to_vec(), metadata].concat()
}

fn main() {
    let [german, english, russian, chinese] =
        ["german", "english", "russian", "chinese"].map(|language| rows(language, 4..24));
    for (name, names) in [
        ("a city in English", &[("en", &english[..])][..]),
        (
            "a city in four languages",
            &[("de", &german), ("en", &english), ("ru", &russian), ("zh-CN", &chinese)],
        ),
    ] {
        let names: Vec<_> = names.iter().map(|(language, rows)| (*language, &rows[..])).collect();
        let reader = maxminddb::Reader::from_source(database(&names)).unwrap();
        let ips: Vec<_> =
            (0..2_048_u32).map(|at| std::net::Ipv4Addr::from((at * 1_229 % 2_048) << 21 | at)).collect();
        cell(name, ips.len(), || {
            let city = |&ip: &_| {
                reader.lookup(std::net::IpAddr::V4(ip)).unwrap().decode::<maxminddb::geoip2::City>()
            };
            ips.iter().filter(|ip| city(ip).unwrap().unwrap().city.names.english.is_some()).count()
        });
    }
}
