// SPDX-License-Identifier: BSD-3-Clause

// The public API, and its rules.
//
// The exported declarations of each public package are in testdata/api, one file for each package,
// so that a change of the API is a change of these files that a reviewer sees. The rules of "The
// public API" in CONTRIBUTING.md are tested on the same declarations where a program can decide
// them. The exceptions are listed here, each with its reason.

package house

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/build"
	"go/doc"
	"go/parser"
	"go/printer"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the API in testdata/api")

// public lists the packages for programs, and for cells those of kernel.
var public = []string{
	"shapes", "dlx", "dlx/puzzle", "cover", "cover/assembly", "cover/burr", "cover/knuth", "cover/seed", "fabrication", "plane", "render", "chart",
	"frame", "sqlcell", "play", "play/campaign", "campaign", "campaign/jet", "script", "script/basic", "script/core", "install",
	"kernel/comm", "kernel/display", "kernel/widget",
}

// An api is the exported part of a package.
type api struct {
	dir  string
	set  *token.FileSet
	docs *doc.Package
}

// apiOf parses a package as it is on Linux.
func apiOf(t *testing.T, dir string) api {
	t.Helper()
	linux := build.Default
	linux.GOOS, linux.GOARCH, linux.CgoEnabled = "linux", "amd64", false
	p, err := linux.ImportDir(filepath.Join(root(t), filepath.FromSlash(dir)), 0)
	if err != nil {
		t.Fatal(err)
	}
	a := api{dir: dir, set: token.NewFileSet()}
	var files []*ast.File
	for _, name := range p.GoFiles {
		f, err := parser.ParseFile(a.set, filepath.Join(p.Dir, name), nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	if a.docs, err = doc.NewFromFiles(a.set, files, module+"/"+dir); err != nil {
		t.Fatal(err)
	}
	return a
}

// functions returns the exported functions and methods, without bodies and comments.
func (a api) functions() []*ast.FuncDecl {
	list := slices.Clone(a.docs.Funcs)
	for _, typ := range a.docs.Types {
		list = append(append(list, typ.Funcs...), typ.Methods...)
	}
	var decls []*ast.FuncDecl
	for _, f := range list {
		f.Decl.Body, f.Decl.Doc = nil, nil
		decls = append(decls, f.Decl)
	}
	return decls
}

// text prints the declarations, sorted by name.
func (a api) text() string {
	var lines []string
	for _, f := range a.functions() {
		lines = append(lines, a.print(f))
	}
	values := append(slices.Clone(a.docs.Consts), a.docs.Vars...)
	for _, typ := range a.docs.Types {
		values = append(append(values, typ.Consts...), typ.Vars...)
		for _, spec := range typ.Decl.Specs {
			ast.Inspect(spec, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.TypeSpec:
					n.Doc, n.Comment = nil, nil
				case *ast.Field:
					n.Doc, n.Comment = nil, nil
				}
				return true
			})
			lines = append(lines, "type "+a.print(spec))
		}
	}
	for _, v := range values {
		for _, spec := range v.Decl.Specs {
			spec := spec.(*ast.ValueSpec)
			spec.Doc, spec.Comment = nil, nil
			for _, name := range spec.Names {
				if name.IsExported() {
					lines = append(lines, fmt.Sprintf("%v %s", v.Decl.Tok, name.Name))
				}
			}
		}
	}
	slices.Sort(lines)
	text := strings.Join(lines, "\n") + "\n"
	return strings.ReplaceAll(text, module+"/", "polka/")
}

func (a api) print(n any) string {
	var b bytes.Buffer
	if err := printer.Fprint(&b, a.set, n); err != nil {
		return err.Error()
	}
	return regexp.MustCompile(`\n\s*\n`).ReplaceAllString(b.String(), "\n")
}

// TestAPI compares the public API with testdata/api.
func TestAPI(t *testing.T) {
	for _, dir := range public {
		name := filepath.Join("testdata", "api", strings.ReplaceAll(dir, "/", "-")+".txt")
		got := apiOf(t, dir).text()
		if *update {
			if err := os.WriteFile(name, []byte(got), 0o666); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if string(want) == got {
			continue
		}
		old, now := strings.Split(string(want), "\n"), strings.Split(got, "\n")
		for _, line := range old {
			if !slices.Contains(now, line) {
				t.Errorf("%s: no longer has %s", dir, line)
			}
		}
		for _, line := range now {
			if !slices.Contains(old, line) {
				t.Errorf("%s: has %s", dir, line)
			}
		}
		t.Errorf("the API of %s differs from %s: if that is intended, run go test ./internal/house -update and add a line to docs/api-changes.md", dir, name)
	}
}

// TestPublicPackages checks that no package for programs is missing from the list.
func TestPublicPackages(t *testing.T) {
	for path := range list(t, "./...") {
		dir := strings.TrimPrefix(path, module+"/")
		top, _, _ := strings.Cut(dir, "/")
		internal := strings.Contains("/"+dir+"/", "/internal/") || slices.Contains([]string{"cmd", "kernel", "stdlib", "notebooks"}, top)
		tool := dir == "dlx/puzzle/internal/bands/kernels" || dir == "script/maketables"
		if !internal && !tool && !slices.Contains(public, dir) {
			t.Errorf("package %s is not in the list of public packages", dir)
		}
	}
}

// A rule reports what is wrong with the signature of a function, or "".
type rule func(a api, f *ast.FuncDecl) string

// full is the name of a function or method with its package.
func full(a api, f *ast.FuncDecl) string {
	name := a.dir + "."
	if f.Recv != nil {
		name += strings.Trim(a.print(f.Recv.List[0].Type), "*") + "."
	}
	return name + f.Name.Name
}

// parameters lists the names and types of the parameters, or of the results.
func (a api) parameters(list *ast.FieldList) (names, types []string) {
	if list == nil {
		return nil, nil
	}
	for _, field := range list.List {
		typ := a.print(field.Type)
		if len(field.Names) == 0 {
			names, types = append(names, ""), append(types, typ)
		}
		for _, name := range field.Names {
			names, types = append(names, name.Name), append(types, typ)
		}
	}
	return names, types
}

// drawn lists the functions with parameters of any type: values that are drawn, shown, stored in a
// page or passed to the user's code.
var drawn = regexp.MustCompile(`^(play\.SolidOf|render\.(Of|Draw|Watch|RecordSearch|Table\.Row|Chart\.\w+)|chart\.Of|frame\.(Of|NewColumn)|sqlcell\.Args|script/core\.Session\.(Call|Use)|script/core\.Value\.To|kernel/(display|comm|widget)\..*)$`)

// measures lists methods whose results are sizes, positions or exponents, not numbers of things
// that could be listed.
var measures = []string{"cover.Strips.Rows"}

var (
	isAdjective = regexp.MustCompile(`^Is[A-Z]`)
	anyType     = regexp.MustCompile(`\bany\b|interface\{\}`)
	optionsType = regexp.MustCompile(`^(\.\.\.)?(\w+\.)?\w*Options$`)
)

// rules are those for functions.
var rules = []rule{
	func(a api, f *ast.FuncDecl) string {
		if f.Recv != nil && isAdjective.MatchString(f.Name.Name) {
			return "methods that are adjectives have no Is"
		}
		return ""
	},
	func(a api, f *ast.FuncDecl) string {
		names, _ := a.parameters(f.Type.Params)
		if i := slices.Index(names, "seed"); i >= 0 && i != len(names)-1 {
			return "the seed is the last parameter"
		}
		return ""
	},
	func(a api, f *ast.FuncDecl) string {
		_, types := a.parameters(f.Type.Params)
		if i := slices.Index(types, "context.Context"); i > 0 {
			return "the context is the first parameter"
		}
		return ""
	},
	func(a api, f *ast.FuncDecl) string {
		names, types := a.parameters(f.Type.Params)
		if i := slices.Index(names, "visit"); i >= 0 && !strings.HasSuffix(types[i], ") bool") {
			return "a visit function returns a bool"
		}
		return ""
	},
	func(a api, f *ast.FuncDecl) string {
		_, types := a.parameters(f.Type.Params)
		for i, typ := range types {
			if optionsType.MatchString(typ) && (i < len(types)-1 || strings.HasPrefix(typ, "...")) {
				return "options are one struct, the last parameter"
			}
		}
		return ""
	},
	func(a api, f *ast.FuncDecl) string {
		_, types := a.parameters(f.Type.Params)
		if slices.ContainsFunc(types, anyType.MatchString) && !drawn.MatchString(full(a, f)) {
			return "a parameter of any type is only for values that are drawn"
		}
		return ""
	},
	func(a api, f *ast.FuncDecl) string {
		_, results := a.parameters(f.Type.Results)
		name := f.Name.Name
		if f.Recv != nil && slices.Equal(results, []string{"int"}) && strings.HasSuffix(name, "s") && !strings.HasPrefix(name, "Num") && !slices.Contains(measures, full(a, f)) {
			return "a method that returns a number of things is named NumX"
		}
		return ""
	},
	func(a api, f *ast.FuncDecl) string {
		_, types := a.parameters(f.Type.Params)
		_, results := a.parameters(f.Type.Results)
		text := slices.Contains(types, "string") && slices.Contains(results, "error")
		if f.Recv == nil && regexp.MustCompile(`^New[A-Z]`).MatchString(f.Name.Name) && text {
			return "a constructor that parses text is named ParseX"
		}
		return ""
	},
	func(a api, f *ast.FuncDecl) string {
		_, results := a.parameters(f.Type.Results)
		if f.Recv != nil && f.Name.Name == "Text" && !slices.Equal(results, []string{"string"}) {
			return "Text draws, and returns a string"
		}
		return ""
	},
	func(a api, f *ast.FuncDecl) string {
		names, types := a.parameters(f.Type.Params)
		if f.Recv != nil && len(types) == 1 && types[0] == "io.Writer" && strings.HasPrefix(f.Name.Name, "Write") && names[0] != "" {
			if _, results := a.parameters(f.Type.Results); f.Name.Name == "Write" || f.Name.Name == "WriteTo" && !slices.Equal(results, []string{"int64", "error"}) {
				return "a value is written by WriteTo, as io.WriterTo has it"
			}
		}
		return ""
	},
}

// broken breaks each of the rules, in their order.
const broken = `package broken

func (T) IsGood() bool
func Sample(seed uint64, n int) []T
func Count(n int, ctx context.Context) error
func Each(visit func(T) error) error
func Solve(t T, options ...Options) error
func Start(problem any) error
func (T) Parts() int
func NewPuzzle(text string) (T, error)
func (T) Text() []byte
func (T) WriteTo(w io.Writer) error

type T struct{}
type Options struct{}
`

// TestRules checks that each rule finds the function that breaks it, and no other.
func TestRules(t *testing.T) {
	a := api{dir: "broken", set: token.NewFileSet()}
	file, err := parser.ParseFile(a.set, "broken.go", broken, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		for i, rule := range rules {
			if wrong := rule(a, f); (wrong != "") != (i == n) {
				t.Errorf("rule %d says %q about %s", i, wrong, full(a, f))
			}
		}
		n++
	}
	if n != len(rules) {
		t.Errorf("%d functions for %d rules", n, len(rules))
	}
}

// TestAPIRules checks the signatures of the public functions.
func TestAPIRules(t *testing.T) {
	for _, dir := range public {
		a := apiOf(t, dir)
		for _, f := range a.functions() {
			for _, rule := range rules {
				if wrong := rule(a, f); wrong != "" {
					t.Errorf("%s: %s", full(a, f), wrong)
				}
			}
		}
	}
}

// TestAPIComments checks that every exported function has a comment, and that one with results says
// what it returns or does, as in the standard library, and not what it is. The methods of
// campaign.Memory are described by the interface Store.
func TestAPIComments(t *testing.T) {
	for _, dir := range public {
		a := apiOf(t, dir)
		list := slices.Clone(a.docs.Funcs)
		for _, typ := range a.docs.Types {
			if dir != "campaign" || typ.Name != "Memory" {
				list = append(append(list, typ.Funcs...), typ.Methods...)
			}
		}
		for _, f := range list {
			words := strings.Fields(f.Doc)
			switch {
			case len(words) < 3 || words[0] != f.Name:
				t.Errorf("%s: expected a comment that begins with the name", full(a, f.Decl))
			case f.Decl.Type.Results == nil || words[1] != "is" && words[1] != "are":
			case slices.Contains([]string{"the", "a", "an", "what", "how", "all", "those"}, words[2]):
				t.Errorf("%s: the comment says what it is, expected what it returns", full(a, f.Decl))
			}
		}
	}
}

// same lists the names of types that several public packages have on purpose: each is the same idea
// for the subject of its package.
var same = map[string]string{
	"Options":     "the options of the package's main function",
	"Family":      "cover.Family is the dlx.Family of a puzzle",
	"Solver":      "cover.Solver is the dlx.Solver of a puzzle",
	"Graph":       "nodes with names and edges, of a puzzle and of a board",
	"SyntaxError": "one type under two names",
	"Progress":    "render draws what dlx reports",
	"Campaign":    "the widget of a campaign",
	"Problem":     "what a file or a package describes",
	"Piece":       "a piece of a puzzle, and of a line of the seeder",
	"Store":       "campaign/jet has the store of campaign on a server",
	"Result":      "what a search or an installation has done",
	"Event":       "a step of a search, and a display",
	"Bundle":      "that of script is for programs that do not use package display",
	"Tiling":      "of a board, and of the plane",
	"Chart":       "of numbers by size for the course, and of any rows",
	"Box":         "a box of pieces, and of widgets",
	"Search":      "a search in parts, and one to watch",
	"Group":       "pieces that may stay together, of an assembly and of a file",
	"Solution":    "of a cover problem, and in a file of BurrTools",
	"Error":       oneType,
	"Library":     oneType,
	"Place":       oneType,
	"Session":     oneType,
	"Value":       oneType,
	"Column":      "a column of a table of counts, and of a table of data",
}

// oneType is the reason for the types that package script has from script/core.
const oneType = "one type, of script/core and of script"

// meanings lists the names that are a field of one type of a package and a method of another with a
// different type, each with the reason why both mean the same.
var meanings = map[string]string{
	"campaign/jet.Address":    "where a server listens: as text, and as the system has it",
	"cover.Copies":            "numbers of copies: bounds for a piece, and numbers in a set",
	"cover.Count":             "a number of tilings: found already, and to be found",
	"cover.Counts":            "numbers of tilings",
	"cover.Distinct":          "up to symmetry: a number, and the puzzle that has it",
	"cover/assembly.Pieces":   "of the whole, and by their indices for a part of it",
	"cover/seed.Instances":    "numbers of copies in words: given, and applied",
	"dlx.Count":               "a number of solutions: found already, and to be found",
	"dlx.Found":               "what was found so far: a number that may be large, and one of a few choices",
	"dlx.Solutions":           "of a search: their number so far, and each of them",
	"kernel/display.Register": "a function of a table of functions",
	"kernel/display.Update":   "of a display: an order, and a report of it",
	"render.Title":            "of a picture: set and kept",
	"shapes.Cells":            "cells: as polygons of a definition, and by coordinates",
	"shapes.Nodes":            "of a graph: by their names, and as a shape",
}

// TestAPIFields checks that a name is not a field of one type and a method of another one of the
// same package with another type of result, unless it means the same.
func TestAPIFields(t *testing.T) {
	found := map[string]bool{}
	for _, dir := range public {
		a := apiOf(t, dir)
		results := map[string][]string{} // of the methods, by name
		for _, f := range a.functions() {
			if f.Recv != nil {
				_, types := a.parameters(f.Type.Results)
				results[f.Name.Name] = append(results[f.Name.Name], strings.Join(types[:min(1, len(types))], ""))
			}
		}
		for _, typ := range a.docs.Types {
			for _, spec := range typ.Decl.Specs {
				s, ok := spec.(*ast.TypeSpec).Type.(*ast.StructType)
				if !ok {
					continue
				}
				for _, field := range s.Fields.List {
					for _, name := range field.Names {
						kind := a.print(field.Type)
						if !slices.ContainsFunc(results[name.Name], func(other string) bool { return other != kind }) {
							continue
						}
						full := dir + "." + name.Name
						if found[full] = true; meanings[full] == "" {
							t.Errorf("%s: field of type %s in %s, and a method with the result %s", full, kind, typ.Name, strings.Join(results[name.Name], ", "))
						}
					}
				}
			}
		}
	}
	for name := range meanings {
		if !found[name] {
			t.Errorf("%s is listed as an exception, but is not both a field and a method", name)
		}
	}
}

// banned lists names of fields that have another name everywhere.
var banned = map[string]string{"Time": "Elapsed", "TimeLimit": "a context", "Timeout": "a context"}

// TestAPINames checks the names of types and fields.
func TestAPINames(t *testing.T) {
	home, twice := map[string]string{}, map[string]bool{}
	for _, dir := range public {
		for _, typ := range apiOf(t, dir).docs.Types {
			if other, exists := home[typ.Name]; exists {
				if twice[typ.Name] = true; same[typ.Name] == "" {
					t.Errorf("%s and %s both have a type %s", other, dir, typ.Name)
				}
			}
			home[typ.Name] = dir
			ast.Inspect(typ.Decl, func(n ast.Node) bool {
				if s, ok := n.(*ast.StructType); ok {
					for _, field := range s.Fields.List {
						for _, name := range field.Names {
							if want := banned[name.Name]; want != "" {
								t.Errorf("%s.%s.%s: expected %s", dir, typ.Name, name.Name, want)
							}
						}
					}
				}
				return true
			})
		}
	}
	for name := range same {
		if !twice[name] {
			t.Errorf("only one package has a type %s, which is listed as an exception", name)
		}
	}
}
