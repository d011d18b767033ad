// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var root = filepath.Join("..", "..")

// TestLinks checks the links of all Markdown files and notebooks of the repository.
func TestLinks(t *testing.T) {
	wrong, err := checkRepository(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range wrong {
		t.Error(w)
	}
}

func TestBrokenLinks(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "docs/a.md", "# One\n\n[b](b.md) [b](b.md#c-d-1 \"title\") [self](#one) ![p](../p.svg) [away](https://example.org/x)\n"+
		"`[code](no.md)` and ``[code](`no.md)``\n```\n[code](no.md)\n```\n"+
		"[x](no.md)\n[x](b.md#nothing) [x](#c) <img src=\"no.svg\">\n[x](../../etc)\n[x](../p.svg#a)\n")
	put(t, dir, "docs/b.md", "## C: *d*!\n## C [d](a.md)\n")
	put(t, dir, "n.ipynb", `{"cells":[{"cell_type":"code","source":["[x](no.md)"]},{"cell_type":"markdown","source":["# T\n","[x](docs/no.md)\n","[y](#t)"]}]}`)
	put(t, dir, "p.svg", "")
	for _, args := range [][]string{{"init", "-q"}, {"add", "."}} {
		if out, err := exec.Command("git", append([]string{"-C", dir}, args...)...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	got, err := checkRepository(dir)
	want := []string{
		"docs/a.md:8: no.md: there is no such file",
		"docs/a.md:9: b.md#nothing: there is no such heading",
		"docs/a.md:9: #c: there is no such heading",
		"docs/a.md:9: no.svg: there is no such file",
		"docs/a.md:10: ../../etc: it is outside the repository",
		"docs/a.md:11: ../p.svg#a: only Markdown files and notebooks have headings",
		"n.ipynb: cell 2:2: docs/no.md: there is no such file",
	}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("got %v\n%s\nwant\n%s", err, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestBuilt(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "index.html", "<p id=here>\n<a href=api/b.html#X.Y>b</a><a href=#here>h</a>\n<a href=api/b.html#no>b</a>\n<img src=no.png><a href=https://example.org>x</a>")
	put(t, dir, "api/b.html", "<h2 id=X.Y></h2>\n<a href='../index.html?highlight=a#there'>i</a>")
	got, err := checkBuilt(dir)
	for i := range got {
		got[i] = filepath.ToSlash(strings.TrimPrefix(got[i], dir+string(filepath.Separator)))
	}
	want := []string{
		"api/b.html:2: ../index.html?highlight=a#there: there is no such anchor",
		"index.html:3: api/b.html#no: there is no such anchor",
		"index.html:4: no.png: there is no such page",
	}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("got %v\n%s\nwant\n%s", err, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if _, err := checkBuilt(t.TempDir()); err == nil {
		t.Error("a folder without pages has no broken links")
	}
}

// TestSource checks that every page is there and that it is in the menu once.
func TestSource(t *testing.T) {
	dir := t.TempDir()
	if err := write(root, dir); err != nil {
		t.Fatal(err)
	}
	index, err := os.ReadFile(filepath.Join(dir, "index.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range []string{"api/cover", "notebooks/00-tour", "formats", "contributing", "architecture"} {
		if n := strings.Count(string(index), "\n"+page+"\n") + strings.Count(string(index), "<"+page+">\n"); n != 1 {
			t.Errorf("%s is %d times in the menu", page, n)
		}
	}
	if !strings.Contains(string(index), "\nnotebooks/contest\nnotebooks/project\nnotebooks/gallery\n") {
		t.Error("the menu does not have the notebooks in the order of the table")
	}
	for _, want := range []string{"(api/dlx/puzzle.md)", "(notebooks/00-tour.ipynb)", "(hosts.md)"} {
		if !strings.Contains(string(index), want) {
			t.Errorf("index.md has no link %s", want)
		}
	}
}

func TestLanguage(t *testing.T) {
	for text, want := range map[string]string{
		"n := 1\n":                        "go",
		"if err != nil { ... }\n":         "go",
		"for {\n\ta()\n\t...\n\tb()\n}\n": "go",
		"6x10    a box\n":                 "text",
		"polka run ...\n":                 "text",
	} {
		if got := language(text); got != want {
			t.Errorf("%q is %s, want %s", text, got, want)
		}
	}
}

// TestExported checks that every exported name that go doc lists has its anchor.
func TestExported(t *testing.T) {
	method := regexp.MustCompile(`^func (?:\(\w* ?\*?(\w+)\) )?(\w+)`)
	kind := regexp.MustCompile(`^type (\w+)`)
	for _, p := range packages {
		page, err := apiPage(root, p)
		if err != nil {
			t.Errorf("%s: %v", p, err)
			continue
		}
		cmd := exec.Command("go", "doc", "-all", "./"+p)
		cmd.Dir = root
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("go doc %s: %v", p, err)
		}
		found := 0
		for line := range strings.Lines(string(out)) {
			id := ""
			if m := method.FindStringSubmatch(line); m != nil {
				if id = m[2]; m[1] != "" {
					id = m[1] + "." + m[2]
				}
			} else if m := kind.FindStringSubmatch(line); m != nil {
				id = m[1]
			}
			if id == "" {
				continue
			}
			found++
			if !strings.Contains(string(page), anchor(id)) {
				t.Errorf("%s: %s has no anchor", p, id)
			}
		}
		if found == 0 {
			t.Errorf("go doc lists nothing in %s", p)
		}
	}
}

// TestExamples checks that examples qualify the names of their package, wherever their files are.
func TestExamples(t *testing.T) {
	for p, want := range map[string]string{
		"plane":       "plane.Decide(context.Background(), s)",
		"kernel/comm": `comm.Open("chart"`,
	} {
		page, err := apiPage(root, p)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(page), want) || strings.Contains(string(page), p+"."+want) {
			t.Errorf("%s has no example with %s", p, want)
		}
	}
}

func TestEscape(t *testing.T) {
	for text, want := range map[string]string{
		"a*b_c":      `a\*b\_c`,
		" [x](y) \n": ` \[x\](y) `,
		"1 < 2\n& 3": `1 \< 2 \& 3`,
		" ":          " ",
		"":           "",
	} {
		if got := escape(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func put(t *testing.T, dir, name, text string) {
	t.Helper()
	file := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}
