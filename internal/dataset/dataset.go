// SPDX-License-Identifier: BSD-3-Clause

// Package dataset lists the modules that the Python package polka-kernel-data has compiled. The
// program polka moves sessions into the program with them, and internal/wheel builds it.
package dataset

import (
	_ "embed"
	"strings"
)

//go:embed dataset.txt
var text string

// A Module is an entry of the list: a package, or a module with all its packages.
type Module struct {
	Path, Version string
	Whole         bool // all packages
}

// String returns the entry as PATH@VERSION.
func (m Module) String() string { return m.Path + "@" + m.Version }

// Has reports whether a module or package PATH@VERSION is in the entry. The version latest is that
// of the entry.
func (m Module) Has(module string) bool {
	path, version, _ := strings.Cut(module, "@")
	return (path == m.Path || m.Whole && strings.HasPrefix(path, m.Path+"/")) && (version == m.Version || version == "latest" || version == "")
}

// List returns the entries of dataset.txt.
func List() (list []Module) {
	for line := range strings.Lines(text) {
		if kind, rest, ok := strings.Cut(strings.TrimSpace(line), " "); ok && kind != "#" {
			path, version, _ := strings.Cut(rest, "@")
			list = append(list, Module{path, version, kind == "module"})
		}
	}
	return list
}
