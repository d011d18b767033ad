// SPDX-License-Identifier: BSD-3-Clause

package cells

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"polka/dlx/internal/engine"
)

// solutions returns all solutions of a small problem, as sorted lists of options. It decides on
// one option after the other.
func solutions(p *engine.Problem) (all []string) {
	used, color := make([]int32, p.Items), make([]int32, p.Items)
	var chosen []int32
	var decide func(k int32)
	decide = func(k int32) {
		if int(k) == p.Options() {
			for i := range p.Primary {
				if low, _ := p.Bounds(int32(i)); used[i] < low {
					return
				}
			}
			all = append(all, fmt.Sprint(chosen))
			return
		}
		decide(k + 1)
		for _, e := range p.Option(k) {
			if int(e.Item) < p.Primary {
				if _, high := p.Bounds(e.Item); used[e.Item] == high {
					return
				}
			} else if used[e.Item] > 0 && (e.Color == 0 || e.Color != color[e.Item]) {
				return
			}
		}
		for _, e := range p.Option(k) {
			used[e.Item]++
			if used[e.Item] == 1 {
				color[e.Item] = e.Color
			}
		}
		chosen = append(chosen, k)
		decide(k + 1)
		chosen = chosen[:len(chosen)-1]
		for _, e := range p.Option(k) {
			used[e.Item]--
		}
	}
	decide(0)
	slices.Sort(all)
	return all
}

// TestRestarter compares restarted searches of random problems with brute force: all solutions
// they find are solutions, and the one that comes to its end finds all of them, each once.
func TestRestarter(t *testing.T) {
	const seed = 113004
	r := rand.New(rand.NewPCG(seed, 0))
	restarts, stops, tried := 0, 0, 0
	solved := map[bool]int{}
	for n := range 10_000 {
		p := random(r, n%2 == 0)
		if p.Options() == 0 || p.Options() > 16 {
			continue
		}
		tried++
		want := solutions(p)
		q := NewRestarter(p, uint64(n))
		q.quota = 1 + r.Int64N(4)
		for ended := false; !ended; {
			var found []string
			s := &engine.Search{}
			s.Pace = 1
			s.Visit = func(options []int32) bool {
				found = append(found, fmt.Sprint(slices.Sorted(slices.Values(options))))
				return true
			}
			if asks := r.IntN(40); asks < 10 {
				s.Check = func() error {
					if asks--; asks < 0 {
						return engine.ErrEnough
					}
					return nil
				}
			}
			q.Search(s)
			q.quota *= 2
			slices.Sort(found)
			switch s.Err {
			case engine.ErrQuota:
				restarts++
			case engine.ErrEnough:
				stops++
			default:
				if ended = true; !slices.Equal(found, want) || s.Err != nil {
					t.Fatalf("seed %d, problem %d: %v, %v, want %v\n%+v", seed, n, found, s.Err, want, p)
				}
			}
			if len(slices.Compact(slices.Clone(found))) != len(found) {
				t.Fatalf("seed %d, problem %d: %v", seed, n, found)
			}
			for _, f := range found {
				if _, ok := slices.BinarySearch(want, f); !ok {
					t.Fatalf("seed %d, problem %d: %s is none of %v\n%+v", seed, n, f, want, p)
				}
			}
		}
		if len(want) > 0 {
			solved[p.High != nil]++
		}
	}
	t.Logf("%d problems, %d restarts, %d stops, %v with solutions", tried, restarts, stops, solved)
	if restarts < 5000 || stops < 1000 || solved[true] < 1000 || solved[false] < 300 {
		t.Errorf("too few: %d restarts, %d stops, %v with solutions", restarts, stops, solved)
	}
}
