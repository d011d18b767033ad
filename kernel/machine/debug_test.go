// SPDX-License-Identifier: BSD-3-Clause

package machine_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"polka/kernel/machine"
)

const debugProgram = `package main

type node struct {
	name string
	next *node
	tags map[string]int
}

func (n *node) length() int {
	if n == nil {
		return 0
	}
	return 1 + n.next.length()
}

func sum[T int | float64](list []T) (total T) {
	for i := 0; i < len(list); i++ {
		total += list[i]
	}
	return total
}

func fails(s []int) (err any) {
	defer func() { err = recover() }()
	s[len(s)] = 1
	return nil
}

func main() {
	list := &node{"a", &node{"b", nil, nil}, map[string]int{"x": 1, "y": 2}}
	n := list.length()
	total := sum([]int{1, 2, n})
	{
		n := "inner"
		_ = n
	}
	_, _ = total, fails(nil)
}
`

// TestAttach exchanges the bodies of functions that have been compiled before, in both directions.
func TestAttach(t *testing.T) {
	m, compile := loadLater("debug.go", debugProgram)
	p, err := compile()
	if err != nil {
		t.Fatal(err)
	}
	count := make(map[string]int)
	var failed []string
	h := &machine.Hook{
		Statement: func(f *machine.Frame) { count[f.Func().Name]++ },
		Panic:     func(f *machine.Frame, p *machine.Panic) { failed = append(failed, f.Func().Name+": "+p.Error()) },
	}
	for round := range 2 {
		m.Attach(h)
		clear(count)
		failed = nil
		p.run()
		want := map[string]int{"main": 6, "length": 6, "sum": 9, "fails": 2, "func": 1}
		if d := cmp.Diff(want, count); d != "" {
			t.Errorf("round %d: statements (-want +got):\n%s", round, d)
		}
		if want := []string{"fails: runtime error: index out of range [0] with length 0"}; !slices.Equal(failed, want) {
			t.Errorf("panics: %q, expected %q", failed, want)
		}
		m.Detach()
		clear(count)
		p.run()
		if len(count) > 0 {
			t.Errorf("round %d: called after Detach: %v", round, count)
		}
	}
}

// TestAttachTraced attaches and detaches a debugger while a trace is open, which ends before and
// after the other change: the functions call the debugger's hook while it is attached.
func TestAttachTraced(t *testing.T) {
	m, compile := loadLater("debug.go", debugProgram)
	p, err := compile()
	if err != nil {
		t.Fatal(err)
	}
	count, traced := 0, 0
	h := &machine.Hook{Statement: func(f *machine.Frame) {
		if f.Func().Name == "length" {
			count++
		}
	}}
	trace := func() *machine.Tracing {
		tr := m.Trace([]string{"length"}, &machine.Hook{
			Call: func(*machine.Frame) { traced++ }, Return: func(*machine.Frame) {}, Statement: func(*machine.Frame) {},
		})
		if err := tr.Declared(nil); err != nil {
			t.Fatal(err)
		}
		return tr
	}
	runs := func(name string, want int) {
		t.Helper()
		count, traced = 0, 0
		p.run()
		if count != want || traced != 0 {
			t.Errorf("%s: %d statements and %d traced calls, expected %d and 0", name, count, traced, want)
		}
	}
	for range 2 {
		tr := trace()
		m.Attach(h)
		tr.End()
		runs("attached in a trace", 6)
		tr = trace()
		m.Detach()
		tr.End()
		runs("detached in a trace", 0)
		m.Attach(h)
		runs("attached again", 6)
		tr = trace()
		m.Detach()
		m.Attach(h)
		tr.End()
		runs("detached and attached in a trace", 6)
		m.Detach()
	}
}

// TestVariables looks at the variables of open calls and their parts.
func TestVariables(t *testing.T) {
	m, compile := loadLater("debug.go", debugProgram)
	p, err := compile()
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	m.Attach(&machine.Hook{Statement: func(f *machine.Frame) {
		if f.Func().Name != "main" {
			return
		}
		b.WriteByte('\n')
		for _, v := range f.Variables() {
			fmt.Fprintf(&b, "%s %s = %s; ", v.Name, v.Type, v.Value().Brief(60))
		}
	}})
	defer m.Detach()
	p.run()
	want := `

list *main.node = &{name:"a" next:&… tags:map["x":1 "y":2]}; 
list *main.node = &{name:"a" next:&… tags:map["x":1 "y":2]}; n int = 2; 
`
	if got := b.String(); !strings.HasPrefix(got, want) {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	if !strings.Contains(b.String(), `n string = "inner"; total int = 5`) {
		t.Errorf("the variable that hides another is missing:\n%s", b.String())
	}
}

// TestChildren looks at the parts of a value.
func TestChildren(t *testing.T) {
	m, compile := loadLater("debug.go", debugProgram)
	p, err := compile()
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	var show func(name string, v machine.Value, indent string)
	show = func(name string, v machine.Value, indent string) {
		c := m.Children(v)
		fmt.Fprintf(&b, "%s%s %s %d\n", indent, name, c.Type, c.Len)
		for i := range c.Len {
			x := c.At(i)
			show(x.Name, x.Value, indent+"  ")
		}
	}
	m.Attach(&machine.Hook{Statement: func(f *machine.Frame) {
		if list := f.Variables(); f.Func().Name == "main" && len(list) == 1 && b.Len() == 0 {
			show(list[0].Name, list[0].Value(), "")
		}
	}})
	defer m.Detach()
	p.run()
	want := `list *main.node 1
  * main.node 3
    name string 0
    next *main.node 1
      * main.node 3
        name string 0
        next *main.node 0
        tags map[string]int 0
    tags map[string]int 2
      ["x"] int 0
      ["y"] int 0
`
	if d := cmp.Diff(want, b.String()); d != "" {
		t.Error(d)
	}
}
