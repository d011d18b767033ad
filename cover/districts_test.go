// SPDX-License-Identifier: BSD-3-Clause

package cover

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"

	"polka/shapes"
)

// TestCountDistricts compares numbers with OEIS A172477, and others with those of tilings by all
// polyominoes of a size.
func TestCountDistricts(t *testing.T) {
	known := []string{"1", "2", "10", "117", "4006", "451206", "158753814", "187497290034"}
	if os.Getenv("POLKA_LONG") == "" {
		known = known[:7]
	}
	for i, want := range known {
		n := i + 1
		if got, err := CountDistricts(t.Context(), Rectangle(n, n), Districts{Low: n, High: n}); err != nil || got.String() != want {
			t.Errorf("%d by %d cells into districts of %d: %v, %v, want %s", n, n, n, got, err, want)
		}
	}
	for _, c := range []struct{ rows, columns, size int }{
		{4, 4, 2}, {4, 4, 8}, {5, 5, 5}, {3, 8, 6}, {2, 9, 3}, {4, 6, 4}, {6, 4, 4}, {6, 6, 2}, {6, 6, 3},
	} {
		free, err := shapes.Enumerate(t.Context(), shapes.Square, c.size, shapes.Free)
		if err != nil {
			t.Fatal(err)
		}
		want, err := New(Rectangle(c.rows, c.columns)).With(Pieces(free...).Any()).Count(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		got, err := CountDistricts(t.Context(), Rectangle(c.rows, c.columns), Districts{c.size, c.size, c.rows * c.columns / c.size})
		if err != nil || got.Cmp(want) != 0 {
			t.Errorf("%+v: %v, %v, want %v", c, got, err, want)
		}
	}
	for _, l := range []*shapes.Lattice{shapes.King, shapes.Triangle, shapes.Hexagon} {
		var cells []shapes.Cell
		for y := range 3 {
			for x := range 4 {
				for z := range l.NumKinds() {
					cells = append(cells, shapes.Cell{X: x, Y: y, Z: z})
				}
			}
		}
		board := BoardOf(shapes.New(l, cells...))
		free, err := shapes.Enumerate(t.Context(), l, 4, shapes.Free)
		if err != nil {
			t.Fatal(err)
		}
		want, err := New(board).With(Pieces(free...).Any()).Count(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		got, err := CountDistricts(t.Context(), board, Districts{Low: 4, High: 4})
		if err != nil || got.Cmp(want) != 0 {
			t.Errorf("%v: %v, %v, want %v", l, got, err, want)
		}
	}
	// Districts of two or three cells on the square lattice.
	want, err := New(Rectangle(4, 5)).With(Pieces(shapes.Domino(), shapes.Rectangle(1, 3).Named("I"), shapes.New(shapes.Square, shapes.Cell{}, shapes.Cell{X: 1}, shapes.Cell{Y: 1}).Named("L")).Any()).Count(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if got, err := CountDistricts(t.Context(), Rectangle(4, 5), Districts{Low: 2, High: 3}); err != nil || got.Cmp(want) != 0 {
		t.Errorf("districts of two or three cells: %v, %v, want %v", got, err, want)
	}
	for _, d := range []Districts{{0, 3, 0}, {3, 2, 0}, {1, 2, -1}} {
		if _, err := CountDistricts(t.Context(), Rectangle(2, 2), d); err == nil {
			t.Errorf("%+v: no error", d)
		}
	}
	for _, d := range []Districts{{Low: 1 << 30, High: 1 << 30}, {1, 4, 1 << 30}} {
		if n, err := CountDistricts(t.Context(), Rectangle(2, 2), d); err != nil || n.Sign() != 0 {
			t.Errorf("%+v: %v, %v, want 0", d, n, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := CountDistricts(ctx, Rectangle(7, 7), Districts{Low: 7, High: 7}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want Canceled", err)
	}
}

// TestDissectionsUpToSymmetry compares numbers with OEIS A328020.
func TestDissectionsUpToSymmetry(t *testing.T) {
	known := []int64{1, 1, 2, 22, 515, 56734, 19846102, 23437350133}
	if os.Getenv("POLKA_LONG") == "" {
		known = known[:6]
	}
	for i, want := range known {
		n := i + 1
		c, err := CountsOfDistricts(t.Context(), Rectangle(n, n), Districts{Low: n, High: n})
		if err != nil || c.Distinct.Int64() != want {
			t.Errorf("%d by %d cells: %v, %v, want %d", n, n, c, err, want)
		}
	}
	for _, c := range []struct {
		b Board
		d Districts
	}{{Rectangle(3, 4), Districts{2, 3, 0}}, {Rectangle(4, 4), Districts{1, 2, 0}}, {Hexagon(shapes.Triangle, 2, 2, 2), Districts{1, 3, 0}}} {
		var free []shapes.Shape
		for n := c.d.Low; n <= c.d.High; n++ {
			list, err := shapes.Enumerate(t.Context(), c.b.region.Lattice(), n, shapes.Free)
			if err != nil {
				t.Fatal(err)
			}
			free = append(free, list...)
		}
		want, err := New(c.b).With(Pieces(free...).Any()).Counts(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if got, err := CountsOfDistricts(t.Context(), c.b, c.d); err != nil || got.String() != want.String() {
			t.Errorf("%v, %+v: %v, %v, want %v", c.b, c.d, got, err, want)
		}
	}
	if _, err := CountsOfDistricts(t.Context(), Rectangle(3, 4), Districts{2, 3, 5}); err == nil {
		t.Error("5 districts of 2 or 3 cells: no error")
	}
	if _, err := CountsOfDistricts(t.Context(), Rectangle(4, 4), Districts{1, 16, 0}); err == nil || !strings.Contains(err.Error(), "of up to 13 cells have too many shapes") {
		t.Errorf("districts of any size: %v", err)
	}
}

// TestMetagraphs compares with the table of Z. Schutzman and the Metric Geometry and Gerrymandering
// Group, The Known Sizes of Grid Metagraphs, mggg.org/table, as corrected after October 2018:
// divisions of a square into a number of districts whose sizes differ from the mean by at most 0,
// 1, 2, 3 cells, and any, where a rook or a queen can move within a district.
func TestMetagraphs(t *testing.T) {
	if testing.Short() {
		t.Skip("counts districts for seconds")
	}
	long := os.Getenv("POLKA_LONG") != ""
	for _, c := range []struct {
		l         *shapes.Lattice
		n, number int
		want      []string // for tolerances 0, 1, 2, 3 and any; "" if it is not known
	}{
		{shapes.Square, 2, 2, []string{"2", "6", "6", "6", "6"}},
		{shapes.Square, 3, 3, []string{"10", "58", "170", "226", "258"}},
		{shapes.Square, 4, 2, []string{"70", "206", "338", "454", "627"}},
		{shapes.Square, 4, 4, []string{"117", "1953", "8849", "29069", "62741"}},
		{shapes.Square, 4, 8, []string{"36", "34444", "153094", "251230", "340198"}},
		{shapes.Square, 5, 5, []string{"4006", "193128", "1472750", "6194822", "72137699"}},
		{shapes.Square, 6, 2, []string{"80518", "241218", "400727", "557031", "1123743"}},
		{shapes.Square, 6, 3, []string{"264500", "1848872", "5006968", "9714644", "99699033"}},
		{shapes.Square, 6, 4, []string{"442791", "8313719", "36716529", "98715441", "2872166677"}},
		{shapes.Square, 6, 6, []string{"451206", "61412106", "787941042", "4564190094", "356612826084"}},
		{shapes.Square, 6, 9, []string{"178939", "600896399", "44824927867", "1246776785419", "27173118202682"}},
		{shapes.Square, 6, 12, []string{"80092", "4555902726", "2994170540354", "19290275421883", "217674971893169"}},
		{shapes.Square, 6, 18, []string{"6728", "321276916270", "13415885335894", "49804910882006", "146904919330547"}},
		{shapes.Square, 7, 7, []string{"158753814", "", "", "", "7146137621219723"}},
		{shapes.Square, 8, 8, []string{"187497290034", "", "", "", "556983247769141192388"}},
		{shapes.King, 2, 2, []string{"3", "7", "7", "7", "7"}},
		{shapes.King, 3, 3, []string{"36", "224", "622", "746", "782"}},
		{shapes.King, 4, 2, []string{"1718", "4690", "6630", "7598", "8171"}},
		{shapes.King, 4, 4, []string{"2620", "46456", "222398", "710622", "1130612"}},
		{shapes.King, 4, 8, []string{"280", "567725", "2629081", "4262917", "5362109"}},
		{shapes.King, 5, 5, []string{"1397790", "70491206", "565708110", "2467619460", "19258645522"}},
		{shapes.King, 6, 2, []string{"", "", "", "", "2668525423"}},
		{shapes.King, 6, 3, []string{"", "", "", "", "981728132977"}},
		{shapes.King, 6, 4, []string{"", "", "", "", "33178431625979"}},
		{shapes.King, 6, 6, []string{"6025727349", "", "", "", "3628666881233030"}},
		{shapes.King, 6, 9, []string{"1411875619", "", "", "", "193647162942941072"}},
		{shapes.King, 6, 12, []string{"245410623", "", "", "", "1045944428847211954"}},
		{shapes.King, 6, 18, []string{"3037561", "", "", "", "240051309075264719"}},
	} {
		var cells []shapes.Cell
		for y := range c.n {
			for x := range c.n {
				cells = append(cells, shapes.Cell{X: x, Y: y})
			}
		}
		mean := c.n * c.n / c.number
		for tolerance, want := range c.want {
			slow := c.n == 6 && (tolerance == 2 || tolerance == 3) || c.n > 5 && c.l == shapes.King || c.n > 6
			if want == "" || slow && !long {
				continue
			}
			d := Districts{Low: max(1, mean-tolerance), High: mean + tolerance, Number: c.number}
			if tolerance == 4 {
				d.Low, d.High = 1, c.n*c.n
			}
			got, err := CountDistricts(t.Context(), BoardOf(shapes.New(c.l, cells...)), d)
			if err != nil || got.String() != want {
				t.Errorf("%v, %d by %d, %+v: %v, %v, want %s", c.l, c.n, c.n, d, got, err, want)
			}
		}
	}
}
