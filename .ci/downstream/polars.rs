fn main() {
    use polars_arrow::array::{Array, Utf8Array, Utf8ViewArray};
    for language in ["english", "german", "russian", "chinese"] {
        for lens in [5..40, 20..200] {
            let (rows, name) =
                (rows(language, lens.clone()), |what| format!("{what}, {language}, {lens:?} bytes"));
            let column = Utf8Array::<i64>::from_slice(&rows);
            cell(&name("Utf8Array"), rows.len(), || {
                let (offsets, values) = (column.offsets().clone(), column.values().clone());
                Utf8Array::<i64>::try_new(column.dtype().clone(), offsets, values, None).unwrap()
            });
            let column = Utf8ViewArray::from_slice_values(&rows);
            cell(&name("Utf8ViewArray"), rows.len(), || {
                let (views, buffers) = (column.views().clone(), column.data_buffers().clone());
                Utf8ViewArray::try_new(column.dtype().clone(), views, buffers, None).unwrap()
            });
        }
    }
}
