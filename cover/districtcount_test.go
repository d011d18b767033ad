// SPDX-License-Identifier: BSD-3-Clause

package cover

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"polka/cover/internal/districts"
	"polka/shapes"
)

// A fuse is a context that ends after a number of looks at it.
type fuse struct {
	context.Context
	looks int
}

func (f *fuse) Err() error {
	if f.looks--; f.looks < 0 {
		return context.Canceled
	}
	return nil
}

// TestDistrictCount stops a count at random moments, and resumes it from what was written.
func TestDistrictCount(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 72))
	for _, test := range []struct {
		b    Board
		d    Districts
		want string
	}{
		{Rectangle(6, 6), Districts{6, 6, 0}, "451206"},
		{Rectangle(5, 5), Districts{3, 7, 5}, "1472750"},
		{Rectangle(2, 2), Districts{1, 1 << 30, 0}, "12"},
		{Rectangle(2, 2), Districts{5, 5, 0}, "0"},
		{Rectangle(3, 4), Districts{4, 4, 2}, "0"},
	} {
		c, err := NewDistrictCount(test.b, test.d, DistrictOptions{})
		if err != nil {
			t.Fatal(err)
		}
		stops := 0
		for ; ; stops++ {
			n, err := c.Run(&fuse{t.Context(), 1 + random.IntN(5)})
			var saved bytes.Buffer
			if written, err := c.WriteTo(&saved); err != nil || written != int64(saved.Len()) {
				t.Fatal(written, err)
			}
			before := c.String()
			if err == nil {
				if n.String() != test.want || c.Fraction() != 1 {
					t.Errorf("%v, want %s", n, test.want)
				}
				break
			}
			if err != context.Canceled {
				t.Fatal(err)
			}
			if c, err = ReadDistrictCount(&saved, DistrictOptions{Memory: 1 << 26}); err != nil {
				t.Fatal(err)
			}
			if c.String() != before {
				t.Errorf("%v was saved, and %v read", before, c)
			}
		}
		if test.b.region.Size() > 12 && stops < 5 {
			t.Errorf("%v: stopped %d times", c, stops)
		}
	}
	if _, err := NewDistrictCount(Rectangle(2, 2), Districts{1, 2, 0}, DistrictOptions{Memory: -1}); err == nil {
		t.Error("no error")
	}
	c, err := NewDistrictCount(Rectangle(7, 7), Districts{7, 7, 0}, DistrictOptions{Memory: 1 << 16})
	if err != nil {
		t.Fatal(err)
	}
	if n, err := c.Run(t.Context()); err == nil || err.Error() != "cover: the board 7x7 is too wide: the states of the count do not fit in 64KiB" {
		t.Errorf("%v, %v", n, err)
	}
	if c, err = NewDistrictCount(Rectangle(9, 9), Districts{9, 9, 0}, DistrictOptions{}); err != nil {
		t.Fatal(err)
	}
	if err := c.wide(districts.ErrWide); !strings.HasSuffix(err.Error(), " in 2GiB") {
		t.Errorf("with the default memory: %v", err)
	}
	if _, err := NewDistrictCount(Rectangle(33, 33), Districts{33, 33, 0}, DistrictOptions{}); err == nil || !strings.Contains(err.Error(), "about 32 cells across") {
		t.Errorf("33 rows and columns: %v", err)
	}
}

// TestSavedBoards resumes counts on boards of several kinds.
func TestSavedBoards(t *testing.T) {
	long := shapes.Rectangle(2, 8000).Difference(shapes.New(shapes.Square, shapes.Cell{}))
	for _, test := range []struct {
		b Board
		d Districts
	}{
		{BoardOf(shapes.Rectangle(3, 4).Named("a; b")), Districts{3, 3, 0}},
		{BoardOf(shapes.Rectangle(3, 4).Translate(-2, 5, 0)), Districts{2, 4, 0}},
		{Rectangle(5, 4).Without(shapes.Rectangle(2, 2).Translate(1, 1, 0)), Districts{1, 4, 0}},
		{Hexagon(shapes.Triangle, 2, 2, 2), Districts{1, 3, 0}},
		{Parallelogram(shapes.Hexagon, 3, 4), Districts{2, 3, 0}},
		{BoardOf(shapes.New(shapes.King, shapes.Rectangle(3, 4).Cells()...)), Districts{3, 4, 0}},
		{Box(2, 2, 4), Districts{4, 4, 0}},
		{BoardOf(long), Districts{1, 1, 0}},
	} {
		want, err := CountDistricts(t.Context(), test.b, test.d)
		if err != nil {
			t.Fatal(err)
		}
		c, err := NewDistrictCount(test.b, test.d, DistrictOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Run(&fuse{t.Context(), 2}); err != nil && err != context.Canceled {
			t.Fatal(err)
		}
		var saved bytes.Buffer
		if _, err := c.WriteTo(&saved); err != nil {
			t.Fatal(err)
		}
		again, err := ReadDistrictCount(&saved, DistrictOptions{})
		if err != nil {
			t.Fatalf("%.60v: %v", test.b, err)
		}
		if n, err := again.Run(t.Context()); err != nil || n.Cmp(want) != 0 || again.board != test.b {
			t.Errorf("%.60v: %v, %v, want %v", test.b, n, err, want)
		}
	}
}

// TestDamagedDistrictCount changes what was written, and truncates it.
func TestDamagedDistrictCount(t *testing.T) {
	c, err := NewDistrictCount(Rectangle(6, 6), Districts{6, 6, 0}, DistrictOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Run(&fuse{t.Context(), 3}); err != context.Canceled {
		t.Fatal(err)
	}
	var saved bytes.Buffer
	if _, err := c.WriteTo(&saved); err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(2, 72))
	for i := range 200 {
		bad := bytes.Clone(saved.Bytes())
		switch i % 3 {
		case 0:
			bad[random.IntN(len(bad))] ^= 1 << random.IntN(8)
		case 1:
			bad = bad[:random.IntN(len(bad))]
		case 2:
			bad = append(bad, 0)
		}
		if c, err := ReadDistrictCount(bytes.NewReader(bad), DistrictOptions{Memory: 1 << 24}); err == nil {
			t.Errorf("%v: no error", c)
		}
	}
	for text, want := range map[string]string{
		"":                                `expected the line "polka districts 1"`,
		"polka districts 2\n":             `expected the line "polka districts 1"`,
		"polka districts 1\nboard":        `expected a line such as "board 9x9"`,
		"polka districts 1\nboard 2x2\nx": `expected a line such as "districts 9 9 0"`,
		"polka districts 1\nboard 2x\n":   "expected",
		strings.Repeat("x", 1<<18):        `expected the line "polka districts 1"`,
		"polka districts 1\nboard 2x2\ndistricts 0 0 0\n": "expected positive numbers",
	} {
		if _, err := ReadDistrictCount(strings.NewReader(text), DistrictOptions{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60q: %v", text, err)
		}
	}
}

func ExampleDistrictCount() {
	ctx, stop := context.WithCancel(context.Background())
	stop()
	c, _ := NewDistrictCount(Rectangle(5, 5), Districts{Low: 5, High: 5}, DistrictOptions{})
	fmt.Println(c.Run(ctx))
	var file bytes.Buffer
	c.WriteTo(&file)

	c, _ = ReadDistrictCount(&file, DistrictOptions{})
	fmt.Println(c.Run(context.Background()))
	// Output:
	// <nil> context canceled
	// 4006 <nil>
}
