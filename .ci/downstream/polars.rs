fn main() {
    use polars_arrow::array::{Utf8Array, Utf8ViewArray};
    use polars_arrow::datatypes::ArrowDataType::{LargeUtf8, Utf8View};
    for language in ["english", "german", "russian", "chinese"] {
        for lens in [5..40, 20..200] {
            let rows = rows(language, lens.clone());
            let column = Utf8Array::<i64>::from_slice(&rows);
            cell(&format!("Utf8Array, {language}, {lens:?} bytes"), rows.len(), || {
                Utf8Array::<i64>::try_new(LargeUtf8, column.offsets().clone(), column.values().clone(), None)
            });
            let column = Utf8ViewArray::from_slice_values(&rows);
            cell(&format!("Utf8ViewArray, {language}, {lens:?} bytes"), rows.len(), || {
                Utf8ViewArray::try_new(Utf8View, column.views().clone(), column.data_buffers().clone(), None)
            });
        }
    }
}
