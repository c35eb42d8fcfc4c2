# For a tap, or for homebrew-core: `brew bump-formula-pr --version VERSION placemat` sets the checksum.
class Placemat < Formula
  desc "Finds text that is not UTF-8, and converts and repairs it"
  homepage "https://github.com/placemat-rs/placemat"
  url "https://github.com/placemat-rs/placemat/archive/refs/tags/v0.1.0.tar.gz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  license any_of: ["MIT", "Apache-2.0"]
  head "https://github.com/placemat-rs/placemat.git", branch: "main"

  depends_on "rust" => :build

  def install
    system "cargo", "install", *std_cargo_args(path: "crates/placemat-cli")
    system bin/"placemat", "pages", "--out", share
  end

  test do
    (testpath/"notes.txt").binwrite("caf\xE9\n")
    assert_match "notes.txt:1:4", shell_output("#{bin}/placemat check notes.txt", 1)
  end
end
