# The command `placemat`, alone in an image: `docker build -t placemat .`, then
# `docker run --rm -i placemat check < notes.txt`.
#
# `cargo xtask test --only static` builds the same program and runs it, without docker.

FROM rust:1-slim AS build
RUN rustup target add x86_64-unknown-linux-musl
WORKDIR /placemat
COPY . .
RUN cargo build --locked --release -p placemat-cli --target x86_64-unknown-linux-musl

FROM scratch
COPY --from=build /placemat/target/x86_64-unknown-linux-musl/release/placemat /placemat
COPY LICENSE-MIT LICENSE-APACHE /
WORKDIR /work
ENTRYPOINT ["/placemat"]
