// SPDX-License-Identifier: BSD-3-Clause

package pfaffian

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"polka/dlx/internal/engine"
)

// problemOf returns the problem of the pairs of neighbors among some points.
func problemOf(points [][2]int, neighbors func(p [2]int) [][2]int) *engine.Problem {
	number := map[[2]int]int32{}
	for i, p := range points {
		number[p] = int32(i)
	}
	q := &engine.Problem{Primary: len(points), Items: len(points), First: []int32{0}}
	for i, p := range points {
		for _, n := range neighbors(p) {
			if j, ok := number[n]; ok && int32(i) < j {
				q.Entries = append(q.Entries, engine.Entry{Item: int32(i)}, engine.Entry{Item: j})
				q.First = append(q.First, int32(len(q.Entries)))
			}
		}
	}
	return q
}

// beside lists the four neighbors of a square.
func beside(p [2]int) [][2]int {
	return [][2]int{{p[0] + 1, p[1]}, {p[0] - 1, p[1]}, {p[0], p[1] + 1}, {p[0], p[1] - 1}}
}

// rectangle lists the squares of a rectangle.
func rectangle(rows, columns int) (list [][2]int) {
	for y := range rows {
		for x := range columns {
			list = append(list, [2]int{x, y})
		}
	}
	return list
}

// diamond lists the squares of an Aztec diamond.
func diamond(n int) (list [][2]int) {
	for y := -n; y < n; y++ {
		for x := -n; x < n; x++ {
			if max(x, -1-x)+max(y, -1-y) < n {
				list = append(list, [2]int{x, y})
			}
		}
	}
	return list
}

// TestCoupling compares the frequencies of all matchings of small graphs in 200 samples for each
// with a uniform distribution, by a chi-square test: the sum of squares is normal in good
// approximation.
func TestCoupling(t *testing.T) {
	ring := [][2]int{}
	for _, p := range rectangle(4, 5) {
		if p != [2]int{2, 1} && p != [2]int{2, 2} {
			ring = append(ring, p)
		}
	}
	t.Log("seeds 37, 1 and up")
	for i, c := range []struct {
		name   string
		points [][2]int
		want   int
	}{
		{"2x2", rectangle(2, 2), 2}, {"2x5", rectangle(2, 5), 8}, {"4x4", rectangle(4, 4), 36}, {"4x5", rectangle(4, 5), 95},
		{"Aztec diamond of order 3", diamond(3), 64}, {"a ring", ring, 0}, {"two boards", append(rectangle(2, 3), [2]int{9, 0}, [2]int{10, 0}), 3},
	} {
		p := problemOf(c.points, beside)
		s := &engine.Search{Control: engine.Control{Context: t.Context()}}
		plan, ok := NewPlan(p, s)
		if !ok {
			t.Fatalf("%s: no plan", c.name)
		}
		plan.Count(s)
		want := int(s.Total().Int64())
		if c.want > 0 && want != c.want {
			t.Errorf("%s: %d matchings, expected %d", c.name, want, c.want)
		}
		m, ok := NewSampler(p, &engine.Search{Control: engine.Control{Context: t.Context()}})
		if !ok || m == nil {
			t.Fatalf("%s: no sampler", c.name)
		}
		const each = 200
		count := map[string]int{}
		random := rand.New(rand.NewPCG(37, uint64(i)+1))
		for range each * want {
			list, err := m.Sample(t.Context(), random)
			if err != nil || 2*len(list) != p.Primary {
				t.Fatalf("%s: %v, %v", c.name, list, err)
			}
			slices.Sort(list)
			covered := map[int32]bool{}
			for _, k := range list {
				for _, e := range p.Option(k) {
					covered[e.Item] = true
				}
			}
			if len(covered) != p.Primary {
				t.Fatalf("%s: %v is no matching", c.name, list)
			}
			count[fmt.Sprint(list)]++
		}
		chi := 0.0
		for _, n := range count {
			chi += float64((n-each)*(n-each)) / each
		}
		freedom := float64(want - 1)
		if len(count) != want || math.Abs(chi-freedom) > 4*math.Sqrt(2*freedom)+4 {
			t.Errorf("%s: %d of %d matchings, chi-square %.1f with %v degrees of freedom", c.name, len(count), want, chi, freedom)
		}
	}
}

// TestCouplingRandom compares whether there is a matching of random regions, and whether its
// meshes are planar, with the count and with plane.go.
func TestCouplingRandom(t *testing.T) {
	t.Log("seeds 37, 0 to 299")
	found, meshed := 0, 0
	for seed := range uint64(300) {
		random := rand.New(rand.NewPCG(37, seed))
		var points [][2]int
		for _, p := range rectangle(3+random.IntN(6), 3+random.IntN(6)) {
			if random.IntN(9) > 0 {
				points = append(points, p)
			}
		}
		p := problemOf(points, beside)
		s := &engine.Search{Control: engine.Control{Context: t.Context()}}
		plan, ok := NewPlan(p, s)
		if !ok {
			t.Fatalf("seed %d: no plan", seed)
		}
		plan.Count(s)
		m, ok := NewSampler(p, &engine.Search{Control: engine.Control{Context: t.Context()}})
		if !ok || (m != nil) != (s.Total().Sign() > 0) {
			t.Fatalf("seed %d: sampler %v, %v matchings", seed, m != nil, s.Total())
		}
		if m == nil {
			continue
		}
		found++
		if _, err := m.Sample(t.Context(), random); err != nil {
			t.Fatal(err)
		}
		blocks, useless := m.graph.blocks()
		if len(useless) > 0 {
			t.Errorf("seed %d: %d useless edges", seed, len(useless))
		}
		for _, b := range blocks {
			faces := m.graph.meshes(b)
			if faces == nil {
				continue
			}
			meshed++
			if other := m.graph.draw(b, s); len(other) != len(faces) {
				t.Errorf("seed %d: %d faces, expected %d", seed, len(faces), len(other))
			}
		}
	}
	if found < 30 || meshed < 30 {
		t.Errorf("%d with matchings, %d parts of meshes", found, meshed)
	}
}

// TestCouplingLarge samples a large diamond: its tilings number 2^(n(n+1)/2), and the dominoes at
// its four corners are nearly always the same.
func TestCouplingLarge(t *testing.T) {
	p := problemOf(diamond(30), beside)
	m, ok := NewSampler(p, &engine.Search{Control: engine.Control{Context: t.Context()}})
	if !ok || m == nil || len(m.rest) > 0 {
		t.Fatal("no sampler")
	}
	list, err := m.Sample(t.Context(), rand.New(rand.NewPCG(37, 0)))
	if err != nil || len(list) != 930 {
		t.Errorf("%d dominoes, %v", len(list), err)
	}
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := m.Sample(canceled, rand.New(rand.NewPCG(37, 0))); err != context.Canceled {
		t.Errorf("got %v, expected the error of the context", err)
	}
}

func BenchmarkCoupling(b *testing.B) {
	for name, p := range map[string]*engine.Problem{
		"diamond50": problemOf(diamond(50), beside),
		"hexagon30": problemOf(hexagon(30), besideTriangle),
	} {
		b.Run(name, func(b *testing.B) {
			random := rand.New(rand.NewPCG(37, 0))
			for b.Loop() {
				m, _ := NewSampler(p, &engine.Search{Control: engine.Control{Context: b.Context()}})
				if _, err := m.Sample(b.Context(), random); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
