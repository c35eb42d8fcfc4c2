// What the programs of this folder begin with: rows of text, and cells that print their nanoseconds.
#![allow(dead_code)]

/// Rows of words of a language, each with a number of bytes in this range, one after the other in no order.
fn rows(language: &str, lens: std::ops::Range<usize>) -> Vec<String> {
    let words = match language {
        "english" => "the of and in that planet surface water was atmosphere for were rover by a volcanic",
        "german" => "der die und Oberfläche für größte über Atmosphäre ist Wüste nach früher wäre ein Staub",
        "russian" => "и в на планета поверхность вода атмосфера была что кратер с по время солнца из года",
        _ => "火星 是 太阳系 行星 表面 大气 的 水 在 地球 火山 沙尘暴 极冠 卫星 探测器 温度",
    };
    let words: Vec<_> = words.split(' ').collect();
    let mut state = 20_u64;
    let mut next = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let row = |_| {
        let len = lens.start + next(lens.len());
        let mut row = String::new();
        while row.len() < len {
            row += words[next(words.len())];
            row += " ";
        }
        row.truncate(row.floor_char_boundary(len));
        row
    };
    (0..2_000).map(row).collect()
}

/// Prints the nanoseconds of each of `count` things that `run` does, measured for 15 milliseconds.
fn cell<T>(name: &str, count: usize, mut run: impl FnMut() -> T) {
    std::hint::black_box(run());
    let (start, mut turns) = (std::time::Instant::now(), 0);
    while start.elapsed().as_millis() < 15 {
        std::hint::black_box(run());
        turns += 1;
    }
    println!("cell\t{name}\t{}", start.elapsed().as_nanos() as f64 / (turns * count) as f64);
}

/// A frame of a WebSocket from a server: the opcode, and whether it is the last of a message.
fn frame(opcode: u8, is_last: bool, payload: &[u8]) -> Vec<u8> {
    let len = payload.len();
    let mut frame = vec![opcode | u8::from(is_last) << 7];
    match len {
        0..126 => frame.push(len as u8),
        126..65_536 => frame.extend([126, (len >> 8) as u8, len as u8]),
        _ => frame.extend([&[127][..], &(len as u64).to_be_bytes()].concat()),
    }
    frame.extend(payload);
    frame
}

/// Names of cells, and messages as bytes on the wire: short, long, and in two fragments.
fn messages() -> Vec<(String, usize, Vec<u8>)> {
    let mut all = Vec::new();
    for language in ["english", "german", "russian", "chinese"] {
        let short = rows(language, 20..200);
        let long: Vec<_> = short.chunks(100).map(<[String]>::concat).collect();
        let halves = |row: &String| {
            let (first, rest) = row.as_bytes().split_at(row.len() / 2);
            [frame(1, false, first), frame(0, true, rest)].concat()
        };
        let whole = |row: &String| frame(1, true, row.as_bytes());
        all.push((
            format!("{language}, 20 to 200 bytes"),
            short.len(),
            short.iter().flat_map(whole).collect(),
        ));
        all.push((
            format!("{language}, the same in two frames"),
            short.len(),
            short.iter().flat_map(halves).collect(),
        ));
        all.push((format!("{language}, 10 kB"), long.len(), long.iter().flat_map(whole).collect()));
    }
    all
}
