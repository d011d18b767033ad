// SPDX-License-Identifier: BSD-3-Clause

package house

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/mod/modfile"
)

// A tree is the tree of folders in docs/architecture.md: the folders, such as "kernel/cell", and
// the layers of those that have one. A package imports lower layers and its own children only; a
// child that is not listed has its parent's layer.
type tree struct {
	folders []string
	layers  map[string]int
}

var treeLine = regexp.MustCompile(`^( *)(\S+)/ +\S.*?(?:  (-?\d+))?$`)

// architecture parses the tree.
func architecture(t *testing.T) tree {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root(t), "docs", "architecture.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "```\n")
	block, _, _ := strings.Cut(rest, "```")
	tr := tree{layers: map[string]int{}}
	var parents []string
	for line := range strings.Lines(block) {
		m := treeLine.FindStringSubmatch(strings.TrimRight(line, "\n"))
		if m == nil || len(m[1])/2 > len(parents) {
			t.Fatalf("docs/architecture.md: not a line of the tree: %q", line)
		}
		parents = append(parents[:len(m[1])/2], m[2])
		folder := strings.Join(parents, "/")
		tr.folders = append(tr.folders, folder)
		if m[3] != "" {
			tr.layers[folder], _ = strconv.Atoi(m[3]) // the pattern admits only numbers
		}
	}
	return tr
}

// mathematics lists the packages that must not import yaegi, zmq4 or the kernel, directly or
// indirectly.
var mathematics = []string{"shapes", "dlx", "cover", "plane", "render"}

// socketless packages must not depend on sockets or processes.
var socketless = []string{"kernel/wire", "kernel/cell", "kernel/cell/assist", "kernel/display", "shapes", "dlx", "cover", "plane", "render"}

// module is the path of this module.
var module = func() string {
	text, err := os.ReadFile(filepath.Join("..", "..", "go.mod"))
	if err != nil {
		panic(err)
	}
	return modfile.ModulePath(text)
}()

type pkg struct {
	ImportPath   string
	Imports      []string
	TestImports  []string
	XTestImports []string
	Deps         []string
	Standard     bool
	Module       *struct{ Path string }
}

// list runs go list on the packages of the module.
func list(t *testing.T, args ...string) map[string]*pkg {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list", "-e", "-json=ImportPath,Imports,TestImports,XTestImports,Deps,Standard,Module"}, args...)...)
	cmd.Dir = root(t)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, &stderr)
	}
	m := map[string]*pkg{}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		p := new(pkg)
		if err := d.Decode(p); errors.Is(err, io.EOF) {
			return m
		} else if err != nil {
			t.Fatal(err)
		}
		m[p.ImportPath] = p
	}
}

func root(t *testing.T) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(dir, "..", "..")
}

// home returns the package with a layer that a path of the module belongs to: itself, or its
// nearest parent with a layer.
func (tr tree) home(path string) (string, bool) {
	p, ok := strings.CutPrefix(path, module+"/")
	for ok && p != "." && p != "" {
		if _, listed := tr.layers[p]; listed {
			return p, true
		}
		p = filepath.Dir(p)
	}
	return "", false
}

// TestArchitecture compares the tree in docs/architecture.md with the folders of the repository.
func TestArchitecture(t *testing.T) {
	tr := architecture(t)
	for _, f := range tr.folders {
		if info, err := os.Stat(filepath.Join(root(t), f)); err != nil || !info.IsDir() {
			t.Errorf("docs/architecture.md lists %s, which is not a folder", f)
		}
	}
	for _, parent := range []string{".", "kernel", "kernel/cell", "cover", "internal"} {
		out, err := exec.Command("git", "-C", filepath.Join(root(t), parent), "ls-tree", "-d", "--name-only", "HEAD", ".").Output()
		if err != nil {
			t.Fatal(err)
		}
		for _, child := range strings.Fields(string(out)) {
			f := path.Join(parent, child)
			listed := slices.ContainsFunc(tr.folders, func(g string) bool { return g == f || strings.HasPrefix(g, f+"/") })
			if !listed && child != "testdata" && !strings.HasPrefix(child, ".") {
				t.Errorf("docs/architecture.md does not list %s", f)
			}
		}
	}
}

func TestLayers(t *testing.T) {
	tr := architecture(t)
	for _, p := range list(t, "./...") {
		from, ok := tr.home(p.ImportPath)
		if !ok {
			if !strings.HasPrefix(p.ImportPath, module+"/internal/") {
				t.Errorf("%s has no layer in docs/architecture.md", p.ImportPath)
			}
			continue
		}
		for _, imp := range p.Imports {
			to, ok := tr.home(imp)
			if !ok || to == from || strings.HasPrefix(imp, p.ImportPath+"/") {
				continue
			}
			if tr.layers[to] >= tr.layers[from] {
				t.Errorf("%s (layer %d) imports %s (layer %d)", p.ImportPath, tr.layers[from], imp, tr.layers[to])
			}
		}
	}
}

func TestWalls(t *testing.T) {
	const yaegi, zmq4 = "github.com/traefik/yaegi", "github.com/go-zeromq/zmq4"
	tr := architecture(t)
	behind := func(path string, dirs []string) bool {
		h, ok := tr.home(path)
		return ok && slices.ContainsFunc(dirs, func(d string) bool { return h == d })
	}
	for _, p := range list(t, "./...") {
		for _, d := range p.Deps {
			switch {
			case behind(p.ImportPath, mathematics):
				if strings.HasPrefix(d, yaegi) || strings.HasPrefix(d, zmq4) || strings.HasPrefix(d, module+"/kernel") {
					t.Errorf("the mathematics reaches the kernel: %s depends on %s", p.ImportPath, d)
				}
			case strings.HasPrefix(p.ImportPath, module+"/kernel"):
				if behind(d, mathematics) || strings.HasPrefix(d, module+"/stdlib") {
					t.Errorf("the kernel knows mathematics: %s depends on %s", p.ImportPath, d)
				}
			}
			if behind(p.ImportPath, socketless) && (d == "net" || d == "os/exec") {
				t.Errorf("%s must build without sockets and processes, but depends on %s", p.ImportPath, d)
			}
		}
	}
}

func TestWebAssembly(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	args := []string{"build"}
	for _, p := range append(socketless, "kernel/session") {
		args = append(args, "./"+p)
	}
	cmd := exec.Command("go", args...)
	cmd.Dir = root(t)
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("GOOS=js GOARCH=wasm go %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

// ownerRow is a line of the table in docs/dependencies.md: | `module` | version | `owner` ... | reason |.
var ownerRow = regexp.MustCompile("(?m)^\\| `([^`]+)` \\| [^|]* \\| ([^|]+) \\| (.+) \\|$")

// TestDependencies checks that docs/dependencies.md lists every imported module with its owners and
// a reason, and that only the owners import it.
func TestDependencies(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root(t), "docs", "dependencies.md"))
	if err != nil {
		t.Fatal(err)
	}
	owners := map[string][]string{}
	for _, m := range ownerRow.FindAllStringSubmatch(string(text), -1) {
		for _, o := range strings.Split(m[2], ",") {
			owners[m[1]] = append(owners[m[1]], strings.Trim(o, " `"))
		}
	}
	all := list(t, "-deps", "-test", "./...")
	used := map[string]bool{}
	tr := architecture(t)
	for _, p := range list(t, "./...") {
		from, _ := tr.home(p.ImportPath)
		if from == "" {
			from = strings.TrimPrefix(p.ImportPath, module+"/")
		}
		check := func(imports []string, test bool) {
			for _, imp := range imports {
				q := all[imp]
				if q == nil || q.Standard || q.Module == nil || q.Module.Path == module {
					continue
				}
				used[q.Module.Path] = true
				own, ok := owners[q.Module.Path]
				switch {
				case !ok:
					t.Errorf("%s imports %s: docs/dependencies.md does not name its module %s", p.ImportPath, imp, q.Module.Path)
				case test && slices.Contains(own, "tests"), slices.Contains(own, from):
				default:
					t.Errorf("%s imports %s, whose owner is %s", p.ImportPath, imp, strings.Join(own, ", "))
				}
			}
		}
		check(p.Imports, false)
		check(append(p.TestImports, p.XTestImports...), true)
	}
	for m, own := range owners {
		if !used[m] && !slices.Contains(own, "tool") {
			t.Errorf("docs/dependencies.md names %s, which nothing imports", m)
		}
	}
}
