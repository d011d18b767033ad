// SPDX-License-Identifier: BSD-3-Clause

package machine_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"polka/kernel/machine"
)

const hookProgram = `package main

type counter struct{ n int }

func (c *counter) add(k int) (sum int) {
	c.n += k
	return c.n
}

func fib(n int) int {
	if n < 2 {
		return n
	}
	return fib(n-1) + fib(n-2)
}

func fails(s []int) {
	defer func() { recover() }()
	func(i int) { s[i] = 1 }(3)
}

func main() {
	c := &counter{n: 5}
	c.add(2)
	fib(3)
	fails(nil)
}
`

// TestHook writes down the calls and statements of a program.
func TestHook(t *testing.T) {
	m, compile := loadLater("hook.go", hookProgram)
	var calls, stmts strings.Builder
	m.SetHook(&machine.Hook{
		Statement: func(f *machine.Frame) {
			if f.Func().Name == "fib" || f.Func().Name == "add" {
				fmt.Fprint(&stmts, f.Func().Name)
				f.Locals(func(name string, v machine.Value) { fmt.Fprintf(&stmts, " %s=%s", name, v.Brief(20)) })
				fmt.Fprintln(&stmts)
			}
		},
		Call: func(f *machine.Frame) {
			fmt.Fprintf(&calls, "%s%s", strings.Repeat("  ", f.Depth()), f.Func().Name)
			f.Arguments(func(name string, v machine.Value) { fmt.Fprintf(&calls, " %s=%s", name, v.Brief(20)) })
			fmt.Fprintln(&calls)
		},
		Return: func(f *machine.Frame) {
			fmt.Fprintf(&calls, "%s->", strings.Repeat("  ", f.Depth()))
			f.Results(func(name string, v machine.Value) { fmt.Fprintf(&calls, " %s=%s", name, v.Brief(20)) })
			if f.Panics() {
				fmt.Fprint(&calls, " panics")
			}
			fmt.Fprintln(&calls)
		},
	})
	p, err := compile()
	if err != nil {
		t.Fatal(err)
	}
	p.run()
	want := `  main
    add c=&{n:5} k=2
    -> sum=7
    fib n=3
      fib n=2
        fib n=1
        -> _=1
        fib n=0
        -> _=0
      -> _=1
      fib n=1
      -> _=1
    -> _=2
    fails s=[]
      func i=3
      -> panics
      func
      ->
    ->
  ->
`
	if d := cmp.Diff(want, calls.String()); d != "" {
		t.Error(d)
	}
	if got := stmts.String(); !strings.HasPrefix(got, "add c=&{n:5} k=2 sum=0\nadd c=&{n:7} k=2 sum=0\nfib n=3\nfib n=3\nfib n=2\n") {
		t.Errorf("statements:\n%s", got)
	}

	calls.Reset()
	m.SetHook(nil)
	p.run()
	if calls.Len() > 0 {
		t.Errorf("a hook that has been removed was called:\n%s", calls.String())
	}
}
