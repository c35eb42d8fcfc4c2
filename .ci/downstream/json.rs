fn main() {
    for language in ["english", "german", "russian", "chinese"] {
        let (texts, names) = (rows(language, 60..280), rows(language, 8..24));
        let tweet = |(at, (text, name)): (usize, (&String, &String))| {
            format!(
                r#"{{"id":{at},"id_str":"{at}","text":"{text}\n","truncated":false,"user":{{"name":"{name}","lang":"en",
                "followers_count":{at},"profile_background_color":"FFFFFF"}},"retweeted":false}}"#
            )
        };
        let tweets: Vec<_> = texts.iter().zip(&names).enumerate().map(tweet).collect();
        let (small, large) = (&tweets[..100], format!("[{}]", tweets.join(",")));
        let mut buffers = simd_json::Buffers::default();
        let mut bytes = Vec::new();
        let mut tape = |text: &str| {
            bytes.clear();
            bytes.extend_from_slice(text.as_bytes());
            simd_json::to_tape_with_buffers(&mut bytes, &mut buffers).unwrap().0.len()
        };
        cell(&format!("simd-json, a message, {language}"), 100, || {
            small.iter().map(|text| tape(text)).sum::<usize>()
        });
        cell(&format!("simd-json, 700 kB, {language}"), 1, || tape(&large));
        let value = |text: &str| sonic_rs::from_slice::<sonic_rs::Value>(text.as_bytes()).unwrap();
        cell(&format!("sonic-rs, a message, {language}"), 100, || {
            small.iter().for_each(|text| drop(value(text)))
        });
        cell(&format!("sonic-rs, 700 kB, {language}"), 1, || value(&large));
    }
}
