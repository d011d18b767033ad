// SPDX-License-Identifier: BSD-3-Clause

// What polka plane, heesch and regions say of a shape, and the tables of the numbers of shapes.

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"polka/plane"
	"polka/shapes"
)

// planeWords returns the answer of `polka plane`.
func planeWords(ctx context.Context, s shapes.Shape) (string, error) {
	a, err := plane.Decide(ctx, s)
	if err != nil {
		return "", err
	}
	var words []string
	switch {
	case a.Holes:
		return "hole", nil
	case a.Verdict == plane.DoesNotTile:
		return "none", nil
	case a.Verdict == plane.Undecided:
		return "undecided", nil
	case !a.Isohedral:
		return "anisohedral", nil
	}
	if a.Translations {
		words = append(words, "translations")
	}
	if a.Conway {
		words = append(words, "conway")
	}
	return strings.Join(append(words, "isohedral"), " "), nil
}

const planeFormat = "%3v %9v %9v %9v %9v %12v %9v %9v %11v %9v"

var planeHeader = fmt.Sprintf(planeFormat, "n", "free", "holes", "none", "tile", "translations", "conway", "isohedral", "anisohedral", "undecided")

func planeRow(n int, counts map[string]int) string {
	has := func(word string) (sum int) {
		for words, k := range counts {
			for w := range strings.FieldsSeq(words) {
				if w == word {
					sum += k
				}
			}
		}
		return sum
	}
	return fmt.Sprintf(planeFormat, n, total(counts), counts["hole"], counts["none"], has("isohedral")+counts["anisohedral"],
		has("translations"), has("conway"), has("isohedral"), counts["anisohedral"], counts["undecided"])
}

func total(counts map[string]int) (sum int) {
	for _, k := range counts {
		sum += k
	}
	return sum
}

// heeschWords returns the answer of `polka heesch`.
func heeschWords(ctx context.Context, s shapes.Shape) (string, error) {
	c, err := plane.Heesch(ctx, s)
	switch {
	case errors.Is(err, plane.ErrTiles):
		return "tiles", nil
	case errors.Is(err, plane.ErrHole):
		return "hole", nil
	case errors.Is(err, plane.ErrUndecided):
		return "undecided", nil
	case err != nil:
		return "", err
	}
	return fmt.Sprintf("%d %d", c.Number, c.WithHoles), nil
}

const heeschFormat = "%3v %4v %10v %9v  %s"

var heeschHeader = fmt.Sprintf(heeschFormat, "n", "kind", "polyforms", "undecided", "Heesch number 0, 1, 2, ...")

func heeschRow(n int, counts map[string]int) string {
	var by [2][]int
	for words, k := range counts {
		for i, w := range strings.Fields(words) {
			h, err := strconv.Atoi(w)
			if err != nil {
				continue
			}
			for len(by[i]) <= h {
				by[i] = append(by[i], 0)
			}
			by[i][h] += k
		}
	}
	var rows []string
	for i, kind := range []string{"Hc", "Hh"} {
		sum := 0
		list := make([]string, len(by[i]))
		for h, k := range by[i] {
			sum += k
			list[h] = strconv.Itoa(k)
		}
		rows = append(rows, fmt.Sprintf(heeschFormat, n, kind, sum, counts["undecided"], cmp.Or(strings.Join(list, " "), "-")))
	}
	return strings.Join(rows, "\n")
}

// regionsWords returns the answer of `polka regions`.
func regionsWords(ctx context.Context, s shapes.Shape, rows int) (string, error) {
	r, err := plane.Classify(ctx, s, rows)
	if err != nil {
		return "", err
	}
	var words []string
	switch b := r.Best; {
	case r.Plane == plane.DoesNotTile:
		return "none", nil
	case r.Rectangle == plane.Tiles && r.Order > 0:
		return fmt.Sprintf("rectangle %dx%d %d", b.Rows, b.Columns, r.Order), nil
	case r.Rectangle == plane.Tiles:
		return fmt.Sprintf("rectangle %dx%d <=%d", b.Rows, b.Columns, len(b.Start)), nil
	case r.HalfStrip == plane.Tiles:
		words = append(words, "halfstrip", strconv.Itoa(b.Rows))
	case r.Strip == plane.Tiles:
		words = append(words, "strip", strconv.Itoa(b.Rows))
	case r.Plane == plane.Tiles:
		words = append(words, "plane")
	default:
		return "undecided", nil
	}
	for _, region := range []struct {
		verdict plane.Verdict
		word    string
	}{{r.HalfPlane, "halfplane?"}, {r.Strip, "strip?"}, {r.Quadrant, "quadrant?"}, {r.HalfStrip, "halfstrip?"}, {r.Rectangle, "rectangle?"}} {
		if region.verdict == plane.Undecided {
			words = append(words, region.word)
		}
	}
	return strings.Join(words, " "), nil
}

const regionsFormat = "%3v %9v %9v %9v %9v %9v %6v %9v"

var regionsHeader = fmt.Sprintf(regionsFormat, "n", "free", "plane", "strip", "rectangle", "others", "order", "undecided")

func regionsRow(n int, counts map[string]int) string {
	var tile, strips, rectangles, others, order, undecided int
	for line, k := range counts {
		words := strings.Fields(line)
		if words[0] != "none" && words[0] != "undecided" {
			tile += k
		}
		switch words[0] {
		case "undecided":
			undecided += k
		case "rectangle":
			rectangles += k
			strips += k
			copies, _ := strconv.Atoi(strings.TrimPrefix(words[2], "<="))
			if copies > 1 {
				others += k
			}
			if !strings.HasPrefix(words[2], "<=") {
				order = max(order, copies)
			}
		case "halfstrip", "strip":
			strips += k
		}
		if words[len(words)-1] == "rectangle?" {
			undecided += k
		}
	}
	return fmt.Sprintf(regionsFormat, n, total(counts), tile, strips, rectangles, others, order, undecided)
}
