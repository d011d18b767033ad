package machine_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestFormat runs programs that print values of declared types in all ways.
func TestFormat(t *testing.T) { testPrograms(t, "testdata/format") }

// TestFormatEndless prints values that have no end: the machine's limits end the program as Go's
// stack overflow does.
func TestFormatEndless(t *testing.T) {
	for name, decl := range map[string]string{
		"method": "type T int\nfunc (t T) String() string { return fmt.Sprintf(\"%v\", t) }\nvar v T",
		"slice":  "type T []T\nvar v = func() T { t := T{nil}; t[0] = t; return t }()",
		"map":    "var v = func() map[int]any { m := map[int]any{}; m[0] = m; return m }()",
	} {
		t.Run(name, func(t *testing.T) {
			p, err := load("endless.go", "package main\nimport \"fmt\"\n"+decl+"\nfunc main() { fmt.Println(1); fmt.Println(v); fmt.Println(2) }")
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff("1\nexit status 2\n", p.run()); d != "" {
				t.Error(d)
			}
		})
	}
}
