fn main() {
    use fastwebsockets::{FragmentCollector, Role, WebSocket};
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    for (name, count, wire) in messages() {
        cell(&name, count, || {
            runtime.block_on(async {
                let stream = tokio::io::join(&wire[..], tokio::io::sink());
                let mut socket = FragmentCollector::new(WebSocket::after_handshake(stream, Role::Client));
                let mut sum = 0;
                for _ in 0..count {
                    sum += socket.read_frame().await.unwrap().payload.len();
                }
                sum
            })
        });
    }
}
