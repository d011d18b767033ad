// SPDX-License-Identifier: BSD-3-Clause

package session_test

import (
	"context"
	"regexp"
	"strings"
	"testing"
	"time"

	"polka/kernel/engine"
)

// FuzzSequence runs cells, which are separated by lines of dashes, one after the other in a
// session. None may end the process, panic in this package, or go on after its time; and a session
// that has run them is as good as new. Cells that can end the process by design, which a worker is
// there for, are left out.
func FuzzSequence(f *testing.F) {
	for _, s := range []string{
		"x := 1\n----\nx := \"a\"\n----\nx",
		"type T struct{ a int }\nfunc (t T) M() int { return t.a }\n----\ntype T struct{ a, b int }\n----\nT{1, 2}.M()",
		"func f() int { return g() }\n----\nfunc g() int { return 1 }\n----\nfunc f() int { return g() }\nfunc g() string { return \"\" }\n----\nf()",
		"import \"fmt\"\n----\nfmt := 3\n----\nfmt.Println()",
		"const c = iota\n----\nvar c = 2\n----\nfunc c() {}\n----\ntype c int",
		"func Map[T any](xs []T, f func(T) T) []T { for i := range xs { xs[i] = f(xs[i]) }; return xs }\n----\nMap([]int{1}, func(n int) int { return n })\n----\ntype Map[K comparable] map[K]K",
		"defer func() { recover() }()\npanic(1)\n----\n%who\n----\nx?\n----\n%time 1\n%stop",
		"c := make(chan int)\ngo func() { for i := range 3 { c <- i }; close(c) }()\n----\nfor v := range c { println(v) }\n----\n_, ok := <-c\nok",
		"m := map[string]int{}\nm[\"a\"]++\n----\nv, ok := m[\"b\"]\n----\nvar v any = v\nv.(string)",
		"L: for { break L }\n----\ngoto L\n----\nswitch x := any(3).(type) { case int: x }",
		"func init() { x = 1 }\nvar x int\n----\nfunc main() {}\n----\npackage main\nfunc main() { println(1) }",
		"type I interface{ M() }\ntype A struct{}\nfunc (A) M() {}\nvar i I = A{}\n----\nfunc (A) M() int { return 1 }\n----\ni.M()",
		"for i := range 3 { defer println(i) }\n----\nselect {}\n----\nfor {}",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, cells string) {
		for _, word := range []string{"os", "syscall", "unsafe", "runtime", "debug", "net", "exec", "plugin", "reflect", "Exit", "Fatal", "make(", "1e", "<<", "iter", "Repeat", "Pull", "Unlock", "go "} {
			if strings.Contains(cells, word) {
				return // it may take memory, files or the process
			}
		}
		if recursive(cells) {
			return
		}
		s := newSession(t)
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		defer cancel()
		begin := time.Now()
		for i, code := range strings.Split(cells, "\n----\n") {
			short, stop := context.WithTimeout(ctx, 100*time.Millisecond)
			r := s.Execute(short, engine.Cell{Number: i + 1, Code: code}, engine.Discard)
			stop()
			s.Complete(ctx, code, len(code))
			s.Inspect(ctx, code, len(code)/2, 1)
			s.IsComplete(code)
			if r.Err != nil && strings.Contains(r.Err.Message, "internal compiler error") {
				t.Errorf("%q: %v", code, r.Err)
			}
			if ctx.Err() != nil {
				break
			}
		}
		if d := time.Since(begin); d > 20*time.Second {
			t.Errorf("%q took %v", cells, d)
		}
		r := s.Execute(context.Background(), engine.Cell{Number: 999, Code: "type fresh struct{ n int }\nfunc (f fresh) twice() int { return f.n + f.n }\nfresh{21}.twice()"}, engine.Discard)
		if r.Value == nil || r.Value.Plain() != "42" {
			t.Errorf("%q: after it: %v", cells, r.Err)
		}
	})
}

// functionHead is where a function gets a name.
var functionHead = regexp.MustCompile(`func\s*(?:\([^)]*\)\s*)?(\pL[\pL\pN_]*)|(\pL[\pL\pN_]*)[^\n]*=[^\n]*func`)

// recursive reports whether functions of cells may call themselves, directly or through others:
// they could overflow the stack, which ends the process. Functions that the interpreter's packages
// call by themselves count as calling everything.
func recursive(cells string) bool {
	heads := functionHead.FindAllStringSubmatchIndex(cells, -1)
	calls := make(map[string]map[string]bool)
	for i, h := range heads {
		end := len(cells)
		if i+1 < len(heads) {
			end = heads[i+1][0]
		}
		for _, g := range [][2]int{{h[2], h[3]}, {h[4], h[5]}} {
			if g[0] < 0 {
				continue
			}
			name := cells[g[0]:g[1]]
			if calls[name] == nil {
				calls[name] = make(map[string]bool)
			}
			for w := range identifiers(cells[g[1]:end]) {
				calls[name][w] = true
			}
		}
	}
	for _, name := range []string{"String", "Error", "Format", "GoString", "Write", "Less", "MarshalJSON"} {
		if calls[name] != nil {
			return true
		}
	}
	var reaches func(from, to string, seen map[string]bool) bool
	reaches = func(from, to string, seen map[string]bool) bool {
		for w := range calls[from] {
			if w == to || calls[w] != nil && !seen[w] && func() bool { seen[w] = true; return reaches(w, to, seen) }() {
				return true
			}
		}
		return false
	}
	for name := range calls {
		if reaches(name, name, make(map[string]bool)) {
			return true
		}
	}
	return false
}
