// SPDX-License-Identifier: BSD-3-Clause

package gosmith

import (
	"fmt"
	"polka/internal/pattern"
	"strings"
)

// A scene is a piece of a program about one part of the language. In its text a word after a dollar
// sign stands for something random:
//
//	$N              a number that makes names unique; the same in the whole scene
//	$T $U $K $I     a type that fmt can print, another one, a type of map keys, an integer type
//	$t $u $k $n     a value of the type, another one each time
//	$e              an expression of exactly the type $T, which is not an untyped constant or nil
//	$h              the same for the header of a statement
//	$int $pos       a number from 0 to 9, from 1 to 6
//	$word           a string literal
//	$op $cmp        an arithmetic operator, a comparison
//	$cond           a condition
//	$more           a few random statements
type scene struct {
	decls string // declarations of the package
	body  string // statements
}

var dollar = pattern.New(`\$[a-zA-Z]+`)

// scenes are the texts of all files scene_*.go.
var scenes []scene

// writeScene writes a function for a scene.
func (g *gen) writeScene() {
	s := pick(&g.random, scenes)
	g.names["N"]++
	number := 900 + g.names["N"] // not like the names of random declarations
	f := &function{name: g.name("scene"), sig: g.funcOf(nil), index: len(g.functions), quiet: true}
	g.tests = append(g.tests, f.name)
	x := &expansion{
		g: g, number: number,
		types: map[byte]*typ{
			'T': g.sceneType(), 'U': g.sceneType(),
			'K': g.typeWhere(func(t *typ) bool { return t.keyable() && !t.hasFloat() && len(g.keys(t)) > 3 }, stringType),
			'I': g.basicInteger(),
		},
	}
	done := g.enter(f)
	g.buf.WriteString(x.expand(s.body))
	g.useUnused()
	g.scopes[len(g.scopes)-1] = nil
	decls := x.expand(s.decls)
	body := done()
	g.decls = append(g.decls, fmt.Sprintf("func %s() {\n%s}", f.name, body))
	if decls != "" {
		g.decls = append(g.decls, decls)
	}
}

// sceneType returns a type whose values fmt prints.
func (g *gen) sceneType() *typ {
	if g.chance(40) {
		return g.basicType()
	}
	return g.typeWhere(func(t *typ) bool { return t.flat() && t.size() > 0 }, intType)
}

type expansion struct {
	g      *gen
	number int
	types  map[byte]*typ
}

func (x *expansion) expand(text string) string {
	g := x.g
	return dollar.Regexp().ReplaceAllStringFunc(strings.TrimSpace(text), func(word string) string {
		g.mode = pure
		switch name := word[1:]; name {
		case "N":
			return fmt.Sprint(x.number)
		case "T", "U", "K", "I":
			return x.types[name[0]].String()
		case "t", "u", "n":
			t := x.types[name[0]-'a'+'A']
			if name == "n" {
				t = x.types['I']
			}
			return g.value(t, 2).s
		case "e":
			return g.expr(x.types['T'], 2).s
		case "h":
			return header(g.expr(x.types['T'], 2))
		case "k":
			return g.keyOf(x.types['K'])
		case "int":
			return fmt.Sprint(g.intn(10))
		case "pos":
			return fmt.Sprint(g.between(1, 6))
		case "word":
			return g.quoted()
		case "op":
			return one(&g.random, "+", "-", "*", "^", "|", "&")
		case "cmp":
			return one(&g.random, "<", "<=", ">", ">=", "==", "!=")
		case "cond":
			return header(g.condition(2))
		case "more":
			buf := g.buf
			done := g.enter(&function{sig: g.fn.sig, index: g.fn.index, quiet: true})
			g.fn.cost = bodyCost - 60
			g.statements(g.between(1, 2))
			s := done()
			g.buf = buf
			return "{\n" + s + "}"
		}
		panic("gosmith: unknown word " + word)
	}) + "\n"
}

// ending returns the last statements of main: a few programs end by a panic.
func (g *gen) ending() string {
	if !g.chance(8) {
		return ""
	}
	return one(&g.random,
		"var m map[string]int\nm[\"a\"]++\n",
		"var p *struct{ x int }\nfmt.Println(p.x)\n",
		"a := []int{1, 2, 3}\ni := len(a) * 2\nfmt.Println(a[i])\n",
		"panic(\"the end\")\n",
		"panic(fmt.Errorf(\"the end: %w\", errors.New(\"cause\")))\n",
		"defer fmt.Println(\"deferred\")\nvar zero int\nfmt.Println(1 / zero)\n",
		"defer func() { panic(fmt.Sprint(\"again: \", recover())) }()\npanic(42)\n",
		"var x any = \"text\"\nfmt.Println(x.(int))\n",
	)
}
