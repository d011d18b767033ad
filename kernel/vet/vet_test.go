// SPDX-License-Identifier: BSD-3-Clause

package vet_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"polka/kernel/cell"
	"polka/kernel/cell/source"
	"polka/kernel/vet"
	"polka/stdlib"
)

func options() cell.Options {
	return cell.Options{Facts: stdlib.Importer(), Packages: stdlib.Packages(), Prelude: stdlib.Prelude(), Immutable: stdlib.Immutable()}
}

func Example() {
	k := vet.New(options())
	k.Check(vet.Cell{Number: 1, Text: "x := 6"})
	r := k.Check(vet.Cell{Number: 2, Text: "x * y"})
	for _, d := range r.Errors {
		fmt.Printf("line %d, column %d: %s\n", d.Line, d.Col, d.Message)
	}
	// Output:
	// line 1, column 5: undefined: y
}

// TestCells checks notebooks: cells, and what is found in them.
func TestCells(t *testing.T) {
	for _, c := range []struct{ cells, want []string }{
		{[]string{"x := 1", "x + 1", "%reset", "x"}, []string{"4: undefined: x"}},
		{[]string{"x := nothing", "y := x + 1", "z := y + 1\nz := w"}, []string{"1: undefined: nothing", "3: undefined: w"}},
		{[]string{`import "example.com/gone"` + "\nf := gone.F", "gone.G(f)"}, []string{`1: there is no package "example.com/gone" here`}},
		{[]string{"ok := true", "!ok", "!none", "%time nothing"}, []string{"4: undefined: nothing"}},
		{[]string{`f, err := shapes.Pentomino("Q")`, "f"}, []string{"1: err unread"}},
		{[]string{`f, err := shapes.Pentomino("Q")` + "\nerr?", "f"}, nil},
		{[]string{"var a []int", "for _, x := range a {\n\tx++\n}"}, []string{"2: x is a copy of the element, so this change is lost; to change the element, assign to a[i]"}},
		{[]string{"var e *int", "errors.As(nil, e)"}, []string{"2: second argument to errors.As must be a non-nil pointer to either a type that implements error, or to any interface type"}},
	} {
		k := vet.New(options())
		var got []string
		for i, text := range c.cells {
			r := k.Check(vet.Cell{Number: i + 1, Text: text})
			for _, d := range slices.Concat(r.Errors, r.Warnings) {
				got = append(got, fmt.Sprintf("%d: %s", d.Cell, d.Message))
			}
			for _, u := range r.Unread {
				got = append(got, fmt.Sprintf("%d: %s unread", i+1, u.Name))
			}
		}
		if !slices.EqualFunc(got, c.want, func(got, want string) bool { return len(got) >= len(want) && got[:len(want)] == want }) {
			t.Errorf("%q: %q; want %q", c.cells, got, c.want)
		}
	}
}

// TestRequire checks that packages which a %require line names are no errors, and neither is what
// cells make with them, whether they have been downloaded or not.
func TestRequire(t *testing.T) {
	for _, path := range []string{"example.com/none/such", "example.com/none/such@v1.2.3", "example.com/none"} {
		k := vet.New(cell.Options{Facts: stdlib.Importer(), Packages: stdlib.Packages(), Prelude: stdlib.Prelude(), Sources: source.New(source.Options{})})
		var said []string
		for i, text := range []string{"import \"example.com/none/such\"", "%require " + path, "import \"example.com/none/such\"\nlist := such.List()", "fmt.Println(list, such.List(), lost)"} {
			for _, d := range k.Check(vet.Cell{Number: i + 1, Text: text}).Errors {
				said = append(said, fmt.Sprintf("%d: %s", i+1, strings.Split(d.Message, "\n")[0]))
			}
		}
		want := []string{"1: there is no package \"example.com/none/such\" here", "4: undefined: lost"}
		if !slices.Equal(said, want) {
			t.Errorf("%s: got %q, want %q", path, said, want)
		}
	}
}
