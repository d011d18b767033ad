// SPDX-License-Identifier: BSD-3-Clause

package dlx

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"polka/dlx/internal/choice"
	"polka/dlx/internal/engine"
)

// A testEngine is an engine in the conformance kit: which problems it solves,
// and whether it can do nothing but count.
type testEngine struct {
	name   string
	takes  func(*Problem) bool
	counts bool
}

// engines are all engines that there are; who adds one need not touch the tests.
var engines = func() (list []testEngine) {
	for _, name := range Engines() {
		can := func(p *Problem, s *engine.Search) bool {
			numbers, err := p.compile()
			if err == nil {
				_, err = choice.Choose(numbers.Problem, choice.Options{Engine: name}, s)
			}
			return err == nil
		}
		visit := &engine.Search{Question: engine.Question{Visit: func([]int32) bool { return true }}}
		list = append(list, testEngine{
			name:   name,
			takes:  func(p *Problem) bool { return can(p, &engine.Search{}) },
			counts: !can(New("a b").AddOption("a b"), visit),
		})
	}
	return list
}()

// long reports whether to run tests of more than a few seconds.
func long() bool { return os.Getenv("POLKA_LONG") != "" }

// load reads a problem from testdata.
func load(t testing.TB, name string) *Problem {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", name+".dlx"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	p, err := Read(f)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return p
}

// table reads a file of tab-separated columns without its heading.
func table(t testing.TB, name string) [][]string {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var rows [][]string
	in := bufio.NewScanner(f)
	for in.Scan() {
		rows = append(rows, strings.Split(in.Text(), "\t"))
	}
	if err := in.Err(); err != nil {
		t.Fatal(err)
	}
	return rows[1:]
}

// seconds is a rough time for Knuth's program on an instance, 100 if it is not
// known, since it was not finished in a minute or less.
func seconds(t testing.TB) map[string]float64 {
	list := map[string]float64{}
	for _, row := range table(t, "counts.tsv") {
		list[row[0]] = 100
	}
	for _, row := range table(t, "reference.tsv") {
		list[row[0]], _ = strconv.ParseFloat(row[2], 64)
	}
	for _, name := range strings.Fields(`K12_2 K12_3 domino6x6 extreme10 langford7 langford8 langford10 lozenge2 lozenge3
		ltrom6x9 mutil8 pent8x8edge queens8 queens10 queens11 sts7 sudEmpty4 tet4x5mult ttet8x8 xcc_col4x4_3 xcc_ws5x5
		xcc_wsq300 ypent5x10`) {
		list[name] = 0.03
	}
	list["pent8x8edge"], list["hexia3x12"] = 1.5, 1
	list["dom44"], list["gdom4x5"], list["sat50"] = 0.2, 0.03, 0.1
	return list
}

// frontierFinishes are instances that are short for engine frontier alone.
var frontierFinishes = map[string]bool{
	"domino8x8": true, "domino12x12": true, "domino16x16": true, "ltrom9x10": true, "lozenge5": true, "mutil10": true,
	"pmult5x10": true, "tet8x8mult": true, "trom_IL9x9": true, "ttet16x16": true, "K16_2": true, "xcc_col6x4_3": true,
}

// eachKnown calls visit with every instance with a known number of solutions, the seconds that it
// takes, and the names of the engines that are to solve it. The slow ones are for POLKA_LONG=1.
func eachKnown(t *testing.T, engines []string, visit func(name, want string, p *Problem, cost float64, engine string)) {
	cost := seconds(t)
	for _, row := range table(t, "counts.tsv") {
		name, want := row[0], row[1]
		if want == "" {
			continue
		}
		p := load(t, name)
		for _, e := range engines {
			limit := 0.06
			if testing.Short() {
				limit = 0.02
			}
			if e == "auto" {
				limit = 0.3
			}
			if frontierFinishes[name] && (e == "frontier" || e == "auto") {
				limit = 100
			}
			if cost[name] <= limit || long() {
				visit(name, want, p, cost[name], e)
			}
		}
	}
}

// TestCounts counts the solutions of every instance with a known number, by every engine that
// takes it.
func TestCounts(t *testing.T) {
	var names []string
	for _, e := range engines {
		names = append(names, e.name)
	}
	eachKnown(t, names, func(name, want string, p *Problem, cost float64, engine string) {
		e := engines[slices.Index(names, engine)]
		if cost > 20 && !e.counts && e.name != "auto" || !e.takes(p) {
			return
		}
		t.Run(name+"/"+e.name, func(t *testing.T) {
			if n, err := p.recorded(Options{Engine: e.name}).Count(t.Context()); err != nil || n.String() != want {
				t.Errorf("%v, %v, want %s", n, err, want)
			}
		})
	})
}

// TestKnuthCounters compares nodes and updates with those of Knuth's programs.
func TestKnuthCounters(t *testing.T) {
	for _, row := range table(t, "reference.tsv") {
		name, nodes, updates := row[0], row[4], row[5]
		cpu, _ := strconv.ParseFloat(row[2], 64)
		if cpu > 0.1 && !long() || cpu > 0.02 && testing.Short() {
			continue
		}
		p := load(t, name)
		t.Run(name, func(t *testing.T) {
			s := p.recorded(Options{Engine: "links"})
			if _, err := s.Count(t.Context()); err != nil {
				t.Fatal(err)
			}
			st := s.Stats()
			if fmt.Sprint(st.Nodes) != nodes || fmt.Sprint(st.Updates) != updates {
				t.Errorf("%d nodes and %d updates, want %s and %s", st.Nodes, st.Updates, nodes, updates)
			}
		})
	}
}

// drawProblem draws a problem of a few items and options.
func drawProblem(t *rapid.T, multiple bool) *Problem {
	primary := rapid.IntRange(1, 6).Draw(t, "primary")
	secondary := rapid.IntRange(0, 4).Draw(t, "secondary")
	p := New()
	for i := range primary {
		item := Item{Name: fmt.Sprintf("p%d", i)}
		if multiple && rapid.Bool().Draw(t, "multiple") {
			item.Low = rapid.IntRange(0, 2).Draw(t, "low")
			item.High = max(1, item.Low+rapid.IntRange(0, 3).Draw(t, "slack"))
		}
		p = p.AddItems(item)
	}
	for i := range secondary {
		p = p.AddItems(Item{Name: fmt.Sprintf("s%d", i), Secondary: true})
	}
	most := 12
	if multiple {
		most = 9
	}
	for range rapid.IntRange(0, most).Draw(t, "options") {
		var option []string
		for i := range primary {
			if rapid.IntRange(0, 2).Draw(t, "in") == 0 {
				option = append(option, fmt.Sprintf("p%d", i))
			}
		}
		for i := range secondary {
			switch rapid.IntRange(0, 5).Draw(t, "how") {
			case 0:
				option = append(option, fmt.Sprintf("s%d", i))
			case 1, 2:
				option = append(option, fmt.Sprintf("s%d:%c", i, rapid.SampledFrom([]rune("AB")).Draw(t, "color")))
			}
		}
		if len(option) > 0 {
			p = p.AddOption(rapid.Permutation(option).Draw(t, "order")...)
		}
	}
	return p
}

// keep writes a problem on which engines differ to a file, and names it. It is
// called again as the problem shrinks, so that the smallest one stays.
func keep(p *Problem) string {
	name := filepath.Join("testdata", "failures", "smallest.dlx")
	err := os.MkdirAll(filepath.Dir(name), 0o755)
	if err == nil {
		err = os.WriteFile(name, []byte(p.DLX()), 0o644)
	}
	if err != nil {
		return err.Error() + "\n" + p.DLX()
	}
	return "the problem is in " + name + ":\n" + p.DLX()
}

// subsets finds all solutions by trying every set of options.
func subsets(p *Problem) [][]int {
	var all [][]int
	for set := range 1 << p.NumOptions() {
		var options []int
		for k := range p.NumOptions() {
			if set>>k&1 != 0 {
				options = append(options, k)
			}
		}
		if p.Check(options...) == nil {
			all = append(all, options)
		}
	}
	return all
}

// testSolver compares all engines with all subsets.
func testSolver(t *rapid.T, multiple bool) {
	p := drawProblem(t, multiple)
	if p.Err() != nil {
		t.Fatal(p.Err())
	}
	want := subsets(p)
	slices.SortFunc(want, slices.Compare)
	for _, e := range engines {
		if !e.takes(p) {
			continue
		}
		fail := func(format string, args ...any) {
			t.Helper()
			t.Fatalf("engine %s: %s\n%s", e.name, fmt.Sprintf(format, args...), keep(p))
		}
		s := p.recorded(Options{Engine: e.name})
		n, err := s.Count(context.Background())
		if err != nil || n.Int64() != int64(len(want)) {
			fail("Count = %v, %v, want %d", n, err, len(want))
		}
		st := s.Stats()
		sum := int64(0)
		for _, n := range st.Profile {
			sum += n
		}
		if sum != st.Nodes {
			fail("the profile %v has %d nodes, and %d were counted", st.Profile, sum, st.Nodes)
		}
		if e.counts {
			continue
		}
		all, err := s.All(context.Background())
		if err != nil {
			fail("All: %v", err)
		}
		var got [][]int
		for _, found := range all {
			got = append(got, found.Options())
		}
		slices.SortFunc(got, slices.Compare)
		if !slices.EqualFunc(got, want, slices.Equal) {
			fail("All = %v, want %v", got, want)
		}
		first, err := s.First(context.Background())
		if len(want) == 0 {
			if !errors.Is(err, ErrNoSolution) {
				fail("First: error %v, want ErrNoSolution", err)
			}
		} else if err != nil || !slices.ContainsFunc(want, func(s []int) bool { return slices.Equal(s, first.Options()) }) {
			fail("First = %v, %v, which is none of %v", first, err, want)
		}
		var wrong error
		switch len(want) {
		case 0:
			wrong = ErrNoSolution
		case 1:
		default:
			wrong = ErrNotUnique
		}
		if only, err := s.Unique(context.Background()); !errors.Is(err, wrong) || len(want) > 0 && !slices.Equal(only.Options(), all[0].Options()) {
			fail("Unique = %v, %v, want %v", only, err, wrong)
		}
		if len(want) > 1 {
			limit := rapid.IntRange(1, len(want)).Draw(t, "limit")
			s := p.recorded(Options{Engine: e.name, Limit: limit})
			if n, err := s.Count(context.Background()); err != nil || n.Int64() != int64(limit) {
				fail("Count with limit %d = %v, %v", limit, n, err)
			}
			if some, err := s.All(context.Background()); err != nil || len(some) != limit {
				fail("All with limit %d = %v, %v", limit, some, err)
			}
		}
	}
}

func TestRandomProblems(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { testSolver(t, false) })
}

func TestRandomMultiplicities(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { testSolver(t, true) })
}

// FuzzSolve solves any small problem that can be read, by all engines.
func FuzzSolve(f *testing.F) {
	f.Add("a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n")
	f.Add("A B 2:3|C | X Y\nA B X:0 Y:0\nA C X:1 Y:1\nC X:0\nB X:1\nC Y:1\n")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Parse(text)
		if err != nil || p.NumOptions() > 10 || p.NumPrimary() > 50 {
			return
		}
		want := len(subsets(p))
		for _, e := range engines {
			if !e.takes(p) {
				continue
			}
			if n, err := p.recorded(Options{Engine: e.name}).Count(t.Context()); err != nil || n.Int64() != int64(want) {
				t.Errorf("engine %s: Count = %v, %v, want %d\n%s", e.name, n, err, want, p.DLX())
			}
		}
	})
}

// TestSameTree holds the engines that promise it to the same solutions in the
// same order, nodes and profile.
func TestSameTree(t *testing.T) {
	same := func(t interface {
		Fatalf(string, ...any)
	}, p *Problem) {
		a, b := p.recorded(Options{Engine: "links"}), p.recorded(Options{Engine: "bits"})
		as, err1 := a.All(context.Background())
		bs, err2 := b.All(context.Background())
		if err1 != nil || err2 != nil {
			t.Fatalf("%v, %v", err1, err2)
		}
		if !slices.EqualFunc(as, bs, func(x, y Solution) bool { return slices.Equal(x.options, y.options) }) {
			t.Fatalf("other solutions, or in another order:\n%v\n%v\n%s", as, bs, p.DLX())
		}
		if x, y := a.Stats(), b.Stats(); x.Nodes != y.Nodes || !slices.Equal(x.Profile, y.Profile) {
			t.Fatalf("other trees:\n%v %v\n%v %v\n%s", x, x.Profile, y, y.Profile, p.DLX())
		}
		a.Count(context.Background())
		b.Count(context.Background())
		if x, y := a.Stats(), b.Stats(); x.Nodes != y.Nodes || !slices.Equal(x.Profile, y.Profile) {
			t.Fatalf("other trees when counting:\n%v %v\n%v %v\n%s", x, x.Profile, y, y.Profile, p.DLX())
		}
	}
	for _, name := range []string{"queens10", "extreme10", "sudInkala", "xcc_ws5ok", "trom_IL6x6", "pent3x20", "qcp15_100", "mcc_pent5x8", "mcc_qdom7_4"} {
		t.Run(name, func(t *testing.T) { same(t, load(t, name)) })
	}
	t.Run("no options", func(t *testing.T) { same(t, New("0:1|a 0:7|b")) })
	t.Run("random", func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) { same(t, drawProblem(t, false)) })
	})
	t.Run("random with multiplicities", func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) { same(t, drawProblem(t, true)) })
	})
}

// errBurnt is the error of a fuse that has burnt.
var errBurnt = errors.New("the fuse has burnt")

// TestStop sees that engines ask their context after every bit of work that
// takes a fraction of a millisecond, and stop on request.
func TestStop(t *testing.T) {
	for _, c := range []struct{ name, engine string }{
		{"os18_3x30", "links"}, {"domino12x12", "links"}, {"mcc_conway5", "links"}, {"xcc_macmahon6x4", "links"},
		{"os18_3x30", "bits"}, {"domino12x12", "bits"}, {"xcc_macmahon6x4", "bits"},
		{"domino16x16", "frontier"}, {"os18_3x30", "auto"}, {"mcc_conway5", "bits"},
	} {
		t.Run(c.name+"/"+c.engine, func(t *testing.T) {
			const looks = 20
			fuse := engine.NewFuse(looks, errBurnt)
			s := load(t, c.name).recorded(Options{Engine: c.engine})
			s.check = fuse.Look
			n, err := s.Count(t.Context())
			if !errors.Is(err, errBurnt) {
				t.Fatalf("error %v, want %v", err, errBurnt)
			}
			st := s.Stats()
			asked := looks + fuse.Over()
			if asked > looks+64 { // by each thread and by each part that a thread has begun
				t.Errorf("the context was asked %d times after its end", asked-looks)
			}
			if bit := st.Updates / asked; bit > 2*engine.Patience {
				t.Errorf("there are %d updates between two looks at the context", bit)
			}
			if st.Solutions.Cmp(n) != 0 || st.Nodes == 0 {
				t.Errorf("Count = %v, but Stats = %v", n, st)
			}
		})
	}
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
	defer cancel()
	n, err := load(t, "domino12x12").recorded(Options{Engine: "links"}).Count(ctx)
	if !errors.Is(err, context.DeadlineExceeded) || n.Sign() == 0 {
		t.Errorf("Count = %v, %v, want what was found and DeadlineExceeded", n, err)
	}
}

// TestStopSoon gives all that can be asked of a large problem no time to speak of,
// so that it has to stop in its preparations or soon after. A minute is what it
// may take on a busy machine; it should be milliseconds.
func TestStopSoon(t *testing.T) {
	var items []string
	const n = 60
	for i := range n * n {
		items = append(items, fmt.Sprint(i))
	}
	p := New(items...)
	for i := range n * n { // pairs of neighbors on a square
		if i%n+1 < n {
			p = p.AddOption(items[i], items[i+1])
		}
		if i+n < n*n {
			p = p.AddOption(items[i], items[i+n], "|"+items[i%7])
		}
	}
	if p.Err() != nil {
		t.Fatal(p.Err())
	}
	ask := map[string]func(context.Context) error{
		"Cheapest":    func(ctx context.Context) error { _, err := p.Cheapest(ctx, 3); return err },
		"Random":      func(ctx context.Context) error { _, err := p.Random(ctx, 1); return err },
		"RandomFirst": func(ctx context.Context) error { _, err := p.RandomFirst(ctx, 1); return err },
		"Estimate":    func(ctx context.Context) error { _, err := p.Estimate(ctx, math.MaxInt, 1); return err },
		"Unique":      func(ctx context.Context) error { _, err := p.Unique(ctx); return err },
	}
	for _, name := range Engines() {
		s := p.recorded(Options{Engine: name})
		ask["Count by "+name] = func(ctx context.Context) error { _, err := s.Count(ctx); return err }
		if !slices.Contains([]string{"memo", "frontier", "pfaffian"}, name) {
			ask["All by "+name] = func(ctx context.Context) error { _, err := s.All(ctx); return err }
		}
	}
	for name, call := range ask {
		for _, patience := range []time.Duration{0, time.Millisecond, 30 * time.Millisecond} {
			ctx, cancel := context.WithTimeout(t.Context(), patience)
			began := time.Now()
			err := call(ctx)
			cancel()
			if took := time.Since(began); took > time.Minute {
				t.Errorf("%s took %v, with a deadline of %v", name, took, patience)
			}
			if err != nil && !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, ErrNotUnique) {
				t.Errorf("%s: %v", name, err)
			}
			if err == nil && patience < time.Millisecond {
				t.Errorf("%s came to an end in no time", name)
			}
		}
	}
}

// TestFirst finds solutions where the order of the problem leads astray, and
// the same ones again.
func TestFirst(t *testing.T) {
	for _, name := range []string{"queens60", "queens32", "qcp25_260", "sud16_150", "bedlam", "mcc_pent5x8", "pent6x10"} {
		p := load(t, name)
		s := p.recorded(Options{})
		first, err := s.First(t.Context())
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if err := p.Check(first.Options()...); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if n := s.Stats().Nodes; n > 100_000 {
			t.Errorf("%s: the first solution took %d nodes", name, n)
		}
		if again, err := s.First(t.Context()); err != nil || again.String() != first.String() {
			t.Errorf("%s: another first solution the second time", name)
		}
	}
	for _, name := range []string{"mutil8", "ypent5x10"} { // none; ten
		want := name == "ypent5x10"
		if _, err := load(t, name).First(t.Context()); want != (err == nil) || !want && !errors.Is(err, ErrNoSolution) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestThreads holds any number of threads to the same counters, and to those of
// a search that was never cut into parts.
func TestThreads(t *testing.T) {
	for _, name := range []string{"soma", "queens12", "xcc_macsub4x3", "latin6red"} {
		p := load(t, name)
		var first Stats
		for _, threads := range []int{1, 2, 7} {
			s := p.recorded(Options{Engine: "bits", Threads: threads})
			if _, err := s.Count(t.Context()); err != nil {
				t.Fatal(err)
			}
			st := s.Stats()
			if threads == 1 {
				first = st
				whole := p.recorded(Options{Engine: "bits"})
				whole.Each(t.Context(), func(Solution) bool { return true })
				if x := whole.Stats(); x.Nodes != st.Nodes || x.Solutions.Cmp(st.Solutions) != 0 || !slices.Equal(x.Profile, st.Profile) {
					t.Errorf("%s in parts: %v %v\nas a whole: %v %v", name, st, st.Profile, x, x.Profile)
				}
			}
			if st.Nodes != first.Nodes || st.Updates != first.Updates || st.Solutions.Cmp(first.Solutions) != 0 || !slices.Equal(st.Profile, first.Profile) {
				t.Errorf("%s with %d threads: %v, with one: %v", name, threads, st, first)
			}
		}
	}
}

// TestEachStops ends a search by the visitor.
func TestEachStops(t *testing.T) {
	p := load(t, "queens8")
	for _, e := range engines {
		if e.counts {
			continue
		}
		n := 0
		err := p.recorded(Options{Engine: e.name}).Each(t.Context(), func(s Solution) bool {
			if err := p.Check(s.Options()...); err != nil {
				t.Error(err)
			}
			n++
			return n < 5
		})
		if err != nil || n != 5 {
			t.Errorf("engine %s: %d visits, %v, want 5", e.name, n, err)
		}
	}
}

func TestBadOptions(t *testing.T) {
	p := New("a").AddOption("a")
	for _, c := range []struct {
		o   Options
		err string
	}{
		{Options{Engine: "cuckoo"}, `dlx: unknown engine "cuckoo"; the engines are auto, links, `},
		{Options{Threads: -1}, "dlx: -1 threads: expected a positive number, or 0 for all processors"},
		{Options{Limit: -1}, "dlx: limit -1: expected a number of solutions, or 0 for all"},
	} {
		if _, err := p.recorded(c.o).Count(t.Context()); err == nil || !strings.HasPrefix(err.Error(), c.err) {
			t.Errorf("%+v: error %v, want %s", c.o, err, c.err)
		}
	}
	m := New("2|a").AddOption("a")
	if _, err := m.recorded(Options{Engine: "memo"}).Count(t.Context()); err == nil {
		t.Error("memo counted a problem with multiplicities")
	}
	if _, err := p.recorded(Options{Engine: "frontier"}).All(t.Context()); err == nil {
		t.Error("frontier listed solutions")
	}
}

// TestConcurrent solves one problem and makes longer ones from it at once.
func TestConcurrent(t *testing.T) {
	p := load(t, "queens8")
	s := p.recorded(Options{})
	done := make(chan error)
	for range 4 {
		go func() {
			q := p
			for range 100 {
				q = q.AddOption("r0 c0")
			}
			if got := q.NumOptions() - p.NumOptions(); got != 100 {
				done <- fmt.Errorf("%d options more, want 100", got)
				return
			}
			n, err := s.Count(context.Background())
			if err == nil && n.Int64() != 92 {
				err = fmt.Errorf("%v solutions, want 92", n)
			}
			done <- err
		}()
	}
	for range 4 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

// BenchmarkEngines measures the search alone. Nodes and updates are the same
// in every run.
func BenchmarkEngines(b *testing.B) {
	for _, name := range []string{"pent6x10", "pent4x15", "soma", "hexia6x6", "queens12", "langford11", "K15_3", "latin5", "xcc_ws6x6", "xcc_macsub4x3", "mcc_pent5x8"} {
		p := load(b, name)
		for _, e := range engines {
			if !e.takes(p) {
				continue
			}
			b.Run(name+"/"+e.name, func(b *testing.B) {
				s := p.recorded(Options{Engine: e.name})
				for b.Loop() {
					if _, err := s.Count(b.Context()); err != nil {
						b.Fatal(err)
					}
				}
				st := s.Stats()
				b.ReportMetric(float64(st.Nodes), "nodes")
				b.ReportMetric(float64(st.Updates), "updates")
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(st.Nodes), "ns/node")
			})
		}
	}
}
