// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"crypto/sha256"
	"fmt"
	"strings"

	"polka/internal/origin"
)

// condaRecipe returns a recipe of rattler-build, which conda-forge uses too. It builds the programs
// from the source archive of a release with the hash. The source has no address if the project is
// not published, and is then the archive in the folder of the recipe's parent.
func condaRecipe(version string, links []origin.Link, hash [sha256.Size]byte) []byte {
	source := "path: ../polka-" + version + "-source.tar.gz"
	var about strings.Builder
	for _, l := range links {
		switch l.Label {
		case "Homepage":
			fmt.Fprintf(&about, "  homepage: %s\n", l.Address)
		case "Repository":
			fmt.Fprintf(&about, "  repository: %s\n", l.Address)
			source = fmt.Sprintf("url: %s/releases/download/v${{ version }}/polka-${{ version }}-source.tar.gz", l.Address)
		}
	}
	return fmt.Appendf(nil, `context:
  version: "%s"
package:
  name: polka-kernel
  version: ${{ version }}
source:
  %s
  sha256: %x
build:
  number: 0
  script:
    env: {CGO_ENABLED: "0", GOFLAGS: -buildvcs=false -trimpath}
    content:
      - if: unix
        then:
          - go build -ldflags "-s -w -X main.version=${{ version }}" -o ${PREFIX}/bin/ ./cmd/polka ./cmd/polka-campaign
          - ${PREFIX}/bin/polka install --prefix ${PREFIX}
        else:
          - go build -ldflags "-s -w -X main.version=${{ version }}" -o %%PREFIX%%\Scripts\ ./cmd/polka ./cmd/polka-campaign
          - "%%PREFIX%%\\Scripts\\polka.exe install --prefix %%PREFIX%%"
requirements:
  build:
    - ${{ compiler("go-nocgo") }}
tests:
  - script:
      - polka version
      - polka licenses
about:
%s  license: BSD-3-Clause
  license_file: [LICENSE, internal/licenses/THIRD-PARTY.txt]
  summary: Jupyter kernel for Go, and a library for polyforms and exact cover
`, version, source, hash, about.String())
}
