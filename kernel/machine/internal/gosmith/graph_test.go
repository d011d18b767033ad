// SPDX-License-Identifier: BSD-3-Clause

package gosmith

import (
	"go/token"
	"go/types"
	"slices"
	"testing"
)

func TestTypeProgram(t *testing.T) {
	many := *programs
	if testing.Short() {
		many = max(many/4, 1)
	}
	for _, seed := range seeds(many) {
		src := TypeProgram(seed, TypeParts()...)
		if err := Check(src); err != nil {
			t.Errorf("seed %d: %v", seed, err)
			save(t, seed, "go", src)
		}
	}
}

// TestTypesUnspecified does for type programs what TestUnspecified does for the others.
func TestTypesUnspecified(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles programs")
	}
	list := seeds(*programs / 2)
	var sources [2][]string
	for i := range list {
		src := TypeProgram(list[i])
		sources[0] = append(sources[0], src)
		sources[1] = append([]string{src}, sources[1]...) // their paths differ
	}
	var outcomes [2][]Outcome
	for i, flags := range []string{"", "-N -l"} {
		var err error
		if outcomes[i], err = Run(t.Context(), t.TempDir(), sources[i], Options{GCFlags: flags}); err != nil {
			t.Fatal(err)
		}
	}
	for i, o := range outcomes[0] {
		if p := outcomes[1][len(list)-1-i]; o != p {
			t.Errorf("seed %d: the outcome depends on the compiler's flags", list[i])
			save(t, list[i], "go", sources[0][i])
			save(t, list[i], "optimized", o.Output+o.Panic)
			save(t, list[i], "plain", p.Output+p.Panic)
		}
		if o.Panic != "" {
			t.Errorf("seed %d ends by a panic: %s", list[i], o.Panic)
		}
	}
}

// TestMisreceived has types that the Go compiler passes wrongly to methods, and others that are
// nearly like them.
func TestMisreceived(t *testing.T) {
	for src, want := range map[string]bool{
		"struct { none [2]struct{}; p *int }":                  true,
		"struct { p map[int]int; none [3][0]string }":          true,
		"struct { s struct { none [2]struct{} }; p [1]func()}": true,
		"[]map[string]*struct { none [2]struct{}; p *int }":    true,
		"func(int) struct { none [2]struct{}; p chan bool }":   true,
		"[1]struct { none [2]struct{}; p *int }":               true,
		"struct { none [1]struct{}; p *int }":                  false,
		"struct { none [0]int; p *int }":                       false,
		"struct { none [2]struct{}; p, q *int }":               false,
		"struct { none [2]struct{}; p *int; b bool }":          false,
		"struct { none [2]struct{}; s string }":                false,
		"struct { one [2]bool; p *int }":                       false,
		"[2]struct{}":                                          false,
	} {
		tv, err := types.Eval(token.NewFileSet(), nil, token.NoPos, src)
		if err != nil {
			t.Fatal(err)
		}
		if got := anyMisreceived([]types.Type{tv.Type}); got != want {
			t.Errorf("%s: %v", src, got)
		}
	}
	// The first types of seed 966 have one.
	_, decls := declaredGraph(966)
	if all, ok := new(graph).check(decls); !ok || anyMisreceived(all) {
		t.Error("a program has a type that the compiler passes wrongly")
	}
}

// TestCheckerFails has types for which the type checker of Go 1.26 panics in one order and not in
// another. A panic is neither passed on nor taken for a mistake of the program.
func TestCheckerFails(t *testing.T) {
	decls := []string{"type A [1]B", "type B = *C", "type C D[int]", "type D[T any] struct{ e E }", "type E map[*A]D[B]"}
	if _, ok := new(graph).check(decls); ok {
		t.Log("the type checker is mended")
	}
	slices.Reverse(decls)
	if _, ok := new(graph).check(decls); !ok {
		t.Error("the type checker fails for the other order")
	}
}
