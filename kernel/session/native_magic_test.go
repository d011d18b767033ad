// SPDX-License-Identifier: BSD-3-Clause

//go:build amd64 && (linux || darwin || windows)

package session_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"polka/kernel/machine"
)

// TestNativeListing reads what %native shows of functions.
func TestNativeListing(t *testing.T) {
	if err := machine.NativeCode(false); err != nil {
		t.Skip(err)
	}
	s := newSession(t)
	for i, cell := range []string{
		"%native on",
		"func sum(l []int) (n int) {\n\tfor _, x := range l {\n\t\tn += x\n\t}\n\treturn n\n}",
		"func join(l []int, sep string) (n int, text string) {\n\tfor i, x := range l {\n\t\tn += x*x + 3*x*i + x>>1 + i&3 + x%7\n\t\tif x*n > 100 && i*x > 3 {\n\t\t\ttext += sep + \"!\"\n\t\t}\n\t}\n\treturn n, text\n}",
	} {
		if got := outcome(t, s, i+1, cell); strings.Contains(got, "Error") {
			t.Fatalf("%s: %s", cell, got)
		}
	}
	got := outcome(t, s, 4, "%native sum")
	for _, want := range []string{`sum: \d+ bytes of machine code`, `cell 2, line 3: n \+= x\n( +[0-9a-f]{4}  .*\n)* +[0-9a-f]{4}  ADDQ`, `\n +[0-9a-f]{4}  RET`} {
		if !regexp.MustCompile(want).MatchString(got) {
			t.Errorf("%%native sum has no %s:\n%s", want, got)
		}
	}
	if strings.Contains(got, "left to closures") {
		t.Errorf("%%native sum says that something is left to closures:\n%s", got)
	}
	got = outcome(t, s, 5, "%native join")
	if !regexp.MustCompile(`left to closures, in whole or in part: cell 3, line 5: text \+= sep`).MatchString(got) {
		t.Errorf("%%native join does not say what is left to closures:\n%s", got)
	}
	if got := outcome(t, s, 6, "n, text := join([]int{10, 20, 30}, \"?\")\nfmt.Sprint(sum([]int{1, 2, 3}), n, text)"); got != "= \"6 1684?!?!\"\n" {
		t.Errorf("the functions return %s", got)
	}
}

// TestNativeMethods reads what %native shows of methods, of which the last definition counts.
func TestNativeMethods(t *testing.T) {
	if err := machine.NativeCode(false); err != nil {
		t.Skip(err)
	}
	s := newSession(t)
	n := 0
	run := func(cell string) string {
		n++
		return outcome(t, s, n, cell)
	}
	run("%native on")
	run("type counter struct{ n int }\nfunc (c *counter) add(k int) { c.n += k }\nfunc (c counter) twice() int { return 2 * c.n }\ntype stack[T any] struct{ l []T }\nfunc (s *stack[T]) push(x T) { s.l = append(s.l, x) }")
	for _, test := range []struct{ name, want string }{
		{"(*counter).add", `\(\*counter\).add: \d+ bytes of machine code\n[^$]*cell 2, line 2: func .* c.n \+= k`},
		{"counter.add", `counter.add: \d+ bytes of machine code`},
		{"counter.twice", `counter.twice: \d+ bytes of machine code\n[^$]*cell 2, line 3: func .* return 2`},
		{"counter.none", `undefined: counter.none`},
		{"(*none).add", `undefined: \(\*none\).add`},
		{"time.Now", `undefined: time.Now`},
		{"stack.push", `stack.push is generic`},
	} {
		if got := run("%native " + test.name); !regexp.MustCompile(test.want).MatchString(got) {
			t.Errorf("%%native %s has no %s:\n%s", test.name, test.want, got)
		}
	}
	run("func (c *counter) add(k int) {\n\tc.n -= k\n}")
	if got := run("%native (*counter).add"); !strings.Contains(got, fmt.Sprintf("cell %d, line 2: c.n -= k", n-1)) {
		t.Errorf("%%native does not show the last definition:\n%s", got)
	}
}

// TestNativeSwitch switches machine code on and off, and redefines a function, while a goroutine of
// a cell computes. The race detector would report the redefinition, which takes no lock: Exchange
// in package run says why the goroutine sees the old body or the new one.
func TestNativeSwitch(t *testing.T) {
	if err := machine.NativeCode(false); err != nil {
		t.Skip(err)
	}
	s := newSession(t)
	defer s.Close()
	n := 0
	run := func(cell string) string {
		n++
		return outcome(t, s, n, cell)
	}
	run("%native on")
	run("var rounds atomic.Int64\nvar end atomic.Bool\nfunc work(n int) (s int) { for i := range n { s += i & 3 }; return s }\nfunc early(l []int) (s int) { for _, x := range l { s += work(x) }; return s }")
	run("wrong := 0\ndone := make(chan bool)\ngo func() { for !end.Load() { if work(4000) != 6000 || early([]int{4000, 8}) != 6012 { wrong++ }; rounds.Add(1) }; done <- true }()")
	for i := range 50 {
		run([]string{"%native off", "%native on"}[i%2])
		if i%10 == 5 && !raced {
			run("func work(n int) (s int) { for i := range n { s += i & 3 }; return s }")
		}
	}
	if got := run("for rounds.Load() < 100 { time.Sleep(time.Millisecond) }\nend.Store(true)\n<-done\nwrong"); !strings.Contains(got, "= 0") {
		t.Errorf("the goroutine has seen wrong sums: %s", got)
	}
}

// TestNativeInPlace declares a function again that machine code computes in place, and traces it.
func TestNativeInPlace(t *testing.T) {
	t.Setenv("POLKA_NATIVE", "always")
	s := newSession(t)
	n := 0
	run := func(code string) string {
		n++
		return strings.TrimSpace(strings.TrimPrefix(outcome(t, s, n, code), "="))
	}
	run("func f(x, y int) int { return x*10 + y }\nfunc g(x int) int { return f(x, 1) - 1 }")
	run("func sum(n int) (total int) { for i := range n { total += g(i) + f(i, i) }; return total }")
	expect := func(want string) {
		t.Helper()
		for range 3 {
			if got := run("sum(100)"); got != want {
				t.Errorf("sum(100) is %s, want %s", got, want)
			}
		}
	}
	run("f(1, 1) + g(1)")
	expect("103950")
	if got := run("%native sum"); strings.Contains(got, "runs closures") {
		t.Errorf("sum runs closures:\n%s", got)
	}
	run("func f(x, y int) int { return x - y }")
	expect("4750")
	run("func f(x, y int) int { calls++; return x + y }\nvar calls int")
	expect("14850")
	if got := run("calls"); got != "600" {
		t.Errorf("%s calls, want 600", got)
	}
	run("func f(x, y int) int { return x*10 + y }")
	expect("103950")
	if got := run("%%trace f\nsum(2)"); strings.Count(got, "f(") < 4 {
		t.Errorf("the trace has not all calls of f:\n%s", got)
	}
	expect("103950")
	run("func quotient(a, b int) int { return a / b }\nfunc falling(n int) (total int) { for i := n; ; i-- { total += quotient(100, i) } }")
	for range 3 {
		got := run("falling(50)")
		for _, want := range []string{"integer divide by zero", "in quotient", "a = 100, b = 0", "in falling"} {
			if !strings.Contains(got, want) {
				t.Errorf("the error has no %q:\n%s", want, got)
			}
		}
	}
	if got := run("f(1, 2)"); got != "12" {
		t.Errorf("f(1, 2) is %s", got)
	}
}
