// SPDX-License-Identifier: BSD-3-Clause

package nb

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the golden files in testdata")

// golden compares with a file in testdata, or writes it.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	name = filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(name, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), string(got)); d != "" {
		t.Errorf("%s (-want +got), go test -update accepts it:\n%s", name, d)
	}
}

func read(t *testing.T, name string) *Notebook {
	t.Helper()
	n, err := ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func parse(t *testing.T, text string) *Notebook {
	t.Helper()
	n, err := Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestRead reads a notebook of an old format, with members that no format knows.
func TestRead(t *testing.T) {
	n := read(t, "testdata/old.ipynb")
	golden(t, "old.golden.ipynb", n.Encode())
	c := n.Cells[1]
	if c.Type != Code || c.Source != "x := 1\nx" || c.Count != 3 || len(c.Outputs) != 4 {
		t.Errorf("the code cell is %+v", c)
	}
	if got := c.Outputs[0].Text; got != "a\nb" {
		t.Errorf("the stream is %q", got)
	}
	if n.Cells[0].ID == n.Cells[4].ID {
		t.Error("two cells have the same id")
	}
	if n.Minor != 5 {
		t.Errorf("nbformat 4.%d, want 4.5", n.Minor)
	}
	again := parse(t, string(n.Encode()))
	if !bytes.Equal(again.Encode(), n.Encode()) {
		t.Error("written and read again, the notebook is another one")
	}
}

// TestNbformat lets Python's nbformat judge: what this package writes is valid, and nbformat writes
// the same bytes.
func TestNbformat(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	python := os.Getenv("POLKA_PYTHON")
	if python == "" {
		python = filepath.Join("..", "..", ".venv", "bin", "python")
		if runtime.GOOS == "windows" {
			python = filepath.Join("..", "..", ".venv", "Scripts", "python.exe")
		}
		if _, err := os.Stat(python); err != nil {
			if os.Getenv("CI") == "true" {
				t.Fatalf("POLKA_PYTHON is not set, and there is no %s", python)
			}
			t.Skipf("POLKA_PYTHON is not set, and there is no %s", python)
		}
	}
	files, err := filepath.Glob("../../notebooks/*.ipynb")
	if err != nil || len(files) == 0 {
		t.Fatalf("there are no notebooks: %v", err)
	}
	dir := t.TempDir()
	args := []string{"-W", "error", filepath.Join("testdata", "validate.py")}
	for _, file := range append(files, "testdata/old.ipynb", "testdata/page.ipynb") {
		n := read(t, file)
		for _, c := range n.Cells {
			delete(c.extra, "unknown") // testdata/old.ipynb has what the format does not allow
		}
		name := filepath.Join(dir, filepath.Base(file))
		if err := n.WriteFile(name); err != nil {
			t.Fatal(err)
		}
		args = append(args, name)
	}
	if out, err := exec.Command(python, args...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, name := range args[3:] {
		ours, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		theirs, err := os.ReadFile(name + ".nbformat")
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(string(theirs), string(ours)); d != "" {
			t.Errorf("%s: nbformat writes (-) other bytes than this package (+):\n%s", filepath.Base(name), d)
		}
	}
}

// TestNumbers writes numbers in outputs as json.dumps of Python 3.11 does.
func TestNumbers(t *testing.T) {
	for in, want := range map[string]string{
		"0": "0", "-7": "-7", "123456789012345678901234567890": "123456789012345678901234567890",
		"0.000030055": "3.0055e-05", "0.0001": "0.0001", "1e3": "1000.0", "2.50": "2.5", "1E15": "1000000000000000.0", "1e16": "1e+16",
		"123456789012345680.0": "1.2345678901234568e+17", "-0.0": "-0.0", "1e-320": "1e-320", "0.1e400": "0.1e400",
	} {
		n, err := Parse([]byte(`{"cells": [], "metadata": {"x": ` + in + `}, "nbformat": 4, "nbformat_minor": 5}`))
		if err != nil {
			t.Fatal(err)
		}
		if got := string(n.Encode()); !strings.Contains(got, `"x": `+want+"\n") {
			t.Errorf("%s is written as\n%s\nwant %s", in, got, want)
		}
	}
}

func TestReadErrors(t *testing.T) {
	cell := func(s string) string {
		return "{\"nbformat\": 4, \"nbformat_minor\": 5, \"metadata\": {}, \"cells\": [\n" + s + "]}"
	}
	tests := []struct{ name, text, want string }{
		{"empty", "", "1:1: the notebook is not JSON: it ends too early"},
		{"cut", "{\n\"cells\": [", "2:11: the notebook is not JSON: it ends too early"},
		{"junk", "{\"cells\":\n x}", "2:2: the notebook is not JSON: invalid character 'x' looking for beginning of value"},
		{"more", cell("") + "\n{}", "3:1: the notebook is not JSON: invalid character '{' after top-level value"},
		{"list", "[]", "1:1: the notebook: expected an object"},
		{"no format", "{}", `1:1: the notebook has no "nbformat"`},
		{"old", `{"nbformat": 3}`, "1:14: nbformat 3; expected 4 (open and save an older notebook with Jupyter to convert it)"},
		{"no cells", `{"nbformat": 4}`, `1:1: the notebook has no "cells"`},
		{"cells", `{"nbformat": 4, "cells": {}}`, "1:26: cells: expected a list"},
		{"minor", `{"nbformat": 4, "nbformat_minor": "5"}`, "1:35: nbformat_minor: expected an integer that is not negative"},
		{"cell", cell("7"), "2:1: a cell: expected an object"},
		{"type", cell(`{"cell_type": "heading"}`), `2:15: cell_type "heading"; expected code, markdown or raw`},
		{"source", cell(`{"cell_type": "code", "source": 7}`), "2:33: source: expected a string or a list of strings"},
		{"no source", cell(`{"cell_type": "code"}`), `2:1: a cell has no "source"`},
		{"metadata", cell(`{"cell_type": "code", "source": "", "metadata": []}`), "2:49: metadata: expected an object"},
		{"id", cell(`{"cell_type": "code", "source": "", "id": 5}`), "2:43: id: expected a string"},
		{"count", cell(`{"cell_type": "code", "source": "", "execution_count": -1}`), "2:56: execution_count: expected an integer that is not negative"},
		{"outputs", cell(`{"cell_type": "code", "source": "", "outputs": {}}`), "2:48: outputs: expected a list"},
		{"output", cell(`{"cell_type": "code", "source": "", "outputs": [{"output_type": "pyout"}]}`),
			`2:65: output_type "pyout"; expected stream, display_data, execute_result or error`},
		{"deep", strings.Repeat("[", 300) + strings.Repeat("]", 300), "1:202: values are nested more than 200 deep"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := Parse([]byte(test.text))
			var e *Error
			if !errors.As(err, &e) {
				t.Fatalf("error %v, want an *Error", err)
			}
			if e.Error() != test.want {
				t.Errorf("error %q\nwant  %q", e, test.want)
			}
		})
	}
}

func TestReadFileError(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.ipynb")
	if err := os.WriteFile(name, []byte("{\n}"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadFile(name); err == nil || err.Error() != name+`:1:1: the notebook has no "nbformat"` {
		t.Errorf("error %v", err)
	}
}

func TestLines(t *testing.T) {
	for text, want := range map[string][]string{
		"":                  {},
		"a":                 {"a"},
		"a\n":               {"a\n"},
		"a\r\nb\rc\n\nd":    {"a\r\n", "b\r", "c\n", "\n", "d"},
		"a\u2028b\u0085c\v": {"a\u2028", "b\u0085", "c\v"},
	} {
		if d := cmp.Diff(want, lines(text)); d != "" {
			t.Errorf("lines(%q) (-want +got):\n%s", text, d)
		}
	}
}

// TestWriteFile replaces a file through a link, keeps its permissions, and leaves nothing else
// behind.
func TestWriteFile(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "a.ipynb"), filepath.Join(dir, "b.ipynb")
	if err := os.WriteFile(file, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(file, link); err != nil {
		t.Skip(err) // Windows without the right to make links
	}
	n := read(t, "testdata/old.ipynb")
	if err := n.WriteFile(link); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(file)
	if err != nil || !bytes.Equal(got, n.Encode()) {
		t.Errorf("the file behind the link was not written: %v", err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("permissions %v, %v", info.Mode(), err)
	}
	if list, err := os.ReadDir(dir); err != nil || len(list) != 2 {
		t.Errorf("the folder holds %v, %v", list, err)
	}
	if err := n.WriteFile(filepath.Join(dir, "none", "c.ipynb")); err == nil {
		t.Error("no error for a folder that is not there")
	}
}

func FuzzParse(f *testing.F) {
	for _, name := range []string{"testdata/old.ipynb", "testdata/page.ipynb"} {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Add([]byte(`{"nbformat": 4, "cells": [{"cell_type": "code", "source": ["a", 1]}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		n, err := Parse(text)
		if err != nil {
			var e *Error
			if !errors.As(err, &e) || e.Line < 1 || e.Column < 1 {
				t.Fatalf("error %v has no place", err)
			}
			return
		}
		once := n.Encode()
		again, err := Parse(once)
		if err != nil {
			t.Fatalf("what was written cannot be read: %v\n%s", err, once)
		}
		if twice := again.Encode(); !bytes.Equal(once, twice) {
			t.Fatalf("written twice, the notebook changes (-once +twice):\n%s", cmp.Diff(string(once), string(twice)))
		}
		for _, form := range []Form{HTML, MarkdownForm, GoForm} {
			if _, err := Export(n, form, ExportOptions{}); err != nil {
				t.Fatal(err)
			}
		}
	})
}
