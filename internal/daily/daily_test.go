// SPDX-License-Identifier: BSD-3-Clause

package daily

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"polka/cover"
	"polka/dlx"
	"polka/internal/progress"
	"polka/shapes"
)

var update = flag.Bool("update", false, "write the golden file")

var long = os.Getenv("POLKA_LONG") != ""

// TestGolden compares the puzzles of some weeks with stored ones: a puzzle depends on its date
// only.
func TestGolden(t *testing.T) {
	var b strings.Builder
	for _, first := range []time.Time{Date(2024, time.February, 26), Date(2026, time.November, 23)} {
		for i := range 7 {
			date := first.AddDate(0, 0, i)
			p, err := Of(t.Context(), date)
			if err != nil {
				t.Fatal(err)
			}
			line, err := p.Line()
			if err != nil {
				t.Fatal(err)
			}
			b.WriteString(date.Format(time.DateOnly) + " " + line + "\n")
		}
	}
	name := filepath.Join("testdata", "dates.txt")
	if *update {
		if err := os.WriteFile(name, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil || b.String() != string(want) {
		t.Errorf("got\n%s\nwant\n%s\n%v", b.String(), want, err)
	}
}

// TestPuzzles checks the puzzles of a year, or of five weeks: another engine than that of the
// generator finds one tiling, and a search that is written here does too.
func TestPuzzles(t *testing.T) {
	days, calendars := 35, 12
	if long {
		days, calendars = 365, 366
	}
	if testing.Short() {
		days = 7
	}
	sets, err := Sets()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[int]bool{}
	for i := range days {
		date := Date(2026, time.January, 1).AddDate(0, 0, i*365/days)
		p, err := Of(t.Context(), date)
		if err != nil {
			t.Fatal(err)
		}
		seen[p.Set] = true
		line, err := p.Line()
		if err != nil {
			t.Fatal(err)
		}
		q, err := ParseLine(date, line)
		if err != nil || q.Set != p.Set || !q.Board.Equal(p.Board) || !slices.Equal(q.Pieces, p.Pieces) || q.Par != p.Par {
			t.Errorf("%v: the line %q is read as %+v, %v", date, line, q, err)
		}
		puzzle, err := q.Puzzle()
		if err != nil {
			t.Fatal(err)
		}
		r, err := puzzle.Solver(dlx.Options{Engine: "frontier", Threads: 1}).Count(t.Context())
		if err != nil || r.Solutions.String() != "1" {
			t.Errorf("%v: frontier: %v tilings, %v", date, r.Solutions, err)
		}
		if n := tilings(q.Board, sets[q.Set].choose(q.Pieces), nil); n != 1 {
			t.Errorf("%v: %d tilings by a plain search", date, n)
		}
		if effort, err := puzzle.Effort(t.Context()); err != nil || effort != p.Par || p.Par < int64(len(p.Pieces)) || p.Par > mostPar {
			t.Errorf("%v: par %d, effort %d, %v", date, p.Par, effort, err)
		}
	}
	if long && len(seen) != len(sets) {
		t.Errorf("%d of %d sets in a year", len(seen), len(sets))
	}
	all := Days()
	for i := range calendars {
		d := all[i*366/calendars]
		want, err := Calendar(d.Month(), d.Day()).Solver(dlx.Options{Threads: 1}).Count(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		r, err := Calendar(d.Month(), d.Day()).Solver(dlx.Options{Engine: "frontier", Threads: 1}).Count(t.Context())
		if err != nil || r.Solutions.Cmp(want.Solutions) != 0 {
			t.Errorf("calendar of %v: %v tilings, frontier %v, %v", d, want.Solutions, r.Solutions, err)
		}
	}
}

// tilings counts tilings by filling the first free cell in every way. At first it is called with
// no covered cells.
func tilings(board shapes.Shape, pieces []shapes.Shape, covered map[shapes.Cell]bool) (n int) {
	if covered == nil {
		covered = map[shapes.Cell]bool{}
	}
	var first shapes.Cell
	found := false
	for _, c := range board.Cells() {
		if !covered[c] {
			first, found = c, true
			break
		}
	}
	if !found {
		return 1
	}
	l := board.Lattice()
	for i, s := range pieces {
		if s.Empty() {
			continue
		}
		class := shapes.Free
		if l.Spatial() {
			class = shapes.OneSided
		}
		for _, o := range s.Orientations(class) {
			for _, c := range o.Cells() {
				if l.KindOf(c) != l.KindOf(first) {
					continue
				}
				laid := o.Translate(first.X-c.X, first.Y-c.Y, first.Z-c.Z).Cells()
				if l.NumKinds() > 1 && !l.Spatial() {
					from, to := l.PeriodOf(c), l.PeriodOf(first)
					laid = o.Translate(to.X-from.X, to.Y-from.Y, 0).Cells()
				}
				if slices.ContainsFunc(laid, func(c shapes.Cell) bool { return covered[c] || !board.Contains(c) }) {
					continue
				}
				rest := slices.Clone(pieces)
				rest[i] = shapes.Shape{}
				for _, c := range laid {
					covered[c] = true
				}
				n += tilings(board, rest, covered)
				for _, c := range laid {
					delete(covered, c)
				}
			}
		}
	}
	return n
}

// TestCalendar compares counts with those that others have published: between 7 (October 6th) and
// 216 (January 25th), 57 for May 1st, more than 24,000 in all.
func TestCalendar(t *testing.T) {
	if got := CalendarBoard().Size(); got != 43 {
		t.Errorf("the board has %d cells", got)
	}
	for _, c := range []struct {
		month time.Month
		day   int
		want  string
	}{{time.May, 1, "57"}, {time.October, 6, "7"}, {time.January, 25, "216"}} {
		n, err := Calendar(c.month, c.day).Count(t.Context())
		if err != nil || n.String() != c.want {
			t.Errorf("%v %d: %v, want %s; %v", c.month, c.day, n, c.want, err)
		}
		left := CalendarBoard().Difference(Calendar(c.month, c.day).Board().Shape()).Cells()
		if len(left) != 2 || CalendarMarks(left[0]) != months[c.month-1] {
			t.Errorf("%v %d: %v is left", c.month, c.day, left)
		}
	}
	if testing.Short() {
		return
	}
	counts, err := CalendarCounts(t.Context())
	sum := 0
	for _, n := range counts {
		sum += n
	}
	if err != nil || len(counts) != 366 || slices.Min(counts) != 7 || slices.Max(counts) != 216 || sum < 24000 || sum > 25000 {
		t.Errorf("%d dates, %d to %d tilings, %d in all; %v", len(counts), slices.Min(counts), slices.Max(counts), sum, err)
	}
}

// TestSets checks that the pages have each pose of each piece.
func TestSets(t *testing.T) {
	sets, err := Sets()
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, s := range sets {
		p, err := forPage(s)
		if err != nil || len(p.Pieces) != len(s.Pieces) || len(s.Pieces) <= perDay || names[s.Name] {
			t.Errorf("%s: %d pieces; %v", s.Name, len(p.Pieces), err)
		}
		names[s.Name] = true
		for i, q := range p.Pieces {
			for _, pose := range q.Poses {
				var cells []shapes.Cell
				for at := range slices.Chunk([]byte(pose), 3) {
					d := strings.IndexByte
					const all = "0123456789abcdefghijklmnopqrstuvwxyz"
					cells = append(cells, shapes.Cell{X: d(all, at[0]), Y: d(all, at[1]), Z: d(all, at[2])})
				}
				o := shapes.New(s.Pieces[i].Lattice(), cells...).Normal()
				if !slices.ContainsFunc(cover.Pieces(s.Pieces[i])[0].Orientations(), o.Equal) {
					t.Errorf("%s: %v is no pose of %v", s.Name, o, s.Pieces[i])
				}
			}
		}
	}
}

func TestParseLine(t *testing.T) {
	for _, line := range []string{"", "0 012345 7", "99 012345 7 000", "0 zz 7 000", "0 012345 7 00", "0 012345 7 00-", "0 012345 7 00A", "2 012345 7 005"} {
		if p, err := ParseLine(Date(2026, time.January, 1), line); err == nil {
			t.Errorf("%q: %+v, expected an error", line, p)
		}
	}
}

// TestWrite looks at a site: each page has its picture, each link its file, and the data are
// small.
func TestWrite(t *testing.T) {
	days := 35 // more than a month
	if testing.Short() {
		days = 5
	}
	folder := t.TempDir()
	reports := 0
	ctx := progress.With(t.Context(), func(progress.Report) { reports++ })
	if err := Write(ctx, folder, Options{Years: []int{2028, 2028}, days: days, Base: "https://example.org/daily/"}); err != nil {
		t.Fatal(err)
	}
	if reports != days {
		t.Errorf("%d reports", reports)
	}
	links := regexp.MustCompile(`(?:href|src|content)="(?:https://example.org/daily/)?([^":#]+\.(?:html|js|css|svg|png|json))"`)
	pages, err := filepath.Glob(filepath.Join(folder, "*.html"))
	if err != nil || len(pages) != days+2 {
		t.Fatalf("%d pages, %v", len(pages), err)
	}
	for _, name := range pages {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range links.FindAllSubmatch(text, -1) {
			if _, err := os.Stat(filepath.Join(folder, string(m[1]))); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		if date := filepath.Base(name)[:10]; date[0] == '2' && (!bytes.Contains(text, []byte(date+".svg")) || !bytes.Contains(text, []byte(`og:image" content="https://example.org/daily/`+date+`.png"`))) {
			t.Errorf("%s has no picture", name)
		}
	}
	text, err := os.ReadFile(filepath.Join(folder, "data.js"))
	if err != nil {
		t.Fatal(err)
	}
	var data struct{ Years map[string][]string }
	if err := json.Unmarshal(text[len("globalThis.polkaDaily = "):len(text)-2], &data); err != nil || len(data.Years["2028"]) != days || len(text) > 100_000 {
		t.Errorf("%d bytes, %d dates, %v", len(text), len(data.Years["2028"]), err)
	}
	for _, o := range []Options{{}, {Years: []int{1899}}} {
		if err := Write(context.Background(), folder, o); err == nil {
			t.Errorf("%+v: expected an error", o)
		}
	}
}
