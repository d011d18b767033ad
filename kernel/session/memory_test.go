// SPDX-License-Identifier: BSD-3-Clause

package session_test

import (
	"fmt"
	"runtime"
	"testing"

	"polka/kernel/engine"
)

// heap is the memory that is reachable.
func heap() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// What a redefinition replaces is freed, if nobody can reach it any more.
func TestRedefinitionFrees(t *testing.T) {
	s := newSession(t)
	n := 0
	run := func(format string, args ...any) {
		n++
		if r := s.Execute(t.Context(), engine.Cell{Number: n, Code: fmt.Sprintf(format, args...)}, engine.Discard); r.Err != nil {
			t.Fatal(r.Err)
		}
	}
	for _, c := range []struct {
		name, code string
		most       int64 // bytes a cell
	}{
		{"function", "func f(n int) int { s := 0; for i := 0; i < n; i++ { s += i*%d }; return s }", 3 << 10},
		{"generic function", "func g[T any](x T) []T { return append([]T(nil), x, x) }\ng(%d)", 4 << 10},
		{"mentioned function", "func h(x int) int { return x + %d }\nfunc k() int { return h(1) }\nk()", 6 << 10},
		{"array", "a := make([]byte, 1<<20+%d)", 8 << 10},
	} {
		const cells = 300
		for i := range 50 {
			run(c.code, i)
		}
		before := heap()
		for i := range cells {
			run(c.code, i)
		}
		if each := (heap() - before) / cells; each > c.most {
			t.Errorf("%s: %d bytes are left of each cell, want at most %d", c.name, each, c.most)
		}
	}

	// A variable of another type takes the place of a large one.
	run("large := make([]byte, 64<<20)")
	before := heap()
	run("large := 1")
	if freed := before - heap(); freed < 60<<20 {
		t.Errorf("%d bytes were freed, want 64 MiB", freed)
	}

	// What is mentioned lives on: k could not follow when h changed its signature.
	run("func two[T any](x T) []T { return []T{x, x} }\nfunc use[T any](x T) int { return len(two(x)) }")
	run("func two() string { return \"two\" }")
	run("if use(\"a\") != 2 || two() != \"two\" { panic(use(1)) }")
	run("kept := k\nfunc h(x string) string { return x }")
	run("if kept() != k() { panic(kept()) }")
}

// An instance of a function must not be found under the address of a declaration that was freed.
func TestFreedDeclarations(t *testing.T) {
	if testing.Short() {
		t.Skip("runs hundreds of cells")
	}
	s := newSession(t)
	n := 0
	run := func(code string) {
		t.Helper()
		n++
		if r := s.Execute(t.Context(), engine.Cell{Number: n, Code: code}, engine.Discard); r.Err != nil {
			t.Fatalf("%s\n%v", code, r.Err)
		}
	}
	run("type S[T any] struct{ x T }")
	for i := range 60 {
		run(fmt.Sprintf("func (s S[T]) M() (T, int) { return s.x, %d }", i))
		run(fmt.Sprintf("if _, n := (S[int]{}).M(); n != %d { panic(n) }", i))
		runtime.GC()
		run(fmt.Sprintf("func f%d[T any]() string { return %q }", i, fmt.Sprint("f", i)))
		run(fmt.Sprintf("if s := f%d[int](); s != %q { panic(s) }", i, fmt.Sprint("f", i)))
	}
}
