// SPDX-License-Identifier: BSD-3-Clause

package explain

import (
	"cmp"
	"go/types"
	"slices"
	"strings"
)

// meant returns the known name, or one of more, that is nearest to name, or "".
func (c Cell) meant(name string, selected bool, more ...string) string {
	if strings.Contains(name, ".") {
		// An unknown member of a package.
		pkg, member, _ := strings.Cut(name, ".")
		p := c.imported(pkg)
		if p == nil {
			return ""
		}
		var names []string
		for _, n := range p.Scope().Names() {
			if p.Scope().Lookup(n).Exported() {
				names = append(names, n)
			}
		}
		if near := cmp.Or(Nearest(member, names), longer(member, names)); near != "" {
			return pkg + "." + near
		}
		return ""
	}
	names := slices.Concat(c.Names(), more)
	if selected {
		for n := range c.Packages {
			names = append(names, n)
		}
	}
	slices.Sort(names)
	if !selected {
		names = append(names, types.Universe.Names()...)
	}
	return Nearest(name, slices.DeleteFunc(names, func(n string) bool { return n == name }))
}

// imported returns the package that a name means, nil for none.
func (c Cell) imported(name string) *types.Package {
	if obj := c.Lookup(name); obj != nil {
		if p, ok := obj.(*types.PkgName); ok {
			return p.Imported()
		}
		return nil
	}
	if p, err := c.Load(c.Packages[name]); err == nil {
		return p
	}
	return nil
}

// Nearest returns the element of names that differs least from s, if it differs little: by case, or
// by at most a third of its letters. Names of one or two letters differ too little from each other
// to guess.
func Nearest(s string, names []string) string {
	if len(s) < 3 {
		return ""
	}
	limit := len(s) / 3
	best, found := limit+1, ""
	for _, n := range names {
		if strings.EqualFold(n, s) {
			return n
		}
		if d := distance(s, n, limit); d < best {
			best, found = d, n
		}
	}
	return found
}

// longer returns the shortest of names that begins or ends with s but for case, as AddOption does
// with Option; "" if s is short or there is none.
func longer(s string, names []string) (found string) {
	if len(s) < 4 {
		return ""
	}
	s = strings.ToLower(s)
	for _, n := range names {
		l := strings.ToLower(n)
		if (strings.HasPrefix(l, s) || strings.HasSuffix(l, s)) && (found == "" || len(n) < len(found)) {
			found = n
		}
	}
	return found
}

// distance returns the number of letters to insert, delete, change, or exchange with their neighbor
// that lead from a to b; more than limit may be reported as limit+1.
func distance(a, b string, limit int) int {
	if len(a)-len(b) > limit || len(b)-len(a) > limit {
		return limit + 1
	}
	before, last := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row := make([]int, len(b)+1)
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last = last, row
	}
	return last[len(b)]
}
