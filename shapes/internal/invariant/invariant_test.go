package invariant

import (
	"slices"
	"sync/atomic"
	"testing"
)

// polyominoes finds the fixed polyominoes of n cells in the simplest way, as sorted lists of cells in the corner.
func polyominoes(n int) map[string][]cell {
	all := map[string][]cell{"": {{0, 0}}}
	for range n - 1 {
		larger := map[string][]cell{}
		for _, set := range all {
			for _, c := range set {
				for _, d := range c.neighbors() {
					if !slices.Contains(set, d) {
						key, normal := normal(append(slices.Clone(set), d))
						larger[key] = normal
					}
				}
			}
		}
		all = larger
	}
	return all
}

func normal(set []cell) (string, []cell) {
	x, y := set[0].x, set[0].y
	for _, c := range set {
		x, y = min(x, c.x), min(y, c.y)
	}
	for i := range set {
		set[i].x -= x
		set[i].y -= y
	}
	slices.SortFunc(set, func(a, b cell) int { return (a.y-b.y)*1000 + a.x - b.x })
	key := make([]byte, 0, 2*len(set))
	for _, c := range set {
		key = append(key, byte(c.x), byte(c.y))
	}
	return string(key), set
}

func TestAgainstAllPolyominoes(t *testing.T) {
	for n := 1; n <= 9; n++ {
		var want Counts
		for _, set := range polyominoes(n) {
			own, _ := normal(slices.Clone(set))
			invariant := func(f func(cell) cell) uint64 {
				image := make([]cell, len(set))
				for i, c := range set {
					image[i] = f(c)
				}
				if key, _ := normal(image); key == own {
					return 1
				}
				return 0
			}
			want.Axis += invariant(func(c cell) cell { return cell{-c.x, c.y} })
			want.Diagonal += invariant(func(c cell) cell { return cell{c.y, c.x} })
			want.Half += invariant(func(c cell) cell { return cell{-c.x, -c.y} })
			want.Quarter += invariant(func(c cell) cell { return cell{-c.y, c.x} })
		}
		for _, goroutines := range []int{1, 3} {
			if got, ok := Count(n, goroutines, nil); got != want || !ok {
				t.Errorf("%d cells: %+v, %v, want %+v", n, got, ok, want)
			}
		}
	}
}

func TestCountStops(t *testing.T) {
	var stop atomic.Bool
	stop.Store(true)
	if _, ok := Count(60, 2, &stop); ok {
		t.Error("a stopped count came to its end")
	}
}

func BenchmarkCount20(b *testing.B) {
	for b.Loop() {
		Count(20, 1, nil)
	}
}
