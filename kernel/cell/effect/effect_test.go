// SPDX-License-Identifier: BSD-3-Clause

package effect_test

import (
	"strings"
	"testing"

	"polka/kernel/cell"
	"polka/kernel/cell/effect"
	"polka/kernel/fresh"
	"polka/stdlib"
)

// newCompiler returns a compiler for cells, and an analyzer.
func newCompiler() (*cell.Compiler, *effect.Analyzer) {
	c := cell.New(cell.Options{Facts: stdlib.Importer(), Packages: stdlib.Packages(), Prelude: stdlib.Prelude()})
	return c, effect.New(effect.Options{Immutable: stdlib.Immutable()})
}

// text writes effects as "reads / writes", where x= is a declaration, x: an assignment and x~ a
// modification.
func text(e fresh.Effects) string {
	var writes []string
	for _, w := range e.Writes {
		if strings.HasPrefix(w.Key, "&") {
			continue // of each declaration of a variable
		}
		writes = append(writes, w.Key+map[fresh.Kind]string{fresh.Declare: "=", fresh.Assign: ":", fresh.Modify: "~"}[w.Kind])
	}
	return strings.TrimSpace(strings.Join(e.Reads, " ") + " / " + strings.Join(writes, " "))
}

// TestEffects runs each list of cells in a session of its own. The text behind // is what is
// expected of a cell.
func TestEffects(t *testing.T) {
	for _, session := range [][]string{
		{"x := 1 // / x=", "y := x + 1 // x / y=", "x = 10 // &x / x:", "x++ // x / x~", "x += y // x y / x~", "fmt.Println(x) // x /"},
		{"x := 1 // / x=", "x := x + 1 // x / x=", "x := \"a\" // / x'2=", "x // x'2 /", "x := 5 // / x="},
		{"x, y := 1, 2 // / x= y=", "x, y = y, x // &x &y x y / x: y:", "if x > 1 { y = 3 } // x y / y~", "x = 2; y = x // &x &y / x: y:"},
		{"a := []int{1} // / a=", "b := a // a / b=", "b[0] = 2 // a b / a~ b~", "c := []string{\"\"} // / c=", "c[0] = \"x\" // c / c~", "a = append(a, 1) // &a a b / a: b~"},
		{"a := []int{1} // / a=", "sort.Ints(a) // a / a~", "n := len(a) // a / n=", "slices.Max(a) // a /", "slices.Sort(a) // a / a~", "fmt.Println(a) // a /"},
		{"x := 1 // / x=", "p := &x // &x / p=", "*p = 2 // p x / p~ x~", "x = 3 // &x p / p~ x:"},
		{"x, z := 1, 2 // / x= z=", "p := &x // &x / p=", "f := func() int { return x } // &x / f=", "func h() int { return x + z } // / h=", "x, z := 31, 2 // / x= z=", "*p = 4 // f p / f~ p~", "f = func() int { x++; return z } // &f &x &z / f:", "x, z := 3, 2 // / x= z=", "y := f() // f x z / x~ y="},
		{"x := 1 // / x=", "func f() int { return x } // / f=", "y := f() // f x / y=", "func g() { x = 2 } // / g=", "g() // g x / x~", "func h() { g() } // / h=", "h() // g h x / x~"},
		{"n := 0 // / n=", "inc := func() int { n++; return n } // &n / inc=", "inc() // inc n / n~", "func counter() func() int { k := 0; return func() int { k++; return k } } // / counter=", "c := counter() // counter / c=", "c() // c counter / c~"},
		{"type T struct{ n int } // / T=", "func (t *T) Inc() { t.n++ } // / T.Inc=", "func (t T) Get() int { return t.n } // / T.Get=", "t := T{1} // T / t=", "t.Inc() // T.Inc t / t~", "t.Get() // T.Get t /", "q := &t // &t / q=", "q.n = 3 // q t / q~ t~", "u := T{2} // T / u=", "u.Inc() // T.Inc u / u~"},
		{"m := map[string]int{} // / m=", "m[\"a\"] = 1 // m / m~", "k := m // m / k=", "delete(k, \"a\") // k m / k~ m~", "len(m) // m /"},
		{"type I interface{ Do() } // / I=", "type A struct{ p *int } // / A=", "v := 0 // / v=", "func (a A) Do() { *a.p = 1 } // / A.Do=", "var i I = A{&v} // &v A I / i=", "i.Do() // A.Do i v / i~ v~"},
		{"ch := make(chan int, 3) // / ch=", "ch <- 1 // ch / ch~", "v := <-ch // ch / ch~ v="},
		{"import \"math/big\"\na := big.NewInt(3) // / a=", "b := new(big.Int).Mul(a, a) // a / b=", "b.Add(b, a) // a b / a~ b~", "fmt.Println(a.String()) // a /"},
		{"var sb strings.Builder // / sb=", "sb.WriteString(\"x\") // sb / sb~", "sb.Len() // sb /"},
		{"p := shapes.Pentominoes() // / p=", "b := cover.Rectangle(6, 10) // / b=", "z := cover.New(b, p...) // b p / z=", "z.Count() // z /"},
		{"type S struct{ next *S; v int } // / S=", "r := &S{v: 1} // S / r=", "s := &S{next: r} // S r / s=", "for x := s; x != nil; x = x.next { x.v++ } // r s / r~ s~"},
		{"func mod(p []int) { p[0] = 1 } // / mod=", "a := []int{0} // / a=", "mod(a) // a mod / a~", "func look(p []int) int { return p[0] } // / look=", "look(a) // a look /"},
		{"func ap(p []int) []int { return append(p, 1) } // / ap=", "a := []int{0} // / a=", "a2 := ap(a) // a ap / a2=", "a2[0] = 3 // a a2 / a~ a2~"},
	} {
		c, a := newCompiler()
		for i, src := range session {
			code, want, _ := strings.Cut(src, " // ")
			p, err := c.Compile(i+1, code)
			if err != nil {
				t.Fatalf("%s: %v", code, err)
			}
			got := text(c.Effects(a, p, p.Definitions))
			c.Commit(p, p.Definitions)
			if got != strings.TrimSpace(want) && strings.TrimSpace(want) != "" {
				t.Errorf("%s: effects %q, want %q", code, got, want)
			}
		}
	}
}

// TestLater has functions passed to controls, and compares the variables that they may set.
func TestLater(t *testing.T) {
	c, a := newCompiler()
	for i, code := range []string{
		"n, m, list, other := 1, 2, []int{1}, 3",
		"widget.Interact(func(k int) { n = k }, []int{1, 9})",
		"func set(on bool) { list[0] = n }",
		"widget.Checkbox(\"\").OnChange(set)",
		"press := func() { m++ }",
		"widget.NewButton(\"\").OnClick(press)",
		"slices.IndexFunc(list, func(k int) bool { other = k; return false })",
	} {
		p, err := c.Compile(i+1, code)
		if err != nil {
			t.Fatalf("%s: %v", code, err)
		}
		c.Effects(a, p, p.Definitions)
		c.Commit(p, p.Definitions)
	}
	if got := strings.Join(a.Later(), " "); got != "list m n" {
		t.Errorf("the variables are %s", got)
	}
}

func BenchmarkEffects(b *testing.B) {
	c, a := newCompiler()
	code := "total := 0\nfor i := range 10 {\n\tif i%2 == 0 {\n\t\ttotal += i * n\n\t}\n}\nlist := []int{total}\nfor _, v := range list {\n\tfmt.Println(v, total)\n}"
	run := func(n int, src string) *cell.Program {
		p, err := c.Compile(n, src)
		if err != nil {
			b.Fatal(err)
		}
		return p
	}
	p := run(1, "n := 3")
	c.Effects(a, p, p.Definitions)
	c.Commit(p, p.Definitions)
	p = run(2, code)
	b.ReportAllocs()
	for b.Loop() {
		c.Effects(a, p, p.Definitions)
	}
}
