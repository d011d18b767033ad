// SPDX-License-Identifier: BSD-3-Clause

package extract_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"polka/stdlib/extract"
	"polka/stdlib/internal/typedata"
)

const genericModule = `
-- go.mod --
module example.org/m

go 1.26
-- plain/plain.go --
package plain

import "example.org/m/plain/internal/own"

func F() {}

// Package box can use this name, but not import the package of the type.
type Alias = own.Type
-- plain/internal/own/own.go --
package own

type Type struct{}
-- box/box.go --
package box

import (
	"example.org/m/box/internal/deep"
	"example.org/m/plain"
)

// Count is not generic.
func Count() int { return count }

const limit = 3

var count = 1

type store struct{ list []any }

func (s *store) put(v any) { s.list = append(s.list, v) }

type sealed interface{ seal() }

func twice(n int) int { return 2 * n }

func swap[A, B any](a A, b B) (B, A) { return b, a }

type pair[A, B any] struct { a A; b B }

// A Flag is an instance for a type that no generic function mentions.
type Flag = Box[value]

type value struct{ v bool }

type Box[T any] struct {
	store *store
	Value T
}

func (b *Box[T]) Put(v T) int {
	plain.F()
	_ = plain.Alias{}
	b.store.put(v)
	_, x := swap(v, twice(limit))
	p := pair[T, int]{x, deep.Depth}
	var s sealed
	if s != nil {
		s.seal()
	}
	count++
	return p.b
}
-- box/sort.go --
package box

import "sort"

func Sorted(x []int) { sort.Ints(x) }

func SortedBy[T any](x []T, less func(a, b T) bool) []T {
	sort.Slice(x, func(i, j int) bool { return less(x[i], x[j]) })
	return x
}
-- box/internal/deep/deep.go --
package deep

var Depth = 7
`

// TestGenerics finds the generic part of a package, and what it mentions.
func TestGenerics(t *testing.T) {
	dir := t.TempDir()
	for _, f := range txtar.Parse([]byte(genericModule)).Files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	pkgs, err := extract.LoadFor(t.Context(), []string{"GOFLAGS=-buildvcs=false", "GOWORK=off"}, dir, "./plain", "./box")
	if err != nil {
		t.Fatal(err)
	}
	generics, pkgs, internals, err := extract.Generics(t.Context(), "example.org/inside", pkgs)
	if err != nil {
		t.Fatal(err)
	}
	if len(generics) != 1 || len(pkgs) != 2 || len(internals) != 1 || internals[0].Path != "example.org/m/box/internal/deep" {
		t.Fatalf("%d generics, %d packages, %d internal ones", len(generics), len(pkgs), len(internals))
	}
	g := generics[0]
	if !slices.Equal(g.Imports, []string{"example.org/m/plain", "sort"}) {
		t.Errorf("it mentions %q", g.Imports)
	}
	files := strings.Split(string(g.Source), "\x00")
	if len(files) != 5 || files[0] != "example.org/m/box/box.go" || files[2] != "example.org/m/box/sort.go" {
		t.Fatalf("the files are %q", files)
	}
	for _, absent := range []string{"func Count", "func twice", "func Sorted(", "type Box"} {
		if strings.Contains(string(g.Source), absent) {
			t.Errorf("the source still has %q", absent)
		}
	}
	// Lines keep their numbers.
	text, _ := os.ReadFile(filepath.Join(dir, "box", "box.go"))
	was, is := strings.Split(string(text), "\n"), strings.Split(files[1], "\n")
	i := slices.IndexFunc(was, func(l string) bool { return strings.HasPrefix(l, "func (b *Box[T]) Put") })
	if i < 0 || len(is) <= i || is[i] != was[i] {
		t.Errorf("line %d is %q", i, is[i])
	}
	for _, want := range []string{`"twice": twice`, `"count": &count`, `"store.put": (*store).put`, `"sealed.seal": sealed.seal`,
		`(*store)(nil)`, `(*value)(nil)`, `.Depth`, `"example.org/m/box/internal/deep"`} {
		if !strings.Contains(strings.Join(strings.Fields(string(g.File)), " "), want) {
			t.Errorf("%s is missing in\n%s", want, g.File)
		}
	}
	if strings.Contains(string(g.File), "plain/internal/own") {
		t.Errorf("the package cannot import the internal package of another one:\n%s", g.File)
	}
	if strings.Contains(string(g.File), "swap") || strings.Contains(string(g.File), "limit") {
		t.Errorf("what is generic or constant needs no value:\n%s", g.File)
	}
	// The types survive a file.
	p, err := typedata.NewReader(func(path string) string { return string(g.Export()) }).Read(g.Path)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"twice", "swap", "count", "limit"} {
		if p.Scope().Lookup(extract.Hidden+name) == nil {
			t.Errorf("%s is not among the types", name)
		}
	}
	for _, name := range []string{"pair", "store", "sealed", "value"} {
		if p.Scope().Lookup(name) == nil {
			t.Errorf("type %s is not among the types", name)
		}
	}
}
