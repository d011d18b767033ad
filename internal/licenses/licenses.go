// SPDX-License-Identifier: BSD-3-Clause

// Package licenses has the license texts of all modules that are linked into Polka's programs.
//
// They are in the file THIRD-PARTY.txt, which the program in folder gen writes from the modules
// themselves. Packages of Polka for other systems contain the file, and `polka licenses` prints it.
package licenses

import (
	_ "embed"
	"strings"
)

//go:generate go run ./gen -output THIRD-PARTY.txt

// Text is the file: for each license the modules that have it, and its text.
//
//go:embed THIRD-PARTY.txt
var Text string

// A Module is a module that is linked into a program.
type Module struct {
	Path    string // as in go.mod, or "Go" for the language's own library
	Version string
	License string // an SPDX expression, such as "BSD-3-Clause" or "Apache-2.0 AND MIT"
}

// Rule begins the head of a license in Text: its SPDX expression, and below it the modules, each
// on a line that begins with two spaces.
const Rule = "\n" + "==============================================================================" + "\n"

// Modules lists the modules in the order of the file: by license, then by path.
func Modules() []Module {
	var list []Module
	for _, part := range strings.Split(Text, Rule)[1:] {
		head, _, _ := strings.Cut(part, "\n\n")
		license, modules, _ := strings.Cut(head, "\n")
		for line := range strings.SplitSeq(modules, "\n") {
			path, version, _ := strings.Cut(strings.TrimSpace(line), " ")
			list = append(list, Module{path, version, license})
		}
	}
	return list
}
