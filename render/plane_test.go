// SPDX-License-Identifier: BSD-3-Clause

package render

import (
	"context"
	"maps"
	"strings"
	"testing"

	"polka/plane"
	"polka/shapes"
)

// TestPlane draws tilings of the plane, answers and coronas.
func TestPlane(t *testing.T) {
	ctx := context.Background()
	p, err := shapes.Pentomino("F")
	if err != nil {
		t.Fatal(err)
	}
	answer, err := plane.Decide(ctx, p)
	if err != nil {
		t.Fatal(err)
	}
	u, err := shapes.Parse("#####/#...#")
	if err != nil {
		t.Fatal(err)
	}
	coronas, err := plane.Heesch(ctx, u)
	if err != nil {
		t.Fatal(err)
	}
	not, err := plane.Decide(ctx, u)
	if err != nil {
		t.Fatal(err)
	}
	var bands []plane.Regions
	for _, text := range []string{"####/.#", "####/#..#", "###/..##", "#.#/###"} {
		r, err := plane.Classify(ctx, shapes.MustParse(text), 6)
		if err != nil {
			t.Fatal(err)
		}
		bands = append(bands, r)
	}
	half, found, err := plane.FindHalfStrip(ctx, shapes.MustParse("####/.#"), 5)
	if err != nil || !found {
		t.Fatal(half, err)
	}
	ring := []shapes.Shape{shapes.MustParse("###/#.#/###"), shapes.MustParse("#")}
	mixed, found, err := plane.FindMixed(ctx, ring, 2)
	if err != nil || !found {
		t.Fatal(mixed, err)
	}
	for _, test := range []struct {
		value any
		parts int
		words string
	}{
		{mixed, len(mixed.Patch(coronasOfPatch)), "2 copies of 2 shapes"},
		{[]plane.Mixed{mixed, mixed}, 2 * len(mixed.Patch(coronasOfPatch)), "2 copies of 2 shapes"},
		{plane.Mixed{}, 0, "no tiling"},
		{bands[0], 10, "rectangle 5x10"},
		{bands[2], 3 * len(bands[2].Best.Repeated), "strip of 2 rows"},
		{bands[3], 1, "no half plane"},
		{half, len(half.Start) + 2*len(half.Repeated), "half strip of 5 rows"},
		{plane.Band{}, 0, "no tiling"},
		{answer, len(answer.Tiling.Patch(coronasOfPatch)), "isohedral"},
		{answer.Tiling, len(answer.Tiling.Patch(coronasOfPatch)), "TCCTCC"},
		{not, 1, "cannot be surrounded 2 times"},
		{coronas, 1 + len(coronas.List[0]), "Heesch number 1"},
		{plane.Tiling{}, 0, "no tiling"},
	} {
		picture, ok := Of(test.value).(Picture)
		if !ok {
			t.Fatalf("%v is not drawn", test.value)
		}
		html := picture.HTML()
		if n := strings.Count(html, "<title>"); n < test.parts {
			t.Errorf("%v: %d titles, expected one for each of %d copies", test.value, n, test.parts)
		}
		if !strings.Contains(html, test.words) || !strings.Contains(picture.String(), test.words) {
			t.Errorf("%v: no %q in the picture", test.value, test.words)
		}
	}
}

// TestMixed gives the copies of each shape in a period a color, and no other copy.
func TestMixed(t *testing.T) {
	tiles := []shapes.Shape{shapes.MustParse("##"), shapes.MustParse("###/#")}
	mixed, found, err := plane.FindMixed(context.Background(), tiles, 3)
	if err != nil || !found {
		t.Fatal(found, err)
	}
	colors := map[int]int{}
	for _, p := range panelOfMixed(mixed).parts {
		switch {
		case p.color == aroundFill:
		case p.cells.Size() == 2:
			colors[p.color]++
		default:
			colors[p.color] += 100
		}
	}
	want := map[int]int{}
	for i := range mixed.Copies() {
		if mixed.TileOf(i) == 0 {
			want[orbitFills[0]]++
		} else {
			want[orbitFills[1]] += 100
		}
	}
	if !maps.Equal(colors, want) {
		t.Errorf("copies by color %v, expected %v", colors, want)
	}
}

// TestPeriod draws the copies of a period where they touch, not far from the others.
func TestPeriod(t *testing.T) {
	s := shapes.MustParse("kite [(0,0,0), (0,0,1), (0,0,2), (0,1,0), (0,1,1), (0,1,2), (0,2,0), (0,2,1)]")
	tiling, found, err := plane.FindPeriodic(context.Background(), s, 6)
	if err != nil || !found {
		t.Fatal(found, err)
	}
	one := panelOfPlane(tiling)
	if want := len(tiling.Patch(coronasOfPatch)); len(one.parts) != want {
		t.Errorf("%d copies are drawn, expected the %d of the patch", len(one.parts), want)
	}
	colored := 0
	for _, p := range one.parts {
		if p.color != aroundFill {
			colored++
		}
	}
	if want := len(tiling.Copies()); colored != want {
		t.Errorf("%d copies are colored, expected the %d of a period", colored, want)
	}
}
