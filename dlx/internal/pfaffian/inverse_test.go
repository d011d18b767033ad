// SPDX-License-Identifier: BSD-3-Clause

package pfaffian

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"polka/dlx/internal/engine"
)

// searching is a search that nothing stops.
func searching(t testing.TB) *engine.Search {
	return &engine.Search{Control: engine.Control{Context: t.Context()}}
}

// listed lists the perfect matchings of a problem, one by one, as increasing options.
func listed(p *engine.Problem) (list [][]int32) {
	covered := make([]bool, p.Primary)
	var chosen []int32
	var from func(i int)
	from = func(i int) {
		for i < p.Primary && covered[i] {
			i++
		}
		if i == p.Primary {
			one := slices.Clone(chosen)
			slices.Sort(one)
			list = append(list, one)
			return
		}
		for k := range int32(p.Options()) {
			o := p.Option(k)
			a, b := int(o[0].Item), int(o[1].Item)
			if min(a, b) == i && !covered[max(a, b)] {
				covered[a], covered[b] = true, true
				chosen = append(chosen, k)
				from(i + 1)
				chosen = chosen[:len(chosen)-1]
				covered[a], covered[b] = false, false
			}
		}
	}
	from(0)
	return list
}

// triangulated is a grid with a diagonal in each square, without some edges, and with some twice.
func triangulated(rows, columns int, random *rand.Rand) *engine.Problem {
	var ends []int32
	add := func(a, b int) {
		if random.IntN(6) > 0 {
			ends = append(ends, int32(a), int32(b))
		}
		if random.IntN(10) == 0 {
			ends = append(ends, int32(b), int32(a))
		}
	}
	for y := range rows {
		for x := range columns {
			at := y*columns + x
			right, down := x+1 < columns, y+1 < rows
			if right {
				add(at, at+1)
			}
			if down {
				add(at, at+columns)
			}
			if right && down && random.IntN(2) == 0 {
				add(at, at+columns+1)
			} else if right && down {
				add(at+1, at+columns)
			}
		}
	}
	return pairs(rows*columns, ends...)
}

// below draws a number below n.
func below(random *rand.Rand, n *big.Int) *big.Int {
	x := new(big.Int)
	for range n.BitLen()/64 + 2 {
		x.Add(x.Lsh(x, 64), new(big.Int).SetUint64(random.Uint64()))
	}
	return x.Mod(x, n)
}

// TestFrequencies compares the frequencies of options in random planar graphs with lists.
func TestFrequencies(t *testing.T) {
	t.Log("seeds 37, 0 to 599")
	solved := 0
	for seed := range uint64(600) {
		random := rand.New(rand.NewPCG(37, seed))
		p := triangulated(2+random.IntN(3), 2+random.IntN(4), random)
		m, ok := NewMarginals(p, searching(t))
		if !ok {
			t.Fatalf("seed %d: not planar", seed)
		}
		total, of := m.Frequencies(searching(t))
		list := listed(p)
		want := make([]int64, p.Options())
		for _, one := range list {
			for _, k := range one {
				want[k]++
			}
		}
		if total.Int64() != int64(len(list)) {
			t.Fatalf("seed %d: %v matchings, expected %d", seed, total, len(list))
		}
		for k, n := range want {
			if of[k].Int64() != n {
				t.Fatalf("seed %d: option %d is in %v of %v matchings, expected %d", seed, k, of[k], total, n)
			}
		}
		if len(list) > 0 {
			solved++
		}
		one := m.Sample(searching(t), random, below)
		slices.Sort(one)
		if (one != nil) != (len(list) > 0) || one != nil && !slices.ContainsFunc(list, func(other []int32) bool { return slices.Equal(one, other) }) {
			t.Fatalf("seed %d: %v is no matching", seed, one)
		}
	}
	if solved < 200 {
		t.Errorf("%d have matchings", solved)
	}
}

// shuffled returns the probabilities of the edges of the Aztec diamond of order n by generalized
// domino shuffling: J. Propp, Theoretical Computer Science 303 (2003), DOI
// 10.1016/S0304-3975(02)00815-0. The edges of a diamond are those of n^2 blocks of four squares.
// From the diamond before, opposite edges of a block exchange their probabilities, and what is left
// up to 1 is the probability that two parallel edges are new, either pair alike.
func shuffled(n int) map[[2][2]int]*big.Rat {
	probability := map[[2][2]int]*big.Rat{}
	half := big.NewRat(1, 2)
	for order := 1; order <= n; order++ {
		in := func(p [2]int) bool { return max(p[0], -1-p[0])+max(p[1], -1-p[1]) < order }
		next := map[[2][2]int]*big.Rat{}
		for y := -order; y < order; y++ {
			for x := -order; x < order; x++ {
				a, b, c, d := [2]int{x, y}, [2]int{x + 1, y}, [2]int{x, y + 1}, [2]int{x + 1, y + 1}
				if (x+y+order)%2 == 0 || !in(a) || !in(b) || !in(c) || !in(d) {
					continue
				}
				edges := [4][2][2]int{{a, b}, {c, d}, {a, c}, {b, d}}
				free := big.NewRat(1, 1)
				for _, e := range edges {
					if p := probability[e]; p != nil {
						free.Sub(free, p)
					}
				}
				for i, e := range edges {
					next[e] = new(big.Rat).Mul(free, half)
					if p := probability[edges[i^1]]; p != nil {
						next[e].Add(next[e], p)
					}
				}
			}
		}
		probability = next
	}
	return probability
}

// TestFrequenciesDiamond compares the frequencies of dominoes in large diamonds with shuffling.
func TestFrequenciesDiamond(t *testing.T) {
	orders := []int{1, 2, 3, 8, 20}
	if testing.Short() {
		orders = orders[:4]
	}
	for _, n := range orders {
		points := diamond(n)
		p := problemOf(points, beside)
		m, _ := NewMarginals(p, searching(t))
		total, of := m.Frequencies(searching(t))
		if want := new(big.Int).Lsh(big.NewInt(1), uint(n*(n+1)/2)); total.Cmp(want) != 0 {
			t.Fatalf("order %d: %v tilings, expected %v", n, total, want)
		}
		probability := shuffled(n)
		if len(probability) != p.Options() {
			t.Fatalf("order %d: %d edges, expected %d", n, p.Options(), len(probability))
		}
		for k := range int32(p.Options()) {
			o := p.Option(k)
			want := probability[[2][2]int{points[o[0].Item], points[o[1].Item]}]
			if got := new(big.Rat).SetFrac(of[k], total); want == nil || got.Cmp(want) != 0 {
				t.Fatalf("order %d: domino %v has probability %v, expected %v", n, o, got, want)
			}
		}
	}
}

// hexagon lists the triangles of a hexagon with sides of n, as pairs of 2*x and y for a triangle
// that points up, 2*x+1 and y for one that points down.
func hexagon(n int) (list [][2]int) {
	for y := range 2 * n {
		for x := range 2 * n {
			if x+y >= n && x+y+1 <= 3*n {
				list = append(list, [2]int{2 * x, y})
			}
			if x+y+1 >= n && x+y+2 <= 3*n {
				list = append(list, [2]int{2*x + 1, y})
			}
		}
	}
	return list
}

// besideTriangle lists the neighbors of a triangle.
func besideTriangle(p [2]int) [][2]int {
	if p[0]%2 == 0 {
		return [][2]int{{p[0] + 1, p[1]}, {p[0] - 1, p[1]}, {p[0] + 1, p[1] - 1}}
	}
	return [][2]int{{p[0] - 1, p[1]}, {p[0] + 1, p[1]}, {p[0] - 1, p[1] + 1}}
}

// boxed is the number of lozenge tilings of a hexagon, MacMahon's formula.
func boxed(n int64) *big.Int {
	product := big.NewRat(1, 1)
	for i := range n {
		for j := range n {
			for k := range n {
				product.Mul(product, big.NewRat(i+j+k+2, i+j+k+1))
			}
		}
	}
	return product.Num()
}

// TestSamplesOfLarge compares the frequencies of edges in samples of large graphs with the exact
// ones. For an edge of probability p in n samples, the square of the difference over n*p*(1-p) has
// the mean 1; edges that are nearly always or nearly never there are left out.
func TestSamplesOfLarge(t *testing.T) {
	t.Log("seed 37, 2")
	for _, c := range []struct {
		name      string
		points    [][2]int
		neighbors func([2]int) [][2]int
		want      *big.Int
	}{
		{"Aztec diamond of order 16", diamond(16), beside, new(big.Int).Lsh(big.NewInt(1), 16*17/2)},
		{"hexagon with sides of 9", hexagon(9), besideTriangle, boxed(9)},
	} {
		n := 400
		if testing.Short() {
			n = 100
		}
		p := problemOf(c.points, c.neighbors)
		m, _ := NewMarginals(p, searching(t))
		total, of := m.Frequencies(searching(t))
		if total.Cmp(c.want) != 0 {
			t.Fatalf("%s: %v matchings, expected %v", c.name, total, c.want)
		}
		sampler, ok := NewSampler(p, searching(t))
		if !ok || sampler == nil {
			t.Fatalf("%s: no sampler", c.name)
		}
		random := rand.New(rand.NewPCG(37, 2))
		times := make([]int, p.Options())
		for range n {
			list, err := sampler.Sample(t.Context(), random)
			if err != nil {
				t.Fatal(err)
			}
			for _, k := range list {
				times[k]++
			}
		}
		sum, most, edges := 0.0, 0.0, 0
		for k, times := range times {
			p, _ := new(big.Rat).SetFrac(of[k], total).Float64()
			spread := float64(n) * p * (1 - p)
			if spread < 5 {
				if float64(times) > float64(n)*p+30 || float64(times) < float64(n)*p-30 {
					t.Errorf("%s: edge %d is in %d of %d samples, its probability is %v", c.name, k, times, n, p)
				}
				continue
			}
			square := math.Pow(float64(times)-float64(n)*p, 2) / spread
			sum, most, edges = sum+square, max(most, square), edges+1
		}
		t.Logf("%s: %d edges, mean %.3f, greatest %.1f", c.name, edges, sum/float64(edges), most)
		if mean := sum / float64(edges); edges < 200 || mean < 0.8 || mean > 1.25 || most > 25 {
			t.Errorf("%s: %d edges, the mean is %.3f, the greatest %.1f", c.name, edges, mean, most)
		}
	}
}

// TestMarginalsSample chooses matchings of graphs that are not bipartite.
func TestMarginalsSample(t *testing.T) {
	seeds := uint64(6)
	if testing.Short() {
		seeds = 1
	}
	t.Logf("seeds 37, 0 to %d", seeds-1)
	for seed := range seeds {
		random := rand.New(rand.NewPCG(37, seed))
		p := triangulated(3, 4, random)
		list := listed(p)
		m, _ := NewMarginals(p, searching(t))
		const each = 100
		times := map[string]int{}
		for range each * len(list) {
			one := m.Sample(searching(t), random, below)
			slices.Sort(one)
			times[fmt.Sprint(one)]++
		}
		chi := 0.0
		for _, n := range times {
			chi += float64((n-each)*(n-each)) / each
		}
		freedom := float64(len(list) - 1)
		if len(times) != len(list) || math.Abs(chi-freedom) > 4*math.Sqrt(2*freedom)+4 {
			t.Errorf("seed %d: %d of %d matchings, chi-square %.1f", seed, len(times), len(list), chi)
		}
	}
}

// TestMarginalsStop stops the computations.
func TestMarginalsStop(t *testing.T) {
	m, _ := NewMarginals(problemOf(diamond(8), beside), searching(t))
	for n := int64(1); n < 400; n = 2*n + 1 {
		s := &engine.Search{Control: engine.Control{Check: engine.NewFuse(n, errBurnt).Look}}
		if total, of := m.Frequencies(s); s.Err == errBurnt && (total != nil || of != nil) {
			t.Errorf("a result of a search that was stopped: %v, %v", total, of)
		}
		s = &engine.Search{Control: engine.Control{Check: engine.NewFuse(n, errBurnt).Look}}
		if one := m.Sample(s, rand.New(rand.NewPCG(1, 1)), below); s.Err == errBurnt && one != nil {
			t.Errorf("a matching of a search that was stopped: %v", one)
		}
	}
}

func BenchmarkFrequencies(b *testing.B) {
	p := problemOf(diamond(30), beside)
	for b.Loop() {
		m, _ := NewMarginals(p, searching(b))
		m.Frequencies(searching(b))
	}
}

func BenchmarkMarginalsSample(b *testing.B) {
	random := rand.New(rand.NewPCG(37, 1))
	m, _ := NewMarginals(triangulated(20, 20, random), searching(b))
	for b.Loop() {
		m.Sample(searching(b), random, below)
	}
}
