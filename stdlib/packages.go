// SPDX-License-Identifier: BSD-3-Clause

package stdlib

// Packages returns the import paths that package names stand for in cells without an import:
// "polka/shapes" for "shapes", "math/rand/v2" for "rand", "text/template" for "template". It has
// every package of [Importer], except for those whose name stands for another.
func Packages() map[string]string { return set().Packages() }

// Immutable returns the import paths of the packages whose values do not change: a cell that
// ignores the result of a method of such a value gets a warning.
func Immutable() []string {
	return []string{"polka/chart", "polka/cover", "polka/dlx", "polka/dlx/puzzle", "polka/plane", "polka/render", "polka/shapes"}
}

// Prelude returns the commonly used names of [Packages], in alphabetical order. A cell that uses
// another one without importing it gets a note.
func Prelude() []string {
	return []string{
		"bufio", "bytes", "chart", "cmp", "context", "cover", "display", "dlx", "errors", "fmt", "frame", "io", "iter", "maps", "math",
		"os", "play", "render", "shapes", "slices", "sort", "sqlcell", "strconv", "strings", "sync", "time", "widget",
	}
}
