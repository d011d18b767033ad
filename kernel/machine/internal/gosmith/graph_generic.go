// SPDX-License-Identifier: BSD-3-Clause

package gosmith

import (
	"fmt"
	"strings"
)

// Nodes of all kinds but pointers may have one or two type parameters. The constraint of a
// parameter is any, comparable, or one of three with methods, which a node of its own satisfies,
// the witness:
//
//	type Count1 int32
//
//	func (r Count1) Area() string      { ... } // with the signature that Area has in this program
//	func (r Count1) Same(a1 Count1) bool { ... }
//
//	type method1 interface{ Area() string }
//	type same1[C any] interface{ Same(C) bool }
//	type kind1 interface {
//		~int32 | ~bool
//		Area() string
//	}
//
// An instance in the declaration of a generic type has as its arguments parameters of that type, in
// any order, and a few types without parameters. So types and methods refer to each other through
// instances in all ways, List[T, E] to Tree[E] and that to List[E, E], but the number of instances
// stays finite.

// A typeParam is a type parameter of a node.
type typeParam struct {
	name  string
	bound string // "any", "comparable", "method", "same" or "kind"
}

// constraint returns the constraint as the program writes it.
func (p typeParam) constraint() string {
	switch p.bound {
	case "any", "comparable":
		return p.bound
	case "same":
		return "same1[" + p.name + "]"
	}
	return p.bound + "1"
}

// typeParams chooses type parameters for a node of the given kind.
func (g *graph) typeParams(kind string) []typeParam {
	if kind == "ptr" || !g.chance(35) {
		return nil
	}
	names := one(&g.random, []string{"T"}, []string{"E"}, []string{"T"}, []string{"K", "V"}, []string{"T", "E"})
	var list []typeParam
	for i, name := range names {
		p := typeParam{name, one(&g.random, "any", "any", "any", "any", "comparable", "method", "same", "kind")}
		if kind == "map" && i == 0 {
			p.bound = "comparable"
		}
		list = append(list, p)
	}
	return list
}

func (n *node) generic() bool { return len(n.params) > 0 }

// receiver returns the type of receivers, with blanks for type parameters if they are not named.
func (n *node) receiver(blank bool) string {
	var names []string
	for _, p := range n.params {
		if blank {
			p.name = "_"
		}
		names = append(names, p.name)
	}
	return n.name + brackets(names)
}

// parameters returns the type parameters as they are declared.
func (n *node) parameters() string {
	var list []string
	for _, p := range n.params {
		list = append(list, p.name+" "+p.constraint())
	}
	return brackets(list)
}

func brackets(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return "[" + strings.Join(list, ", ") + "]"
}

// instance returns a node as a type.
func (g *graph) instance(s spot, n *node) string {
	s.argument = true
	if n.fixed() {
		s.value = false
	}
	var args []string
	for _, p := range n.params {
		args = append(args, g.argument(s, p))
	}
	return n.name + brackets(args)
}

// plainInstance returns a node as a type that mentions no other type of the program but the
// witness, and always the same if the node is an interface: one that embeds two others can only
// have one method of a name.
func (g *graph) plainInstance(n *node) string {
	var args []string
	for _, p := range n.params {
		switch {
		case p.bound == "method" || p.bound == "same" || p.bound == "kind":
			args = append(args, g.witness.name)
		case n.kind == "interface":
			args = append(args, "string")
		default:
			args = append(args, one(&g.random, "int", "string"))
		}
	}
	return n.name + brackets(args)
}

// argument returns a type argument for a parameter.
func (g *graph) argument(s spot, p typeParam) string {
	var own []string
	for _, q := range s.d.params {
		if p.bound == "any" || p.bound == q.bound {
			own = append(own, q.name)
		}
	}
	switch {
	case len(own) > 0 && g.chance(85):
		return pick(&g.random, own)
	case p.bound == "method":
		return one(&g.random, "", "*") + g.witness.name
	case p.bound == "same", p.bound == "kind":
		return g.witness.name
	case s.d.generic():
		return one(&g.random, "string", "int", g.witness.name) // anything else might never end
	case p.bound == "comparable":
		return g.keyType(s)
	case s.depth <= 0:
		return "int"
	default:
		return g.typeText(s.deeper())
	}
}

// ownParam returns a type parameter of d whose bound is one of those given, or "".
func ownParam(d *node, bounds ...string) string {
	for _, p := range d.params {
		for _, b := range bounds {
			if p.bound == b {
				return p.name
			}
		}
	}
	return ""
}

// constraints returns the declarations of the constraints with methods that the program uses.
func (g *graph) constraints() []string {
	used := make(map[string]bool)
	for _, d := range g.nodes {
		for _, p := range d.params {
			used[p.bound] = true
		}
	}
	first := g.specs[0].name + g.specs[0].signature()
	var decls []string
	if used["method"] {
		decls = append(decls, "type method1 interface {\n"+first+"\n}")
	}
	if used["same"] {
		decls = append(decls, "type same1[C any] interface {\nSame(C) bool\n}")
	}
	if used["kind"] {
		other := "string"
		if g.witness.rhs == other {
			other = "int"
		}
		decls = append(decls, fmt.Sprintf("type kind1 interface {\n~%s | ~%s\n%s\n}", other, g.witness.rhs, first))
	}
	return decls
}

// addGenericMethods gives a node methods whose signatures mention its type parameters or those of
// generic interfaces, and methods that call each other through instances.
func (g *graph) addGenericMethods(d *node) {
	add := func(name, signature, body string) {
		pointer := g.chance(50) && d != g.witness
		d.methods = append(d.methods, &graphMethod{name: name, signature: signature, body: body, pointer: pointer, named: true})
	}
	if d == g.witness {
		add("Same", "(a1 "+d.name+") bool", fmt.Sprintf("say(%q, $d)\nreturn r == a1", d.name+".Same"))
	}
	for _, n := range g.nodes {
		if n.kind == "interface" && n.generic() && g.chance(30) {
			t := ownParam(d, "any")
			if t == "" {
				t = one(&g.random, "string", "string", "int", g.witness.name)
			}
			add(n.take, fmt.Sprintf("(a1 %s) %s", t, t), fmt.Sprintf("say(%q, $d, digest(a1))\nreturn a1", d.name+"."+n.take))
		}
	}
	if !d.generic() {
		return
	}
	if d.loops {
		n := g.looping()
		next := g.instance(spot{d: d}, n)
		add("Loop", "(n int) string", fmt.Sprintf(
			"if n %%= 5; n <= 0 {\nreturn fmt.Sprintf(\"%%T\", r)\n}\nvar x %s\nreturn fmt.Sprintf(\"%%T \", r) + x.Loop(n-1)", next))
	}
	if g.chance(40) {
		self, t := d.receiver(false), d.params[g.intn(len(d.params))].name
		add("Self", fmt.Sprintf("(a1 %s, a2 %s) (%s, *%s)", self, t, self, t),
			fmt.Sprintf("say(%q, $d, digest(a1), digest(a2))\nreturn a1, &a2", d.name+".Self"))
	}
	if t := ownParam(d, "method", "kind"); t != "" && g.chance(70) {
		var args []string
		body := fmt.Sprintf("var z %s\nstir(&z)\nsay(%q, digest(z))\n", t, d.name+".Bound")
		for i, p := range g.specs[0].params {
			arg := fmt.Sprintf("x%d", i+1)
			if g.specs[0].variadic && i == len(g.specs[0].params)-1 {
				p, arg = "[]"+p, arg+"..."
			}
			body += fmt.Sprintf("var x%d %s\nstir(&x%d)\n", i+1, p, i+1)
			args = append(args, arg)
		}
		call := "z." + g.specs[0].name + "(" + strings.Join(args, ", ") + ")"
		if g.chance(40) {
			call = t + "." + g.specs[0].name + "(" + strings.Join(append([]string{"z"}, args...), ", ") + ")"
		}
		if t == ownParam(d, "kind") {
			body += "say(z == z)\n"
		}
		add("Bound", "()", body+call)
	}
	if t := ownParam(d, "same"); t != "" {
		add("Equal", "(a1 "+t+") bool", "var z "+t+"\nreturn z.Same(a1) || a1.Same(z)")
	}
}

// looping returns a node that has a method Loop.
func (g *graph) looping() *node {
	for {
		if n := pick(&g.random, g.nodes); n.loops {
			return n
		}
	}
}

// callable reports whether the parts of a program may call the methods of a name.
func (g *graph) callable(name string) bool {
	switch name {
	case "Same", "Loop", "Self", "Bound", "Equal":
		return true
	}
	return g.specOf(name) != nil || strings.HasPrefix(name, "Take")
}
