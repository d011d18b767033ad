// SPDX-License-Identifier: BSD-3-Clause

package session_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"polka/internal/randomcells"
	"polka/kernel/engine"
	"polka/kernel/fresh"
)

var freshSeed = flag.Int64("fresh.seed", 0, "the seed of the only notebook that TestRandomNotebooks makes; 0 means all")

// randomNotebooks is the number of notebooks of TestRandomNotebooks. Their seeds are 1, 2, ...
const randomNotebooks = 120

// TestRandomNotebooks edits and runs cells of random notebooks in random order, and compares with
// the run of all cells in a new session. Before %rerun, the outputs of cells that are not marked
// are those of the new session. After it, all variables and all outputs are, and no cell is marked.
//
// The new session runs the cells in the order in which they have run last, which the page notes
// itself. So the reference knows nothing of what cells read and write.
func TestRandomNotebooks(t *testing.T) {
	first, last := int64(1), int64(randomNotebooks)
	if testing.Short() {
		last = 40
	}
	if *freshSeed != 0 {
		first, last = *freshSeed, *freshSeed
	}
	var all tally
	for seed := first; seed <= last; seed++ {
		c := checkNotebook(t, uint64(seed), nil)
		for _, problem := range c.problems {
			t.Errorf("seed %d: %s", seed, problem)
		}
		all.cells, all.marked, all.wrong = all.cells+c.cells, all.marked+c.marked, all.wrong+c.wrong
		if all.problems = append(all.problems, c.problems...); len(all.problems) > 10 {
			break
		}
	}
	t.Logf("%d cells, %d marked, of which %d show something else in a fresh run", all.cells, all.marked, all.wrong)
}

// TestRandomNotebooksWithout leaves out one kind of what cells read or write after another. The
// reference finds that something is missing each time.
func TestRandomNotebooksWithout(t *testing.T) {
	if testing.Short() {
		t.Skip("runs hundreds of notebooks")
	}
	keep := func(list []fresh.Write, f func(fresh.Write) bool) []fresh.Write {
		return slices.DeleteFunc(slices.Clone(list), func(w fresh.Write) bool { return !f(w) })
	}
	read := func(f func(key string) bool) func(e fresh.Effects) fresh.Effects {
		return func(e fresh.Effects) fresh.Effects {
			e.Reads = slices.DeleteFunc(slices.Clone(e.Reads), func(key string) bool { return !f(key) })
			return e
		}
	}
	for name, alter := range map[string]func(fresh.Effects) fresh.Effects{
		"variables that are read":   read(func(key string) bool { return strings.HasPrefix(key, "&") || strings.HasPrefix(key, "h") }),
		"functions that are called": read(func(key string) bool { return !strings.HasPrefix(key, "h") }),
		"variables as places":       read(func(key string) bool { return !strings.HasPrefix(key, "&") }),
		"changes of parts and by pointers": func(e fresh.Effects) fresh.Effects {
			e.Writes = keep(e.Writes, func(w fresh.Write) bool { return w.Kind != fresh.Modify })
			return e
		},
		"assignments": func(e fresh.Effects) fresh.Effects {
			e.Writes = keep(e.Writes, func(w fresh.Write) bool { return w.Kind != fresh.Assign })
			return e
		},
		"declarations": func(e fresh.Effects) fresh.Effects {
			e.Writes = keep(e.Writes, func(w fresh.Write) bool { return w.Kind != fresh.Declare })
			return e
		},
	} {
		found := 0
		for seed := uint64(1); seed <= randomNotebooks && found == 0; seed++ {
			found += len(checkNotebook(t, seed, alter).problems)
		}
		if found == 0 {
			t.Errorf("without %s: all notebooks are as they should be", name)
		}
	}
}

// A tally is what checkNotebook has found.
type tally struct {
	cells, marked int
	wrong         int // marked cells that show something else in a new session
	problems      []string
}

func (c *tally) problem(format string, args ...any) {
	c.problems = append(c.problems, fmt.Sprintf(format, args...))
}

// checkNotebook makes a random notebook and compares it before and after %rerun. Alter changes what
// the session finds out about cells, unless it is nil.
func checkNotebook(t *testing.T, seed uint64, alter func(fresh.Effects) fresh.Effects) *tally {
	p, code := randomNotebook(t, seed, alter)
	c := &tally{cells: len(code)}
	p.compare(c, code)
	if err := p.run(engine.Cell{ID: "rerun", Code: "%rerun"}); err != nil {
		c.problem("%%rerun: %v", err)
		return c
	}
	if len(p.marks) > 0 {
		c.problem("marks after %%rerun:\n%s", p.marked())
	}
	q := p.compare(c, code)
	names := randomcells.Variables()
	if got, want := values(t.Context(), p.s, names), values(t.Context(), q.s, names); got != want {
		c.problem("variables\n%sin a fresh run\n%s", got, want)
	}
	if *freshSeed != 0 {
		t.Log(strings.Join(p.ran, " "))
	}
	return c
}

// randomNotebook makes a page with a random history, and returns the present code of its cells.
func randomNotebook(t *testing.T, seed uint64, alter func(fresh.Effects) fresh.Effects) (*notebookPage, map[string]string) {
	r := rand.New(rand.NewPCG(seed, 0))
	n := randomcells.New(r)
	p := newNotebookPage(t)
	p.s.AlterEffects(alter)
	code := map[string]string{}
	run := func(id, src string) {
		if err := p.run(engine.Cell{ID: id, Code: src}); err != nil {
			t.Fatalf("seed %d: %s: %v", seed, src, err)
		}
		if code[id] == src && isDefinition(src) {
			p.ran = p.ran[:len(p.ran)-1] // the same again
		}
		code[id] = src
		if *freshSeed != 0 {
			t.Logf("%s: %s\n%s", id, src, p.marked())
		}
	}
	for i, src := range randomcells.Begin {
		run(fmt.Sprintf("c%02d", i), src)
	}
	next := len(randomcells.Begin)
	for range 12 {
		switch k := r.IntN(10); {
		case k < 5:
			run(fmt.Sprintf("c%02d", next), n.Cell())
			next++
		case k < 7 && next > len(randomcells.Begin): // edit
			run(fmt.Sprintf("c%02d", len(randomcells.Begin)+r.IntN(next-len(randomcells.Begin))), n.Cell())
		case k < 8:
			id := fmt.Sprintf("c%02d", 3+r.IntN(2))
			run(id, strings.Replace(code[id], ":= ", fmt.Sprintf(":= %d", 1+r.IntN(3)), 1))
		default:
			id := fmt.Sprintf("c%02d", r.IntN(next))
			run(id, code[id])
		}
	}
	return p, code
}

// isDefinition reports whether a cell defines a function or a type, and does nothing.
func isDefinition(src string) bool {
	return strings.HasPrefix(src, "func ") || strings.HasPrefix(src, "type ")
}

// lastRuns are the IDs of cells in the order of their last runs. A definition that was repeated
// with the same text is where it was.
func (p *notebookPage) lastRuns(code map[string]string) (order []string) {
	seen := map[string]bool{}
	for _, id := range slices.Backward(p.ran) {
		if code[id] != "" && !seen[id] {
			seen[id] = true
			order = append(order, id)
		}
	}
	slices.Reverse(order)
	return order
}

// compare runs the cells of a page in a new session, in the order of their last runs, and compares
// the outputs of those that are not marked. A function that mentions what is not defined yet
// follows as soon as it can.
func (p *notebookPage) compare(c *tally, code map[string]string) *notebookPage {
	q := newNotebookPage(p.t)
	var later []string // functions
	for _, id := range p.lastRuns(code) {
		if isDefinition(code[id]) { // it replaces one that has not followed
			name, _, _ := strings.Cut(code[id], "(")
			later = slices.DeleteFunc(later, func(other string) bool { return name != "func " && strings.HasPrefix(code[other], name+"(") })
		}
		err := q.run(engine.Cell{ID: id, Code: code[id]})
		switch {
		case err == nil:
			later = slices.DeleteFunc(later, func(id string) bool { return q.run(engine.Cell{ID: id, Code: code[id]}) == nil })
		case isDefinition(code[id]):
			later = append(later, id)
		case len(p.marks) == 0:
			c.problem("the fresh run of %s fails: %v", code[id], err)
		}
	}
	for id := range code {
		switch same := p.out[id] == q.out[id]; {
		case p.marks[id] != "":
			c.marked++
			if !same {
				c.wrong++
			}
		case !same && !isDefinition(code[id]):
			c.problem("cell %s, %q, shows %q, and %q in a fresh run", id, code[id], p.out[id], q.out[id])
		}
	}
	return q
}
