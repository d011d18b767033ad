package machine_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTree runs the programs of testdata/tree, which hand values of their own types to packages that walk through
// values. The .out files have what the programs print when they are compiled.
func TestTree(t *testing.T) {
	files, err := filepath.Glob("testdata/tree/*.go")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	for _, f := range files {
		t.Run(filepath.Base(f), func(t *testing.T) {
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
			lines, wanted := strings.SplitAfter(p.run(), "\n"), strings.SplitAfter(string(want), "\n")
			for i := range max(len(lines), len(wanted)) {
				var a, b string
				if i < len(lines) {
					a = lines[i]
				}
				if i < len(wanted) {
					b = wanted[i]
				}
				if a != b {
					t.Errorf("line %d:\n got %swant %s", i+1, a, b)
				}
			}
		})
	}
}
