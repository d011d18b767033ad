// SPDX-License-Identifier: BSD-3-Clause

package texts

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"polka/internal/pattern"
)

// What a text and its translation have in common, in any order.
var parts = []struct {
	name  string
	match *pattern.Pattern
}{
	{"code", pattern.New("`[^`]+`")},
	{"links", pattern.New(`\]\([^)]*\)`)},
	{"formulas", pattern.New(`\$[^$]+\$|[\p{L}\d]*[²³⁴⁵⁶⁷⁸⁹]`)},
	{"numbers", pattern.New(`\d+(?:\.\d+)?`)},
	{"elements", pattern.New(`</?\w+>`)},
	{"marks of a heading", pattern.New(`^#+ `)},
	{"items of a list", pattern.New(`(?m)^[-|]`)},
}

// verbs matches the verbs of a format, with the number of their argument if it is given.
var verbs = pattern.New(`%([-+# 0]*)(?:\[(\d+)\])?([.0-9]*)([a-zA-Z%])`)

// Differ says in what a translation differs from its text although it should not: code, links,
// formulas, numbers, elements of HTML, headings, lists, and the verbs of formats. It is "" if they
// agree.
func Differ(text, translation string) string {
	if a, b := arguments(text), arguments(translation); !slices.Equal(a, b) {
		return fmt.Sprintf("the verbs differ: %q and %q", a, b)
	}
	text, translation = verbs.ReplaceAllString(text, "%"), verbs.ReplaceAllString(translation, "%")
	for _, p := range parts {
		a, b := p.match.Regexp().FindAllString(text, -1), p.match.Regexp().FindAllString(translation, -1)
		slices.Sort(a)
		slices.Sort(b)
		if !slices.Equal(a, b) {
			return fmt.Sprintf("the %s differ: %q and %q", p.name, a, b)
		}
	}
	return ""
}

// arguments lists the arguments that a format uses, with their verbs, in the order of the
// arguments.
func arguments(format string) []string {
	next := 1
	used := make(map[string]bool)
	for _, m := range verbs.FindAllStringSubmatch(format, -1) {
		if m[4] == "%" {
			continue
		}
		if m[2] != "" {
			fmt.Sscan(m[2], &next)
		}
		used[strings.TrimSpace(fmt.Sprintf("%03d %s%s%s", next, m[1], m[3], m[4]))] = true
		next++
	}
	return slices.Sorted(maps.Keys(used))
}
