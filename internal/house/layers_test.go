package house

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// layers gives each package its floor. A package imports lower floors and its own children only; a child
// that is not listed lives on its parent's floor.
var layers = map[string]int{
	"internal/digit":            -1,
	"internal/limit":            -1,
	"internal/pattern":          -1,
	"internal/progress":         -1, // so that everything may report
	"internal/replace":          -1,
	"kernel/cell/syntax":        0,
	"kernel/cell/typeview":      0,
	"kernel/cell/explain":       1,
	"kernel/cell/warn":          2,
	"kernel/cell/assist":        3,
	"kernel/wire":               0,
	"kernel/display":            0,
	"shapes":                    0,
	"dlx":                       0,
	"dlx/internal/bits/kernels": 0, // writes code, and is part of no program
	"install":                   0,
	"kernel/engine":             1,
	"kernel/zmq":                1,
	"kernel/machine":            0,
	"kernel/cell":               2,
	"cover":                     1,
	"kernel/session":            4,
	"render":                    2,
	"kernel/worker":             3,
	"kernel/nb":                 3,
	"kernel/repl":               3,
	"stdlib":                    3,
	"kernel":                    4,
	"cmd/polka":                 5,
}

// mathematics is behind a wall: it imports neither yaegi, zmq4 nor the kernel, directly or through others.
var mathematics = []string{"shapes", "dlx", "cover", "render"}

// socketless packages must also build for WebAssembly, so they reach neither sockets nor processes.
var socketless = []string{"kernel/session", "kernel/wire", "kernel/cell", "kernel/cell/assist", "kernel/display", "shapes", "dlx", "cover", "render"}

const module = "polka"

type pkg struct {
	ImportPath   string
	Imports      []string
	TestImports  []string
	XTestImports []string
	Deps         []string
	Standard     bool
	Module       *struct{ Path string }
}

// list asks the go command about the packages of the module.
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

// home is the listed package that a path of the module belongs to: itself, or the nearest listed parent.
func home(path string) (string, bool) {
	p, ok := strings.CutPrefix(path, module+"/")
	for ok && p != "." && p != "" {
		if _, listed := layers[p]; listed {
			return p, true
		}
		p = filepath.Dir(p)
	}
	return "", false
}

func TestLayers(t *testing.T) {
	for _, p := range list(t, "./...") {
		from, ok := home(p.ImportPath)
		if !ok {
			if !strings.HasPrefix(p.ImportPath, module+"/internal/") {
				t.Errorf("%s has no layer: add it to layers in this test and to docs/architecture.md", p.ImportPath)
			}
			continue
		}
		for _, imp := range p.Imports {
			to, ok := home(imp)
			if !ok || to == from || strings.HasPrefix(imp, p.ImportPath+"/") {
				continue
			}
			if layers[to] >= layers[from] {
				t.Errorf("%s (layer %d) imports %s (layer %d)", p.ImportPath, layers[from], imp, layers[to])
			}
		}
	}
}

func TestWalls(t *testing.T) {
	const yaegi, zmq4 = "github.com/traefik/yaegi", "github.com/go-zeromq/zmq4"
	behind := func(path string, dirs []string) bool {
		h, ok := home(path)
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
			if behind(p.ImportPath, socketless) && (d == "net" || d == "os/exec") && !strings.HasPrefix(p.ImportPath, module+"/kernel/session") {
				t.Errorf("%s must build without sockets and processes, but depends on %s", p.ImportPath, d)
			}
		}
	}
}

func TestWebAssembly(t *testing.T) {
	args := []string{"build"}
	for _, p := range socketless {
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

// TestDependencies checks that every module that code imports stands in docs/dependencies.md with the
// packages that own it and a reason, and that nobody else imports it.
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
	for _, p := range list(t, "./...") {
		from, _ := home(p.ImportPath)
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
