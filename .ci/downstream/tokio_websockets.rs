fn main() {
    use futures_util::StreamExt;
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    for (name, count, wire) in messages() {
        cell(&name, count, || {
            runtime.block_on(async {
                let stream = tokio::io::join(&wire[..], tokio::io::sink());
                let mut socket = tokio_websockets::ClientBuilder::new().take_over(stream);
                let mut sum = 0;
                for _ in 0..count {
                    sum += socket.next().await.unwrap().unwrap().as_payload().len();
                }
                sum
            })
        });
    }
}
