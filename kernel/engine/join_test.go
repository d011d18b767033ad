// SPDX-License-Identifier: BSD-3-Clause

package engine

import (
	"fmt"
	"slices"
	"testing"
)

// TestJoin joins what two runs leave behind.
func TestJoin(t *testing.T) {
	d := Declared{Variables: []string{"a", "b"}}.Join(Declared{Variables: []string{"b", "c", "c", "a"}})
	if want := []string{"a", "b", "c"}; !slices.Equal(d.Variables, want) {
		t.Errorf("variables %v, want %v", d.Variables, want)
	}
	if d := (Declared{Variables: []string{"a"}}).Join(Declared{Reset: true}); len(d.Variables) != 0 {
		t.Errorf("variables %v after a reset", d.Variables)
	}
}

// TestUnion counts the operations of the union of two lists: one for each name.
func TestUnion(t *testing.T) {
	var list, more []string
	for i := range 1 << 12 {
		list = append(list, fmt.Sprint("variable", i))
		more = append(more, fmt.Sprint("variable", 2*i))
	}
	operations, known := 0, map[string]bool{}
	all := union(list, more, func(name string) bool {
		operations++
		added := !known[name]
		known[name] = true
		return added
	})
	if len(all) != 3<<11 || operations != len(list)+len(more) {
		t.Errorf("%d names after %d operations, want %d after %d", len(all), operations, 3<<11, len(list)+len(more))
	}
}
