// SPDX-License-Identifier: BSD-3-Clause

package gosmith

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// A type program declares types that mention each other and reports what they are: where their
// fields are, what reflection says of them, what their methods do, and how packages of the standard
// library treat their values. The programs of Program, in contrast, are about statements and
// expressions.
//
// It is generated in two stages. The first stage writes types and their methods as text, in random
// order. The type checker then reports what has been declared: underlying types, method sets, and
// which type implements which interface. The second stage uses these results to write the functions
// that fill and dump values, and the parts of the program.
//
// The declared types are called nodes, and they are numbered. A node may contain a value of another
// node, as a field or as an element of an array, only if the other has a lower number or its size
// does not depend on its elements. It may refer to any node in all other ways. So every program is
// valid, and all other cycles of types are possible.

// A graph is the state of the generation of a type program.
type graph struct {
	random
	nodes    []*node
	witness  *node        // satisfies the constraints with methods
	specs    []*graphSpec // the methods of the program
	aliases  []alias
	counters map[string]int
	choice   []bool // the parts of the program

	pkg      *types.Package
	subjects []*subject // the types that the parts are about
	funcs    []string   // finished functions of the second stage
	b        strings.Builder
	locals   []string // the functions that declare types
}

// A subject is a type without type parameters that is declared in the package, or an instance.
type subject struct {
	id     string // part of the names of its functions
	text   string // the type as the program writes it
	typ    types.Type
	strict bool // values can be compared and contain no interfaces
}

// TypeParts are the names of the parts of type programs.
func TypeParts() []string {
	var names []string
	for _, p := range graphParts {
		names = append(names, p.name)
	}
	return names
}

// TypeProgram returns a type program, always the same for the same arguments. It has the parts that
// are named, or a few if none is named. Each part prints a line "== NAME" first.
func TypeProgram(seed uint64, parts ...string) string {
	g, decls := declaredGraph(seed)
	if len(parts) > 0 {
		for i, p := range graphParts {
			g.choice[i] = slices.Contains(parts, p.name)
		}
	}
	g.collect()
	var calls []string
	for i, p := range graphParts {
		r := g.random // a part is the same whatever the others are
		g.random = random{state: seed ^ uint64(i+1)<<32}
		if g.choice[i] {
			p.write(g)
			calls = append(calls, fmt.Sprintf("part(%q, part_%s)\n", p.name, p.name))
			g.funcs = append(g.funcs, fmt.Sprintf("func part_%s() {\n%s}", p.name, g.take()))
		}
		g.random = r
	}
	g.fillers()
	decls = append(decls, g.funcs...)
	for {
		shuffle(&g.random, decls)
		shuffle(&g.random, calls)
		src := assembleTypes(decls, strings.Join(calls, ""), seed)
		if !errors.Is(Check(src), errChecker) {
			return src
		}
	}
}

// declaredGraph makes the first stage of a program.
func declaredGraph(seed uint64) (g *graph, decls []string) {
	for state := seed ^ 0x7970657320677261; ; state = ^state * 3 {
		g = &graph{random: random{state: state}, counters: map[string]int{}}
		g.declare()
		g.choice = make([]bool, len(graphParts))
		for range 4 {
			g.choice[g.intn(len(g.choice))] = true
		}
		decls = g.declarations()
		if all, ok := g.check(decls); ok && !anyMisreceived(all) {
			return g, decls
		}
	}
}

// assembleTypes puts the declarations, main, and the helpers and imports that they need together.
func assembleTypes(decls []string, main string, seed uint64) string {
	body := strings.Join(decls, "\n\n") + "\n\nfunc main() {\n" + main + "}\n"
	body = strings.ReplaceAll(body, "$SEED", fmt.Sprint(seed))
	return withHelpers(body, graphHelpers, graphImports)
}

// graphImports are the packages that type programs may import.
var graphImports = []string{
	"bytes", "container/heap", "container/list", "encoding/gob", "encoding/json", "encoding/xml", "errors", "flag", "fmt",
	"io", "log/slog", "maps", "os", "reflect", "regexp", "slices", "sort", "strings", "sync", "sync/atomic",
	"text/template", "time", "unique", "unsafe",
}

// name returns a new identifier that begins with prefix.
func (g *graph) name(prefix string) string {
	g.counters[prefix]++
	return fmt.Sprintf("%s%d", prefix, g.counters[prefix])
}

// p writes a line of the function that is being written.
func (g *graph) p(format string, args ...any) {
	fmt.Fprintf(&g.b, format, args...)
	g.b.WriteByte('\n')
}

// take returns what has been written since the last call.
func (g *graph) take() string {
	s := g.b.String()
	g.b.Reset()
	return s
}

// check checks the types of the declarations of the first stage and returns all types that they
// write. It reports false if the type checker fails.
func (g *graph) check(decls []string) ([]types.Type, bool) {
	src := assembleTypes(decls, "", 0)
	p := &program{src: src, fset: token.NewFileSet()}
	var err error
	if p.file, err = parser.ParseFile(p.fset, "main.go", src, parser.SkipObjectResolution); err != nil {
		panic(fmt.Sprintf("gosmith: %v in\n%s", err, src))
	}
	p.info = &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Instances: map[*ast.Ident]types.Instance{}}
	if err := shared.check(&types.Config{}, p); errors.Is(err, errChecker) {
		return nil, false
	} else if err != nil {
		panic(fmt.Sprintf("gosmith: %v in\n%s", err, src))
	}
	for _, o := range p.info.Defs {
		if o != nil && o.Pkg() != nil {
			g.pkg = o.Pkg()
			break
		}
	}
	var instances []*subject
	for _, inst := range p.info.Instances {
		if t, ok := inst.Type.(*types.Named); ok && !open(t) && t.Obj().Pkg() == g.pkg && inGraph(t) {
			instances = append(instances, &subject{text: g.text(t), typ: t})
		}
	}
	slices.SortFunc(instances, func(a, b *subject) int { return strings.Compare(a.text, b.text) })
	for _, s := range instances {
		if !slices.ContainsFunc(g.subjects, func(o *subject) bool { return types.Identical(o.typ, s.typ) }) {
			g.subjects = append(g.subjects, s)
		}
	}
	var all []types.Type
	for _, tv := range p.info.Types {
		if tv.IsType() {
			all = append(all, tv.Type)
		}
	}
	for _, inst := range p.info.Instances {
		all = append(all, inst.Type)
	}
	return all, true
}

// open reports whether a type mentions type parameters or types of functions.
func open(t types.Type) bool {
	found := false
	var visit func(t types.Type)
	visit = func(t types.Type) {
		switch t := t.(type) {
		case *types.TypeParam:
			found = true
		case *types.Named:
			if o := t.Obj(); o.Pkg() != nil && o.Parent() != o.Pkg().Scope() {
				found = true
			}
			for i := range t.TypeArgs().Len() {
				visit(t.TypeArgs().At(i))
			}
		case *types.Alias:
			visit(types.Unalias(t))
		case *types.Struct:
			for f := range t.Fields() {
				visit(f.Type())
			}
		case *types.Map:
			visit(t.Key())
			visit(t.Elem())
		case *types.Signature:
			for v := range t.Params().Variables() {
				visit(v.Type())
			}
			for v := range t.Results().Variables() {
				visit(v.Type())
			}
		case interface{ Elem() types.Type }:
			visit(t.Elem())
		}
	}
	visit(t)
	return found
}

func inGraph(t *types.Named) bool { return strings.ContainsAny(t.Obj().Name(), "0123456789") }

// text returns a type as the program writes it.
func (g *graph) text(t types.Type) string {
	return types.TypeString(t, func(p *types.Package) string {
		if p == g.pkg {
			return ""
		}
		return p.Name()
	})
}

// collect makes the list of subjects.
func (g *graph) collect() {
	for i, s := range g.subjects {
		s.id = fmt.Sprintf("Inst%d", i+1)
	}
	var own []*subject
	for _, n := range g.nodes {
		if !n.generic() {
			t := g.pkg.Scope().Lookup(n.name).Type()
			own = append(own, &subject{id: n.name, text: n.name, typ: t})
		}
	}
	g.subjects = append(own, g.subjects...)
	for _, s := range g.subjects {
		s.strict = strict(s.typ)
	}
}

// strict reports whether values can be compared and contain no interfaces.
func strict(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic, *types.Pointer, *types.Chan:
		return true
	case *types.Array:
		return strict(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if !strict(f.Type()) {
				return false
			}
		}
		return true
	}
	return false
}

// some returns up to n of the subjects for which ok reports true, in random order.
func (g *graph) some(n int, ok func(s *subject) bool) []*subject {
	var list []*subject
	for _, s := range g.subjects {
		if ok == nil || ok(s) {
			list = append(list, s)
		}
	}
	shuffle(&g.random, list)
	return list[:min(n, len(list))]
}

func isInterface(s *subject) bool { return types.IsInterface(s.typ) }
func isConcrete(s *subject) bool  { return !types.IsInterface(s.typ) }
