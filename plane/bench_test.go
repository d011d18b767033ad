// SPDX-License-Identifier: BSD-3-Clause

package plane

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"polka/shapes"
)

// BenchmarkDecominoes finds the Heesch numbers of the 1390 decominoes without holes that do not
// tile.
func BenchmarkDecominoes(b *testing.B) {
	ctx := context.Background()
	all, err := shapes.Enumerate(ctx, shapes.Square, 10, shapes.Free)
	if err != nil {
		b.Fatal(err)
	}
	var list []shapes.Shape
	for _, s := range all {
		if a, err := Decide(ctx, s); err != nil || a.Verdict == DoesNotTile && !a.Holes {
			list = append(list, s)
		}
	}
	for b.Loop() {
		for _, s := range list {
			if _, err := Heesch(ctx, s); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(len(list)), "shapes")
}

// BenchmarkRandom decides random shapes of 4 to 16 cells that tile, and reports the median and the
// maximum.
func BenchmarkRandom(b *testing.B) {
	ctx := context.Background()
	for _, l := range []*shapes.Lattice{shapes.Square, shapes.Hexagon, shapes.Triangle, shapes.Kite} {
		b.Run(l.String(), func(b *testing.B) {
			r := rand.New(rand.NewPCG(18, 16))
			var list []shapes.Shape
			for len(list) < 100 {
				s := randomShape(r, l, 4+r.IntN(13))
				if a, err := Decide(ctx, s); err == nil && a.Verdict == Tiles {
					list = append(list, s)
				}
			}
			var times []time.Duration
			for b.Loop() {
				for _, s := range list {
					start := time.Now()
					if a, err := Decide(ctx, s); err != nil || a.Verdict != Tiles {
						b.Fatal(a, err)
					}
					times = append(times, time.Since(start))
				}
			}
			slices.Sort(times)
			b.ReportMetric(times[len(times)/2].Seconds()*1000, "median-ms")
			b.ReportMetric(times[len(times)-1].Seconds()*1000, "max-ms")
		})
	}
}

// BenchmarkTwelve finds tilings of shapes that have none with fewer than 12 copies in a period.
func BenchmarkTwelve(b *testing.B) {
	for _, text := range []string{
		"triangle [(1,0,0), (1,0,1), (2,0,0), (0,1,1), (1,1,0), (1,1,1), (2,1,0), (2,1,1), (3,1,0), (0,2,1), (1,2,0)]",
		"triangle [(0,0,0), (0,0,1), (1,0,0), (1,0,1), (0,1,1), (1,1,0), (1,1,1), (2,1,0), (2,1,1), (0,2,0), (0,2,1), (1,2,0)]",
		"kite [(0,0,0), (0,0,1), (1,0,3), (1,0,4), (1,0,5), (0,1,0)]",
	} {
		s := shapes.MustParse(text)
		b.Run(s.Lattice().String(), func(b *testing.B) {
			for b.Loop() {
				t, found, err := FindPeriodic(context.Background(), s, 12)
				if err != nil || !found || len(t.Copies()) != 12 {
					b.Fatal(t, found, err)
				}
			}
		})
	}
}
