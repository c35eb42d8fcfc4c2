fn main() {
    use arrow_array::{Array, StringArray, StringViewArray, builder::StringViewBuilder};
    use arrow_schema::{DataType, Field, Schema};
    let schema = std::sync::Arc::new(Schema::new(vec![Field::new("text", DataType::Utf8, false)]));
    for language in ["english", "german", "russian", "chinese"] {
        for lens in [5..40, 20..200] {
            let (rows, name) =
                (rows(language, lens.clone()), |what| format!("{what}, {language}, {lens:?} bytes"));
            let column = StringArray::from_iter_values(&rows);
            let (offsets, values) = (column.offsets().clone(), column.values().clone());
            cell(&name("StringArray"), rows.len(), || {
                StringArray::try_new(offsets.clone(), values.clone(), None)
            });
            let data = column.to_data();
            cell(&name("ArrayData"), rows.len(), || data.validate_data().unwrap());
            let mut views = StringViewBuilder::new();
            rows.iter().for_each(|row| views.append_value(row));
            let (views, buffers, _) = views.finish().into_parts();
            cell(&name("StringViewArray"), rows.len(), || {
                StringViewArray::try_new(views.clone(), buffers.clone(), None)
            });
            let csv = rows.join("\n");
            cell(&name("CSV"), rows.len(), || {
                let reader = arrow_csv::ReaderBuilder::new(schema.clone()).build(csv.as_bytes()).unwrap();
                reader.map(|batch| batch.unwrap().num_rows()).sum::<usize>()
            });
            let json: String = rows.iter().map(|row| format!("{{\"text\":\"{row}\"}}\n")).collect();
            cell(&name("JSON"), rows.len(), || {
                let reader = arrow_json::ReaderBuilder::new(schema.clone()).build(json.as_bytes()).unwrap();
                reader.map(|batch| batch.unwrap().num_rows()).sum::<usize>()
            });
        }
    }
}
