package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// fullDisk takes nothing.
type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

// TestFullDisk looks for commands that end well although their output is lost.
func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	dlx := file("p.dlx", "a b\na\nb\na b\n")
	script := file("x.go", "package main\n\nimport \"fmt\"\n\nfunc main() { fmt.Println(1) }\n")
	for _, args := range [][]string{
		{"version"}, {"run", script}, {"estimate", dlx}, {"solve", dlx}, {"enum", "square", "3"}, {"tile", "--list"},
		{"tile", "pentominoes-3x20", "--count"}, {"seed", "3x20"}, {"render", "tree", dlx}, {"puzzle", "--help"},
	} {
		var stderr strings.Builder
		if code := run(args, strings.NewReader(""), fullDisk{}, &stderr); code != exitFailed || !strings.Contains(stderr.String(), "no space left on device") {
			t.Errorf("%v: exit status %d, %q", args, code, stderr.String())
		}
	}
}
