// SPDX-License-Identifier: BSD-3-Clause

package gosmith

import (
	"fmt"
	"slices"
	"strings"
)

// A node is a type declared in the package.
type node struct {
	name    string
	rank    int
	kind    string // the kind of its underlying type, as package reflect writes it
	params  []typeParam
	take    string // the method of a generic interface that has its type parameter
	loops   bool   // it has a method Loop
	rhs     string
	strict  bool // values can be compared and contain no interfaces
	embeds  bool // it has embedded fields
	methods []*graphMethod
}

// fixed reports whether the size of the type does not depend on the types that it mentions.
func (n *node) fixed() bool { return n.kind != "struct" && n.kind != "array" }

// A graphSpec is the name and signature of a method that types and interfaces of the program may
// have.
type graphSpec struct {
	name            string
	params, results []string
	variadic        bool
}

func (s *graphSpec) signature() string {
	var params []string
	for i, p := range s.params {
		if s.variadic && i == len(s.params)-1 {
			p = "..." + p
		}
		params = append(params, fmt.Sprintf("a%d %s", i+1, p))
	}
	return "(" + strings.Join(params, ", ") + ") (" + strings.Join(s.results, ", ") + ")"
}

// A graphMethod is a method of a node. The body may contain $d, the digest of the receiver.
type graphMethod struct {
	name, signature, body string
	spec                  *graphSpec
	pointer               bool
	named                 bool // the signature or the body mentions the type parameters
}

// An alias is another name for a type. The size of the type does not depend on its elements.
type alias struct {
	name, rhs string
	generic   bool // with a type parameter A
}

var basicNames = []string{
	"int", "int", "string", "string", "bool", "float64", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16",
	"uint32", "uint64", "uintptr", "float32", "complex64", "complex128", "rune", "byte",
}

var nodeNames = map[string][]string{
	"struct": {"Tree", "node", "Item", "pair", "List", "edge"}, "interface": {"Shape", "walker", "Visitor"},
	"slice": {"Items", "path"}, "map": {"Index", "table"}, "func": {"Handler", "step"}, "array": {"Block", "row"},
	"chan": {"Queue", "pipe"}, "ptr": {"Ref", "link"}, "basic": {"Count", "label", "Color"},
}

// declare chooses the nodes and the methods of the program.
func (g *graph) declare() {
	n := g.between(5, 11)
	for i := range n {
		kind := one(&g.random, "struct", "struct", "struct", "struct", "struct", "struct", "interface", "interface", "slice",
			"map", "func", "array", "chan", "ptr", "basic", "basic")
		switch i {
		case 0:
			kind = "basic"
		case n - 1:
			kind = "struct"
		}
		d := &node{rank: i, kind: kind, name: g.name(pick(&g.random, nodeNames[kind]))}
		if i == 0 {
			g.witness = d
		} else {
			d.params = g.typeParams(kind)
			d.loops = d.generic() && kind != "interface" && g.chance(60)
		}
		if kind == "interface" && d.generic() {
			d.take = g.name("Take")
		}
		g.nodes = append(g.nodes, d)
	}
	for _, name := range []string{"Area", "Name", "hidden", "After", "Visit", "All", "reset"} {
		s := &graphSpec{name: name}
		for range g.intn(3) {
			s.params = append(s.params, g.plainType())
		}
		s.variadic = len(s.params) > 0 && g.chance(20)
		for range one(&g.random, 0, 1, 1, 1, 2) {
			s.results = append(s.results, g.plainType())
		}
		g.specs = append(g.specs, s)
	}
	for range g.intn(3) {
		a := alias{name: g.name("Alias"), rhs: one(&g.random, "*", "[]", "map[string]", "func() "), generic: g.chance(30)}
		if a.generic {
			a.rhs += "A"
		} else {
			a.rhs += g.nonGeneric()
		}
		g.aliases = append(g.aliases, a)
	}
	for _, d := range g.nodes {
		if d.kind != "ptr" {
			g.define(d)
		}
	}
	for _, d := range g.nodes {
		if d.kind == "ptr" {
			g.define(d)
		}
	}
	for _, d := range g.nodes {
		g.addMethods(d)
	}
}

// plainType returns a type for the signature of a method.
func (g *graph) plainType() string {
	if g.chance(50) {
		return pick(&g.random, basicNames)
	}
	return one(&g.random, "", "", "*", "[]", "map[string]") + g.plainInstance(pick(&g.random, g.nodes))
}

// A spot is a place where a type is written: in the declaration of d, and with value set where the
// size of d depends on the size of the type. The Go compiler writes the names of instances whose
// type arguments have embedded fields in a form of its own, so arguments have none.
type spot struct {
	d        *node
	value    bool
	depth    int
	argument bool // the type is part of a type argument
}

func (s spot) deeper() spot { s.depth--; return s }
func (s spot) behind() spot { s.depth--; s.value = false; return s }
func (s spot) allows(n *node) bool {
	return !s.value || n.rank < s.d.rank || n.fixed() && n != s.d
}

// named returns a declared type, or "".
func (g *graph) named(s spot, ok func(*node) bool) string {
	var list []*node
	for _, n := range g.nodes {
		if s.allows(n) && (ok == nil || ok(n)) {
			list = append(list, n)
		}
	}
	if len(list) == 0 {
		return ""
	}
	return g.instance(s, pick(&g.random, list))
}

// keyType returns a type that can be compared.
func (g *graph) keyType(s spot) string {
	switch g.intn(6) {
	case 0:
		if t := g.named(s, func(n *node) bool { return n.rank < s.d.rank && n.strict && !n.generic() }); t != "" {
			return t
		}
	case 1:
		if !s.d.generic() {
			return "*" + g.nonGeneric()
		}
	case 2:
		return one(&g.random, "[2]int", "[1]string", "struct{ A, b int }")
	}
	return one(&g.random, "int", "string", "string", "uint8", "bool", "float64", "int64")
}

func (g *graph) nonGeneric() string {
	for {
		if n := pick(&g.random, g.nodes); !n.generic() {
			return n.name
		}
	}
}

// typeText returns a type.
func (g *graph) typeText(s spot) string {
	if s.d.generic() && g.chance(30) {
		return pick(&g.random, s.d.params).name
	}
	if s.depth <= 0 || g.chance(25) {
		if g.chance(40) {
			if t := g.named(s, func(n *node) bool { return !n.generic() }); t != "" {
				return t
			}
		}
		return pick(&g.random, basicNames)
	}
	switch g.intn(17) {
	case 0, 1, 2, 3:
		if t := g.named(s, nil); t != "" {
			return t
		}
	case 4, 5, 6:
		return "*" + g.typeText(s.behind())
	case 7, 8:
		return "[]" + g.typeText(s.behind())
	case 9:
		return fmt.Sprintf("[%d]%s", g.intn(4), g.typeText(s.deeper()))
	case 10, 11:
		return "map[" + g.keyType(s) + "]" + g.typeText(s.behind())
	case 12:
		return g.funcText(s)
	case 13:
		return one(&g.random, "chan ", "chan ", "<-chan ", "chan<- ") + g.elemText(s.behind())
	case 14:
		if len(g.aliases) > 0 && g.chance(30) {
			a := pick(&g.random, g.aliases)
			if a.generic {
				return a.name + "[" + g.argument(s.behind(), typeParam{bound: "any"}) + "]"
			}
			return a.name
		}
		if !s.d.generic() {
			return g.structText(s.deeper(), 3)
		}
	case 15:
		return one(&g.random, "any", "error", "fmt.Stringer", "interface{ "+g.specs[0].name+g.specs[0].signature()+" }")
	case 16:
		return one(&g.random, "time.Duration", "[]byte", "struct{}", "time.Time", "[]any", "map[string]any")
	}
	return pick(&g.random, basicNames)
}

// elemText returns the element type of a channel.
func (g *graph) elemText(s spot) string {
	t := g.typeText(s)
	if strings.HasPrefix(t, "<-") || strings.HasPrefix(t, "chan") {
		return "(" + t + ")"
	}
	return t
}

func (g *graph) funcText(s spot) string {
	var params, results []string
	for range g.intn(3) {
		params = append(params, g.typeText(s.behind()))
	}
	if len(params) > 0 && g.chance(15) {
		params[len(params)-1] = "..." + params[len(params)-1]
	}
	for range g.intn(3) {
		results = append(results, g.typeText(s.behind()))
	}
	return "func(" + strings.Join(params, ", ") + ") (" + strings.Join(results, ", ") + ")"
}

// structText returns a struct type.
func (g *graph) structText(s spot, most int) string {
	var b strings.Builder
	b.WriteString("struct {\n")
	used := map[string]bool{}
	for range g.between(1, most) {
		if !s.argument && g.chance(22) {
			t := g.embedded(s)
			name := t[strings.LastIndexAny(t, "*.")+1:]
			if i := strings.IndexByte(t, '['); i >= 0 {
				name = t[strings.LastIndexAny(t[:i], "*.")+1 : i]
			}
			if t != "" && !used[name] {
				used[name] = true
				s.d.embeds = true
				fmt.Fprintf(&b, "%s%s\n", t, g.tag(t, 20))
				continue
			}
		}
		t := ""
		switch g.intn(8) {
		case 0, 1:
			t = g.named(s, nil)
		case 2, 3:
			if t = g.named(s.behind(), nil); t != "" {
				t = one(&g.random, "*", "*", "[]", "map[string]") + t
			}
		}
		if t == "" {
			t = g.typeText(s)
		}
		name := g.name(one(&g.random, "F", "F", "f"))
		if g.chance(3) {
			name = "_"
		}
		fmt.Fprintf(&b, "%s %s%s\n", name, t, g.tag(t, 30))
	}
	b.WriteString("}")
	return b.String()
}

// embedded returns the type of an embedded field, or "".
func (g *graph) embedded(s spot) string {
	switch g.intn(10) {
	case 0:
		return one(&g.random, "error", "fmt.Stringer", "time.Duration", "*bytes.Buffer", "bytes.Buffer", "sort.StringSlice")
	case 1, 2, 3, 4:
		b := s
		b.value = false
		low := g.chance(85)
		if t := g.named(b, func(n *node) bool {
			return n.kind != "interface" && n.kind != "ptr" && (!low || n.rank < s.d.rank)
		}); t != "" {
			return "*" + t
		}
	}
	return g.named(s, func(n *node) bool { return n.kind != "ptr" && (n.kind == "interface" || n.rank < s.d.rank || !low(g)) })
}

func low(g *graph) bool { return g.chance(80) }

// tag returns the tag of a field in percent of the cases. Fields that the encoders do not take
// usually have one that excludes them.
func (g *graph) tag(t string, percent int) string {
	if g.chance(80) && (strings.Contains(t, "func") || strings.Contains(t, "chan ") || strings.Contains(t, "complex") ||
		slices.ContainsFunc(g.nodes, func(n *node) bool { return (n.kind == "func" || n.kind == "chan") && mentionsWord(t, n.name) })) {
		return " `json:\"-\" xml:\"-\"`"
	}
	if !g.chance(percent) {
		return ""
	}
	key := g.name("k")
	return " " + one(&g.random, "`json:\""+key+"\"`", "`json:\",omitempty\"`", "`json:\""+key+",omitzero\" xml:\""+key+",attr\"`",
		"`json:\""+key+",string\"`", "`xml:\""+key+">x\"`", "`xml:\",omitempty\" note:\"a \\\"b\\\"\"`", "`plain`")
}

// define writes the right side of a declaration.
func (g *graph) define(d *node) {
	s := spot{d: d, value: true, depth: 3}
	switch d.kind {
	case "struct":
		if g.chance(12) {
			for _, n := range g.nodes[:d.rank] { // a type declared as another one
				if n.kind == "struct" && !d.generic() {
					s.depth = 1
					d.rhs, d.strict, d.embeds = g.instance(s, n), n.strict, n.embeds
					return
				}
			}
		}
		d.rhs = g.structText(s, 6)
	case "interface":
		d.rhs = g.interfaceText(d)
	case "slice":
		d.rhs = "[]" + g.typeText(s.behind())
	case "map":
		key := ownParam(d, "comparable")
		if key == "" {
			key = g.keyType(s)
		}
		d.rhs = "map[" + key + "]" + g.typeText(s.behind())
	case "func":
		d.rhs = g.funcText(s)
	case "array":
		d.rhs = fmt.Sprintf("[%d]%s", g.between(1, 3), g.typeText(s.deeper()))
	case "chan":
		d.rhs = "chan " + g.elemText(s.behind())
	case "ptr":
		// The Go compiler cannot compile a named pointer to a type with promoted methods.
		if t := g.named(s.behind(), func(n *node) bool {
			return n.kind != "ptr" && n.kind != "interface" && !n.generic() && !n.embeds
		}); t != "" {
			d.rhs = "*" + t
		} else {
			d.rhs = "*int"
		}
	case "basic":
		d.rhs = pick(&g.random, basicNames)
	}
	d.strict = d.kind == "basic" || d.kind == "ptr" || d.kind == "chan" || g.plainlyStrict(d)
}

// plainlyStrict reports whether a struct or array is made of strict types, as far as its text
// shows.
func (g *graph) plainlyStrict(d *node) bool {
	if d.kind != "struct" && d.kind != "array" || d.generic() {
		return false
	}
	for _, word := range []string{"Alias", "[]", "map[", "func(", "any", "error", "Stringer", "interface", "bytes.", "sort.", "time.Time"} {
		if strings.Contains(d.rhs, word) {
			return false
		}
	}
	for _, n := range g.nodes {
		if mentionsWord(d.rhs, n.name) && (n.rank >= d.rank && n.kind != "ptr" && n.kind != "chan" && n.kind != "basic" || n.rank < d.rank && !n.strict) {
			return false
		}
	}
	return true
}

func (g *graph) interfaceText(d *node) string {
	var b strings.Builder
	b.WriteString("interface {\n")
	specs := slices.Clone(g.specs)
	shuffle(&g.random, specs)
	if d.generic() {
		t := d.params[0].name
		fmt.Fprintf(&b, "%s(a1 %s) %s\n", d.take, t, t)
	}
	for _, s := range specs[:g.between(0, 2)] {
		b.WriteString(s.name + s.signature() + "\n")
	}
	for _, n := range g.nodes[:d.rank] {
		if n.kind == "interface" && g.chance(40) {
			b.WriteString(g.plainInstance(n) + "\n")
		}
	}
	if g.chance(15) {
		b.WriteString(one(&g.random, "fmt.Stringer", "error") + "\n")
	}
	b.WriteString("}")
	return b.String()
}

// addMethods gives methods to a node.
func (g *graph) addMethods(d *node) {
	if d.kind == "interface" || d.kind == "ptr" {
		return
	}
	mostly := g.chance(50)
	add := func(name, signature, body string, pointer bool) {
		d.methods = append(d.methods, &graphMethod{name: name, signature: signature, body: body, pointer: pointer})
	}
	for _, s := range g.specs {
		if must := d == g.witness && s == g.specs[0]; must || g.chance(35) {
			d.methods = append(d.methods, &graphMethod{name: s.name, signature: s.signature(), spec: s, pointer: !must && mostly != g.chance(20)})
		}
	}
	g.addGenericMethods(d)
	if g.chance(25) {
		add("String", "() string", fmt.Sprintf("return fmt.Sprint(%q, $d)", d.name+":"), mostly)
	}
	if g.chance(10) {
		add("Error", "() string", fmt.Sprintf("return fmt.Sprint(\"error of %s \", $d)", d.name), mostly)
		if g.chance(30) {
			add("Is", "(target error) bool", "return target == io.EOF", mostly)
		}
		if g.chance(30) {
			add("Unwrap", "() error", "return io.ErrUnexpectedEOF", mostly)
		}
	}
	if g.chance(8) {
		add("GoString", "() string", fmt.Sprintf("return fmt.Sprint(\"go %s \", $d)", d.name), g.chance(50))
	}
	if g.chance(6) {
		add("Format", "(f fmt.State, verb rune)", fmt.Sprintf("fmt.Fprintf(f, \"<%s %%c %%d>\", verb, $d)", d.name), g.chance(50))
	}
	if g.chance(8) {
		add("MarshalJSON", "() ([]byte, error)", "return []byte(fmt.Sprintf(\"[%d]\", $d)), nil", g.chance(50))
		add("UnmarshalJSON", "(b []byte) error", "say(\"UnmarshalJSON\", string(b))\nreturn nil", true)
	}
	if g.chance(8) {
		add("MarshalText", "() ([]byte, error)", "return []byte(fmt.Sprintf(\"text-%d\", $d)), nil", g.chance(50))
		add("UnmarshalText", "(b []byte) error", "say(\"UnmarshalText\", string(b))\nreturn nil", true)
	}
	if g.chance(6) {
		add("GobEncode", "() ([]byte, error)", "return []byte(fmt.Sprintf(\"gob-%d\", $d)), nil", g.chance(50))
		add("GobDecode", "(b []byte) error", "say(\"GobDecode\", string(b))\nreturn nil", true)
	}
	if g.chance(6) {
		add("Write", "(b []byte) (int, error)", "say(\"Write\", string(b), $d)\nreturn len(b), nil", true)
	}
	if g.chance(6) {
		add("Set", "(s string) error", "say(\"Set\", s, $d)\nif s == \"bad\" {\nreturn io.EOF\n}\nreturn nil", true)
	}
	if g.chance(5) {
		add("LogValue", "() slog.Value", "return slog.IntValue($d)", g.chance(50))
	}
	if d.kind == "slice" && g.chance(60) {
		add("Len", "() int", "return len(r)", false)
		add("Less", "(i, j int) bool", "return i > j", false)
		add("Swap", "(i, j int)", "r[i], r[j] = r[j], r[i]", false)
	}
}

// declarations writes the types and their methods, in random order.
func (g *graph) declarations() []string {
	var decls []string
	for i, d := range g.nodes {
		decls = append(decls, fmt.Sprintf("type %s%s %s", d.name, d.parameters(), d.rhs))
		for _, m := range d.methods {
			receiver := d.receiver(!m.named && g.chance(40))
			if m.pointer {
				receiver = "*" + receiver
			}
			decls = append(decls, fmt.Sprintf("func (r %s) %s%s {\n%s\n}", receiver, m.name, m.signature, g.methodBody(i, d, m)))
		}
	}
	for _, a := range g.aliases {
		if a.generic {
			a.name += "[A any]"
		}
		decls = append(decls, "type "+a.name+" = "+a.rhs)
	}
	decls = append(decls, g.constraints()...)
	decls = append(decls, g.localFunctions()...)
	shuffle(&g.random, decls)
	return decls
}

// methodBody writes the body of a method.
func (g *graph) methodBody(i int, d *node, m *graphMethod) string {
	digest := "digest(r)"
	if m.spec == nil {
		return strings.ReplaceAll(m.body, "$d", digest)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "say(%q, %s", d.name+"."+m.name, digest)
	for j := range m.spec.params {
		fmt.Fprintf(&b, ", digest(a%d)", j+1)
	}
	b.WriteString(")\n")
	if m.pointer && d.kind == "basic" && d.rhs != "string" && d.rhs != "bool" {
		b.WriteString("*r += 1\n")
	}
	if len(m.spec.results) > 0 {
		var names []string
		for j, t := range m.spec.results {
			fmt.Fprintf(&b, "var x%d %s\nstir(&x%d)\n", j+1, t, j+1)
			names = append(names, fmt.Sprintf("x%d", j+1))
		}
		fmt.Fprintf(&b, "return %s\n", strings.Join(names, ", "))
	}
	return b.String()
}

// localFunctions writes functions that declare local types and pass values of them to a callback.
func (g *graph) localFunctions() []string {
	var decls []string
	for range g.intn(3) {
		f := g.name("locals")
		g.locals = append(g.locals, f)
		var b strings.Builder
		generic := g.chance(30)
		if generic {
			fmt.Fprintf(&b, "func %s[P any](see func(any)) {\n", f)
		} else {
			fmt.Fprintf(&b, "func %s(see func(any)) {\n", f)
		}
		for range g.between(1, 3) {
			d := &node{rank: len(g.nodes), kind: "struct", name: g.name("Local")}
			if g.chance(30) {
				d.name = g.nonGeneric() // hides a type of the package
			}
			rhs := g.structText(spot{d: d, value: true, depth: 2}, 4)
			if mentionsWord(rhs, d.name) {
				d.name = g.name("Local")
			}
			rhs = strings.TrimSuffix(rhs, "}")
			if generic {
				rhs += g.name("F") + one(&g.random, " P\n", " []P\n", " *P\n")
			}
			if g.chance(40) {
				rhs += g.name("f") + " *" + d.name + "\n"
			}
			fmt.Fprintf(&b, "{\ntype %s %s}\nvar x %s\nsee(x)\nsee(&x)\nsee([]%s{x, x})\n}\n", d.name, rhs, d.name, d.name)
		}
		b.WriteString("}")
		decls = append(decls, b.String())
	}
	return decls
}

// mentionsWord reports whether an identifier stands in a text.
func mentionsWord(text, name string) bool {
	return slices.Contains(strings.FieldsFunc(text, func(r rune) bool { return r == '.' || !isLetter(byte(r)) }), name)
}
