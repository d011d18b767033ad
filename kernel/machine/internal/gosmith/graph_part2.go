// SPDX-License-Identifier: BSD-3-Clause

package gosmith

import (
	"fmt"
	"go/types"
	"slices"
	"strings"
)

// samples writes a list of values of many types as a variable.
func (g *graph) samples(name string, n int) []*subject {
	list := g.some(n, isConcrete)
	g.p("var %s []any", name)
	for _, s := range list {
		g.p("{\nvar v %s\nfill_%s(&v, 1)\n%s = append(%s, v, &v)\n}", s.text, s.id, name, name)
	}
	g.p("%s = append(%s, nil, 1, \"text\", int8(2), []int{1}, io.EOF, time.Second)", name, name)
	return list
}

// assertPart asserts and switches on types, in the code of the program and in compiled code.
func (g *graph) assertPart() {
	list := g.samples("list", 6)
	var cases []string
	for _, s := range list {
		cases = append(cases, s.text)
		if g.chance(50) {
			cases = append(cases, "*"+s.text)
		}
	}
	for _, s := range g.some(3, isInterface) {
		cases = append(cases, s.text)
	}
	cases = append(cases, "int", "fmt.Stringer", "error", "[]int")
	shuffle(&g.random, cases)
	g.p("for i, x := range list {\nswitch x := x.(type) {\ncase nil:\nsay(i, \"nil\")")
	for _, c := range cases {
		g.p("case %s:\nsay(i, %q, reflect.TypeOf(x))", c, c)
	}
	g.p("default:\nsay(i, \"other\", reflect.TypeOf(x))\n}")
	for _, c := range cases[:min(3, len(cases))] {
		g.p("{\n_, ok := x.(%s)\nsay(i, %q, ok)\nattempt(%q, func() { _ = x.(%s) })\n}", c, c, c, c)
	}
	for _, s := range g.some(2, isInterface) {
		g.p("if y, ok := x.(%s); ok {\nsay(%q, any(y) == any(y.(any)), reflect.TypeOf(y) == reflect.TypeOf(x))\n}", s.text, s.text)
		g.p("say(x != nil && reflect.TypeOf(x).Implements(reflect.TypeFor[%s]()))", s.text)
		for _, u := range g.some(1, isInterface) {
			g.p("attempt(\"assert\", func() {\nif y, ok := x.(%s); ok {\nz, ok := any(y).(%s)\nsay(z != nil, ok)\n_ = any(y).(%s)\n}\n})", s.text, u.text, u.text)
		}
	}
	g.p("}")
}

// equalPart compares values as themselves, in interfaces and as keys of maps.
func (g *graph) equalPart() {
	list := g.some(5, isConcrete)
	g.p("keys := map[any]string{}")
	for _, s := range list {
		g.p("{\nvar v, w, z %s\nfill_%s(&v, 0)\nw = v\nfill_%s(&z, 0)\nvar x, y any = v, w", s.text, s.id, s.id)
		if types.Comparable(s.typ) {
			g.p("attempt(\"equal\", func() { say(%q, v == w, v == z, z == z) })", s.text)
			if s.strict {
				g.p("m := map[%s]int{v: 1, z: 2}\nm[w]++\nsay(len(m), m[v], m[z])\ndelete(m, v)\nsay(len(m))", s.text)
				g.p("say(reflect.ValueOf(m).MapIndex(reflect.ValueOf(z)).Int())")
			}
		}
		g.p("attempt(\"equal\", func() { say(%q, x == y, x == any(z), any(&v) == any(&v), any(&v) == any(&w)) })", s.text)
		g.p("attempt(\"key\", func() {\nkeys[x] += \"x\"\nkeys[y] += \"y\"\nkeys[any(z)] += \"z\"\nsay(keys[v], keys[w], keys[z])\n})")
		g.p("attempt(\"reflect\", func() { say(reflect.ValueOf(x).Equal(reflect.ValueOf(y)), reflect.ValueOf(x).Comparable()) })")
		g.p("say(reflect.DeepEqual(x, y), reflect.DeepEqual(v, z), reflect.DeepEqual(&v, &w))")
		g.p("}")
	}
	g.p("say(len(keys))")
	for _, i := range g.some(2, isInterface) {
		g.p("{\nvar i, j %s\nsay(i == j, i == nil)", i.text)
		if c := g.candidates(i.typ.Underlying().(*types.Interface)); len(c) > 0 && c[0].id != "" {
			if c[0].text[0] == '*' {
				g.p("i = new(%s)", c[0].text[1:])
			} else {
				g.p("var v %s\nfill_%s(&v, 0)\ni = v", c[0].text, c[0].id)
			}
			g.p("attempt(\"equal\", func() {\nj = i\nsay(i == j, i == nil, any(i) == any(j), len(map[%s]int{i: 1, nil: 2}))\n})", i.text)
		}
		g.p("}")
	}
}

// genericPart hands the types to generic functions and types.
func (g *graph) genericPart() {
	for _, s := range g.some(4, isConcrete) {
		g.p("{\nvar v %s\nfill_%s(&v, 1)\nshow(\"%%s %%s\", genericName[%s](), genericName[genericList[%s]]())", s.text, s.id, s.text, s.text)
		g.p("l := genericList[%s]{}\nl.Push(v)\nl.Push(v)\nshow(\"%%T %%d %%d\", l, l.Len(), digest(l.head.value))", s.text)
		g.p("show(\"%%v %%T\", genericIs[%s](any(v)), genericPair[%s, string]{First: v})", s.text, s.text)
		g.p("show(\"%%T\", genericBox(v))")
		g.p("show(\"%%v\", reflect.TypeOf(genericMap([]%s{v}, func(x %s) []%s { return []%s{x} })))", s.text, s.text, s.text, s.text)
		g.p("show(\"%%T %%v\", l.Each(), reflect.TypeOf(&l).NumMethod())")
		if types.Comparable(s.typ) {
			g.p("attempt(\"index\", func() { say(slices.Index([]%s{v}, v), slices.Contains([]%s{}, v), genericCount(v, v, v)) })", s.text, s.text)
		}
		for _, m := range []string{"Area", "String"} {
			p := types.NewPointer(s.typ)
			if sel := types.NewMethodSet(p).Lookup(g.pkg, m); sel != nil {
				sig := sel.Type().(*types.Signature)
				if g.text(sig) == "func() string" {
					g.p("attempt(%q, func() { say(genericCall_%s(&v)) })", m, m)
				}
			}
		}
		g.p("p := new(atomic.Pointer[%s])\np.Store(&v)\nsay(p.Load() == &v, digest(*p.Load()))", s.text)
		g.p("show(\"%%T %%T\", p, sync.OnceValue(func() %s { return v }))", s.text)
		if s.strict {
			g.p("h := unique.Make(v)\nshow(\"%%T %%v\", h, h == unique.Make(v))")
		}
		g.p("g := &typeGraph{numbers: map[reflect.Type]int{}}\ng.id(reflect.TypeOf(l))\ng.id(reflect.TypeFor[genericPair[%s, *%s]]())\ng.print()", s.text, s.text)
		g.p("}")
	}
}

// localPart looks at types that functions declare.
func (g *graph) localPart() {
	g.p(`see := func(x any) {
	t := reflect.TypeOf(x)
	show("%%T %%v %%+v", x, x, x)
	say(t.Name(), t.PkgPath() == home, t.Kind(), t.NumMethod())
	g := &typeGraph{numbers: map[reflect.Type]int{}}
	g.id(t)
	g.print()
	v := reflect.New(t)
	stirValue(v.Elem(), 1)
	walk("local", v.Elem(), 3)
	b, err := json.Marshal(v.Interface())
	say(clean(string(b)), err)
	show("%%#v", v.Elem().Interface())
	say(reflect.TypeOf(x) == v.Elem().Type())
}`)
	g.p("see(struct{ A int }{1})")
	for _, f := range g.locals {
		g.p("%s(see)", g.localCall(f))
	}
}

// localCall returns a function with local types, instantiated if it is generic.
func (g *graph) localCall(f string) string {
	sig := g.pkg.Scope().Lookup(f).Type().(*types.Signature)
	if sig.TypeParams().Len() == 0 {
		return f
	}
	for {
		s := pick(&g.random, g.subjects)
		if x := shapeOf(s.typ); !x.nothing || x.pointers+x.others > 0 { // graph_fault.go has the reason
			return f + "[" + s.text + "]"
		}
	}
}

// valuesPart changes values by reflection.
func (g *graph) valuesPart() {
	for _, s := range g.some(4, isConcrete) {
		g.p("attempt(%q, func() {\nvar v %s\nr := reflect.ValueOf(&v).Elem()\nstirValue(r, 2)\nwalk(%q, r, 4)\ndump_%s(%q, v, 2)", s.text, s.text, s.text, s.id, s.text)
		g.p("fill_%s(&v, 2)\nwalk(%q, r, 4)", s.id, s.text)
		g.p("w := reflect.New(r.Type()).Elem()\nw.Set(r)\nsay(w.Interface() != nil, reflect.Zero(r.Type()).IsZero(), w.CanAddr())")
		switch u := s.typ.Underlying().(type) {
		case *types.Struct:
			g.p("for i := range r.NumField() {\nsay(r.Type().Field(i).Name, r.Field(i).CanSet(), r.Field(i).CanInterface(), r.Field(i).Type())\n}")
		case *types.Slice:
			g.p("r.Set(reflect.Append(r, reflect.New(r.Type().Elem()).Elem()))\nsay(len(v), r.Len())")
		case *types.Map:
			g.p("for _, k := range r.MapKeys() {\nsay(k.Type(), r.MapIndex(k).Type())\n}")
		case *types.Signature:
			_ = u
			g.p("f := reflect.MakeFunc(r.Type(), func(args []reflect.Value) []reflect.Value {\nsay(\"made\", len(args))\nvar out []reflect.Value\nfor t := range r.Type().Outs() {\nout = append(out, reflect.Zero(t))\n}\nreturn out\n})")
			g.p("v = f.Interface().(%s)\ndump_%s(\"made\", v, 2)", s.text, s.id)
		}
		g.p("})")
	}
}

// fmtPart prints values with all verbs in many places.
func (g *graph) fmtPart() {
	for _, s := range g.some(5, isConcrete) {
		g.p("{\nvar v %s\nfill_%s(&v, %d)", s.text, s.id, one(&g.random, 0, 0, 1, 2))
		forms := []string{
			"v", "&v", "[]$T{v}", "map[string]$T{\"k\": v}", "struct{ X $T }{v}", "struct{ x $T }{v}", "[1]any{v}", "any(v)",
			"[]any{&v, v}", "struct{ P *$T }{&v}", "map[string]any{\"a\": v}", "new(*$T)", "[2]*$T{}", "(*$T)(nil)", "reflect.ValueOf(v)",
		}
		shuffle(&g.random, forms)
		for _, f := range forms[:6] {
			f = strings.ReplaceAll(f, "$T", s.text)
			g.p("attempt(\"fmt\", func() { show(\"%%v|%%+v|%%T|%%s|%%q\", %s, %s, %s, %s, %s) })", f, f, f, f, f)
			g.p("attempt(\"fmt\", func() { show(\"%%#v\", %s) })", f)
		}
		g.p("attempt(\"fmt\", func() { say(clean(fmt.Sprintln(v, &v)), clean(fmt.Sprint(v, v))) })")
		g.p("}")
		g.p("{\nvar v %s\nfill_%s(&v, 0)\nattempt(\"fmt\", func() { show(\"%%d|%%x|%%5v|%%-8v|%%t|%%e|%%c\", v, v, v, v, v, v, v) })\n}", s.text, s.id)
	}
	g.p("show(\"%%v\", fmt.Errorf(\"wrapped: %%w\", io.EOF))")
}

// acyclic reports whether a type reaches itself by embedded fields, which some encoders do not end
// on.
func acyclic(t types.Type) bool {
	var visit func(t types.Type, seen []types.Type) bool
	visit = func(t types.Type, seen []types.Type) bool {
		for _, s := range seen {
			if types.Identical(s, t) {
				return false
			}
		}
		switch u := t.(type) {
		case *types.Pointer:
			return visit(u.Elem(), seen)
		case *types.Struct, *types.Named, *types.Alias:
			if st, ok := u.Underlying().(*types.Struct); ok {
				for f := range st.Fields() {
					if f.Embedded() && !visit(f.Type(), append(seen[:len(seen):len(seen)], t)) {
						return false
					}
				}
			}
		}
		return true
	}
	return visit(t, nil)
}

// reachesCycle reports whether a type reaches one that is not acyclic.
func reachesCycle(t types.Type) bool {
	seen := map[types.Type]bool{}
	found := false
	var visit func(t types.Type)
	visit = func(t types.Type) {
		t = types.Unalias(t)
		if seen[t] || found {
			return
		}
		seen[t] = true
		if !acyclic(t) {
			found = true
		}
		switch u := t.Underlying().(type) {
		case *types.Struct:
			for f := range u.Fields() {
				visit(f.Type())
			}
		case *types.Map:
			visit(u.Key())
			visit(u.Elem())
		case interface{ Elem() types.Type }:
			visit(u.Elem())
		}
	}
	visit(t)
	return found
}

func encodable(s *subject) bool { return isConcrete(s) && !reachesCycle(s.typ) }

// jsonPart encodes values and decodes them again.
func (g *graph) jsonPart() {
	for _, s := range g.some(5, isConcrete) {
		g.p("attempt(%q, func() {\nvar v, w %s\nfill_%s(&v, %d)", s.text, s.text, s.id, g.between(0, 2))
		g.p("b, err := json.Marshal(%s)\nsay(%q, string(b), err)", one(&g.random, "v", "&v"), s.text)
		g.p("if err == nil {\nerr = json.Unmarshal(b, &w)\nsay(err)\nwalk(%q, reflect.ValueOf(w), 3)\n}", s.text)
		form := strings.ReplaceAll(one(&g.random, "[]$T{v}", "map[string]$T{\"k\": v}", "struct{ X $T }{v}", "[]any{v, &v}", "map[string]*$T{\"p\": &v}"), "$T", s.text)
		g.p("b, err = json.MarshalIndent(%s, \"\", \" \")\nsay(string(b), err)", form)
		g.p("err = json.Unmarshal([]byte(%q), &w)\nsay(err)",
			one(&g.random, `{"F1": 1, "F2": "x", "F3": [1, 2], "k1": null, "F4": {"F5": 7}}`, `[1, 2, 3]`, `"text"`, `7`, `{"a": 1}`))
		g.p("walk(%q, reflect.ValueOf(w), 2)\n})", s.text)
	}
}

// embedsItself reports whether a struct embeds itself by way of pointers, and of other structs:
// encoding/xml of Go 1.26 never finishes looking at its fields, and the program dies.
func embedsItself(t types.Type) bool {
	path := map[types.Type]bool{}
	var visit func(t types.Type) bool
	visit = func(t types.Type) bool {
		t = types.Unalias(t)
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = types.Unalias(p.Elem())
		}
		s, ok := t.Underlying().(*types.Struct)
		if !ok {
			return false
		}
		if path[t] {
			return true
		}
		path[t] = true
		defer delete(path, t)
		for f := range s.Fields() {
			if f.Embedded() && visit(f.Type()) {
				return true
			}
		}
		return false
	}
	return visit(t)
}

// xmlPart does the same with XML, unless there is a type for which that does not end.
func (g *graph) xmlPart() {
	endless := slices.ContainsFunc(g.subjects, func(s *subject) bool { return embedsItself(s.typ) })
	for _, s := range g.some(4, func(s *subject) bool { return encodable(s) && !endless }) {
		g.p("attempt(%q, func() {\nvar v, w %s\nfill_%s(&v, %d)", s.text, s.text, s.id, g.between(0, 2))
		g.p("b, err := xml.Marshal(%s)\nsay(%q, string(b), err)", one(&g.random, "v", "&v", "struct{ X "+s.text+" }{v}"), s.text)
		g.p("if err == nil {\nerr = xml.Unmarshal(b, &w)\nsay(err)\nwalk(%q, reflect.ValueOf(w), 3)\n}", s.text)
		g.p("b, err = xml.MarshalIndent([]any{v}, \"\", \" \")\nsay(string(b), err)\n})")
	}
}

// gobPart does the same with gob.
func (g *graph) gobPart() {
	for i, s := range g.some(4, encodable) {
		g.p("attempt(%q, func() {\nvar v, w %s\nfill_%s(&v, %d)", s.text, s.text, s.id, g.between(0, 2))
		if g.chance(50) {
			g.p("gob.RegisterName(\"seed$SEED.%s\", %s)", s.id, one(&g.random, "v", "&v"))
		}
		g.p("var b bytes.Buffer\nerr := gob.NewEncoder(&b).Encode(&v)\nsay(%q, err)", s.text)
		g.p("if err == nil {\nerr = gob.NewDecoder(&b).Decode(&w)\nsay(err)\nwalk(%q, reflect.ValueOf(w), 4)\n}", s.text)
		if i == 0 {
			g.p("var x, y any = v, nil\nb.Reset()\nerr = gob.NewEncoder(&b).Encode(&x)\nsay(err)\nif err == nil {\nsay(gob.NewDecoder(&b).Decode(&y), reflect.TypeOf(y))\n}")
		}
		g.p("})")
	}
}

// templatePart executes templates with fields and methods.
func (g *graph) templatePart() {
	g.p(`run := func(text string, data any) {
	t, err := template.New("t").Parse(text)
	if err != nil {
		say(err)
		return
	}
	var b strings.Builder
	err = t.Execute(&b, data)
	show("%%s %%v", b.String(), err)
}`)
	for _, s := range g.some(4, isConcrete) {
		g.p("attempt(%q, func() {\nvar v %s\nfill_%s(&v, 2)\nrun(\"{{.}}\", v)\nrun(\"{{printf `%%T %%v` . .}}\", &v)", s.text, s.text, s.id)
		switch u := s.typ.Underlying().(type) {
		case *types.Struct:
			for f := range u.Fields() {
				g.p("run(\"{{.%s}} {{with .%s}}{{printf `%%T` .}}{{else}}empty{{end}}\", %s)", f.Name(), f.Name(), one(&g.random, "v", "&v", "&v"))
			}
		case *types.Slice, *types.Array:
			g.p("run(\"{{len .}} {{range $i, $e := .}}{{$i}}: {{$e}} {{end}}{{index . 0}}\", v)")
		case *types.Map:
			g.p("run(\"{{len .}} {{range $k, $e := .}}{{$k}}: {{$e}} {{end}}\", v)")
		default:
			g.p("run(\"{{if .}}true{{else}}false{{end}} {{eq . .}} {{len .}}\", v)")
		}
		for m := range types.NewMethodSet(types.NewPointer(s.typ)).Methods() {
			if sig := m.Type().(*types.Signature); sig.Params().Len() == 0 && (g.specOf(m.Obj().Name()) != nil || m.Obj().Name() == "String") {
				g.p("run(\"{{.%s}}\", %s)", m.Obj().Name(), one(&g.random, "v", "&v"))
			}
		}
		g.p("})")
	}
}

// hasMethod returns a condition for subjects.
func (g *graph) hasMethod(name string) func(*subject) bool {
	return func(s *subject) bool {
		return isConcrete(s) && types.NewMethodSet(types.NewPointer(s.typ)).Lookup(g.pkg, name) != nil
	}
}

// libraryPart hands values and pointers to packages that call methods.
func (g *graph) libraryPart() {
	e := g.some(1, isConcrete)[0]
	g.funcs = append(g.funcs, fmt.Sprintf(`// byDigest sorts values, and is a heap of them.
type byDigest []%[1]s

func (b byDigest) Len() int           { return len(b) }
func (b byDigest) Less(i, j int) bool { return digest(b[i]) > digest(b[j]) }
func (b byDigest) Swap(i, j int)      { b[i], b[j] = b[j], b[i] }
func (b *byDigest) Push(x any)        { *b = append(*b, x.(%[1]s)) }
func (b *byDigest) Pop() any {
	x := (*b)[len(*b)-1]
	*b = (*b)[:len(*b)-1]
	return x
}`, e.text))
	g.p("var b byDigest\nfor i := range 5 {\nvar v %s\nfill_%s(&v, 0)\n_ = i\nb = append(b, v)\n}", e.text, e.id)
	g.p("sort.Sort(b)\nsay(sort.IsSorted(b), digest(b))\nsort.Sort(sort.Reverse(b))\nsay(sort.IsSorted(b))\nheap.Init(&b)\nheap.Push(&b, b[0])\nfor b.Len() > 3 {\nsay(digest(heap.Pop(&b)))\n}")
	g.p("sort.Slice(b, func(i, j int) bool { return digest(b[i]) < digest(b[j]) })\nsort.Stable(b)\nslices.SortFunc(b, func(x, y %s) int { return digest(x) - digest(y) })\nsay(digest(b))", e.text)
	g.p("l := list.New()\nl.PushBack(b[0])\nl.PushFront(&b[0])\nfor x := l.Front(); x != nil; x = x.Next() {\nshow(\"%%T\", x.Value)\n}")
	g.p("var m sync.Map\nm.Store(\"k\", b[0])\nif x, ok := m.Load(\"k\"); ok {\n_, is := x.(%s)\nsay(is)\n}", e.text)
	g.p("var a atomic.Value\na.Store(b[0])\nshow(\"%%T\", a.Load())\nattempt(\"store\", func() { a.Store(1) })")
	for _, s := range g.some(2, g.hasMethod("Error")) {
		g.p("attempt(\"errors\", func() {\nv := new(%s)\nfill_%s(v, 1)", s.text, s.id)
		g.p("var err error = v\nif e, ok := any(*v).(error); ok {\nerr = e\n}")
		g.p("wrapped := fmt.Errorf(\"wrapped: %%w\", err)\nvar p *%s\nvar i interface{ Area() }\nsay(errors.As(wrapped, &p), p == v, errors.Is(wrapped, err), errors.Is(wrapped, io.EOF), errors.Unwrap(err), errors.As(wrapped, &i))", s.text)
		if types.NewMethodSet(s.typ).Lookup(nil, "Error") != nil {
			g.p("var w %s\nsay(errors.As(wrapped, &w), digest(w))", s.text)
		}
		g.p("say(clean(errors.Join(err, io.EOF).Error()), clean(wrapped.Error()))\n})")
	}
	for _, s := range g.some(1, func(s *subject) bool { return g.hasMethod("Set")(s) && g.hasMethod("String")(s) }) {
		g.p("attempt(\"flag\", func() {\nfs := flag.NewFlagSet(\"x\", flag.ContinueOnError)\nfs.SetOutput(io.Discard)\nvar v %s\nvar x any = &v", s.text)
		g.p("if f, ok := x.(flag.Value); ok {\nfs.Var(f, \"v\", \"usage\")\nsay(fs.Parse([]string{\"-v\", \"good\"}), fs.Parse([]string{\"-v\", \"bad\"}), fs.Lookup(\"v\").Value == x)\n}\n})")
	}
	for _, s := range g.some(1, g.hasMethod("Write")) {
		g.p("attempt(\"write\", func() {\nvar x any = new(%s)\nif w, ok := x.(io.Writer); ok {\nfmt.Fprintf(w, \"%%d %%s\", 1, \"two\")\nn, err := io.Copy(w, strings.NewReader(\"copied\"))\nsay(n, err)\n}\n})", s.text)
	}
	for _, s := range g.some(2, g.hasMethod("Less")) {
		g.p("attempt(\"sort\", func() {\nvar v %s\nfill_%s(&v, 1)\nvar x any = v\nif s, ok := x.(sort.Interface); ok {\nsort.Sort(s)\nsay(digest(v))\n}\n})", s.text, s.id)
	}
	for _, s := range g.some(2, isConcrete) {
		g.p("attempt(\"slog\", func() {\nvar v %s\nfill_%s(&v, 1)\nh := slog.NewTextHandler(cleaner{}, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {\nif a.Key == slog.TimeKey {\nreturn slog.Attr{}\n}\nreturn a\n}})\nslog.New(h).Info(\"m\", \"v\", v, \"p\", &v)\nslog.New(slog.NewJSONHandler(cleaner{}, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {\nif a.Key == slog.TimeKey {\nreturn slog.Attr{}\n}\nreturn a\n}})).Info(\"m\", \"v\", v)\n})", s.text, s.id)
	}
}
