// SPDX-License-Identifier: BSD-3-Clause

//go:build !js

package stdlib

import _ "embed"

// factsZip holds, for each package PATH, types/PATH (as package typedata writes them) and doc/PATH
// (documentation); doc/builtin and doc/unsafe; names (a line "path name" for each package), absent
// (a line "path reason" for each public package of Go's library that is left out), go (the release
// whose library it is), and LICENSE-go, the license of Go's documentation.
//
//go:embed facts.zip
var factsZip []byte

// builtin are the archives that are part of the program.
var builtin = [][]byte{factsZip}
