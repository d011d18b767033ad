// SPDX-License-Identifier: BSD-3-Clause

// Package gosmith generates random Go programs that are well typed, end soon and have one meaning,
// in the manner of Csmith (Yang, Chen, Eide, Regehr: Finding and Understanding Bugs in C Compilers,
// PLDI 2011, doi:10.1145/1993498.1993532). The machine must print what the program prints when the
// Go compiler has compiled it.
//
//	src := gosmith.Program(1, 10)
//	want, err := gosmith.Expected(ctx, dir, []uint64{1}, 10)
//	small := gosmith.Shrink(src, func(src string) bool { return differs(src) })
//
// A program is a mixture of two things: random declarations, statements and expressions, and
// scenes, which are pieces of code about one part of the language with random types and expressions
// in them. It prints a trace of intermediate values.
//
// Programs never depend on what the language leaves open. A statement either reads variables freely
// and calls nothing that has side effects, or calls freely and reads only variables that no call
// can change (see mode). No statement has more than one operation that may panic. Maps are ranged
// over only for sums or sorted keys. append never writes into capacity that an earlier append has
// left over. Addresses are never printed. Products of floating-point numbers are converted
// explicitly, which forbids fusing.
//
// Programs end because loops are counted and calls other than those of pure functions, which cannot
// recurse, spend fuel.
//
// The programs of OrderProgram are made for what these rules leave out: several operations of a
// statement that panic, left sides rooted in calls, and calls that change what the statement reads.
//
// The programs of LoopProgram are about loops that call nothing, whose variables a back end keeps
// in registers.
//
// These programs do not use unsafe or reflection, and little of the standard library. TypeProgram
// generates programs about types, which do. Cgo, data races and programs that do not compile are
// not tested.
package gosmith

import (
	"bytes"
	"fmt"
	"strings"
)

// A gen is the state of the generation of a program.
type gen struct {
	random
	size int

	names      map[string]int
	interned   map[string]*typ
	ints       []*typ // the integer types that the program uses most
	pool       []*typ // the types that variables are made of
	declared   []*typ // types with a declaration
	interfaces []*typ // declared interfaces with methods
	errors     []*typ // declared types with an Error method
	specs      []*methodSpec
	functions  []*function

	decls []string // finished declarations
	tests []string // functions that main calls

	fn           *function
	buf          *bytes.Buffer
	scopes       [][]*variable
	marks        []*variable // in the order in which they were marked as used
	mode         mode
	initializing bool // an initial value of a package-level variable is being written
}

// Program returns a program, always the same for the same arguments. The size is the number of
// scenes and test functions: programs have about 500 lines for size 1, 800 for size 4, and 1,600
// for size 10. They end within milliseconds when compiled.
func Program(seed uint64, size int) string {
	g := &gen{
		random:   random{state: seed},
		size:     max(size, 1),
		names:    map[string]int{},
		interned: map[string]*typ{},
	}
	return g.program()
}

// name returns a new identifier that begins with prefix.
func (g *gen) name(prefix string) string {
	g.names[prefix]++
	return fmt.Sprintf("%s%d", prefix, g.names[prefix])
}

// hint returns a prefix for the names of variables of type t.
func hint(t *typ) string {
	return [...]string{"ok", "i", "u", "x", "z", "s", "v", "p", "arr", "l", "m", "fn", "e", "ch", "t"}[t.u().kind]
}

// p writes a line.
func (g *gen) p(format string, args ...any) {
	fmt.Fprintf(g.buf, format, args...)
	g.buf.WriteByte('\n')
}

func (g *gen) program() string {
	g.declareSpecs()
	g.declareTypes()
	g.declareGenericTypes()
	g.declareFunctions()
	g.declareGenerics()
	for i, f := range g.functions {
		f.index = i
	}
	g.scopes = [][]*variable{nil}
	g.declareGlobals()
	for _, f := range g.functions {
		switch {
		case f.instance != nil:
			f.cost = f.instance.cost
		case f.pure:
			g.writeFunction(f)
		}
	}
	for _, f := range g.functions {
		if !f.pure && f.instance == nil {
			f.index = len(g.functions)
			g.writeFunction(f)
		}
	}
	for range g.size {
		if g.chance(40) {
			g.writeTest()
		} else {
			g.writeScene()
		}
	}
	g.decls = append(g.decls, g.typeDecls()...)
	shuffle(&g.random, g.decls)
	return g.assemble()
}

// declareSpecs makes up the methods of the program.
func (g *gen) declareSpecs() {
	basic := func() *typ {
		return one(&g.random, intType, stringType, float64Type, boolType, pick(&g.random, integerTypes))
	}
	for i, name := range []string{"Size", "label", "Step", "apply", "Pair"} {
		var results []*typ
		for range one(&g.random, 1, 1, 1, i/4+1) {
			results = append(results, basic())
		}
		var params []*typ
		for range g.intn(3) {
			params = append(params, basic())
		}
		pure := i < 2
		if !pure && g.chance(20) {
			results = nil
		}
		g.specs = append(g.specs, &methodSpec{name, g.funcOf(results, params...), pure})
	}
}

// declareGlobals declares package-level variables with initial values that need no function of the
// program.
func (g *gen) declareGlobals() {
	g.fn = &function{sig: g.funcOf(nil), factor: 1}
	g.initializing = true
	for range g.between(3, 4+g.size/2) {
		t := g.anyTyp()
		v := &variable{name: g.name("g"), typ: t, global: true, used: true}
		switch e := ""; {
		case t.hasNil() && t.u().kind != chanKind && (t.u().kind != interfaceKind || g.inhabited(t)) && g.chance(60):
			e = g.nonNil(t, 2).s
			if v.nonNil = t.u().kind != sliceKind; !v.nonNil {
				v.minLen = 1
			}
			g.decls = append(g.decls, fmt.Sprintf("var %s %s = %s", v.name, t, e))
		case g.chance(30):
			g.decls = append(g.decls, fmt.Sprintf("var %s %s", v.name, t))
		default:
			e = g.expr(t, 2).s
			g.decls = append(g.decls, fmt.Sprintf("var %s = %s", v.name, e))
		}
		g.scopes[0] = append(g.scopes[0], v)
	}
	g.initializing = false
	g.fn = nil
}

// writeTest writes a function of random statements that main calls.
func (g *gen) writeTest() {
	f := &function{name: g.name("test"), sig: g.funcOf(nil), index: len(g.functions)}
	g.tests = append(g.tests, f.name)
	g.writeFunction(f)
}

// imported are the packages that generated programs may import.
var imported = []string{
	"cmp", "container/heap", "errors", "fmt", "iter", "maps", "math", "math/bits", "runtime", "slices", "sort", "strconv",
	"strings", "sync", "unicode/utf8",
}

// assemble puts the declarations, main, and the helpers and imports that they need together.
func (g *gen) assemble() string {
	var b strings.Builder
	for _, d := range g.decls {
		b.WriteString("\n" + d + "\n")
	}
	b.WriteString("\nfunc main() {\n")
	for _, t := range g.tests {
		fmt.Fprintf(&b, "run(%q, %s)\n", t, t)
	}
	for _, v := range g.scopes[0] {
		if v.typ.printable() {
			fmt.Fprintf(&b, "fmt.Println(%q, %s)\n", v.name, v.name)
		}
	}
	b.WriteString(g.ending())
	b.WriteString("}\n")
	return withHelpers(b.String(), helpers, imported)
}
