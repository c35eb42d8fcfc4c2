fn main() {
    use tungstenite::{WebSocket, protocol::Role};
    for (name, count, wire) in messages() {
        cell(&name, count, || {
            let mut socket =
                WebSocket::from_raw_socket(std::io::Cursor::new(wire.clone()), Role::Client, None);
            (0..count).map(|_| socket.read().unwrap().len()).sum::<usize>()
        });
    }
}
