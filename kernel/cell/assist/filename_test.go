// SPDX-License-Identifier: BSD-3-Clause

package assist_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"polka/kernel/cell"
	"polka/kernel/cell/assist"
	"polka/stdlib"
)

// TestFileNames completes the names of files in strings, and only there.
func TestFileNames(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"data/a.csv", "data/b é.csv", "data/.hidden", "notes.txt", "nothing"} {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	c := cell.New(cell.Options{Facts: stdlib.Importer(), Packages: stdlib.Packages()})
	a := assist.New(c, assist.Options{ReadDir: func(name string) ([]fs.DirEntry, error) { return os.ReadDir(filepath.Join(dir, name)) }})
	for _, test := range []struct {
		code, rest string
		want       []string
	}{
		{`os.ReadFile("`, `")`, []string{"data/", "notes.txt", "nothing"}},
		{`os.ReadFile("no`, `")`, []string{"notes.txt", "nothing"}},
		{"os.ReadFile(`not", "", []string{"notes.txt", "nothing"}},
		{`f, err := os.Open("data/`, "\")\nx := 1", []string{"a.csv", "b é.csv"}},
		{`f, err := os.Open("data/.`, "", []string{".hidden"}},
		{`x := "a" + "data/b`, "", []string{"b é.csv"}},
		{`x := "say \"no`, "", nil},
		{`x := "data"`, "", nil},
		{`x := "nowhere/`, "", nil},
		{`// "no`, "", nil},
		{`x := '"'; no`, "", nil},
	} {
		got := a.Complete(test.code+test.rest, len(test.code))
		var names []string
		for _, m := range got.Matches {
			if m.Kind == "file" || m.Kind == "folder" {
				names = append(names, m.Text)
			}
		}
		if !slices.Equal(names, test.want) {
			t.Errorf("%s: got %q, want %q", test.code, names, test.want)
		}
		if names != nil && got.End != len(test.code) {
			t.Errorf("%s: replaces up to %d", test.code, got.End)
		}
	}
}
