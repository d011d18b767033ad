// SPDX-License-Identifier: BSD-3-Clause

package session_test

import (
	"strings"
	"testing"

	"polka/kernel/engine"
)

// TestSetFinalizer gives runtime.SetFinalizer values of types of cells. What would end a Go program
// is an error of the cell.
func TestSetFinalizer(t *testing.T) {
	s := newSession(t)
	run(t, s, `import "runtime"
type V struct{ n int; p *int }
type P *V
type Q *V
done := make(chan int, 1)
func collect() int {
	for len(done) == 0 { runtime.GC(); runtime.Gosched() }
	return <-done
}`)
	for _, c := range []struct{ code, want string }{
		{"runtime.SetFinalizer(&V{n: 1}, func(p *V) { done <- p.n })", ""},
		{"runtime.SetFinalizer(&V{n: 1}, func(p P) { done <- p.n })", ""},
		{"runtime.SetFinalizer(&V{n: 1}, func(p any) { done <- p.(*V).n })", ""},
		{"runtime.SetFinalizer(P(&V{n: 1}), func(p P) { done <- p.n })", ""},
		{"runtime.SetFinalizer(P(&V{n: 1}), func(p *V) int { done <- p.n; return 0 })", ""},
		{"runtime.SetFinalizer(P(&V{n: 1}), func(p any) { done <- p.(P).n })", ""},
		{"func() { p := &V{n: 1}; runtime.SetFinalizer(p, func(p *V) { done <- 2 }); runtime.SetFinalizer(p, func(p *V) { done <- 1 }) }()", ""},
		{"runtime.SetFinalizer(P(&V{}), func(p Q) {})", "cannot pass main.P to finalizer func(main.Q)"},
		{"runtime.SetFinalizer(P(&V{}), func(p *int) {})", "cannot pass main.P to finalizer func(*int)"},
		{"runtime.SetFinalizer(&V{}, func(p ...*V) {})", "cannot pass *main.V to finalizer func(...*main.V)"},
		{"runtime.SetFinalizer(&V{}, func() {})", "cannot pass *main.V to finalizer func()"},
		{"runtime.SetFinalizer(V{}, func(p *V) {})", "first argument is main.V, not pointer"},
		{"runtime.SetFinalizer(P(nil), func(p P) {})", "first argument is a nil pointer"},
		{"runtime.SetFinalizer(nil, nil)", "first argument is nil"},
		{"runtime.SetFinalizer(&V{}, 7)", "second argument is int, not a function"},
	} {
		r := s.Execute(t.Context(), engine.Cell{Number: 2, Code: c.code}, engine.Discard)
		if c.want != "" {
			if r.Err == nil || r.Err.Name != engine.Panic || !strings.Contains(r.Err.Message, "runtime.SetFinalizer: "+c.want) {
				t.Errorf("%s: %v, want %s", c.code, r.Err, c.want)
			}
			continue
		}
		if r.Err != nil {
			t.Errorf("%s: %v", c.code, r.Err)
			continue
		}
		if r := s.Execute(t.Context(), engine.Cell{Number: 3, Code: "collect()"}, engine.Discard); r.Value == nil || r.Value.Plain() != "1" {
			t.Errorf("%s: %v %v", c.code, r.Value, r.Err)
		}
	}
}
