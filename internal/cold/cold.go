// SPDX-License-Identifier: BSD-3-Clause

// Package cold lists packages whose functions are not inlined in the program polka, since it is
// smaller then: servers, TLS, templates, SQL, the readers of debug information, the prompt, the
// renderer of Markdown, widgets, exercises, and what serves editors. Their time does not matter
// where Polka uses them. What machine code of cells, searches, pictures, the compiler of cells or
// yaegi depend on is not in the list, except for package net.
//
// The list is the file packages.txt, with a pattern of the go command in each line, so that the
// Makefile can read it, too. The go command has no place for such flags in a module, therefore
// only the Makefile, the wheels and GoReleaser use them, and the program of "go build ./cmd/polka"
// is larger; docs/hosts.md has the sizes.
package cold

import (
	_ "embed"
	"strings"
)

//go:embed packages.txt
var packages string

// Flags returns the flags of go build, one for each pattern.
func Flags() []string {
	var flags []string
	for pattern := range strings.FieldsSeq(packages) {
		flags = append(flags, "-gcflags="+pattern+"=-l")
	}
	return flags
}
