// SPDX-License-Identifier: BSD-3-Clause

package session_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"polka/kernel/cell/source"
	"polka/kernel/engine"
	"polka/kernel/session"
	"polka/stdlib"

	"golang.org/x/tools/txtar"
)

// A folder is a directory of files with a session in it.
type folder struct {
	t   *testing.T
	dir string
	o   session.Options
	s   *session.Session
	n   int
}

// newFolder makes a directory of the files of an archive, which are below dir, and a session in
// home, which is one of its directories.
func newFolder(t *testing.T, home, archive string) *folder {
	t.Helper()
	f := &folder{t: t, dir: t.TempDir()}
	f.write(archive)
	if err := os.MkdirAll(filepath.Join(f.dir, home), 0o777); err != nil {
		t.Fatal(err)
	}
	o := source.Options{Files: os.DirFS(f.dir), Root: "/", Dir: home}
	if _, err := os.Stat(filepath.Join(f.dir, "cache")); err == nil {
		o.Cache = os.DirFS(filepath.Join(f.dir, "cache"))
	}
	f.o = session.Options{
		Commands: true,
		Symbols:  []session.Symbols{stdlib.Symbols()},
		Facts:    stdlib.Importer(),
		Packages: stdlib.Packages(),
		Prelude:  stdlib.Prelude(),
		Doc:      stdlib.Doc,
		Sources:  source.New(o),
		Log:      t.Logf,
	}
	f.open()
	return f
}

// open makes the session, again if there is one.
func (f *folder) open() {
	f.t.Helper()
	if f.s != nil {
		f.s.Close()
	}
	s, err := session.New(f.o)
	if err != nil {
		f.t.Fatal(err)
	}
	f.t.Cleanup(func() { s.Close() })
	f.s = s
}

func (f *folder) write(archive string) {
	f.t.Helper()
	for _, file := range txtar.Parse([]byte(archive)).Files {
		name := filepath.Join(f.dir, filepath.FromSlash(file.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			f.t.Fatal(err)
		}
		if err := os.WriteFile(name, file.Data, 0o666); err != nil {
			f.t.Fatal(err)
		}
	}
}

// run runs a cell and gives its outcome as the corpus writes it, without colors.
func (f *folder) run(code string) string {
	f.n++
	out := new(recorder)
	r := f.s.Execute(context.Background(), engine.Cell{Number: f.n, Code: code}, out)
	return strings.TrimRight(colors.ReplaceAllString(show(r, out), ""), "\n")
}

// want runs a cell and compares the outcome.
func (f *folder) want(code, outcome string) {
	f.t.Helper()
	if got := f.run(code); got != outcome {
		f.t.Errorf("%s\ngives\n%s\nand not\n%s", code, got, outcome)
	}
}

const geometry = `
-- home/geometry/point.go --
// Package geometry is about points in the plane.
package geometry

import (
	"fmt"
	"math"
)

// A Number is a coordinate.
type Number interface{ ~int | ~float64 }

// A Point is a pair of coordinates.
type Point[N Number] struct{ X, Y N }

// Norm is the distance from the origin.
func (p Point[N]) Norm() float64 { return math.Hypot(float64(p.X), float64(p.Y)) }

func (p *Point[N]) Move(dx, dy N) { p.X += dx; p.Y += dy }

func (p Point[N]) String() string { return fmt.Sprintf("(%v|%v)", p.X, p.Y) }

// Map applies f to each coordinate.
func Map[N, M Number](p Point[N], f func(N) M) Point[M] { return Point[M]{f(p.X), f(p.Y)} }

// Half is exact.
func Half[N Number](p Point[N]) Point[float64] { return Map(p, func(n N) float64 { return float64(n) / 2 }) }
-- home/geometry/shape.go --
package geometry

import "strings"

// Count is the number of shapes that were made.
var Count = first + 1

var first = second * 2

var second = func() int { log = append(log, "second"); return 3 }()

var log []string

func init() { log = append(log, "init one") }

func init() { log = append(log, "init two") }

// Log says what was done when the package was loaded.
func Log() string { return strings.Join(log, ", ") }

// A Shape has an area.
type Shape interface {
	Area() float64
	secret() string
}

// A Rect is a rectangle.
type Rect struct {
	W, H float64 // width and height
	name string
}

// NewRect makes a rectangle. It counts.
func NewRect(w, h float64) *Rect {
	Count++
	return &Rect{w, h, "rect"}
}

// Area is the area.
func (r *Rect) Area() float64 { return r.W * r.H }

func (r *Rect) secret() string { return r.name }

// Secret gives away the secret of a shape.
func Secret(s Shape) string { return s.secret() }

// Corner panics for a rectangle that has none.
func (r *Rect) Corner(i int) float64 {
	corners := []float64{0, r.W}
	return corners[i]
}
-- home/geometry/windows.go --
//go:build windows && linux

package geometry

this file does not parse
-- home/geometry/shape_plan9.go --
package geometry

var Count = 0
-- home/geometry/shape_test.go --
package geometry

import "testing"

func TestNothing(t *testing.T) {}
`

func TestPackage(t *testing.T) {
	f := newFolder(t, "home", geometry)
	f.want("import \"./geometry\"\np := geometry.Point[int]{3, 4}\np.Norm()", "= 5")
	f.want("p.Move(1, 1)\np", "= (4|5)")
	f.want("geometry.Half(p)", "= (2|2.5)")
	f.want("geometry.Map(p, func(n int) int { return n * n })", "= (16|25)")
	f.want("geometry.Log()", `= "second, init one, init two"`)
	f.want("geometry.Count", "= 7")
	f.want("r := geometry.NewRect(2, 3)\ngeometry.Count, r.Area()", "= 8, 6")
	f.want("geometry.Count = 100\nfmt.Printf(\"%T %T %v\", r, p, geometry.Secret(r))", "*geometry.Rect geometry.Point[int] rect")
	f.want("var s geometry.Shape = r\ns.Area()", "= 6")
	f.want("type Square struct{ *geometry.Rect }\nSquare{geometry.NewRect(1, 1)}.Area()", "= 1")
	f.want("r.name", `! CompileError: line 1: r.name is not exported
  CompileError in cell 11, line 1: r.name is not exported
      1 | r.name
        |   ^`)
	f.want("geometry.log", `! CompileError: line 1: geometry.log is not exported; did you mean geometry.Log?
  CompileError in cell 12, line 1: geometry.log is not exported; did you mean geometry.Log?
      1 | geometry.log
        |          ^`)
	f.want("r.Corner(2)", `! Panic: index out of range [2] with length 2
  Panic: index out of range [2] with length 2
    geometry/shape.go:50, in Rect.Corner
     50 | 	return corners[i]
        | 	       ^
          r = &{W:2 H:3 name:"rect"}, i = 2, corners = [0 2]
      the last index is 1
    cell 13, line 1
      1 | r.Corner(2)`)
	f.want("import . \"./geometry\"\nHalf(Point[int]{2, 4})", "= (1|2)")
	f.want("import \"runtime\"\ngeometry.Map(p, func(n int) int { _, file, line, _ := runtime.Caller(1); fmt.Print(file, \":\", line, \" \"); return n })",
		"geometry/point.go:23 geometry/point.go:23 \n= (4|5)")
}

// TestPackageHelp completes and inspects a package.
func TestPackageHelp(t *testing.T) {
	f := newFolder(t, "home", geometry)
	f.want("geometry.Rect?", "! CompileError: nothing is known of geometry.Rect\n  nothing is known of geometry.Rect")
	f.want(`import "./geometry"`, "")
	f.want("geometry.Rect?", `page: import "./geometry"

type Rect struct {
	W, H float64 // width and height
	// contains filtered or unexported fields
}

    A Rect is a rectangle.`)
	f.want("geometry?", `page: import "./geometry"

package geometry

    Package geometry is about points in the plane.`)
	ctx := context.Background()
	texts := func(code string) (list []string) {
		for _, m := range f.s.Complete(ctx, code, len(code)).Matches {
			list = append(list, m.Text+" ("+m.Doc+")")
		}
		return list
	}
	for code, want := range map[string]string{
		"geometry.N":              "NewRect (NewRect makes a rectangle.) Number (A Number is a coordinate.)",
		"geometry.NewRect(1, 2).": "Area (Area is the area.) Corner (Corner panics for a rectangle that has none.) H () W ()",
		"import \"./":             "./geometry (Package geometry is about points in the plane.)",
		"import g \"./geometry\"\ng.NewRect(1,2).A": "Area (Area is the area.)",
	} {
		if got := strings.Join(texts(code), " "); got != want {
			t.Errorf("completion of %s: %s", code, got)
		}
	}
}

// TestPackageReload edits packages between cells.
func TestPackageReload(t *testing.T) {
	f := newFolder(t, "", `
-- shape/shape.go --
package shape

type Box struct{ W, H int }

func (b Box) Area() int { return b.W * b.H }

var made = 0

func New(w, h int) Box { made++; return Box{w, h} }

func Made() int { return made }
-- total/total.go --
package total

import "../shape"

func Of(boxes ...shape.Box) (sum int) {
	for _, b := range boxes {
		sum += b.Area()
	}
	return sum
}
`)
	f.want("import (\n\t\"./shape\"\n\t\"./total\"\n)\nb := shape.New(2, 3)\ntotal.Of(b, b)", "= 12")
	f.want("func double() shape.Box { b := shape.New(1, 1); return shape.Box{2 * b.W, 2 * b.H} }\ndouble().Area()", "= 4")
	f.want("import \"./shape\"\nshape.Made()", "= 2")
	f.write(`
-- shape/shape.go --
package shape

type Box struct{ W, H int }

// Area is the area of the surface.
func (b Box) Area() int { return 2 * b.W * b.H }

func New(w, h int) Box { made++; return Box{w, h} }
-- shape/made.go --
package shape

var made = 10

func Made() int { return made }
`)
	f.want("shape.Made()", "= 2") // only an import looks at the files
	f.want("import \"./shape\"\nshape.Made()", "display: note: shape, total loaded again; of the old types: b\n= 10")
	f.want("double().Area(), total.Of(double()), shape.Made()", "= 8, 8, 12")
	f.want("b.Area()", "= 6")
	f.want("total.Of(b)", `! CompileError: line 1: cannot use b as shape.Box in argument to total.Of: package shape has been loaded again, and its type Box is a new type
  CompileError in cell 8, line 1: cannot use b as shape.Box in argument to total.Of: package shape has been loaded again, and its type Box is a new type
      1 | total.Of(b)
        |          ^
      a value keeps the type with which it was made: make it again`)
	f.want("import \"./shape\"", "") // nothing has changed
	f.write("-- shape/made.go --\npackage shape\n\nvar made = 10\n\nfunc Made() int { return made + }\n")
	f.want("import \"./shape\"", `! SyntaxError: shape/made.go:5:33: expected operand, found '}'
  SyntaxError in shape/made.go:5:33: expected operand, found '}'
      5 | func Made() int { return made + }
        |                                 ^`)
	f.want("shape.Made()", "= 12")
	f.write("-- shape/made.go --\npackage shape\n\nvar made = 20\n")
	f.want("import \"./shape\"\nb := shape.New(1, 1)\nb.Area()", "display: note: shape, total loaded again\n= 2")
	f.want("import \"./total\"\ntotal.Of(b)", "= 2")
	if got := f.run("shape.Made()"); !strings.Contains(got, "shape.Made") || !strings.HasPrefix(got, "! ") {
		t.Errorf("a function that is gone: %s", got)
	}
}

// TestPackageModules imports packages of a module, of its vendor directory, of the module cache and
// of replaced modules.
func TestPackageModules(t *testing.T) {
	f := newFolder(t, "home/course/week1", `
-- home/go.mod --
module example.org/ada

go 1.24

require (
	example.org/Dep v1.2.0
	example.org/gone v1.0.0
	example.org/swap v0.1.0
)

replace example.org/swap => ./swapped
-- home/ada.go --
package ada

import "example.org/Dep/inner"

// Answer comes from afar.
func Answer() int { return inner.Value() }
-- home/internal/own/own.go --
package own

const Name = "own"
-- home/course/internal/tools/tools.go --
package tools

const Name = "tools"
-- home/vendor/example.com/sold/sold.go --
package sold

func By() string { return "a vendor" }
-- home/swapped/go.mod --
module example.org/swap
-- home/swapped/swap.go --
package swap

func Where() string { return "a directory" }
-- home/program/main.go --
package main

func main() {}
-- home/onlytests/only_test.go --
package onlytests
-- home/both/a.go --
package a
-- home/both/b.go --
package b
-- home/other/other.go --
package other

import "example.org/ada/missing"
-- cache/example.org/!dep@v1.1.0/inner/inner.go --
package inner

func Value() int { return 1 }
-- cache/example.org/!dep@v1.2.0/go.mod --
module example.org/Dep

require example.org/deeper v0.0.1
-- cache/example.org/!dep@v1.2.0/inner/inner.go --
package inner

import (
	"example.org/Dep/internal/number"
	"example.org/deeper"
)

func Value() int { return number.Two * deeper.Twenty }

func Fail() { panic("deep down") }
-- cache/example.org/!dep@v1.2.0/internal/number/number.go --
package number

const Two = 2
-- cache/example.org/deeper@v0.0.1/deeper.go --
package deeper

const Twenty = 20
`)
	f.write("-- home/go.mod --\n" + strings.Replace(readFile(t, filepath.Join(f.dir, "home", "go.mod")), "require (", "require (\n\texample.org/deeper v0.0.1 // indirect", 1))
	f.want("import \"example.org/ada\"\nada.Answer()", "= 40")
	f.want("import \"../..\"\nada.Answer()", "= 40")
	f.want("import \"example.com/sold\"\nsold.By()", "= \"a vendor\"")
	f.want("import \"example.org/swap\"\nswap.Where()", "= \"a directory\"")
	f.want("import \"example.org/ada/internal/own\"\nimport \"../internal/tools\"\nown.Name + tools.Name", "= \"owntools\"")
	f.want("import \"example.org/Dep/inner\"\ninner.Fail()", `! Panic: deep down
  Panic: deep down
    example.org/Dep@v1.2.0/inner/inner.go:10, in Fail
     10 | func Fail() { panic("deep down") }
        |               ^
    cell 6, line 2
      2 | inner.Fail()`)
	for path, want := range map[string]string{
		"example.org/Dep/internal/number": "package example.org/Dep/internal/number is internal to another part of its module",
		"example.org/gone":                "module example.org/gone v1.0.0 is not in the module cache; to download it: go mod download example.org/gone@v1.0.0",
		"example.org/unheard":             `no module that ../../go.mod requires provides package "example.org/unheard"`,
		"example.org/ada/program":         "example.org/ada/program is a program, which cannot be imported",
		"../../onlytests":                 "package example.org/ada/onlytests has no Go files except tests",
		"../../both":                      "package example.org/ada/both has files of two packages: a (a.go) and b (b.go)",
		"./nothing":                       "there is no directory ./nothing",
		"../internal/Tools":               "there is no directory ../internal/Tools; did you mean ../internal/tools?",
	} {
		got := f.run("import \"" + path + "\"")
		if first, _, _ := strings.Cut(got, "\n"); first != "! CompileError: line 1: "+want {
			t.Errorf("import %q: %s", path, first)
		}
	}
	f.want("import \"../../other\"", `! CompileError: ../../other/other.go:3:8: no module that ../../go.mod requires provides package "example.org/ada/missing"
  CompileError in ../../other/other.go:3:8: no module that ../../go.mod requires provides package "example.org/ada/missing"
      3 | import "example.org/ada/missing"
        |        ^`)
}

// TestNoToolchain imports packages that the Go toolchain would get, where there is none.
func TestNoToolchain(t *testing.T) {
	const note = "; this needs the Go toolchain, which is not installed: the command go was not found; see https://go.dev/doc/install"
	f := newFolder(t, "home", `
-- home/go.mod --
module example.org/ada

require example.org/gone v1.0.0
`)
	alone := newFolder(t, "home", "-- home/a.txt --\n")
	for _, installed := range []bool{true, false} {
		if !installed {
			t.Setenv("PATH", t.TempDir())
		}
		if got := f.run(`import "example.org/gone"`); !strings.Contains(got, "go mod download") || strings.Contains(got, note) == installed {
			t.Errorf("installed %v: %s", installed, got)
		}
		if got := alone.run(`import "example.org/some/module"`); !strings.Contains(got, "%require") || strings.Contains(got, note) == installed {
			t.Errorf("installed %v: %s", installed, got)
		}
	}
}

// TestPackageCache imports from the module cache where there is no module around the notebook.
func TestPackageCache(t *testing.T) {
	f := newFolder(t, "home", `
-- cache/example.org/dep@v1.9.0/dep.go --
package dep

const Version = 9
-- cache/example.org/dep@v1.10.0/go.mod --
module example.org/dep

require example.org/deep v0.1.0
-- cache/example.org/dep@v1.10.0/dep.go --
package dep

import "example.org/deep"

const Version = 10 + deep.Version
-- cache/example.org/deep@v0.1.0/deep.go --
package deep

const Version = 0.1
-- cache/example.org/deep@v0.2.0/deep.go --
package deep

const Version = 0.2
`)
	f.want("import \"example.org/dep\"\ndep.Version", "= 10.1")
	got := f.run("import \"example.org/other\"")
	if !strings.Contains(got, "%require example.org/other") {
		t.Error(got)
	}
}

// TestPackageMistakes imports packages that cannot be loaded.
func TestPackageMistakes(t *testing.T) {
	f := newFolder(t, "", `
-- types/a.go --
package types

import "os"

var X int = "text"
-- types/b.go --
package types

func X() {}
-- ring/ring.go --
package ring

import "../ring2"

var _ = ring2.X
-- ring2/ring2.go --
package ring2

import "../ring"

var X = ring.X
-- files/files.go --
package files

import _ "embed"

//go:embed x.txt
var text string
-- asm/asm.go --
package asm

func Fast() int
-- asm/asm_amd64.s --
-- cgo/cgo.go --
package cgo

import "C"
-- exec/exec.go --
package exec

import "syscall"

var _ = syscall.Getpid
-- initial/initial.go --
package initial

import "os"

var Broken = os.Getenv("FIXED") == ""

var x = check()

func check() int {
	if Broken && !fixed {
		panic("not today")
	}
	return 1
}

var fixed = false
`)
	first := func(code, want string) {
		t.Helper()
		got, _, _ := strings.Cut(f.run(code), "\n")
		if got != "! CompileError: "+want {
			t.Errorf("%s: %s", code, got)
		}
	}
	f.want("import \"./types\"", `! CompileError: types/a.go:3:8: "os" imported and not used (and 2 more errors)
  CompileError in types/a.go:3:8: "os" imported and not used
      3 | import "os"
        |        ^
  CompileError in types/a.go:5:13: cannot use "text" (untyped string constant) as int value in variable declaration
      5 | var X int = "text"
        |             ^
  CompileError in types/b.go:3:6: X redeclared in this block
      3 | func X() {}
        |      ^
      other declaration of X: types/a.go:5:5`)
	first("import \"./ring\"", "ring2/ring2.go:3:8: import cycle: ./ring imports ./ring2 imports ./ring")
	first("import \"./files\"", "files/files.go:3:10: go:embed is not supported in packages that are loaded from source")
	first("import \"./asm\"", "asm/asm.go:3:1: function Fast is written in assembly code")
	first("import \"./cgo\"", "line 1: package ./cgo needs cgo (cgo.go), which packages that are loaded from source cannot use")
	first("import \"./exec\"", "exec/exec.go:3:8: package syscall is not available here: cells do not call the operating system directly")
	f.want("import \"./initial\"\ninitial.Broken", `! Panic: not today
  Panic: not today
    initial/initial.go:11, in check
     11 | 		panic("not today")
        | 		^
    initial/initial.go:7
      7 | var x = check()`)
	t.Setenv("FIXED", "1")
	f.want("import \"./initial\"\ninitial.Broken", "= false")
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestRequire checks the requests of %require where they can be fulfilled and where they cannot.
func TestRequire(t *testing.T) {
	s, err := session.New(session.Options{Symbols: []session.Symbols{stdlib.Symbols()}, Facts: stdlib.Importer(), Requires: true, Commands: true})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	code := "x := 1\n%require example.org/a, example.org/b@v1.2.3\n%require fmt\nx"
	r := s.Execute(context.Background(), engine.Cell{Number: 1, Code: code}, engine.Discard)
	if r.Err != nil || r.Require == nil {
		t.Fatalf("%v", r)
	}
	if got := strings.Join(r.Require.Modules, " "); got != "example.org/a example.org/b@v1.2.3" {
		t.Error(got)
	}
	if r.Require.Rest != "\n\n%require fmt\nx" || len(r.Declared.Variables) != 1 {
		t.Errorf("%q, %v", r.Require.Rest, r.Declared)
	}
	if r := s.Execute(context.Background(), engine.Cell{Number: 2, Code: "%require fmt strings\n7"}, engine.Discard); r.Err != nil || r.Require != nil || r.Value.Plain() != "7" {
		t.Errorf("what is there already: %v", r)
	}
	f := newFolder(t, "", "")
	for code, want := range map[string]string{
		"%require":                  "line 1: %require expects the path of a module or package, as in %require gonum.org/v1/gonum/mat",
		"%require ./geometry":       "line 1: %require expects the path of a module or package, as in %require gonum.org/v1/gonum/mat",
		"1\n%require example.org/a": "line 2: modules cannot be added to this program",
	} {
		if got, _, _ := strings.Cut(f.run(code), "\n"); got != "! CompileError: "+want {
			t.Errorf("%s: %s", code, got)
		}
	}
}

// TestRequireSource requires a package in which everything is generic: no program is asked for, and
// variables stay.
func TestRequireSource(t *testing.T) {
	f := newFolder(t, "home", `
-- cache/example.org/g@v1.0.0/go.mod --
module example.org/g

go 1.26
-- cache/example.org/g@v1.0.0/g.go --
package g

func Twice[T ~int | ~string](x T) T { return x + x }
-- cache/example.org/g@v1.1.0/go.mod --
module example.org/g
-- cache/example.org/g@v1.1.0/g.go --
package g

func F() {}
`)
	asked := 0
	f.o.Download = func(_ context.Context, module string) (session.Downloaded, error) {
		asked++
		_, version, _ := strings.Cut(module, "@")
		return session.Downloaded{Versions: map[string]string{"example.org/g": version}, Packages: []string{"example.org/g"}}, nil
	}
	f.open()
	f.want("x := 21", "")
	f.want("%require example.org/g@v1.0.0\nimport \"example.org/g\"\ng.Twice(x)", "display: nothing of example.org/g@v1.0.0 has to be compiled: the cells use the source\n= 42")
	if got := f.run("%require example.org/g@v1.1.0"); !strings.Contains(got, "modules cannot be added to this program") {
		t.Errorf("a package with a function to compile: %s", got)
	}
	if asked != 2 {
		t.Errorf("%d downloads", asked)
	}
}
