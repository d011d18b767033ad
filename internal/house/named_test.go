// SPDX-License-Identifier: BSD-3-Clause

package house

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// The patterns of what comments and documents name: files of Go, packages as in "package dlx" and
// "kernel/cell", and the words before a file that belongs to another project.
var (
	fileName    = regexp.MustCompile(`[\w*./~-]*\w\.go\b`)
	packageName = regexp.MustCompile(`(?:\b(?:as|by|for|from|in|like|of|on|see|than|to|with|without)\s+package|\bPackage)\s+([a-z]\w*(?:/\w+)*)`)
	folderName  = regexp.MustCompile("(?:^|[\\s(\"`*])((?:kernel|dlx|cover|shapes|plane|render|play|puzzle|campaign|stdlib|script|internal|install|notebooks|cmd)(?:/[a-z_]\\w*)+)(?:[\\s,;:)\"`*]|\\.\\s|\\.$|$)")
)

// goTest matches an entry of the list of Go's own tests in docs/dialect.md.
var goTest = regexp.MustCompile("^- `[\\w/]+\\.go`:")

// otherFiles are file names that stand for files of users or are made when something runs.
var otherFiles = []string{
	"FILE.go", "NAME.go", "map.go", "answer.go", "main.go", "script.go", "a.go", "b.go", "x.go", "foo.go", "point.go", "solve.go", "wrong1.go",
	"exec_linux_amd64.go", "z_polka_inside.go", "nats.go",
}

// notPackages are words after the name of a field or a type named Package, and names in examples.
var notPackages = []string{"colorful", "qrcode", "yaml", "is", "are", "has", "to", "p"}

// A known is what names may refer to.
type known struct {
	files    []string        // the paths of the repository
	folders  map[string]bool // and of the folders in it
	packages map[string]bool // the last elements and the whole paths of packages of the repository, Go's library and the modules in go.mod
	library  map[string]bool // files of Go's library: their paths, and all ends of these, down to the name
}

// whatExists collects them.
func whatExists(t *testing.T) known {
	k := known{folders: map[string]bool{}, packages: map[string]bool{}, library: map[string]bool{}}
	out, err := exec.Command("git", "-C", root(t), "ls-files").Output()
	if err != nil {
		t.Fatal(err)
	}
	k.files = strings.Fields(string(out))
	for _, f := range k.files {
		for dir := path.Dir(f); dir != "."; dir = path.Dir(dir) {
			k.folders[dir] = true
			for from := dir; ; {
				k.packages[from] = true
				_, rest, more := strings.Cut(from, "/")
				if !more {
					break
				}
				from = rest
			}
		}
	}
	goroot, err := exec.Command("go", "env", "GOROOT").Output() // a test built with -trimpath does not know it
	if err != nil {
		t.Fatal(err)
	}
	src := filepath.Join(strings.TrimSpace(string(goroot)), "src")
	err = filepath.WalkDir(src, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(src, name)
		if d.IsDir() {
			if d.Name() == "testdata" {
				return filepath.SkipDir
			}
			k.packages[filepath.ToSlash(rel)], k.packages[d.Name()] = true, true
		} else if strings.HasSuffix(rel, ".go") {
			for end := filepath.ToSlash(rel); ; {
				k.library[end] = true
				_, rest, more := strings.Cut(end, "/")
				if !more {
					break
				}
				end = rest
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	mod, err := os.ReadFile(filepath.Join(root(t), "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range strings.Fields(string(mod)) {
		k.packages[strings.TrimSuffix(path.Base(word), ".go")] = true
	}
	return k
}

// hasFile reports whether a file exists, seen from the folder dir.
func (k known) hasFile(dir, name string) bool {
	name = strings.TrimPrefix(name, "./")
	if strings.ContainsAny(name, "*~") || slices.Contains(otherFiles, path.Base(name)) || k.library[name] {
		return true
	}
	return slices.ContainsFunc(k.files, func(f string) bool { return f == name || strings.HasSuffix(f, "/"+name) }) ||
		slices.Contains(k.files, path.Join(dir, name))
}

// wrong lists what a text of the folder dir names that does not exist.
func (k known) wrong(dir, text string) (list []string) {
	for _, name := range fileName.FindAllString(text, -1) {
		if !k.hasFile(dir, name) {
			list = append(list, "file "+name)
		}
	}
	for _, m := range packageName.FindAllStringSubmatch(text, -1) {
		if !k.packages[strings.TrimPrefix(m[1], module+"/")] && !slices.Contains(notPackages, m[1]) {
			list = append(list, "package "+m[1])
		}
	}
	for _, m := range folderName.FindAllStringSubmatch(text, -1) {
		if !k.folders[m[1]] && !k.packages[m[1]] && !slices.Contains(k.files, m[1]) {
			list = append(list, m[1])
		}
	}
	return list
}

// TestNamedFiles checks that files and packages which comments name exist.
func TestNamedFiles(t *testing.T) {
	k := whatExists(t)
	for _, name := range k.files {
		if !strings.HasSuffix(name, ".go") || strings.Contains(name, "testdata/") {
			continue
		}
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, filepath.Join(root(t), name), nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, group := range f.Comments {
			for _, w := range k.wrong(path.Dir(name), group.Text()) {
				t.Errorf("%s:%d: the comment names %s, which does not exist", name, fset.Position(group.Pos()).Line, w)
			}
		}
	}
}

// TestDocuments checks that the documents name what exists, and that their lines are narrower than
// 150 columns, except for tables, code and links.
func TestDocuments(t *testing.T) {
	const width = 150
	k := whatExists(t)
	for _, name := range k.files {
		if !strings.HasSuffix(name, ".md") || strings.Contains(name, "testdata/") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(root(t), name))
		if err != nil {
			t.Fatal(err)
		}
		code := false
		for i, line := range strings.Split(string(text), "\n") {
			if strings.HasPrefix(strings.TrimSpace(line), "```") {
				code = !code
			}
			if code || strings.HasPrefix(line, "    ") {
				continue
			}
			if n := utf8.RuneCountInString(line); n >= width && !strings.HasPrefix(line, "|") && strings.Contains(strings.TrimSpace(line), " ") {
				t.Errorf("%s:%d: the line is %d columns wide, expected less than %d", name, i+1, n, width)
			}
			if goTest.MatchString(line) {
				continue
			}
			for _, w := range k.wrong(path.Dir(name), line) {
				t.Errorf("%s:%d: the document names %s, which does not exist", name, i+1, w)
			}
		}
	}
}
