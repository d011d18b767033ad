// SPDX-License-Identifier: BSD-3-Clause

//go:build (amd64 || arm64) && (linux || darwin || windows)

package machine_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestNativeSeveral is TestNativeSmith for loops of assignments of several values, the indices and
// values of which depend on what the assignment changes.
func TestNativeSeveral(t *testing.T) { nativeSmith(t, severalProgram, 0, 12) }

// TestSeveralProgram holds that functions of the programs of TestNativeSeveral both end and fail.
func TestSeveralProgram(t *testing.T) {
	failed, ended := 0, 0
	for seed := range uint64(4) {
		got := runScript(severalProgram(seed, 0))
		if got.Panic != "" {
			t.Errorf("program %d ends with %q", seed, got.Panic)
		}
		failed += strings.Count(got.Output, "out of range")
		ended += strings.Count(got.Output, "ends")
	}
	if failed < 3 || ended < 3 {
		t.Errorf("%d functions fail, and %d end", failed, ended)
	}
}

func severalProgram(seed uint64, _ int) string {
	r := rand.New(rand.NewPCG(seed, 32))
	one := func(list ...string) string { return list[r.IntN(len(list))] }
	risky := false // of two operations that fail, the language does not say which comes first
	masked := func() string {
		return "(" + one("i", "j", "k", "i+j", "c[i&7]", "c[j&7]", "p.n", "int(x)", "j*k", "i-k") + ")&7"
	}
	index := func() string {
		if risky || r.IntN(3) > 0 {
			return masked()
		}
		risky = true
		return one("i", "j", "c[i&7]", "c[j]")
	}
	var number func(depth int) string
	number = func(depth int) string {
		if depth > 0 && r.IntN(3) == 0 {
			switch op := one("+", "-", "*", "^", "&", "|", "&^", "<<", ">>", "/", "%"); op {
			case "<<", ">>":
				return fmt.Sprintf("(%s %s (uint(i)&7))", number(depth-1), op)
			case "/", "%":
				return fmt.Sprintf("(%s %s (y|1))", number(depth-1), op)
			default:
				return fmt.Sprintf("(%s %s %s)", number(depth-1), op, number(depth-1))
			}
		}
		return one("x", "y", "T(i)", "T(k)", "5", "-x", "^y", "p.x", "a["+index()+"]", "b["+index()+"]", "d["+index()+"]", "p.s["+index()+"]", "p.d["+index()+"]")
	}
	whole := func() string {
		return one("i", "j", "k", "i+1", "j-i", "k*3", "3", "len(a)", "cap(p.s)", "int(x)", "int(int8(k))", "p.n", "c["+index()+"]", "c["+index()+"]", "int(a["+index()+"])")
	}
	truth := func() string {
		return one("ok", "!ok", "i < j", "x == y", "x > a["+index()+"]", "e["+index()+"]", "true")
	}
	assignment := func() string {
		var left, right []string
		risky = false
		for range 2 + r.IntN(3) {
			switch r.IntN(5) {
			case 0, 1:
				left = append(left, one("i", "j", "k", "p.n", "c["+index()+"]", "c["+index()+"]"))
				right = append(right, whole())
			case 2, 3:
				left = append(left, one("x", "y", "a["+index()+"]", "b["+index()+"]", "d["+masked()+"]", "p.x", "p.s["+index()+"]", "p.d["+masked()+"]"))
				right = append(right, number(2))
			default:
				left = append(left, one("ok", "e["+index()+"]"))
				right = append(right, truth())
			}
		}
		return strings.Join(left, ", ") + " = " + strings.Join(right, ", ")
	}
	var s strings.Builder
	fmt.Fprintf(&s, `package main

import "fmt"

type T %s
type record struct {
	n int
	x T
	s []T
	d [8]T
}

func try(name string, f func(a, b []T, c []int, e []bool, p *record)) {
	a, b, c, e := make([]T, 8), make([]T, 8), make([]int, 8), make([]bool, 8)
	for i := range a {
		a[i], b[i], c[i], e[i] = T(i*i), T(7*i), (3*i+1)&7, i&1 == 0
	}
	p := &record{n: 3, x: 9, s: a[:]}
	if len(name)&1 == 0 {
		p.s = make([]T, 8)
	}
	defer func() { fmt.Println(name, recover(), a, b, c, e, *p) }()
	f(a, b, c, e, p)
}
`, one("int", "int8", "uint8", "int16", "uint32", "int32", "int64", "uint"))
	const functions = 12
	for n := range functions {
		fmt.Fprintf(&s, "\nfunc f%d(a, b []T, c []int, e []bool, p *record) {\n\tvar d [8]T\n\ti, j, k, x, y, ok := 1, 2, 3, T(4), T(5), true\n", n)
		fmt.Fprintf(&s, "\tfor t := 0; t < 50; t++ {\n")
		for range 1 + r.IntN(4) {
			if r.IntN(4) == 0 {
				fmt.Fprintf(&s, "\t\tfor u := 0; u < %d; u++ {\n\t\t\t%s\n\t\t}\n", 1+r.IntN(3), assignment())
			}
			fmt.Fprintf(&s, "\t\t%s\n", assignment())
			if r.IntN(4) > 0 {
				fmt.Fprintf(&s, "\t\ti, j = i&7, j&7\n")
			}
			if r.IntN(4) == 0 {
				fmt.Fprintf(&s, "\t\tif %s {\n\t\t\t%s\n\t\t}\n", truth(), assignment())
			}
		}
		fmt.Fprintf(&s, "\t}\n\tfmt.Println(\"ends\", i, j, k, x, y, ok, d)\n}\n")
	}
	s.WriteString("\nfunc main() {\n")
	for n := range functions {
		fmt.Fprintf(&s, "\ttry(\"f%d\", f%d)\n", n, n)
	}
	s.WriteString("}\n")
	return s.String()
}
