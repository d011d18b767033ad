// SPDX-License-Identifier: BSD-3-Clause

// Package cold lists packages whose functions are not inlined in programs, since these are smaller
// then: servers, TLS and the ciphers with public keys, templates, SQL, the readers of debug
// information, of compiled packages and of regular expressions, the prompt, the renderer of
// Markdown, the formatter, pictures, tables of data, files to print and cut, widgets, exercises,
// messages, sessions, what calls the operating system, what starts and watches processes, and what
// serves editors. Their time does not matter where Polka uses them. What machine code of cells,
// searches or the compiler of cells depend on is not in the list, except for package net and calls
// of the operating system, which take longer than the calls that are not inlined. Yaegi is: it
// runs cells only after %backend yaegi.
//
// The list is the file packages.txt, with a pattern of the go command in each line, so that the
// Makefile can read it, too. The go command has no place for such flags in a module, therefore
// only the Makefile, the wheels and GoReleaser use them, and the program of "go build ./cmd/polka"
// is larger; docs/hosts.md has the sizes.
//
// The program for browsers has the packages of browser.txt as well, since each visitor loads it:
// what checks and formats code. Only searches, shapes and the machine that runs cells remain as
// they are. It is a tenth smaller then, compressed; docs/browser.md has the sizes.
package cold

import (
	_ "embed"
	"strings"
)

//go:embed packages.txt
var packages string

//go:embed browser.txt
var browser string

// Flags returns the flags of go build for the program polka, one for each pattern.
func Flags() []string { return flags(packages) }

// BrowserFlags returns the flags of go build for the program of browsers.
func BrowserFlags() []string {
	return append(flags(packages+browser), "-gcflags=./kernel/machine/...=") // the last pattern counts
}

func flags(list string) []string {
	var flags []string
	for pattern := range strings.FieldsSeq(list) {
		flags = append(flags, "-gcflags="+pattern+"=-l")
	}
	return flags
}
