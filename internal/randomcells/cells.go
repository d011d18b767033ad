// SPDX-License-Identifier: BSD-3-Clause

// Package randomcells writes random notebooks for tests. Their cells define and change variables
// that refer to each other by pointers, slices, maps and functions.
package randomcells

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// A Writer writes the cells of random notebooks. All variables exist from the first cells on, and
// keep their types, so that every cell compiles at any time.
type Writer struct {
	r     *rand.Rand
	calls int // the limit of the functions that the body of a function may call
}

// The variables of random notebooks, by type.
var variables = map[string][]string{
	"int": {"a", "b", "c", "d"}, "[]int": {"s", "t"}, "*int": {"p", "q"}, "map[string]int": {"m"}, "T": {"v", "w"}, "*T": {"u"}, "func() int": {"f", "g"},
}

// Begin are the first cells, which declare everything.
var Begin = []string{
	"type T struct {\n\tn int\n\tl []int\n}",
	"func (t *T) Inc(k int) { t.n += k }",
	"func (t T) Sum() int {\n\tx := t.n\n\tfor _, e := range t.l {\n\t\tx += e\n\t}\n\treturn x % 1000\n}",
	"a, b := 1, 2", "c, d := 3, 4", "s := []int{1, 2, 3}", "t := []int{4, 5, 6}", "p := &a", "q := &b", "m := map[string]int{\"k\": 1}",
	"v := T{1, []int{1, 2, 3}}", "w := T{2, []int{4, 5, 6}}", "u := &v", "f := func() int { return a }", "g := func() int { return s[0] }",
	"func h0() int { return a + b }", "func h1() int { return h0() + len(s) }",
}

// New returns a Writer that takes random numbers from r.
func New(r *rand.Rand) *Writer { return &Writer{r, 2} }

func (n *Writer) pick(typ string) string { return variables[typ][n.r.IntN(len(variables[typ]))] }

// value is an expression of type int.
func (n *Writer) value() string {
	switch n.r.IntN(12) {
	case 0, 1:
		return fmt.Sprint(n.r.IntN(10))
	case 2, 3, 4:
		return n.pick("int")
	case 5:
		return "*" + n.pick("*int")
	case 6:
		return fmt.Sprintf("%s[%d]", n.pick("[]int"), n.r.IntN(3))
	case 7:
		return n.pick("map[string]int") + "[\"k\"]"
	case 8:
		return n.pick("T") + ".Sum()"
	case 9:
		if n.calls == 0 {
			return "7"
		}
		return fmt.Sprintf("h%d()", n.r.IntN(n.calls))
	case 10:
		return n.pick("*T") + ".n"
	default:
		return "(" + n.value() + " + " + n.value() + ")%1000"
	}
}

// place is a variable of type int, or a part of one.
func (n *Writer) place() string {
	switch n.r.IntN(6) {
	case 0:
		return "*" + n.pick("*int")
	case 1:
		return fmt.Sprintf("%s[%d]", n.pick("[]int"), n.r.IntN(3))
	case 2:
		return n.pick("map[string]int") + "[\"k\"]"
	case 3:
		return n.pick("T") + ".n"
	case 4:
		return fmt.Sprintf("%s.l[%d]", n.pick("*T"), n.r.IntN(3))
	}
	return n.pick("int")
}

// Cell returns a random cell. Function values are not called by cells that may be called by them.
func (n *Writer) Cell() string {
	switch n.r.IntN(20) {
	case 0, 1, 2:
		return n.pick("int") + " := " + n.value()
	case 3, 4:
		return n.place() + " = " + n.value()
	case 5:
		return n.place() + " += " + n.value()
	case 6:
		return fmt.Sprintf("%s = append(%s[:3:3], %s)", n.pick("[]int"), n.pick("[]int"), n.value())
	case 7:
		return n.pick("[]int") + " = " + n.pick("[]int")
	case 8:
		return n.pick("*int") + " = &" + n.pick("int")
	case 9:
		return n.pick("T") + " = " + n.pick("T")
	case 10:
		return n.pick("*T") + " = &" + n.pick("T")
	case 11:
		return n.pick("T") + ".Inc(" + n.value() + ")"
	case 12, 13:
		k := n.r.IntN(2)
		n.calls = k
		body := n.value()
		n.calls = 2
		set := ""
		if n.r.IntN(3) == 0 {
			set = n.pick("int") + " = " + fmt.Sprint(n.r.IntN(9)) + "; "
		}
		return fmt.Sprintf("func h%d() int { %sreturn %s }", k, set, body)
	case 14:
		return fmt.Sprintf("%s = func() int { %s++; return %s }", n.pick("func() int"), n.pick("int"), n.pick("int"))
	case 15:
		return n.pick("int") + " = " + n.pick("func() int") + "()"
	case 16:
		return fmt.Sprintf("%s := []int{%s, %s, %s}", n.pick("[]int"), n.value(), n.value(), n.value())
	case 17:
		return fmt.Sprintf("for i := range 3 {\n\t%s[i] += %s\n}", n.pick("[]int"), n.value())
	case 18:
		return fmt.Sprintf("if %s > %s {\n\t%s = %s\n}", n.value(), n.value(), n.pick("int"), n.value())
	}
	return "fmt.Println(" + n.value() + ", " + n.value() + ")"
}

// Variables returns expressions with the values of all variables, but those of functions.
func Variables() (names []string) {
	for typ, list := range variables {
		for _, name := range list {
			switch typ {
			case "*int", "*T":
				name = "*" + name
			case "func() int":
				continue // their values have no text; what they refer to is among the others
			}
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
