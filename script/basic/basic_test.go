// SPDX-License-Identifier: BSD-3-Clause

package basic

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"polka/internal/licenses"
	"polka/stdlib"
	"polka/stdlib/extract"
	"polka/stdlib/facts"
)

// TestGenerated makes the tables again, and compares them with those that are stored.
func TestGenerated(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles a part of Go's library")
	}
	release, err := extract.Release()
	if err != nil {
		t.Fatal(err)
	}
	if made := strings.TrimSpace(string(facts.New(stdlib.Archives()...).File("go"))); made != release {
		t.Skipf("the tables are those of %s, and this is %s", made, release)
	}
	text, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	line := regexp.MustCompile(`(?m)^//go:generate go (.*)$`).FindSubmatch(text)
	dir := t.TempDir()
	args := strings.Fields(string(line[1]))
	args = append(args[:2:2], append([]string{"-output", dir}, args[2:]...)...)
	if out, err := exec.CommandContext(t.Context(), "go", args...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	made, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	stored, err := filepath.Glob("[zt]*[po]") // z_*.go and types.zip
	if err != nil {
		t.Fatal(err)
	}
	if len(made) != len(stored) {
		t.Errorf("%d files instead of %d; run go generate ./script/basic", len(stored), len(made))
	}
	for _, f := range made {
		want, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(filepath.Base(f)); err != nil || string(got) != licenses.Marked(f, string(want)) {
			t.Errorf("%s is out of date (%v); run go generate ./script/basic", filepath.Base(f), err)
		}
	}
}

// TestTables compares the names of the tables with those of package stdlib.
func TestTables(t *testing.T) {
	for _, table := range Library.Tables {
		all := stdlib.Table(table.Path)
		got := table.Map()
		for name := range all {
			if _, ok := got[name]; !ok && !strings.HasPrefix(name, "_") {
				t.Errorf("%s.%s is missing", table.Path, name)
			}
		}
		for name := range got {
			if _, ok := all[name]; !ok {
				t.Errorf("%s.%s is not in package stdlib", table.Path, name)
			}
		}
	}
}
