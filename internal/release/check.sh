#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Checks the packages of a release with the linters of their channels. Called as
#
#   check.sh DIR    check the folder that make release has filled
#
# Linters that are missing are listed, and are no failure. twine, check-wheel-contents and rattler-build are in
# requirements-release.txt; lintian, rpm, nix, ruby and npm are packages of systems; make release has built GoReleaser.
set -u -o pipefail

[ $# = 1 ] && [ -d "$1" ] || { echo "release-check: expected the folder of a release; make release VERSION=1.0.0 makes dist/release" >&2; exit 2; }
dir=$(cd "$1" && pwd)
cd "$(dirname "$0")/../.."
failed=() passed=0 missing=()

# check runs a linter, if there is one, and prints what it says if it fails.
check() {
  local what=$1 out
  shift
  command -v "$1" >/dev/null || { missing+=("$1 ($what)"); return; }
  if out=$("$@" 2>&1); then
    passed=$((passed + 1))
    echo "passed: $what"
  else
    failed+=("$what")
    echo "FAILED: $what"
    echo "${out//$'\n'/$'\n'  }" | sed 's/^/  /'
  fi
}

shopt -s nullglob
sums() { (cd "$dir" && sha256sum --quiet --strict --check SHA256SUMS); }
complete() { diff <(cd "$dir" && find . -type f ! -name SHA256SUMS | sed 's,^\./,,' | sort) <(cut -c67- "$dir/SHA256SUMS" | sort); }
check "checksums" sums
check "checksums of all files" complete

# Wheels and the texts that an index shows.
wheels=("$dir"/python/*.whl)
check "metadata of ${#wheels[@]} wheels (twine)" twine check --strict "${wheels[@]}"
# Wheels of programs have nothing to import (W007, W010), and the extension for browsers has its license as a file of its own, too (W002).
for wheel in "${wheels[@]}"; do
  check "files of $(basename "$wheel") (check-wheel-contents)" check-wheel-contents --ignore W002,W007,W010 "$wheel"
done

# The kernel has to fit into environments with a limit; docs/hosts.md says what is in it.
small() { [ "$(stat -c %s "$1")" -le 16000000 ] || { stat -c '%n has %s bytes, more than 16,000,000' "$1"; return 1; }; }
for wheel in "$dir"/python/polka_kernel-*.whl; do
  check "size of $(basename "$wheel")" small "$wheel"
done

# Every package has the licenses of what it contains.
licensed() {
  case $1 in
    *.whl | *.zip) unzip -l "$1" ;;
    *.gz | *.tgz) tar tzf "$1" ;;
    *.deb) dpkg-deb -c "$1" ;;
    *.rpm) rpm -qlp "$1" 2>/dev/null ;;
  esac | grep 'THIRD-PARTY\.txt'
}
for file in "${wheels[@]}" "$dir"/npm/*.tgz "$dir"/*.tar.gz "$dir"/*.zip "$dir"/*.deb "$dir"/*.rpm; do
  [ "${file##*.}" != rpm ] || command -v rpm >/dev/null || continue
  check "licenses in $(basename "$file")" licensed "$file"
done

for file in "$dir"/npm/*.tgz; do
  check "$(basename "$file") (npm pack)" npm pack --dry-run --silent "$file"
done
for file in "$dir"/*.deb; do
  check "$(basename "$file") (lintian)" lintian --allow-root --fail-on error "$file"
done
for file in "$dir"/*.rpm; do
  check "$(basename "$file") (rpm)" rpm --nosignature -K "$file"
  check "$(basename "$file") (rpmlint)" rpmlint --rpmlintrc internal/release/rpmlintrc "$file"
done
check "configuration of GoReleaser" build/tools/goreleaser check
for file in "$dir"/homebrew/Casks/*.rb; do
  check "$(basename "$file") (Ruby)" ruby -c "$file"
done
for file in "$dir"/nix/pkgs/*/default.nix; do
  check "$(basename "$file") (nix)" nix-instantiate --parse "$file"
done
for file in "$dir"/aur/*.pkgbuild; do
  check "$(basename "$file") (bash)" bash -n "$file"
done
for file in "$dir"/scoop/*.json "$dir"/sbom/*.json; do
  check "$(basename "$file") (JSON)" python3 -m json.tool "$file" /dev/null
done
# What a bill of materials lists has its license in THIRD-PARTY.txt; the two are made by different programs.
listed() {
  python3 - "$1" internal/licenses/THIRD-PARTY.txt <<'END'
import json, sys
texts = open(sys.argv[2], errors="replace").read()
parts = [c for c in json.load(open(sys.argv[1]))["components"] if c["name"] != "std"]
lost = [c["name"] for c in parts if f"\n  {c['name']} {c['version']}\n" not in texts]
sys.exit(f"no license of {lost}" if lost or not parts else 0)
END
}
for file in "$dir"/sbom/*.json; do
  check "licenses of $(basename "$file")" listed "$file"
done
# The recipe of conda gives one package for each system. rattler-build is a package of Python, not a program.
render() {
  python3 - "$1" <<'END'
import sys
from rattler_build import PlatformConfig, RenderConfig, Stage0Recipe, VariantConfig
recipe = Stage0Recipe.from_file(sys.argv[1])
for system in ("linux-64", "linux-aarch64", "osx-64", "osx-arm64", "win-64"):
    packages = recipe.render(VariantConfig(), RenderConfig(platform=PlatformConfig(target_platform=system)))
    if len(packages) != 1:
        sys.exit(f"{system}: {packages}")
END
}
for file in "$dir"/conda/recipe.yaml; do
  python3 -c "import rattler_build" 2>/dev/null || { missing+=("rattler-build (conda recipe)"); continue; }
  check "conda recipe (rattler-build)" render "$file"
done

[ ${#missing[@]} = 0 ] || { echo "not checked, since these programs are missing:"; printf '%s\n' "${missing[@]}" | sort -u | sed 's/^/  /'; }
[ ${#failed[@]} = 0 ] || { echo "release-check: ${#failed[@]} of $((passed + ${#failed[@]})) checks failed" >&2; exit 1; }
echo "release-check: $passed checks passed"
