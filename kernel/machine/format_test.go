package machine_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFormat runs the programs in testdata/format, which print values of declared types in all ways. What they are to
// print has been printed by the compiled programs: go run x.go > x.out.
func TestFormat(t *testing.T) {
	files, err := filepath.Glob("testdata/format/*.go")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	for _, f := range files {
		t.Run(strings.TrimSuffix(filepath.Base(f), ".go"), func(t *testing.T) {
			src, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			want, err := os.ReadFile(strings.TrimSuffix(f, ".go") + ".out")
			if err != nil {
				t.Fatal(err)
			}
			p, err := load(f, string(src))
			if err != nil {
				t.Fatal(err)
			}
			differ(t, p.run(), string(want))
		})
	}
}

// differ reports the lines in which two texts differ.
func differ(t *testing.T, got, want string) {
	t.Helper()
	if got == want {
		return
	}
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	n := 0
	for i := range max(len(g), len(w)) {
		var a, b string
		if i < len(g) {
			a = g[i]
		}
		if i < len(w) {
			b = w[i]
		}
		if a != b {
			if n++; n <= 20 {
				t.Errorf("line %d:\n got %q\nwant %q", i+1, a, b)
			}
		}
	}
	t.Errorf("%d of %d lines differ", n, len(w))
}

// TestFormatEndless prints values that have no end: the machine's limits end the program as Go's stack overflow does.
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
			differ(t, p.run(), "1\nexit status 2\n")
		})
	}
}
