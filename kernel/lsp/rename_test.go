// SPDX-License-Identifier: BSD-3-Clause

package lsp_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"polka/internal/randomcells"
	"polka/kernel/display"
	"polka/kernel/engine"
	"polka/kernel/session"
	"polka/stdlib"
)

// printed is the standard output of a notebook.
type printed struct {
	mu sync.Mutex
	b  strings.Builder
}

func (p *printed) Write(_ engine.Stream, text []byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.b.Write(text)
}
func (p *printed) Display(display.Event) {}
func (p *printed) Clear(bool)            {}
func (p *printed) Input(context.Context, string, bool) (string, error) {
	return "", fmt.Errorf("no input")
}

// symbols are those of all sessions.
var symbols = sync.OnceValue(stdlib.Symbols)

// results runs cells in a new session and returns what they print.
func results(t *testing.T, cells []string) string {
	t.Helper()
	s, err := session.New(session.Options{Symbols: []session.Symbols{symbols()}, Facts: stdlib.Importer(), Packages: stdlib.Packages(), Prelude: stdlib.Prelude()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	defer s.Close()
	out := new(printed)
	for i, code := range cells {
		if r := s.Execute(t.Context(), engine.Cell{Number: i + 1, Code: code}, out); r.Err != nil {
			fmt.Fprintf(&out.b, "cell %d: %s\n", i+1, r.Err.Name)
		}
	}
	return out.b.String()
}

// TestRenameRandom renames random names of random notebooks, to new ones and to ones that are
// taken, and compares what the notebooks print before and after. With POLKA_LONG set it takes 400
// notebooks.
func TestRenameRandom(t *testing.T) {
	notebooks := 15
	if os.Getenv("POLKA_LONG") != "" {
		notebooks = 400
	}
	if testing.Short() {
		notebooks = 3
	}
	done, refused := 0, 0
	for seed := range notebooks {
		r := rand.New(rand.NewPCG(uint64(seed+1), 1))
		w := randomcells.New(r)
		cells := slices.Clone(randomcells.Begin)
		for range 15 {
			cells = append(cells, w.Cell())
		}
		cells = append(cells, "fmt.Println("+strings.Join(randomcells.Variables(), ", ")+")")
		want := results(t, cells)
		for range 5 {
			was := slices.Clone(cells)
			name := renameOne(t, r, cells)
			if name == "" {
				refused++
				continue
			}
			done++
			if got := results(t, cells); got != want {
				t.Errorf("seed %d, %s: the notebook\n%s\nbecomes\n%s\nand prints\n%s\nnot\n%s", seed+1, name, strings.Join(was, "\n---\n"), strings.Join(cells, "\n---\n"), got, want)
				break
			}
		}
	}
	if done < 2*notebooks || refused == 0 {
		t.Errorf("%d names were changed, and %d not", done, refused)
	}
	t.Logf("%d names were changed, and %d not", done, refused)
}

// A change is an edit of a text.
type change struct {
	Range struct {
		Start, End struct{ Line, Character int }
	}
	NewText string
}

// TestRenameTraced renames a function and a variable that a trace names.
func TestRenameTraced(t *testing.T) {
	c := start(t)
	c.open("func fib(n int) int {\n\tcalls++\n\tif n < 2 {\n\t\treturn n\n\t}\n\treturn fib(n-1) + fib(n-2)\n}\nvar calls int", "%%trace fib  --watch calls --limit 9\nfib(3)")
	for _, test := range []struct {
		column int
		where  string
	}{{8, `"start":{"line":0,"character":8},"end":{"line":0,"character":11}`}, {21, `"start":{"line":0,"character":21},"end":{"line":0,"character":26}`}} {
		rename := at(cellURI(1), 0, test.column)
		rename["newName"] = "other"
		has(t, "rename", c.ask("textDocument/rename", rename), cellURI(0), cellURI(1), test.where)
	}
	for _, column := range []int{3, 15, 29, 35} {
		if _, failed := c.call("textDocument/prepareRename", at(cellURI(1), 0, column)); failed == "" {
			t.Errorf("a name in column %d of the trace", column)
		}
	}
}

// words are what may be names.
var words = regexp.MustCompile(`[a-zA-Z]\w*`)

// renameOne asks a server to change a random name of cells and does what it says. It returns the
// change, "" if it is refused.
func renameOne(t *testing.T, r *rand.Rand, cells []string) string {
	c := start(t)
	c.open(cells...)
	i := r.IntN(len(cells))
	found := words.FindAllStringIndex(cells[i], -1)
	at0 := found[r.IntN(len(found))]
	line := strings.Count(cells[i][:at0[0]], "\n")
	column := at0[0] - strings.LastIndexByte(cells[i][:at0[0]], '\n') - 1
	params := at(cellURI(i), line, column)
	all := words.FindAllString(strings.Join(cells, " "), -1)
	name := all[r.IntN(len(all))]
	if r.IntN(3) > 0 {
		name = fmt.Sprintf("new%d", r.IntN(1000))
	}
	params["newName"] = name
	result, failed := c.call("textDocument/rename", params)
	if failed != "" {
		return ""
	}
	var edit struct {
		Changes map[string][]change
	}
	if err := json.Unmarshal(result, &edit); err != nil {
		t.Fatal(err)
	}
	from := cells[i][at0[0]:at0[1]]
	for uri, list := range edit.Changes {
		var n int
		fmt.Sscanf(uri, page+"#c%d", &n)
		offset := func(line, column int) int {
			lines := strings.SplitAfter(cells[n], "\n")
			return len(strings.Join(lines[:line], "")) + column // all is ASCII
		}
		slices.SortFunc(list, func(a, b change) int {
			return offset(b.Range.Start.Line, b.Range.Start.Character) - offset(a.Range.Start.Line, a.Range.Start.Character)
		})
		for _, e := range list {
			a, b := offset(e.Range.Start.Line, e.Range.Start.Character), offset(e.Range.End.Line, e.Range.End.Character)
			cells[n] = cells[n][:a] + e.NewText + cells[n][b:]
		}
	}
	return from + " to " + name
}
