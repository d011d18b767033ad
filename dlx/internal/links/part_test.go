// SPDX-License-Identifier: BSD-3-Clause

package links

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"polka/dlx/internal/engine"
)

// random makes a problem of a few items and options.
func random(r *rand.Rand, multiple bool) *engine.Problem {
	p := &engine.Problem{Primary: 2 + r.IntN(8), First: []int32{0}}
	p.Items = p.Primary + r.IntN(4)
	if multiple {
		for range p.Primary {
			low := r.Int32N(3)
			p.Low = append(p.Low, low)
			p.High = append(p.High, max(1, low+r.Int32N(3)))
		}
	}
	for range 4 + r.IntN(20) {
		primary := false
		for i := range p.Items {
			if r.IntN(4) == 0 {
				e := engine.Entry{Item: int32(i)}
				if i >= p.Primary {
					e.Color = r.Int32N(3)
				}
				primary = primary || i < p.Primary
				p.Entries = append(p.Entries, e)
			}
		}
		if !primary {
			p.Entries = append(p.Entries[:p.First[len(p.First)-1]], engine.Entry{Item: r.Int32N(int32(p.Primary))})
		}
		p.First = append(p.First, int32(len(p.Entries)))
	}
	return p
}

// seen formats solutions in order.
func seen(list *[]string) func([]int32) bool {
	return func(options []int32) bool {
		text := ""
		for _, k := range options {
			text += string(rune('A' + k))
		}
		*list = append(*list, text)
		return true
	}
}

// TestParts stops searches at every node, resumes them, sometimes stops again,
// and compares the sum with the whole.
func TestParts(t *testing.T) {
	if testing.Short() {
		t.Skip("searches for seconds")
	}
	r := rand.New(rand.NewPCG(1, 2))
	stopped := 0
	for n := range 600 {
		p := random(r, n%2 == 1)
		var want []string
		whole := &engine.Search{Question: engine.Question{Visit: seen(&want)}}
		Solve(p, whole)
		for limit := uint64(1); limit <= min(whole.Count, 40); limit += 1 + limit/4 {
			var got []string
			sum := &engine.Search{Question: engine.Question{Visit: seen(&got), Limit: limit}}
			Solve(p, sum)
			var w engine.Worker
			if sum.NewWorker != nil {
				w = sum.NewWorker(0)
			}
			weight := 0.0
			for open := sum.Rest; len(open) > 0; {
				stopped++
				s := &engine.Search{Question: engine.Question{Visit: sum.Visit}}
				if r.IntN(3) == 0 {
					s.Limit = 1 + r.Uint64N(3)
				}
				left, ok := w.Solve(open[0], s)
				if !ok {
					t.Fatal("links cannot tell what is left")
				}
				if len(left) == 0 {
					weight += open[0].Weight
				}
				sum.Add(s)
				open = append(left, open[1:]...)
			}
			if !slices.Equal(got, want) {
				t.Fatalf("stopped after %d solutions: %q\nwant %q\n%+v", limit, got, want, p)
			}
			if sum.Nodes != whole.Nodes || sum.Updates != whole.Updates || sum.Cleansings != whole.Cleansings || !slices.Equal(sum.Profile, whole.Profile) {
				t.Fatalf("stopped after %d solutions: nodes %v, updates %d, cleansings %d\nwant %v, %d, %d\n%+v",
					limit, sum.Profile, sum.Updates, sum.Cleansings, whole.Profile, whole.Updates, whole.Cleansings, p)
			}
			if weight > 1+1e-9 || math.IsNaN(weight) {
				t.Fatalf("the parts have weight %v", weight)
			}
		}
	}
	if stopped < 1000 {
		t.Errorf("only %d parts were left", stopped)
	}
}

// TestQuota stops between nodes, not at solutions.
func TestQuota(t *testing.T) {
	p := &engine.Problem{Primary: 14, Items: 14, First: []int32{0}} // matchings of 14 people
	for a := range int32(14) {
		for b := range a {
			p.Entries = append(p.Entries, engine.Entry{Item: b}, engine.Entry{Item: a})
			p.First = append(p.First, int32(len(p.Entries)))
		}
	}
	whole := &engine.Search{}
	Solve(p, whole)
	for _, quota := range []int64{1, 2000, 50000} {
		sum := &engine.Search{Control: engine.Control{Quota: quota}}
		Solve(p, sum)
		w := sum.NewWorker(0)
		for open := sum.Rest; len(open) > 0; {
			s := &engine.Search{Control: engine.Control{Quota: quota}}
			left, _ := w.Solve(open[0], s)
			s.Err = nil
			sum.Add(s)
			open = append(left, open[1:]...)
		}
		if sum.Count != 135135 || sum.Nodes != whole.Nodes || sum.Updates != whole.Updates {
			t.Errorf("quota %d: %d solutions, %d nodes, %d updates, want 135135 (A001147), %d, %d", quota, sum.Count, sum.Nodes, sum.Updates, whole.Nodes, whole.Updates)
		}
	}
}
