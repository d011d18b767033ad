// SPDX-License-Identifier: BSD-3-Clause

package session_test

import "testing"

// TestNewVariables declares variables again. Each row is a session of cells with the outcome of the
// last.
func TestNewVariables(t *testing.T) {
	for _, test := range []struct {
		cells []string
		want  string
	}{
		// What has the old variable keeps it.
		{[]string{"n := 7\np := &n", "n := 8", "*p, n"}, "= 7, 8\n"},
		{[]string{"n := 7\nh := func() int { n++; return n }", "n := 20", "h(), n"}, "= 8, 20\n"},
		{[]string{"var mu sync.Mutex\nmu.Lock()", "var mu sync.Mutex", "mu.TryLock()"}, "= true\n"},
		{[]string{"n := 1\nch := make(chan int)\ngo func() { for range ch { n++; ch <- n } }()", "old := ch", "n := 10\nch := make(chan int)", "old <- 1\n<-old, n"}, "= 2, 10\n"},
		{[]string{"n := 1\nfunc inc() { n++ }\nin, out := make(chan int), make(chan int)\ngo func() { for range in { inc(); out <- 1 } }()", "n := 10", "in <- 1\n<-out\nn"}, "= 10\n"},
		// A value may be made of the old one.
		{[]string{"n := 7", "n := n + 1", "n"}, "= 8\n"},
		{[]string{"s := []int{1}", "s := append(s, 2)", "s"}, "= [1 2]\n"},
		// Functions follow.
		{[]string{"n := 7\nfunc f() int { return n }", "n := 8", "f()"}, "= 8\n"},
		{[]string{"n := 7\nfunc f() int { return n }\nfunc g() int { return f() + 1 }", "n := 8", "g()"}, "= 9\n"},
		{[]string{"n := 7\nfunc set() { n = 5 }", "n := 8", "set()\nn"}, "= 5\n"},
		{[]string{"type T struct{}\nn := 7\nfunc (T) N() int { return n }", "n := 8", "T{}.N()"}, "= 8\n"},
		{[]string{"n := 7\nfunc f[T any](T) int { return n }\nf(1)", "n := 8", "f(1), f(\"\")"}, "= 8, 8\n"},
		// They may be called before the definition, and there may be several.
		{[]string{"n := 7\nfunc f() int { return n }", "m := f()\nn := 8\nm, f()"}, "= 7, 8\n"},
		{[]string{"n := 7\nfunc f() int { return n }", "n := 8\na := f()\nn := 9\na, f(), n"}, "= 8, 9, 9\n"},
		// A cell that fails before a definition has not made the variable.
		{[]string{"n := 7\nfunc f() int { return n }", "func g() int { return n + f() }\npanic(1)\nn := 8", "n, f(), g()"}, "= 7, 7, 14\n"},
		{[]string{"n := 7\nfunc f() int { return n }", "panic(1)\nn := 8", "n = 5\nf()"}, "= 5\n"},
		{[]string{"n := 7\np := &n\nfunc f() int { return n }", "n := 8\npanic(1)", "*p, n, f()"}, "= 7, 8, 8\n"},
		// With another type.
		{[]string{"n := 7\nfunc f() any { return n }", "n := \"x\"", "f()"}, "= \"x\"\n"},
		{[]string{"n := 7\nfunc f() any { return n }", "panic(1)\nn := \"x\"", "f()"}, "= 7\n"},
	} {
		s := newSession(t)
		got := ""
		for i, cell := range test.cells {
			got = outcome(t, s, i+1, cell)
		}
		if got != test.want {
			t.Errorf("%q: got %q, want %q", test.cells, got, test.want)
		}
	}
}

// TestFunctionValuesFollow redefines functions that function values mention.
func TestFunctionValuesFollow(t *testing.T) {
	for _, test := range []struct {
		cells []string
		want  string
	}{
		{[]string{"func g() int { return 1 }\nh := func() int { return g() }", "func g() int { return 2 }", "h()"}, "= 2\n"},
		{[]string{"func g() int { return 1 }\nh := g", "func g() int { return 2 }", "func g() int { return 3 }", "h(), g()"}, "= 3, 3\n"},
		{[]string{"func g() int { return 1 }\nfunc f() int { return g() }\nh := func() int { return f() }", "func g() int { return 2 }", "h(), f()"}, "= 2, 2\n"},
		{[]string{"func g() int { return 1 }\nh := func() int { return g() }", "func g() string { return \"x\" }", "h(), g()"}, "= 1, \"x\"\n"},
		{[]string{"func g() int { return 1 }\nh := func() int { return g() }", "func g() string { return \"x\" }", "func g() int { return 3 }", "h(), g()"}, "= 1, 3\n"},
		// With a variable of the same cell, the old value keeps both.
		{[]string{"n := 1\nfunc g() int { return n }\nh := func() int { return g() }", "n := 2\nfunc g() int { return n }", "h(), g()"}, "= 1, 2\n"},
	} {
		s := newSession(t)
		got := ""
		for i, cell := range test.cells {
			got = outcome(t, s, i+1, cell)
		}
		if got != test.want {
			t.Errorf("%q: got %q, want %q", test.cells, got, test.want)
		}
	}
}
