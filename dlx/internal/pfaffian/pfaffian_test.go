// SPDX-License-Identifier: BSD-3-Clause

package pfaffian

import (
	"errors"
	"math/big"
	"math/rand/v2"
	"testing"

	"polka/dlx/internal/engine"
)

// pairs makes a problem of options with two items each.
func pairs(items int, ends ...int32) *engine.Problem {
	p := &engine.Problem{Primary: items, Items: items, First: []int32{0}}
	for x := 0; x < len(ends); x += 2 {
		p.Entries = append(p.Entries, engine.Entry{Item: ends[x]}, engine.Entry{Item: ends[x+1]})
		p.First = append(p.First, int32(len(p.Entries)))
	}
	return p
}

// dominoes is the problem of covering a board with dominoes.
func dominoes(rows, columns int) *engine.Problem {
	var ends []int32
	for i := range int32(rows * columns) {
		if (i+1)%int32(columns) != 0 {
			ends = append(ends, i, i+1)
		}
		if i+int32(columns) < int32(rows*columns) {
			ends = append(ends, i, i+int32(columns))
		}
	}
	return pairs(rows*columns, ends...)
}

// TestDominoes counts the tilings of boards by dominoes (OEIS A004003, and
// A099390 for rectangles).
func TestDominoes(t *testing.T) {
	for _, c := range []struct {
		rows, columns int
		want          string
	}{
		{2, 2, "2"}, {2, 3, "3"}, {3, 3, "0"}, {4, 4, "36"}, {1, 8, "1"}, {4, 5, "95"}, {8, 8, "12988816"}, {5, 6, "1183"},
		{16, 16, "2444888770250892795802079170816"},
		{20, 20, "1269984011256235834242602753102293934298576249856"},
		{32, 32, "364982661733625107998314878133750234067320091670089660297647663460799361991486518266376931355483757336443179285926592651526144"}, // by Kasteleyn's product of cosines, too
	} {
		plan, ok := NewPlan(dominoes(c.rows, c.columns), &engine.Search{})
		if !ok {
			t.Errorf("a board of %d x %d is not planar", c.rows, c.columns)
			continue
		}
		s := &engine.Search{}
		if plan.Count(s); s.Total().String() != c.want {
			t.Errorf("%d x %d: %v tilings, want %s", c.rows, c.columns, s.Total(), c.want)
		}
	}
}

// matchings counts perfect matchings one by one.
func matchings(p *engine.Problem) int64 {
	covered := make([]bool, p.Primary)
	var from func(i int) int64
	from = func(i int) int64 {
		for i < p.Primary && covered[i] {
			i++
		}
		if i == p.Primary {
			return 1
		}
		n := int64(0)
		for k := range int32(p.Options()) {
			o := p.Option(k)
			a, b := int(o[0].Item), int(o[1].Item)
			if min(a, b) == i && !covered[max(a, b)] {
				covered[a], covered[b] = true, true
				n += from(i + 1)
				covered[a], covered[b] = false, false
			}
		}
		return n
	}
	return from(0)
}

// TestRandom counts the perfect matchings of random planar graphs:
// triangulations, made by inserting vertices into triangles and flipping
// diagonals, with some edges removed or doubled.
func TestRandom(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	for range 400 {
		vertices := 4 + 2*random.IntN(5)
		triangles := [][3]int32{{0, 1, 2}, {0, 2, 1}}
		for v := int32(3); v < int32(vertices); v++ {
			x := random.IntN(len(triangles))
			a, b, c := triangles[x][0], triangles[x][1], triangles[x][2]
			triangles[x] = [3]int32{a, b, v}
			triangles = append(triangles, [3]int32{b, c, v}, [3]int32{c, a, v})
		}
		label := random.Perm(vertices)
		seen := map[[2]int32]bool{}
		var ends []int32
		for _, t := range triangles {
			for i := range 3 {
				a, b := t[i], t[(i+1)%3]
				if seen[[2]int32{a, b}] || seen[[2]int32{b, a}] {
					continue
				}
				seen[[2]int32{a, b}] = true
				for range min(2, random.IntN(4)) {
					ends = append(ends, int32(label[a]), int32(label[b]))
				}
			}
		}
		p := pairs(vertices, ends...)
		plan, ok := NewPlan(p, &engine.Search{})
		if !ok {
			t.Fatalf("%v is not planar", ends)
		}
		s := &engine.Search{}
		if plan.Count(s); s.Total().Cmp(big.NewInt(matchings(p))) != 0 {
			t.Fatalf("%v: %v matchings, want %d", ends, s.Total(), matchings(p))
		}
	}
}

// TestNotPlanar rejects graphs that are not planar, and options that are no edges.
func TestNotPlanar(t *testing.T) {
	var k5, k33 []int32
	for i := range int32(5) {
		for j := range i {
			k5 = append(k5, i, j)
		}
	}
	for i := range int32(3) {
		k33 = append(k33, i, 3, i, 4, i, 5)
	}
	petersen := []int32{0, 1, 1, 2, 2, 3, 3, 4, 4, 0, 0, 5, 1, 6, 2, 7, 3, 8, 4, 9, 5, 7, 7, 9, 9, 6, 6, 8, 8, 5}
	for name, p := range map[string]*engine.Problem{
		"K5": pairs(5, k5...), "K3,3": pairs(6, k33...), "Petersen's graph": pairs(10, petersen...),
		"an option of one item": {Primary: 1, Items: 1, First: []int32{0, 1}, Entries: []engine.Entry{{Item: 0}}},
		"a secondary item":      {Primary: 1, Items: 2, First: []int32{0, 2}, Entries: []engine.Entry{{Item: 0}, {Item: 1}}},
	} {
		if _, ok := NewPlan(p, &engine.Search{}); ok {
			t.Errorf("%s is taken for planar", name)
		}
	}
	// Without one edge they are planar.
	for _, p := range []*engine.Problem{pairs(5, k5[2:]...), pairs(6, k33[2:]...)} {
		if _, ok := NewPlan(p, &engine.Search{}); !ok {
			t.Error("a planar graph is refused")
		}
	}
}

func BenchmarkDominoes32(b *testing.B) {
	p := dominoes(32, 32)
	for b.Loop() {
		plan, _ := NewPlan(p, &engine.Search{})
		s := &engine.Search{}
		plan.Count(s)
		b.ReportMetric(float64(s.Updates), "updates")
	}
}

// errBurnt is the error of a fuse that has burnt.
var errBurnt = errors.New("the fuse has burnt")

// TestStopPlanning stops NewPlan.
func TestStopPlanning(t *testing.T) {
	s := &engine.Search{Control: engine.Control{Check: engine.NewFuse(2, errBurnt).Look}}
	if _, ok := NewPlan(dominoes(40, 40), s); ok || s.Err != errBurnt {
		t.Errorf("a plan: %v, %v, want none, and errBurnt", ok, s.Err)
	}
}

// TestState stops counts and resumes them; damaged states, and those of other
// problems, are rejected.
func TestState(t *testing.T) {
	plan, _ := NewPlan(dominoes(36, 36), &engine.Search{})
	whole := &engine.Search{}
	plan.Count(whole)
	s := &engine.Search{}
	stops, done := 0, 0.0
	for s.Check = engine.NewFuse(1, errBurnt).Look; ; s.Check = engine.NewFuse(int64(4+stops), errBurnt).Look {
		s.Err = nil
		plan.Count(s)
		if s.Err == nil {
			break
		}
		if s.Err != errBurnt || len(s.Rest) != 1 || s.Progress < done || s.Total().Sign() != 0 {
			t.Fatalf("stopped: %v, %d parts left, progress from %v to %v", s.Err, len(s.Rest), done, s.Progress)
		}
		done = s.Progress
		stops++
	}
	if s.Total().Cmp(whole.Total()) != 0 || stops < 3 {
		t.Errorf("%v when stopped %d times, want %v", s.Total(), stops, whole.Total())
	}
	r := newRemainders(plan)
	r.next()
	r.add(12345)
	state := r.open()[0].State
	other, _ := NewPlan(dominoes(24, 22), &engine.Search{})
	for i := range state {
		bad := append([]byte(nil), state...)
		bad[i] ^= 4
		if newRemainders(plan).load(bad) || newRemainders(plan).load(state[:i]) {
			t.Fatalf("a state with byte %d changed, or cut off there, is taken", i)
		}
	}
	if s := (&engine.Search{Remainder: engine.Remainder{Rest: []engine.Part{{Weight: 1, State: state}}}}); true {
		if other.Count(s); s.Err != engine.ErrState {
			t.Errorf("the state of another problem: %v", s.Err)
		}
	}
}

// TestIsPrime compares with package big: small numbers, squares of primes, Carmichael numbers,
// strong pseudoprimes to the first bases, and numbers near those that are used.
func TestIsPrime(t *testing.T) {
	numbers := []uint64{
		561, 1105, 1729, 41041, 825265, 321197185, 3215031751, 2152302898747, 3474749660383,
		341550071728321, 3825123056546413051, 1000003 * 1000003, 2147483647 * 2147483629,
	}
	for n := uint64(firstPrime); n < 1<<62; n++ {
		if new(big.Int).SetUint64(n).ProbablyPrime(0) != (n == firstPrime) {
			t.Errorf("the largest prime is not %d, because of %d", firstPrime, n)
		}
	}
	for n := range uint64(3000) {
		numbers = append(numbers, n, 1<<62-n, 1<<61-n, 1<<32+n)
	}
	for _, n := range numbers {
		if got, want := isPrime(n), new(big.Int).SetUint64(n).ProbablyPrime(0); got != want {
			t.Errorf("isPrime(%d) = %v", n, got)
		}
	}
}
