// SPDX-License-Identifier: BSD-3-Clause

package gosmith

import (
	"fmt"
	"go/types"
	"slices"
	"strings"
)

// The functions fill_X and dump_X of a subject write and print all fields and elements of a value
// in the code of the program itself, without reflection. Filling takes a depth, at which pointers
// and the like stay nil, and numbers from one counter, so that no two fields have the same value by
// chance.

// subjectOf returns the subject for a type, or nil. An instance that only other instances mention
// becomes a subject when it is met.
func (g *graph) subjectOf(t types.Type) *subject {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() != g.pkg {
		return nil
	}
	for _, s := range g.subjects {
		if types.Identical(s.typ, named) {
			return s
		}
	}
	s := &subject{id: g.name("Met"), text: g.text(named), typ: named, strict: strict(named)}
	g.subjects = append(g.subjects, s)
	return s
}

// fillers writes the functions of the concrete subjects that the functions written so far need.
func (g *graph) fillers() {
	var names, texts []string
	for i := 0; i < len(g.subjects); i++ { // writing them may add some
		s := g.subjects[i]
		if isInterface(s) {
			continue
		}
		g.p("func fill_%s(p *%s, d int) {", s.id, s.text)
		g.p("if budget--; budget < 0 {\nreturn\n}")
		g.fillUnder("*p", s.text, s.typ.Underlying(), 0)
		g.p("}")
		names, texts = append(names, "fill_"+s.id+"("), append(texts, g.take())
		g.p("func dump_%s(path string, v %s, d int) {", s.id, s.text)
		g.p("if budget--; budget < 0 || d < 0 {\nreturn\n}")
		g.dumpUnder("path", "v", s.typ.Underlying(), 0)
		g.p("}")
		names, texts = append(names, "dump_"+s.id+"("), append(texts, g.take())
	}
	needed := make([]bool, len(names))
	for next := g.funcs; len(next) > 0; {
		var found []string
		for i, name := range names {
			if !needed[i] && slices.ContainsFunc(next, func(text string) bool { return strings.Contains(text, name) }) {
				needed[i] = true
				found = append(found, texts[i])
			}
		}
		g.funcs = append(g.funcs, found...)
		next = found
	}
}

func deeper(n int) string {
	if n == 0 {
		return "d"
	}
	return fmt.Sprintf("d-%d", n)
}

// fill writes statements that fill the variable lv, which is addressable, at depth n below the
// parameter d.
func (g *graph) fill(lv string, t types.Type, n int) {
	if s := g.subjectOf(t); s != nil && isConcrete(s) {
		g.p("fill_%s(&%s, %s)", s.id, lv, deeper(n))
		return
	}
	if named, ok := types.Unalias(t).(*types.Named); ok && named.Obj().Pkg() != g.pkg {
		if named.Obj().Name() == "Time" {
			g.p("%s = time.Unix(int64(next()), 0).UTC()", lv)
			return
		}
		if _, ok := t.Underlying().(*types.Struct); ok {
			return
		}
	}
	g.fillUnder(lv, g.text(t), t.Underlying(), n)
}

// fillUnder does the same for a variable of the given underlying type.
func (g *graph) fillUnder(lv, text string, t types.Type, n int) {
	switch t := t.(type) {
	case *types.Basic:
		switch info := t.Info(); {
		case info&types.IsBoolean != 0:
			g.p("%s = next()%%2 == 1", lv)
		case info&types.IsString != 0:
			g.p("%s = (%s)(word())", lv, text)
		case info&types.IsComplex != 0:
			g.p("%s = (%s)(complex(float64(next()), 0.5))", lv, text)
		case info&types.IsFloat != 0:
			g.p("%s = (%s)(next()) + 0.25", lv, text)
		default:
			g.p("%s = (%s)(next())", lv, text)
		}
	case *types.Pointer:
		x := g.name("x")
		g.p("if %s > 0 {", deeper(n))
		if g.chance(50) {
			g.p("var %s %s", x, g.text(t.Elem()))
			g.fill(x, t.Elem(), n+1)
			g.p("%s = &%s\n}", lv, x)
		} else {
			g.p("%s = new(%s)", lv, g.text(t.Elem()))
			g.fill("(*"+lv+")", t.Elem(), n+1)
			g.p("}")
		}
	case *types.Slice:
		g.p("if %s > 0 {", deeper(n))
		if g.chance(50) {
			i := g.name("i")
			g.p("%s = make(%s, %d)\nfor %s := range %s {\n_ = %s", lv, text, g.between(1, 2), i, lv, i)
			g.fill("("+lv+")["+i+"]", t.Elem(), n+1)
			g.p("}\n}")
		} else {
			x := g.name("x")
			g.p("var %s %s", x, g.text(t.Elem()))
			g.fill(x, t.Elem(), n+1)
			g.p("%s = append(%s, %s, %s)[:1]\n}", lv, lv, x, x)
		}
	case *types.Array:
		i := g.name("i")
		g.p("for %s := range %s {\n_ = %s", i, lv, i)
		g.fill("("+lv+")["+i+"]", t.Elem(), n)
		g.p("}")
	case *types.Map:
		k, x := g.name("k"), g.name("x")
		g.p("if %s > 0 {\nvar %s %s\nvar %s %s", deeper(n), k, g.text(t.Key()), x, g.text(t.Elem()))
		g.fill(k, t.Key(), n+1)
		g.fill(x, t.Elem(), n+1)
		g.p("%s = %s{%s: %s}\n}", lv, text, k, x)
	case *types.Chan:
		x := g.name("x")
		g.p("if %s > 0 {\nvar %s %s", deeper(n), x, g.text(t.Elem()))
		g.fill(x, t.Elem(), n+1)
		g.p("c%s := make(%s, %d)\nc%s <- %s\n%s = c%s\n}", x, g.text(types.NewChan(types.SendRecv, t.Elem())), g.between(1, 3), x, x, lv, x)
	case *types.Signature:
		g.p("if %s > 0 {\n%s = %s {", deeper(n), lv, g.literal(t))
		tag := g.name("func")
		g.p("say(%q)", tag)
		if t.Results().Len() > 0 {
			var names []string
			for v := range t.Results().Variables() {
				x := g.name("x")
				names = append(names, x)
				g.p("var %s %s", x, g.text(v.Type()))
				g.fill(x, v.Type(), n+2)
			}
			g.p("return %s", joined(names))
		}
		g.p("}\n}")
	case *types.Interface:
		list := g.candidates(t)
		if len(list) == 0 {
			return
		}
		g.p("if %s > 0 {\nswitch next() %% %d {", deeper(n), len(list))
		for i, c := range list {
			x := g.name("x")
			g.p("case %d:\nvar %s %s", i, x, c.text)
			if _, ok := c.typ.(*types.Pointer); ok {
				g.p("%s = new(%s)", x, c.text[1:])
				g.p("fill_%s(%s, %s)", c.id, x, deeper(n+1))
			} else if c.id != "" {
				g.p("fill_%s(&%s, %s)", c.id, x, deeper(n+1))
			} else {
				g.fill(x, c.typ, n+1)
			}
			g.p("%s = %s", lv, x)
		}
		g.p("}\n}")
	case *types.Struct:
		for f := range t.Fields() {
			if f.Name() != "_" && g.ours(f) {
				g.fill("("+lv+")."+f.Name(), f.Type(), n)
			}
		}
	}
}

func joined(names []string) string {
	s := ""
	for i, n := range names {
		if i > 0 {
			s += ", "
		}
		s += n
	}
	return s
}

// ours reports whether the program can use a field.
func (g *graph) ours(f *types.Var) bool { return f.Exported() || f.Pkg() == g.pkg }

// literal returns the beginning of a function literal, whose parameters have no names.
func (g *graph) literal(t *types.Signature) string {
	s := "func("
	for i := range t.Params().Len() {
		if i > 0 {
			s += ", "
		}
		text := g.text(t.Params().At(i).Type())
		if t.Variadic() && i == t.Params().Len()-1 {
			text = "..." + text[2:]
		}
		s += "_ " + text
	}
	s += ") ("
	for i := range t.Results().Len() {
		if i > 0 {
			s += ", "
		}
		s += g.text(t.Results().At(i).Type())
	}
	return s + ")"
}

// candidates returns types for the dynamic values of an interface, always the same. Values of all
// of them can be compared unless they are subjects that are not strict.
func (g *graph) candidates(t *types.Interface) []*subject {
	var list []*subject
	if t.NumMethods() == 0 {
		list = append(list, &subject{text: "int", typ: types.Typ[types.Int]}, &subject{text: "string", typ: types.Typ[types.String]})
	}
	for _, s := range g.subjects {
		if isInterface(s) || !s.strict {
			continue
		}
		switch p := types.NewPointer(s.typ); {
		case len(list) > 4:
		case types.Implements(s.typ, t) && (t.NumMethods() > 0 || len(s.id)%2 == 0):
			list = append(list, s)
		case types.Implements(p, t) && t.NumMethods() > 0:
			list = append(list, &subject{id: s.id, text: "*" + s.text, typ: p})
		}
	}
	for _, s := range g.subjects {
		if isInterface(s) || s.strict || t.NumMethods() == 0 || len(list) > 4 {
			continue
		}
		if p := types.NewPointer(s.typ); types.Implements(p, t) {
			list = append(list, &subject{id: s.id, text: "*" + s.text, typ: p})
		}
	}
	return slices.Clip(list)
}

// dump writes statements that print v, whose path is the expression path.
func (g *graph) dump(path, v string, t types.Type, n int) {
	if s := g.subjectOf(t); s != nil && isConcrete(s) {
		g.p("dump_%s(%s, %s, %s)", s.id, path, v, deeper(n+1))
		return
	}
	if named, ok := types.Unalias(t).(*types.Named); ok && named.Obj().Pkg() != g.pkg {
		if _, ok := t.Underlying().(*types.Struct); ok {
			return
		}
	}
	g.dumpUnder(path, v, t.Underlying(), n)
}

func (g *graph) dumpUnder(path, v string, t types.Type, n int) {
	switch t := t.(type) {
	case *types.Basic:
		g.p("leaf(%s, (%s)(%s))", path, t.Name(), v)
	case *types.Pointer:
		g.p("if %s == nil {\nleaf(%s, \"nil\")\n} else {", v, path)
		g.dump(path+"+\"*\"", "(*"+v+")", t.Elem(), n)
		g.p("}")
	case *types.Slice, *types.Array:
		i, x := g.name("i"), g.name("x")
		elem := t.(interface{ Elem() types.Type }).Elem()
		g.p("leaf(%s, len(%s))\nfor %s, %s := range %s {\n_, _ = %s, %s", path, v, i, x, v, i, x)
		g.dump(fmt.Sprintf("at(%s, %s)", path, i), x, elem, n)
		g.p("}")
	case *types.Map:
		k, x := g.name("k"), g.name("x")
		g.p("leaf(%s, len(%s))\nfor %s, %s := range %s {\n_, _ = %s, %s", path, v, k, x, v, k, x)
		g.dump(path+"+\".key\"", k, t.Key(), n)
		g.dump(path+"+\".elem\"", x, t.Elem(), n)
		g.p("}")
	case *types.Chan:
		g.p("leaf(%s, cap(%s))", path, v)
		if t.Dir() != types.SendOnly {
			x := g.name("x")
			g.p("if len(%s) > 0 {\n%s := <-%s\n_ = %s", v, x, v, x)
			g.dump(path+"+\"<-\"", x, t.Elem(), n)
			if t.Dir() == types.SendRecv {
				g.p("%s <- %s", v, x)
			}
			g.p("}")
		}
	case *types.Signature:
		g.p("if %s == nil {\nleaf(%s, \"nil\")\n} else {", v, path)
		var args, results []string
		for i := range t.Params().Len() {
			if a := t.Params().At(i); !t.Variadic() || i < t.Params().Len()-1 {
				x := g.name("x")
				args = append(args, x)
				g.p("var %s %s", x, g.text(a.Type()))
			}
		}
		for range t.Results().Len() {
			results = append(results, g.name("x"))
		}
		call := fmt.Sprintf("%s(%s)", v, joined(args))
		if len(results) > 0 {
			call = joined(results) + " := " + call
		}
		g.p("%s", call)
		for i, x := range results {
			g.p("_ = %s", x)
			g.dump(path+fmt.Sprintf("+\"()%d\"", i), x, t.Results().At(i).Type(), n+1)
		}
		g.p("}")
	case *types.Interface:
		y := g.name("y")
		list := g.candidates(t)
		if len(list) == 0 {
			g.p("leaf(%s, %s == nil)", path, v)
			return
		}
		g.p("switch %s := any(%s).(type) {\ncase nil:\nleaf(%s, \"nil interface\")", y, v, path)
		for _, c := range list {
			g.p("case %s:\nleaf(%s, %q)\n_ = %s", c.text, path, c.text, y)
			if c.id == "" {
				g.dump(path+"+\".()\"", y, c.typ, n)
			} else if c.text[0] == '*' {
				g.p("dump_%s(%s+\".()*\", *%s, %s)", c.id, path, y, deeper(n+1))
			} else {
				g.p("dump_%s(%s+\".()\", %s, %s)", c.id, path, y, deeper(n+1))
			}
		}
		g.p("default:\nleaf(%s, \"another type\")\n}", path)
	case *types.Struct:
		for f := range t.Fields() {
			if f.Name() != "_" && g.ours(f) {
				g.dump(fmt.Sprintf("%s+%q", path, "."+f.Name()), "("+v+")."+f.Name(), f.Type(), n)
			}
		}
	}
}
