// SPDX-License-Identifier: BSD-3-Clause

package dlx

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"polka/dlx/internal/engine"
)

// drawSymmetric returns a random problem that has symmetries: random options, and those to which
// random permutations of items and colors take them. Some items may have multiplicities.
func drawSymmetric(random *rand.Rand, most int, multiple bool) *Problem {
	primary, secondary, colors := 3+random.IntN(6), random.IntN(4), 1+random.IntN(3)
	items := primary + secondary
	type entry struct{ item, color int } // color 0 is none
	var symmetries [][2][]int            // of the items, and of the colors from 1
	for range 1 + random.IntN(2) {
		to := identityOf(items)
		if random.IntN(2) == 0 {
			a, b := random.IntN(primary), random.IntN(primary)
			to[a], to[b] = to[b], to[a]
		} else {
			copy(to, random.Perm(primary))
		}
		if random.IntN(2) == 0 {
			for i, j := range random.Perm(secondary) {
				to[primary+i] = primary + j
			}
		}
		symmetries = append(symmetries, [2][]int{to, random.Perm(colors)})
	}
	known := map[string]bool{}
	var options [][]entry
	add := func(option []entry) {
		slices.SortFunc(option, func(a, b entry) int { return a.item - b.item })
		if text := fmt.Sprint(option); !known[text] && len(options) < most {
			known[text] = true
			options = append(options, option)
		}
	}
	done := 0
	for range 2 + random.IntN(5) {
		var option []entry
		for i := range items {
			if random.IntN(primary) < 2 && len(option) < 4 {
				color := 0
				if i >= primary && random.IntN(4) > 0 {
					color = 1 + random.IntN(colors)
				}
				option = append(option, entry{i, color})
			}
		}
		if len(option) == 0 || option[0].item >= primary {
			continue
		}
		for add(option); done < len(options); done++ {
			for _, s := range symmetries {
				var image []entry
				for _, e := range options[done] {
					if e.color > 0 {
						e.color = 1 + s[1][e.color-1]
					}
					image = append(image, entry{s[0][e.item], e.color})
				}
				add(image)
			}
		}
	}
	bounds := make([][2]int, items) // the same of items that symmetries exchange
	for i := range primary {
		if bounds[i] = [2]int{1, 1}; multiple && random.IntN(2) == 0 {
			low := random.IntN(3)
			bounds[i] = [2]int{low, max(low, 1) + random.IntN(2)}
		}
	}
	for changed := true; changed; {
		changed = false
		for _, s := range symmetries {
			for i, j := range s[0] {
				if slices.Compare(bounds[i][:], bounds[j][:]) < 0 {
					bounds[j], changed = bounds[i], true
				}
			}
		}
	}
	p := New()
	for i := range items {
		it := Item{Name: fmt.Sprint("i", i), Secondary: i >= primary}
		if multiple && !it.Secondary {
			it.Low, it.High = bounds[i][0], bounds[i][1]
		}
		p = p.AddItems(it)
	}
	random.Shuffle(len(options), func(i, j int) { options[i], options[j] = options[j], options[i] })
	for _, option := range options {
		var text []string
		for _, e := range option {
			name := fmt.Sprint("i", e.item)
			if e.color > 0 {
				name += fmt.Sprintf(":%c", 'A'+e.color-1)
			}
			text = append(text, name)
		}
		p = p.AddOption(text...)
	}
	return p
}

// TestOrbitsByBruteForce counts random problems with symmetries wherever there are any, at once,
// and stopped again and again and resumed by any engine, with limits and without.
func TestOrbitsByBruteForce(t *testing.T) {
	problems := max(tries(1000), 300)
	t.Logf("seeds 370, 0 to %d", problems-1)
	var s sessions
	for seed := range uint64(problems) {
		random := rand.New(rand.NewPCG(370, seed))
		p := drawSymmetric(random, 40, false)
		s.count(t, fmt.Sprint("seed ", seed), p, naive(p), random)
	}
	t.Logf("%d of %d problems were divided, %d sessions, %d from parts that stand for several, %d of them with a limit, %d divided when resumed", s.divided, problems, s.all, s.several, s.limited, s.restarted)
	if s.divided < problems/5 || s.limited < problems/100 || s.restarted < problems/100 {
		t.Errorf("%d of %d problems were divided, %d resumed with a limit, %d divided when resumed", s.divided, problems, s.limited, s.restarted)
	}
}

// TestOrbitsOfMultiplicities is the same for problems with multiplicities.
func TestOrbitsOfMultiplicities(t *testing.T) {
	problems := max(tries(1000), 300)
	t.Logf("seeds 372, 0 to %d", problems-1)
	var s sessions
	ranges, divided := 0, 0
	for seed := range uint64(problems) {
		random := rand.New(rand.NewPCG(372, seed))
		p := drawSymmetric(random, 20, true)
		before := s.divided
		s.count(t, fmt.Sprint("seed ", seed), p, naiveOfRanges(p), random)
		if p.multiple() {
			ranges++
			divided += s.divided - before
		}
	}
	t.Logf("%d of %d problems have multiplicities, %d of them were divided, %d sessions, %d from parts that stand for several, %d of them with a limit, %d divided when resumed", ranges, problems, divided, s.all, s.several, s.limited, s.restarted)
	if divided < problems/20 || s.limited < problems/100 {
		t.Errorf("%d of %d problems have multiplicities and were divided, %d resumed with a limit", divided, problems, s.limited)
	}
}

// TestOrbitsRemembered counts a problem some of whose items can be exchanged: symmetries divide the
// count, and engine memo counts the parts, which has a seventh of the nodes of a search for them.
// It is stopped and resumed, too.
func TestOrbitsRemembered(t *testing.T) {
	const items, twins = 19, 4
	random := rand.New(rand.NewPCG(373, 5621))
	p := New()
	for i := range items + twins {
		p = p.AddItems(Item{Name: fmt.Sprint(i)})
	}
	for range 75 {
		var option []string
		for _, i := range random.Perm(items)[:1+random.IntN(4)] {
			option = append(option, fmt.Sprint(i))
		}
		if random.IntN(3) > 0 {
			p = p.AddOption(option...)
			continue
		}
		for twin := range twins {
			p = p.AddOption(append(slices.Clone(option), fmt.Sprint(items+twin))...)
		}
	}
	whole, err := p.Solver(Options{Engine: "memo"}).Count(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	looks := int64(0)
	s := p.Solver(Options{Threads: 1})
	s.check = func() error {
		looks++
		return nil
	}
	r, err := s.Count(t.Context())
	if err != nil || r.Engine != "memo" || !strings.Contains(r.Why, "by symmetry") || r.Nodes >= whole.Nodes || r.Solutions.Cmp(whole.Solutions) != 0 {
		t.Fatalf("%v, %v; without symmetries %v", r.Stats, err, whole.Stats)
	}
	s = p.Solver(Options{Threads: 1})
	s.check = engine.NewFuse(looks-2, errBurnt).Look
	r, err = s.Count(t.Context())
	if err != errBurnt || r.Token.engine != "memo" || !symmetric(r.Token.open) {
		t.Fatalf("stopped shortly before the end: %v, %v, %v", r.Stats, r.Token, err)
	}
	left, err := ParseToken(tokenString(r.Token))
	if err != nil {
		t.Fatal(err)
	}
	if r, err = p.Solver(Options{Resume: &left}).Count(t.Context()); err != nil || r.Solutions.Cmp(whole.Solutions) != 0 {
		t.Errorf("resumed from %v: %v, %v; want %v", left, r.Stats, err, whole.Solutions)
	}
}

// TestOrbitsOfBegun stops counts in their first moments: they are divided when they are resumed.
func TestOrbitsOfBegun(t *testing.T) {
	p := load(t, "soma")
	whole, err := p.Solver(Options{Threads: 1}).Count(t.Context())
	if err != nil || !strings.Contains(whole.Why, "by symmetry") {
		t.Fatal(whole.Stats, err)
	}
	for looks := range int64(12) {
		s := p.Solver(Options{Threads: 1})
		s.check = engine.NewFuse(looks+1, errBurnt).Look
		r, err := s.Count(t.Context())
		if err != errBurnt || symmetric(r.Token.open) {
			t.Fatalf("stopped after %d questions: %v, %v", looks+1, r.Stats, err)
		}
		r, err = p.Solver(Options{Threads: 1, Resume: &r.Token}).Count(t.Context())
		if err != nil || r.Solutions.Cmp(whole.Solutions) != 0 || !strings.Contains(r.Why, "by symmetry") {
			t.Errorf("resumed after %d questions: %v, %v; want %v", looks+1, r.Stats, err, whole.Stats)
		}
	}
}

// TestIndependentResumed is the same for problems that consist of independent parts.
func TestIndependentResumed(t *testing.T) {
	problems := max(tries(200), 60)
	if testing.Short() {
		problems = 20
	}
	t.Logf("seeds 371, 0 to %d", problems-1)
	var s sessions
	for seed := range uint64(problems) {
		random := rand.New(rand.NewPCG(371, seed))
		p, want := drawIndependent(random)
		s.count(t, fmt.Sprint("seed ", seed), p, want, random)
	}
	t.Logf("%d sessions, %d from the state of parts, %d with a limit", s.all, s.states, s.limits)
	if s.states < problems/5 || s.limits < problems/50 {
		t.Errorf("%d sessions, %d from the state of parts, %d with a limit", s.all, s.states, s.limits)
	}
}

// drawIndependent returns a random problem of two or three independent parts, and the number of its
// solutions.
func drawIndependent(random *rand.Rand) (*Problem, int64) {
	whole, want := New(), int64(1)
	for n := range 2 + random.IntN(2) {
		p := drawSymmetric(random, 30, false)
		for p.NumOptions() == 0 || naive(p) == 0 {
			p = drawSymmetric(random, 30, false)
		}
		want *= naive(p)
		for _, it := range p.Items() {
			it.Name = fmt.Sprintf("%d-%s", n, it.Name)
			whole = whole.AddItems(it)
		}
		for k := range p.NumOptions() {
			var option []string
			for _, e := range p.Entries(k) {
				name := fmt.Sprintf("%d-%s", n, p.Items()[e.Item].Name)
				if e.Color != "" {
					name += ":" + e.Color
				}
				option = append(option, name)
			}
			whole = whole.AddOption(option...)
		}
	}
	return whole, want
}

// TestIndependentEnds stops a count of independent parts that has been resumed, also when nothing
// is left of the last part: nothing is counted twice.
func TestIndependentEnds(t *testing.T) {
	p, want := drawIndependent(rand.New(rand.NewPCG(77371, 1232)))
	for first := int64(380); first < 400; first += 4 {
		for second := range int64(5) {
			var token *Token
			for _, looks := range []int64{first, second, 600} {
				s := p.Solver(Options{Threads: 2, Resume: token})
				s.eager = true
				s.check = engine.NewFuse(looks, errBurnt).Look
				r, err := s.Count(t.Context())
				if err != nil && err != errBurnt {
					t.Fatal(r.Stats, err)
				}
				token = &r.Token
			}
			if n := token.Found().Int64(); n != want {
				t.Errorf("stopped after %d and %d questions: %d solutions, want %d", first, second, n, want)
			}
		}
	}
}

// TestIndependentKept stops a count of two independent parts when the first is done: it is not
// counted again.
func TestIndependentKept(t *testing.T) {
	p := New()
	for _, name := range []string{"langford11", "soma"} {
		q := load(t, name)
		for _, it := range q.Items() {
			it.Name = name + it.Name
			p = p.AddItems(it)
		}
		for k := range q.NumOptions() {
			var option []string
			for _, e := range q.Entries(k) {
				option = append(option, name+q.Items()[e.Item].Name)
			}
			p = p.AddOption(option...)
		}
	}
	whole, err := p.Solver(Options{Threads: 1}).Count(t.Context())
	if err != nil || whole.Solutions.Int64() != 35584*11520 {
		t.Fatal(whole.Stats, err)
	}
	var token *Token
	nodes, sessions := int64(0), 0
	for ; token == nil || !token.Done(); sessions++ {
		s := p.Solver(Options{Threads: 1, Resume: token})
		s.check = engine.NewFuse(60, errBurnt).Look
		r, err := s.Count(t.Context())
		if err != nil && !errors.Is(err, errBurnt) || token != nil && r.Token.fraction() < token.fraction()-0.01 {
			t.Fatal(r.Stats, r.Token, token, err)
		}
		left, err := ParseToken(tokenString(r.Token))
		if err != nil {
			t.Fatal(err)
		}
		token, nodes = &left, r.Nodes
	}
	if token.Found().Cmp(whole.Solutions) != 0 || sessions < 3 {
		t.Errorf("%v in %d sessions, %d nodes; %v at once", token, sessions, nodes, whole.Stats)
	}
}

// sessions counts what the tests have done.
type sessions struct{ divided, all, several, limited, states, limits, restarted int }

// count counts the solutions of a problem at once, and stopped again and again and resumed.
func (c *sessions) count(t *testing.T, name string, p *Problem, want int64, random *rand.Rand) {
	t.Helper()
	var checks atomic.Int64
	s := p.Solver(Options{Threads: 1 + random.IntN(2)})
	s.eager = true
	s.check = func() error {
		checks.Add(1)
		return nil
	}
	r, err := s.Count(t.Context())
	if err != nil || r.Solutions.Int64() != want {
		t.Fatalf("%s: %v, %v, want %d\n%s", name, r.Stats, err, want, p.DLX())
	}
	if strings.Contains(r.Why, "by symmetry") {
		c.divided++
	}
	var token *Token
	for asks := int64(2 + random.IntN(10)); token == nil || !token.Done(); asks += random.Int64N(2) {
		o := Options{Threads: 1 + random.IntN(2), Resume: token}
		looks, before := 1+random.Int64N(asks), int64(0)
		if token == nil {
			if looks = 1 + checks.Load() - random.Int64N(1+checks.Load()*3/4); random.IntN(3) == 0 {
				o.Engine, looks = "bits", asks // its token becomes one of a search of which no engine was chosen
			}
		} else {
			before = token.Found().Int64()
			o.Engine = []string{"", "", "", "links", "cells", "bits", "memo"}[random.IntN(7)]
			if o.Engine == "memo" && p.multiple() {
				o.Engine = "bits"
			}
			if o.Engine != "memo" && random.IntN(4) == 0 {
				o.Limit = 1 + random.IntN(3)
				c.limits++
			}
			if symmetric(token.open) {
				if c.several++; o.Limit > 0 {
					c.limited++
				}
			}
			if token.engine == "auto" {
				if token.open[0].State != nil {
					c.states++
				}
				if random.IntN(2) == 0 {
					looks = 1 + random.Int64N(1+2*checks.Load())
				}
			}
		}
		s := p.Solver(o)
		s.eager = true
		s.check = engine.NewFuse(looks, errBurnt).Look
		r, err := s.Count(t.Context())
		if err != nil && strings.Contains(err.Error(), "only be resumed without limit") {
			continue
		}
		n, least, left := r.Solutions.Int64(), before, r.Token
		if token != nil && token.engine == "auto" && !symmetric(token.open) {
			least = 0 // it may have started again
			if token.open[0].Path != nil && (symmetric(left.open) || strings.Contains(r.Why, "by symmetry")) {
				c.restarted++
			}
		}
		switch {
		case err != nil && !errors.Is(err, errBurnt), n < least, n > want,
			o.Limit > 0 && n > before+int64(o.Limit),
			o.Limit > 0 && err == nil && n != min(want, before+int64(o.Limit)):
			t.Fatalf("%s: %d after %d, limit %d, of %d, %v, %v\n%s", name, n, before, o.Limit, want, r.Stats, err, p.DLX())
		}
		if left, err = ParseToken(tokenString(left)); err != nil {
			t.Fatal(err)
		}
		if token == nil && o.Engine == "bits" {
			left.engine = "auto"
		}
		token = &left
		c.all++
	}
	if n := token.Found().Int64(); n != want {
		t.Fatalf("%s: %d in sessions, want %d\n%s", name, n, want, p.DLX())
	}
}

// symmetric reports whether some parts stand for several.
func symmetric(parts []engine.Part) bool {
	return slices.ContainsFunc(parts, func(part engine.Part) bool { return part.Times > 1 })
}

// naive counts the solutions: of the options that cover the first item that is not covered, it
// tries each that agrees with those chosen.
func naive(p *Problem) int64 {
	items := p.Items()
	options := make([][]Entry, p.NumOptions())
	for k := range options {
		options[k] = p.Entries(k)
	}
	color := make([]string, len(items)) // of the items that are covered, "-" if none
	var count func() int64
	count = func() (n int64) {
		i := slices.IndexFunc(items, func(it Item) bool { return !it.Secondary && color[slices.Index(items, it)] == "" })
		if i < 0 {
			return 1
		}
		for _, option := range options {
			has, fits := false, true
			for _, e := range option {
				has = has || e.Item == i
				fits = fits && (color[e.Item] == "" || e.Color != "" && color[e.Item] == e.Color)
			}
			if !has || !fits {
				continue
			}
			before := slices.Clone(color)
			for _, e := range option {
				if color[e.Item] = e.Color; e.Color == "" {
					color[e.Item] = "-"
				}
			}
			n += count()
			color = before
		}
		return n
	}
	return count()
}

// naiveOfRanges counts the solutions of a problem that may have multiplicities: it decides on one
// option after the other.
func naiveOfRanges(p *Problem) int64 {
	items := p.Items()
	last := make([]int, len(items)) // the last option of each item, -1 if none
	for i := range last {
		last[i] = -1
	}
	for k := range p.NumOptions() {
		for _, e := range p.Entries(k) {
			last[e.Item] = k
		}
	}
	for i, it := range items {
		if !it.Secondary && last[i] < 0 && it.Low > 0 {
			return 0
		}
	}
	times := make([]int, len(items))
	color := make([]string, len(items)) // of the secondary items that are covered, "-" if none
	var count func(k int) int64
	count = func(k int) (n int64) {
		if k == p.NumOptions() {
			return 1
		}
		option := p.Entries(k)
		next := func() {
			for _, e := range option {
				if it := items[e.Item]; !it.Secondary && last[e.Item] == k && times[e.Item] < it.Low {
					return
				}
			}
			n += count(k + 1)
		}
		next()
		primary := false
		for _, e := range option {
			switch it := items[e.Item]; {
			case it.Secondary && color[e.Item] != "" && (e.Color == "" || color[e.Item] != e.Color):
				return n
			case !it.Secondary && times[e.Item] == it.High:
				return n
			case !it.Secondary:
				primary = true
			}
		}
		if !primary {
			return n
		}
		before := slices.Clone(color)
		for _, e := range option {
			times[e.Item]++
			if color[e.Item] = e.Color; e.Color == "" {
				color[e.Item] = "-"
			}
		}
		next()
		for _, e := range option {
			times[e.Item]--
		}
		color = before
		return n
	}
	return count(0)
}

// TestResumeRefused resumes counts by engines that cannot do it, of which nothing is lost.
func TestResumeRefused(t *testing.T) {
	ranges := New("0:2|a 0:2|b 1:2|c d").AddOption("a", "b").AddOption("a", "c").AddOption("b", "c").AddOption("a", "d").AddOption("b", "d").AddOption("c", "d").AddOption("a").AddOption("b").AddOption("c")
	boards := New("a b c d e f").AddOption("a", "b", "c").AddOption("a", "b").AddOption("c").AddOption("a").AddOption("b", "c").AddOption("d", "e", "f").AddOption("d", "e").AddOption("f").AddOption("d").AddOption("e", "f")
	for _, c := range []struct {
		name    string
		p       *Problem
		looks   int64
		refused Options
	}{
		{"multiplicities", ranges, 1, Options{Engine: "memo"}},
		{"symmetries, memo", load(t, "langford7"), 40, Options{Engine: "memo", Limit: 3}},
		{"symmetries, frontier", load(t, "langford7"), 40, Options{Engine: "frontier", Limit: 3}},
		{"symmetries, parts", load(t, "langford7"), 40, Options{Engine: "frontier"}},
		{"independent parts", boards, 4, Options{Engine: "pfaffian"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			whole, err := c.p.Count(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			s := c.p.Solver(Options{Threads: 1})
			s.eager, s.check = true, engine.NewFuse(c.looks, errBurnt).Look
			r, err := s.Count(t.Context())
			if !errors.Is(err, errBurnt) || r.Token.Done() {
				t.Fatal(r.Stats, err)
			}
			before := tokenString(r.Token)
			c.refused.Resume = &r.Token
			left, err := c.p.Solver(c.refused).Count(t.Context())
			if err == nil || tokenString(left.Token) != before {
				t.Fatalf("%v, %v; left of\n%s is\n%s", left.Stats, err, before, tokenString(left.Token))
			}
			if again, err := c.p.Solver(Options{Resume: &left.Token}).Count(t.Context()); err != nil || again.Solutions.Cmp(whole) != 0 {
				t.Errorf("%v, %v, want %d", again.Stats, err, whole)
			}
		})
	}
}
