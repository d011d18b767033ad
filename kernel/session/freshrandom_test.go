package session_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"polka/kernel/engine"
)

var freshSeed = flag.Int64("fresh.seed", 0, "the seed of the only notebook that TestRandomNotebooks makes; 0 means all")

// randomNotebooks is the number of notebooks of TestRandomNotebooks. Their seeds are 1, 2, ...
const randomNotebooks = 300

// A noter writes the cells of random notebooks. All variables exist from the first cells on, and
// keep their types, so that every cell compiles at any time.
type noter struct {
	r     *rand.Rand
	calls int // the limit of the functions that the body of a function may call
}

// The variables of random notebooks, by type.
var noteVars = map[string][]string{
	"int": {"a", "b", "c", "d"}, "[]int": {"s", "t"}, "*int": {"p", "q"}, "map[string]int": {"m"}, "T": {"v", "w"}, "*T": {"u"}, "func() int": {"f", "g"},
}

// noteBegin are the first cells, which declare everything.
var noteBegin = []string{
	"type T struct {\n\tn int\n\tl []int\n}",
	"func (t *T) Inc(k int) { t.n += k }",
	"func (t T) Sum() int {\n\tx := t.n\n\tfor _, e := range t.l {\n\t\tx += e\n\t}\n\treturn x % 1000\n}",
	"a, b := 1, 2", "c, d := 3, 4", "s := []int{1, 2, 3}", "t := []int{4, 5, 6}", "p := &a", "q := &b", "m := map[string]int{\"k\": 1}",
	"v := T{1, []int{1, 2, 3}}", "w := T{2, []int{4, 5, 6}}", "u := &v", "f := func() int { return a }", "g := func() int { return s[0] }",
	"func h0() int { return a + b }", "func h1() int { return h0() + len(s) }",
}

func (n *noter) pick(typ string) string { return noteVars[typ][n.r.IntN(len(noteVars[typ]))] }

// value is an expression of type int.
func (n *noter) value() string {
	switch n.r.IntN(12) {
	case 0, 1:
		return fmt.Sprint(n.r.IntN(10))
	case 2, 3, 4:
		return n.pick("int")
	case 5:
		return "*" + n.pick("*int")
	case 6:
		return fmt.Sprintf("%s[%d]", n.pick("[]int"), n.r.IntN(3))
	case 7:
		return n.pick("map[string]int") + "[\"k\"]"
	case 8:
		return n.pick("T") + ".Sum()"
	case 9:
		if n.calls == 0 {
			return "7"
		}
		return fmt.Sprintf("h%d()", n.r.IntN(n.calls))
	case 10:
		return n.pick("*T") + ".n"
	default:
		return "(" + n.value() + " + " + n.value() + ")%1000"
	}
}

// place is a variable of type int, or a part of one.
func (n *noter) place() string {
	switch n.r.IntN(6) {
	case 0:
		return "*" + n.pick("*int")
	case 1:
		return fmt.Sprintf("%s[%d]", n.pick("[]int"), n.r.IntN(3))
	case 2:
		return n.pick("map[string]int") + "[\"k\"]"
	case 3:
		return n.pick("T") + ".n"
	case 4:
		return fmt.Sprintf("%s.l[%d]", n.pick("*T"), n.r.IntN(3))
	}
	return n.pick("int")
}

// cell is a random cell. Function values are not called by cells that may be called by them.
func (n *noter) cell() string {
	switch n.r.IntN(20) {
	case 0, 1, 2:
		return n.pick("int") + " := " + n.value()
	case 3, 4:
		return n.place() + " = " + n.value()
	case 5:
		return n.place() + " += " + n.value()
	case 6:
		return fmt.Sprintf("%s = append(%s[:3:3], %s)", n.pick("[]int"), n.pick("[]int"), n.value())
	case 7:
		return n.pick("[]int") + " = " + n.pick("[]int")
	case 8:
		return n.pick("*int") + " = &" + n.pick("int")
	case 9:
		return n.pick("T") + " = " + n.pick("T")
	case 10:
		return n.pick("*T") + " = &" + n.pick("T")
	case 11:
		return n.pick("T") + ".Inc(" + n.value() + ")"
	case 12, 13:
		k := n.r.IntN(2)
		n.calls = k
		body := n.value()
		n.calls = 2
		set := ""
		if n.r.IntN(3) == 0 {
			set = n.pick("int") + " = " + fmt.Sprint(n.r.IntN(9)) + "; "
		}
		return fmt.Sprintf("func h%d() int { %sreturn %s }", k, set, body)
	case 14:
		return fmt.Sprintf("%s = func() int { %s++; return %s }", n.pick("func() int"), n.pick("int"), n.pick("int"))
	case 15:
		return n.pick("int") + " = " + n.pick("func() int") + "()"
	case 16:
		return fmt.Sprintf("%s := []int{%s, %s, %s}", n.pick("[]int"), n.value(), n.value(), n.value())
	case 17:
		return fmt.Sprintf("for i := range 3 {\n\t%s[i] += %s\n}", n.pick("[]int"), n.value())
	case 18:
		return fmt.Sprintf("if %s > %s {\n\t%s = %s\n}", n.value(), n.value(), n.pick("int"), n.value())
	}
	return "fmt.Println(" + n.value() + ", " + n.value() + ")"
}

// allVars are all variables.
func allVars() (names []string) {
	for typ, list := range noteVars {
		for _, name := range list {
			switch typ {
			case "*int", "*T":
				name = "*" + name
			case "func() int":
				continue // their values have no text; what they refer to is among the others
			}
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// TestRandomNotebooks edits and runs cells of random notebooks in random order. Then the cells run
// in a new session, in the order that the first has found: the outputs of cells that are not marked
// are those on the page. After %rerun, all variables and all outputs are.
func TestRandomNotebooks(t *testing.T) {
	first, last := int64(1), int64(randomNotebooks)
	if testing.Short() {
		last = 40
	}
	if *freshSeed != 0 {
		first, last = *freshSeed, *freshSeed
	}
	marked, wrong, cells := 0, 0, 0
	for seed := first; seed <= last; seed++ {
		p, code := randomNotebook(t, uint64(seed))
		m, w := p.compare(seed, code, false)
		marked, wrong, cells = marked+m, wrong+w, cells+len(code)
		if err := p.run(engine.Cell{ID: "rerun", Code: "%rerun"}); err != nil {
			t.Errorf("seed %d: %%rerun: %v", seed, err)
			continue
		}
		p.compare(seed, code, true)
		if t.Failed() && seed-first > 20 {
			break
		}
	}
	t.Logf("%d cells, %d marked, of which %d show something else in a fresh run", cells, marked, wrong)
}

// randomNotebook makes a page with a random history, and returns the present code of its cells.
func randomNotebook(t *testing.T, seed uint64) (*notebookPage, map[string]string) {
	n := &noter{r: rand.New(rand.NewPCG(seed, 0)), calls: 2}
	p := newNotebookPage(t)
	code := map[string]string{}
	run := func(id, src string) {
		if err := p.run(engine.Cell{ID: id, Code: src}); err != nil {
			t.Fatalf("seed %d: %s: %v", seed, src, err)
		}
		code[id] = src
		if *freshSeed != 0 {
			t.Logf("%s: %s\n%s", id, src, p.marked())
		}
	}
	for i, src := range noteBegin {
		run(fmt.Sprintf("c%02d", i), src)
	}
	next := len(noteBegin)
	for range 12 {
		switch k := n.r.IntN(10); {
		case k < 5:
			run(fmt.Sprintf("c%02d", next), n.cell())
			next++
		case k < 7 && next > len(noteBegin): // edit
			run(fmt.Sprintf("c%02d", len(noteBegin)+n.r.IntN(next-len(noteBegin))), n.cell())
		case k < 8:
			id := fmt.Sprintf("c%02d", 3+n.r.IntN(2))
			run(id, strings.Replace(code[id], ":= ", fmt.Sprintf(":= %d", 1+n.r.IntN(3)), 1))
		default:
			id := fmt.Sprintf("c%02d", n.r.IntN(next))
			run(id, code[id])
		}
	}
	return p, code
}

// compare runs the cells of a page in a new session. Without all, only cells that are not marked
// are compared. It returns how many are marked, and how many of these show something else.
func (p *notebookPage) compare(seed int64, code map[string]string, all bool) (marked, wrong int) {
	p.t.Helper()
	order := p.s.FreshOrder()
	q := newNotebookPage(p.t)
	failed := false
	for _, id := range order {
		if err := q.run(engine.Cell{ID: id, Code: code[id]}); err != nil {
			if len(p.marks) == 0 {
				p.t.Errorf("seed %d: the fresh run of %s fails: %v", seed, code[id], err)
			}
			failed = true
		}
	}
	for _, id := range order {
		if p.marks[id] != "" {
			marked++
			if p.out[id] != q.out[id] {
				wrong++
			}
			continue
		}
		if p.out[id] != q.out[id] && !failed {
			p.t.Errorf("seed %d: cell %s, %q, shows %q, and %q in a fresh run", seed, id, code[id], p.out[id], q.out[id])
		}
	}
	if all && len(p.marks) > 0 {
		p.t.Logf("seed %d: marks after %%rerun:\n%s", seed, p.marked())
	}
	if len(p.marks) == 0 {
		names := allVars()
		if got, want := values(p.t.Context(), p.s, names), values(p.t.Context(), q.s, names); got != want {
			p.t.Errorf("seed %d: variables\n%sin a fresh run\n%s", seed, got, want)
		}
	}
	if p.t.Failed() && *freshSeed != 0 {
		for i, id := range order {
			p.t.Logf("%d %s: %s  // %s", i, id, code[id], p.marks[id])
		}
		p.t.Log(strings.Join(p.ran, " "))
	}
	return marked, wrong
}
