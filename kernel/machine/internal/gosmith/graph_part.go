// SPDX-License-Identifier: BSD-3-Clause

package gosmith

import (
	"fmt"
	"go/types"
	"strings"
)

// graphParts are the parts of type programs. Each writes the body of a function.
var graphParts = []struct {
	name  string
	write func(g *graph)
}{
	{"layout", (*graph).layoutPart},
	{"fields", (*graph).fieldsPart},
	{"copies", (*graph).copiesPart},
	{"types", (*graph).typesPart},
	{"identity", (*graph).identityPart},
	{"relations", (*graph).relationsPart},
	{"methods", (*graph).methodsPart},
	{"calls", (*graph).callsPart},
	{"assert", (*graph).assertPart},
	{"equal", (*graph).equalPart},
	{"generic", (*graph).genericPart},
	{"local", (*graph).localPart},
	{"values", (*graph).valuesPart},
	{"fmt", (*graph).fmtPart},
	{"json", (*graph).jsonPart},
	{"xml", (*graph).xmlPart},
	{"gob", (*graph).gobPart},
	{"template", (*graph).templatePart},
	{"library", (*graph).libraryPart},
}

// layoutPart compares where fields are with what package unsafe and reflection say.
func (g *graph) layoutPart() {
	for _, s := range g.some(8, isConcrete) {
		g.p("{\nvar v %s\nvar pair [2]%s\nt := reflect.TypeOf(v)", s.text, s.text)
		g.p("say(%q, unsafe.Sizeof(v), unsafe.Alignof(v), t.Size(), t.Align(), t.FieldAlign(), distance(&pair[0], &pair[1]))", s.text)
		g.p("_ = v\n_ = pair")
		if st, ok := s.typ.Underlying().(*types.Struct); ok {
			i := 0
			for f := range st.Fields() {
				if f.Name() != "_" && g.ours(f) {
					g.p("say(%q, unsafe.Offsetof(v.%s), distance(&v, &v.%s), t.Field(%d).Offset, unsafe.Sizeof(v.%s))",
						" "+f.Name(), f.Name(), f.Name(), i, f.Name())
				}
				i++
			}
		}
		g.p("}")
	}
}

// fieldsPart writes all fields of values and prints them, in the code of the program.
func (g *graph) fieldsPart() {
	for _, s := range g.some(4, isConcrete) {
		v := g.name("v")
		switch g.intn(3) {
		case 0:
			g.p("var %s %s\nfill_%s(&%s, 2)\ndump_%s(%q, %s, 3)", v, s.text, s.id, v, s.id, s.text, v)
		case 1:
			g.p("%s := new(%s)\nfill_%s(%s, 2)\ndump_%s(%q, *%s, 3)", v, s.text, s.id, v, s.id, s.text, v)
		default:
			g.p("%s := make([]%s, 3)\nfor i := range %s {\nfill_%s(&%s[i], 1)\n}", v, s.text, v, s.id, v)
			g.p("for i, x := range %s {\ndump_%s(at(%q, i), x, 2)\n}", v, s.id, s.text)
		}
	}
}

// copiesPart copies values in many ways, changes the original and prints both.
func (g *graph) copiesPart() {
	for _, s := range g.some(2, isConcrete) {
		g.p("{\nvar v %s\nfill_%s(&v, 2)", s.text, s.id)
		ways := []string{
			"w := v", "p := &v\nw := *p", "list := []$T{v, v}\nw := list[1]", "m := map[string]$T{\"a\": v}\nw := m[\"a\"]",
			"var x any = v\nw := x.($T)", "ch := make(chan $T, 1)\nch <- v\nw := <-ch", "w := func(x $T) $T { return x }(v)",
			"var box struct {\na int\nv $T\nb int\n}\nbox.a, box.v, box.b = 1, v, 2\nw := box.v\nsay(box.a, box.b)",
			"p := new($T)\n*p = v\nw := *p", "array := [2]$T{1: v}\nother := array\nw := other[1]", "f := func() $T { return v }\nw := f()",
			"w := reflect.ValueOf(v).Interface().($T)", "w := reflect.ValueOf(&v).Elem().Interface().($T)",
			"w, x := v, v\nfill_$I(&x, 1)", "list := append([]$T(nil), v)\nlist = append(list, v)\nw := list[1]",
		}
		shuffle(&g.random, ways)
		for _, way := range ways[:3] {
			g.p("{\n%s\nfill_%s(&v, 1)\ndump_%s(\"copy\", w, 2)\ndump_%s(\"original\", v, 2)\n}",
				strings.NewReplacer("$T", s.text, "$I", s.id).Replace(way), s.id, s.id, s.id)
		}
		g.p("}")
	}
}

// roots writes expressions for the reflect.Types of subjects.
func (g *graph) root(s *subject) string {
	switch g.intn(5) {
	case 0:
		return fmt.Sprintf("reflect.TypeFor[%s]()", s.text)
	case 1:
		return fmt.Sprintf("reflect.TypeOf((*%s)(nil)).Elem()", s.text)
	case 2:
		return fmt.Sprintf("reflect.TypeOf([]%s{}).Elem()", s.text)
	case 3:
		return fmt.Sprintf("reflect.TypeOf(struct{ x %s }{}).Field(0).Type", s.text)
	default:
		return fmt.Sprintf("reflect.TypeOf(func(%s) {}).In(0)", s.text)
	}
}

// typesPart prints what reflection says of all types that it reaches from some of them.
func (g *graph) typesPart() {
	g.p("g := &typeGraph{numbers: map[reflect.Type]int{}}")
	for _, s := range g.some(4, nil) {
		g.p("g.id(%s)", g.root(s))
	}
	g.p("g.print()")
}

// identityPart compares types that are reached in different ways.
func (g *graph) identityPart() {
	g.p("names := map[reflect.Type]string{}")
	for _, s := range g.some(6, nil) {
		g.p("attempt(\"identity\", func() {\nt := %s\nnames[t] += %q", g.root(s), s.text)
		for range 3 {
			g.p("say(%q, t == %s)", s.text, g.root(s))
		}
		g.p("say(reflect.PointerTo(t) == reflect.TypeFor[*%s](), reflect.SliceOf(t) == reflect.TypeFor[[]%s](), reflect.MapOf(reflect.TypeFor[string](), t) == reflect.TypeFor[map[string]%s]())",
			s.text, s.text, s.text)
		g.p("say(reflect.ChanOf(reflect.BothDir, t) == reflect.TypeFor[chan %s](), reflect.ArrayOf(3, t) == reflect.TypeFor[[3]%s](), reflect.FuncOf([]reflect.Type{t}, nil, false) == reflect.TypeFor[func(%s)]())",
			s.text, s.text, s.text)
		g.p("say(reflect.StructOf([]reflect.StructField{{Name: \"A\", Type: t}}) == reflect.TypeFor[struct{ A %s }](), reflect.New(t).Type() == reflect.TypeFor[*%s](), reflect.Zero(t).Type() == t)",
			s.text, s.text)
		g.p("say(reflect.PointerTo(t), reflect.SliceOf(t), reflect.ArrayOf(2, t), reflect.FuncOf([]reflect.Type{t}, []reflect.Type{t}, false), reflect.ChanOf(reflect.RecvDir, t))")
		g.p("})")
	}
	for _, s := range g.some(4, isConcrete) {
		st, ok := s.typ.Underlying().(*types.Struct)
		if !ok {
			continue
		}
		i := -1
		for f := range st.Fields() {
			if i++; g.ours(f) && f.Name() != "_" {
				g.p("say(%q, reflect.TypeFor[%s]().Field(%d).Type == reflect.TypeFor[%s]())", s.text+"."+f.Name(), s.text, i, g.text(f.Type()))
			}
		}
		g.p("for _, f := range reflect.VisibleFields(reflect.TypeFor[%s]()) {\nsay(\" visible\", f.Name, f.Index, f.Type)\n}", s.text)
	}
	g.p("for _, t := range slices.SortedFunc(maps.Keys(names), func(a, b reflect.Type) int { return strings.Compare(names[a], names[b]) }) {\nsay(t, names[t])\n}")
}

// relationsPart prints matrices of what reflection says about pairs of types.
func (g *graph) relationsPart() {
	list := g.some(9, nil)
	g.p("list := []reflect.Type{")
	for _, s := range list {
		g.p("%s,\nreflect.TypeFor[*%s](),", g.root(s), s.text)
	}
	for _, s := range list[:min(3, len(list))] {
		g.p("reflect.TypeFor[%s](),", g.text(s.typ.Underlying()))
	}
	g.p("reflect.TypeFor[int](), reflect.TypeFor[string](), reflect.TypeFor[any](), reflect.TypeFor[error](), reflect.TypeFor[fmt.Stringer](),\n}")
	g.p(`for _, t := range list {
row := func(ok func(reflect.Type) bool) string {
	s := ""
	for _, u := range list {
		if ok(u) {
			s += "1"
		} else {
			s += "0"
		}
	}
	return s
}
say(t, row(t.AssignableTo), row(t.ConvertibleTo), row(func(u reflect.Type) bool { return u.Kind() == reflect.Interface && t.Implements(u) }), row(func(u reflect.Type) bool { return t == u }))
for _, u := range list {
	if t.ConvertibleTo(u) && t != u {
		attempt("convert", func() {
			v := reflect.New(t).Elem()
			say(" to", u, v.CanConvert(u), v.Convert(u).Type())
		})
	}
}
}`)
}

// hasMethods reports whether values of a subject or pointers to them have methods.
func hasMethods(s *subject) bool {
	return isConcrete(s) && types.NewMethodSet(types.NewPointer(s.typ)).Len() > 0
}

// specOf returns the method of the program that has a name.
func (g *graph) specOf(name string) *graphSpec {
	for _, s := range g.specs {
		if s.name == name {
			return s
		}
	}
	return nil
}

// arguments declares variables for the arguments of a method and returns them as a list.
func (g *graph) arguments(sig *types.Signature) string {
	var names []string
	for i := range sig.Params().Len() {
		a := g.name("a")
		t := sig.Params().At(i).Type()
		if sig.Variadic() && i == sig.Params().Len()-1 {
			g.p("var %s %s\nstir(&%s)", a, g.text(t), a)
			a += "..."
		} else {
			g.p("var %s %s", a, g.text(t))
			g.p("stir(&%s)", a)
		}
		names = append(names, a)
	}
	return joined(names)
}

// call writes a call of a method and prints the results.
func (g *graph) call(f, args string, sig *types.Signature) {
	call := fmt.Sprintf("%s(%s)", f, args)
	var results []string
	for range sig.Results().Len() {
		results = append(results, g.name("r"))
	}
	if len(results) == 0 {
		g.p("%s", call)
		return
	}
	g.p("%s := %s", joined(results), call)
	for _, r := range results {
		g.p("walk(%q, reflect.ValueOf(&%s).Elem(), 2)", r[:1], r)
	}
}

// methodsPart calls methods in the ways that the language has.
func (g *graph) methodsPart() {
	for _, s := range g.some(4, hasMethods) {
		set := types.NewMethodSet(types.NewPointer(s.typ))
		value := types.NewMethodSet(s.typ)
		var picked []*types.Selection
		for m := range set.Methods() {
			if g.callable(m.Obj().Name()) {
				picked = append(picked, m)
			}
		}
		shuffle(&g.random, picked)
		for _, m := range picked[:min(len(picked), 4)] {
			name := m.Obj().Name()
			sig := m.Type().(*types.Signature)
			own := value.Lookup(g.pkg, name) != nil
			g.p("attempt(%q, func() {\nvar v %s\nfill_%s(&v, 2)\nsay(%q)", s.text+"."+name, s.text, s.id, s.text+"."+name)
			args := g.arguments(sig)
			switch g.intn(7) {
			case 0:
				g.call("v."+name, args, sig)
			case 1:
				g.call("(&v)."+name, args, sig)
			case 2:
				g.p("f := v.%s\nfill_%s(&v, 1)", name, s.id)
				g.call("f", args, sig)
			case 3:
				g.call(fmt.Sprintf("(*%s).%s", s.text, name), strings.TrimSuffix("&v, "+args, ", "), sig)
			case 4:
				if own {
					g.call(fmt.Sprintf("(%s).%s", s.text, name), strings.TrimSuffix("v, "+args, ", "), sig)
				} else {
					g.call("v."+name, args, sig)
				}
			case 5:
				if own {
					g.p("var x any = v")
				} else {
					g.p("var x any = &v")
				}
				g.p("i := x.(interface{ %s%s })", name, strings.TrimPrefix(g.text(sig), "func"))
				g.call("i."+name, args, sig)
			default:
				if i := g.interfaceOf(s); i != nil {
					g.p("var i %s = &v", i.text)
					g.p("_ = i")
					if types.NewMethodSet(i.typ).Lookup(g.pkg, name) != nil {
						g.call("i."+name, args, sig)
						break
					}
				}
				g.p("func() {\ndefer func() { say(recover() != nil) }()\ndefer v.%s(%s)\n}()", name, args)
			}
			g.p("say(digest(v))\n})")
		}
		if g.chance(40) && len(picked) > 0 {
			m := picked[0]
			g.p("attempt(\"nil receiver\", func() {\nvar p *%s", s.text)
			args := g.arguments(m.Type().(*types.Signature))
			g.p("p.%s(%s)\n})", m.Obj().Name(), args)
		}
	}
}

// interfaceOf returns a declared interface that pointers to values of a subject implement, or nil.
func (g *graph) interfaceOf(s *subject) *subject {
	for _, i := range g.some(len(g.subjects), isInterface) {
		if t := i.typ.Underlying().(*types.Interface); t.NumMethods() > 0 && types.Implements(types.NewPointer(s.typ), t) {
			return i
		}
	}
	return nil
}

// callsPart calls the methods that reflection finds.
func (g *graph) callsPart() {
	var names []string
	for _, s := range g.specs {
		names = append(names, fmt.Sprintf("%q", s.name))
	}
	for _, n := range g.nodes {
		if n.take != "" {
			names = append(names, fmt.Sprintf("%q", n.take))
		}
	}
	g.p("own := []string{%s, \"String\", \"Error\", \"Same\", \"Loop\", \"Self\", \"Bound\", \"Equal\"}", joined(names))
	g.p(`callAll := func(v reflect.Value) {
	for i := range v.NumMethod() {
		m := v.Type().Method(i)
		if !slices.Contains(own, m.Name) {
			continue
		}
		say(v.Type(), m.Name, v.Method(i).Type())
		args := []reflect.Value{}
		f := v.Method(i)
		for p := range f.Type().Ins() {
			a := reflect.New(p).Elem()
			stirValue(a, 1)
			args = append(args, a)
		}
		call := f.Call
		if f.Type().IsVariadic() {
			call = f.CallSlice
		}
		attempt(m.Name, func() {
			for _, r := range call(args) {
				walk("result", r, 2)
			}
		})
		call = m.Func.Call
		if f.Type().IsVariadic() {
			call = m.Func.CallSlice
		}
		attempt(m.Name, func() { say(len(call(append([]reflect.Value{v}, args...)))) })
		if f, ok := v.MethodByName(m.Name).Interface().(func() string); ok {
			attempt(m.Name, func() { say(f()) })
		}
	}
}`)
	for _, s := range g.some(4, hasMethods) {
		g.p("{\nvar v %s\nfill_%s(&v, 2)\ncallAll(reflect.ValueOf(v))\ncallAll(reflect.ValueOf(&v))\nsay(digest(v))\n}", s.text, s.id)
	}
	for _, i := range g.some(1, isInterface) {
		for _, c := range g.candidates(i.typ.Underlying().(*types.Interface)) {
			if c.id != "" && c.text[0] == '*' {
				g.p("{\nvar v %s\nfill_%s(&v, 1)\nvar i %s = &v\ncallAll(reflect.ValueOf(&i).Elem())\n}", c.text[1:], c.id, i.text)
				break
			}
		}
	}
}
