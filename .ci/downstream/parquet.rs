fn main() {
    use arrow_array::{ArrayRef, RecordBatch, StringArray};
    use parquet::arrow::{ArrowWriter, arrow_reader::ParquetRecordBatchReaderBuilder};
    for language in ["english", "german", "russian", "chinese"] {
        for lens in [5..20, 500..1500] {
            let rows = rows(language, lens.clone());
            let column: ArrayRef = std::sync::Arc::new(StringArray::from_iter_values(&rows));
            let batch = RecordBatch::try_from_iter([("text", column)]).unwrap();
            let properties = parquet::file::properties::WriterProperties::builder();
            let properties = properties.set_dictionary_enabled(false).build();
            let mut file = Vec::new();
            let mut writer = ArrowWriter::try_new(&mut file, batch.schema(), Some(properties)).unwrap();
            writer.write(&batch).unwrap();
            writer.close().unwrap();
            let file = bytes::Bytes::from(file);
            cell(&format!("{language}, {lens:?} bytes"), rows.len(), || {
                let reader = ParquetRecordBatchReaderBuilder::try_new(file.clone()).unwrap();
                reader.build().unwrap().map(|batch| batch.unwrap().num_rows()).sum::<usize>()
            });
        }
    }
}
