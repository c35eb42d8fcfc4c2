# The command for Nix: `nix profile install path/to/placemat?dir=packaging`. Copy it to the root to release it.
{
  description = "Finds text that is not UTF-8, and converts and repairs it";
  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs = { self, nixpkgs }:
    let
      systems = [ "x86_64-linux" "aarch64-linux" "x86_64-darwin" "aarch64-darwin" ];
      manifest = builtins.fromTOML (builtins.readFile ../Cargo.toml);
      package = pkgs: pkgs.rustPlatform.buildRustPackage {
        pname = "placemat";
        version = manifest.workspace.package.version;
        src = ../.;
        cargoLock.lockFile = ../Cargo.lock;
        cargoBuildFlags = [ "-p" "placemat-cli" ];
        # `cargo xtask test` tests it; here it only has to run.
        doCheck = false;
        postInstall = "$out/bin/placemat pages --out $out/share";
        meta = {
          homepage = manifest.workspace.package.repository;
          license = with pkgs.lib.licenses; [ mit asl20 ];
          mainProgram = "placemat";
        };
      };
    in {
      packages = nixpkgs.lib.genAttrs systems (system: { default = package nixpkgs.legacyPackages.${system}; });
    };
}
