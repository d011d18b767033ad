// SPDX-License-Identifier: BSD-3-Clause

// Package pattern has regular expressions that are compiled when they are first used.
//
// Compiling a regular expression of package regexp takes 10 to 100 µs and as many kilobytes. In a
// package variable it is compiled whenever the program starts, even for a command that never uses
// it, and the program of Polka is started for problems that are solved in a millisecond. So the
// variables of its packages are written
//
//	var place = pattern.New(`cell (\d+), line (\d+)`)
//
// which the linker initializes without any code at start-up. A test here compiles every such
// pattern of the module, so that a mistake in one is found as early as with regexp.MustCompile.
package pattern

import (
	"regexp"
	"sync"
)

// A Pattern is a regular expression in the syntax of package regexp. Its methods are those of
// [regexp.Regexp]; the first call compiles it, and panics if it is invalid. Several goroutines may
// call them.
type Pattern struct {
	text string
	once sync.Once
	re   *regexp.Regexp
}

// New returns the pattern of a text.
func New(text string) *Pattern { return &Pattern{text: text} }

// Regexp returns the compiled pattern.
func (p *Pattern) Regexp() *regexp.Regexp {
	p.once.Do(p.compile)
	return p.re
}

func (p *Pattern) compile() { p.re = regexp.MustCompile(p.text) }

// String returns the text of the pattern.
func (p *Pattern) String() string { return p.text }

// MatchString reports whether s contains a match.
func (p *Pattern) MatchString(s string) bool { return p.Regexp().MatchString(s) }

// FindStringSubmatch returns the first match in s and those of its groups, or nil.
func (p *Pattern) FindStringSubmatch(s string) []string { return p.Regexp().FindStringSubmatch(s) }

// FindAllStringSubmatch returns the first n matches in s with their groups, or all if n is
// negative.
func (p *Pattern) FindAllStringSubmatch(s string, n int) [][]string {
	return p.Regexp().FindAllStringSubmatch(s, n)
}

// ReplaceAllString returns s with its matches replaced; in the replacement $1 stands for the first
// group.
func (p *Pattern) ReplaceAllString(s, replacement string) string {
	return p.Regexp().ReplaceAllString(s, replacement)
}
