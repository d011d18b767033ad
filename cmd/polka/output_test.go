// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"polka/internal/command"
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
		{"enum", "square", "12"}, {"tile", "soma-cube", "--to", "dlx"}, {"tile", "pentominoes-3x20", "--all"}, {"solve", dlx, "--watch"},
		{"tile", "pentominoes-3x20", "--watch"}, {"puzzle", "queens", "8", "--all"}, {"render", "matrix", dlx}, {"completion", "bash"},
	} {
		var stderr strings.Builder
		if code := run(args, strings.NewReader(""), fullDisk{}, &stderr); code != command.Failed || !strings.Contains(stderr.String(), "no space left on device") {
			t.Errorf("%v: exit status %d, %q", args, code, stderr.String())
		}
	}
}

// TestBrokenPipe runs commands whose reader has gone: they end at once and say nothing.
func TestBrokenPipe(t *testing.T) {
	polka, err := exec.LookPath("polka")
	if err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"--help"}, {"enum", "square", "20"}, {"tile", "pentominoes-6x10", "--all"}, {"tile", "pentominoes-6x10", "--watch"}, {"puzzle", "queens", "16", "--all"},
	} {
		reader, writer, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		reader.Close()
		var stderr strings.Builder
		cmd := exec.Command(polka, args...)
		cmd.Stdout, cmd.Stderr = writer, &stderr
		if err := cmd.Run(); err == nil || stderr.String() != "" {
			t.Errorf("%v: %v, %q", args, err, &stderr)
		}
		writer.Close()
	}
}

// TestEscapes gives commands files, names and arguments with what a terminal would obey. It does
// not reach the terminal in messages and pictures; the options of a problem, which other programs
// read, are written as they are.
func TestEscapes(t *testing.T) {
	const evil = "\x1b]0;evil\a\x1b[2J\u202e\u009b31m"
	dir := t.TempDir()
	t.Chdir(dir)
	for name, text := range map[string]string{
		"wrong.dlx":     "a b\nx" + evil + "\n",
		"odd.dlx":       "a b | x" + evil + "\na b\nx" + evil + "\n",
		"good.dlx":      "a b" + evil + " c\na b" + evil + "\nc\n",
		"named.txt":     `"n\x1b[2J\u202e" = ##/#.` + "\n",
		"wrong.go":      "package main\n\nfunc main() { var x int = \"" + evil + "\" } // " + evil + "\n",
		"panics.go":     "package main\n\nfunc main() { panic(\"\\x1b[2J\") }\n",
		evil + ".ipynb": "{",
	} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		args []string
		code int
	}{
		{[]string{"solve", "wrong.dlx"}, 1}, {[]string{"solve", "odd.dlx", "--count"}, 0}, {[]string{"solve", evil}, 1},
		{[]string{"solve", "good.dlx", "--watch"}, 0}, {[]string{"solve", "good.dlx", "--engine", evil}, 2}, {[]string{evil}, 2},
		{[]string{"render", "matrix", "good.dlx"}, 0}, {[]string{"render", "tree", "good.dlx"}, 0}, {[]string{"render", "shapes", "named.txt"}, 0},
		{[]string{"tile", "--dlx", "good.dlx"}, 1}, {[]string{"tile", "--board", "#" + evil, "--pieces", "domino"}, 1},
		{[]string{"run", "wrong.go"}, 1}, {[]string{"run", "panics.go"}, 2},
		{[]string{"nb", "run", evil + ".ipynb"}, 1}, {[]string{"nb", "export", evil + ".ipynb"}, 1},
	} {
		var stdout, stderr strings.Builder
		code := run(c.args, strings.NewReader(""), &stdout, &stderr)
		for _, text := range []string{stdout.String(), stderr.String()} {
			if int(code) != c.code || strings.ContainsFunc(text, func(r rune) bool { return r != '\n' && r != '\t' && r != utf8.RuneError && !unicode.IsPrint(r) }) {
				t.Errorf("%q: exit status %d, want %d, %q", c.args, code, c.code, text)
			}
		}
	}
	var stdout strings.Builder
	if run([]string{"solve", "good.dlx"}, strings.NewReader(""), &stdout, &strings.Builder{}); stdout.String() != "a b"+evil+"; c\n" {
		t.Errorf("the solution is %q", &stdout)
	}
}
