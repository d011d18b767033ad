// SPDX-License-Identifier: BSD-3-Clause

package stdlib

import (
	"bytes"
	"go/build"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	yaegi "github.com/traefik/yaegi/extract"

	"polka/internal/licenses"
	"polka/stdlib/extract"
)

const again = "run go generate ./stdlib"

// sameGo skips a test that would compare the library of one release of Go with that of another. The
// tables work with both; they are made anew when the project moves to the newer one.
func sameGo(t *testing.T) {
	t.Helper()
	release, err := extract.Release()
	if err != nil {
		t.Fatal(err)
	}
	if made := strings.TrimSpace(string(set().File("go"))); made != release {
		t.Skipf("the tables are those of %s, and this is %s", made, release)
	}
}

// TestGenerated makes the tables, types and documentation of Polka's own packages anew, in memory,
// and compares them with what is stored. Go's library changes only with Go.
func TestGenerated(t *testing.T) {
	sameGo(t)
	pkgs, err := extract.Load(".", extract.Ours...)
	if err != nil {
		t.Fatal(err)
	}
	all := slices.Collect(maps.Keys(set().Names()))
	for _, p := range pkgs {
		source, _, err := p.Table("tables")
		if err != nil {
			t.Fatal(err)
		}
		name := "z_" + strings.Trim(p.Ident(), "_") + ".go"
		stored, err := os.ReadFile(filepath.Join("internal", "tables", name))
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(string(stored), licenses.Marked(name, string(source))); d != "" {
			t.Errorf("the table of %s is out of date: %s\n%s", p.Path, again, d)
		}
		if !bytes.Equal(p.Export(all...), set().File("types/"+p.Path)) {
			t.Errorf("the types of %s are out of date: %s", p.Path, again)
		}
		entries, err := p.Doc()
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(extract.Format(entries), set().File("doc/"+p.Path)) {
			t.Errorf("the documentation of %s is out of date: %s", p.Path, again)
		}
	}
}

// TestPackageList compares the stored packages with those that Go's library has today and with
// ours.
func TestPackageList(t *testing.T) {
	sameGo(t)
	library, err := extract.Library(".")
	if err != nil {
		t.Fatal(err)
	}
	want := append(library, extract.Ours...)
	slices.Sort(want)
	if d := cmp.Diff(slices.Sorted(maps.Keys(set().Names())), want); d != "" {
		t.Errorf("%s\n%s", again, d)
	}
	if d := cmp.Diff(set().Absent(), extract.Absent); d != "" {
		t.Errorf("%s\n%s", again, d)
	}
}

// TestSameAsYaegi compares the names in our tables with those that the interpreter's own extractor
// finds. It reads sources, which takes seconds for a package of some size, and so is not what makes
// the tables.
func TestSameAsYaegi(t *testing.T) {
	sameGo(t)
	defer func(was string) { build.Default.GOROOT = was }(build.Default.GOROOT)
	build.Default.GOROOT = goroot(t) // a test that is built with -trimpath does not know it
	key := regexp.MustCompile(`(?m)^\s+"(\w+)":\s+reflect`)
	for _, path := range []string{"container/heap", "sort", "unicode/utf8"} {
		var source bytes.Buffer
		if _, err := (&yaegi.Extractor{Dest: "tables"}).Extract(path, "", &source); err != nil {
			t.Fatal(err)
		}
		var want []string
		for _, m := range key.FindAllStringSubmatch(source.String(), -1) {
			want = append(want, m[1])
		}
		slices.Sort(want)
		if d := cmp.Diff(want, slices.Sorted(maps.Keys(Table(path)))); d != "" {
			t.Errorf("%s: yaegi's extractor (-) and ours (+) differ\n%s", path, d)
		}
	}
}

// TestNoPaths checks that nothing stored names the machine that made it.
func TestNoPaths(t *testing.T) {
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range set().Files() {
		if !strings.HasPrefix(name, "types/") {
			continue
		}
		if data := set().File(name); bytes.Contains(data, []byte(dir)) || bytes.Contains(data, []byte("/src/")) {
			t.Errorf("%s holds a file name", name)
		}
	}
}
