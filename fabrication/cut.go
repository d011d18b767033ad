// SPDX-License-Identifier: BSD-3-Clause

// Sheets for laser cutters.

package fabrication

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"polka/internal/plural"
	"polka/shapes"
)

// CutOptions are the measures of pieces that are cut out of sheets, in millimeters.
type CutOptions struct {
	// Unit is the unit of [shapes.Lattice.Project], the side of a cell on most lattices; 0 is 20.
	Unit float64

	// Kerf is the width of the cut. The outline of a piece is moved outward by half of it, that of
	// a hole inward, so that the piece has its size after the cut.
	Kerf float64

	// Gap is the space between pieces that are neighbors: a piece is smaller by half of it at each
	// side.
	Gap float64

	// Tabs is the number of places of the outline of each piece that are not cut, so that the piece
	// stays in the sheet, and TabWidth their width; 0 is 1.
	Tabs     int
	TabWidth float64

	// Unlabeled leaves out the names of the pieces.
	Unlabeled bool

	// Width and Height are the size of a sheet; 0 is 600 by 300.
	Width, Height float64

	// Spacing is the least distance between cuts of different pieces, and from the border of the
	// sheet; 0 is 2.
	Spacing float64
}

func (o CutOptions) filled() (CutOptions, error) {
	o.Unit, o.TabWidth, o.Spacing = orElse(o.Unit, 20), orElse(o.TabWidth, 1), orElse(o.Spacing, 2)
	o.Width, o.Height = orElse(o.Width, 600), orElse(o.Height, 300)
	for _, m := range []measure{
		{"unit", o.Unit, 0.5}, {"kerf", o.Kerf, 0}, {"gap", o.Gap, 0}, {"width of a tab", o.TabWidth, 0.01},
		{"width of a sheet", o.Width, 1}, {"height of a sheet", o.Height, 1}, {"spacing", o.Spacing, 0.1},
	} {
		if err := m.check(); err != nil {
			return o, err
		}
	}
	if o.Tabs < 0 || o.Tabs > 100 {
		return o, fmt.Errorf("fabrication: %d tabs: expected 0 to 100", o.Tabs)
	}
	return o, nil
}

// A Sheet has lines to cut and lines to engrave.
type Sheet struct {
	width, height float64
	pieces        int
	cuts          []cut
	letters       [][]point
}

// A cut is a line.
type cut struct {
	points []point
	closed bool
	hole   bool
}

// Sheets returns sheets with the outlines of planar pieces, laid out on as few sheets as a simple
// method finds, in four orientations. There is an error if a piece would fall apart, if it is
// larger than a sheet, or if the gap is too large for it.
func Sheets(pieces []shapes.Shape, o CutOptions) ([]*Sheet, error) {
	o, err := o.filled()
	if err != nil {
		return nil, err
	}
	if len(pieces) == 0 {
		return nil, errors.New("fabrication: expected at least one piece")
	}
	outlines := make([][]loop, len(pieces))
	for i, s := range pieces {
		if outlines[i], err = cutLoops(s, (o.Gap-o.Kerf)/2, o.Unit); err != nil {
			return nil, err
		}
	}
	margin := o.Spacing
	spots, number, err := nested(outlines, o.Width-2*margin, o.Height-2*margin, o.Spacing, func(i int) string { return pieceName(pieces[i]) })
	if err != nil {
		return nil, err
	}
	sheets := make([]*Sheet, number)
	for i := range sheets {
		sheets[i] = &Sheet{width: o.Width, height: o.Height}
	}
	for i, loops := range outlines {
		spot := spots[i]
		spot.shift = spot.shift.plus(point{margin, margin})
		sheet := sheets[spot.sheet]
		sheet.pieces++
		for _, l := range loops {
			ring := make(loop, len(l))
			for k, p := range l {
				ring[k] = spot.moved(p)
			}
			sheet.addLoop(ring, o)
		}
		if !o.Unlabeled && pieces[i].Name() != "" {
			middle, size := labelPlace(pieces[i], o.Unit)
			sheet.letters = append(sheet.letters, engraved(pieces[i].Name(), spot.moved(middle), size, 1.6*size)...)
		}
	}
	for _, s := range sheets {
		s.sort()
	}
	return sheets, nil
}

// CommonLines returns a sheet with pieces that stay where they are, such as those of a tiling, and
// with each line between two of them cut once. The kerf is then missing from both, and Kerf, Gap
// and Tabs must be 0.
func CommonLines(pieces []shapes.Shape, o CutOptions) (*Sheet, error) {
	o, err := o.filled()
	if err != nil {
		return nil, err
	}
	if o.Kerf != 0 || o.Gap != 0 || o.Tabs != 0 {
		return nil, errors.New("fabrication: expected no kerf, gap and tabs with common lines")
	}
	sheet := &Sheet{width: o.Width, height: o.Height, pieces: len(pieces)}
	var all []loop
	for _, s := range pieces {
		loops, err := cutLoops(s, 0, o.Unit)
		if err != nil {
			return nil, err
		}
		if s.Lattice() != pieces[0].Lattice() {
			return nil, errors.New("fabrication: expected pieces of one lattice")
		}
		all = append(all, loops...)
	}
	if len(all) == 0 {
		return nil, errors.New("fabrication: expected at least one piece")
	}
	least, most := bounds(all)
	if most.x-least.x > o.Width || most.y-least.y > o.Height {
		return nil, fmt.Errorf("fabrication: the pieces, of %.4g by %.4g mm, do not fit on %.4g by %.4g mm", most.x-least.x, most.y-least.y, o.Width, o.Height)
	}
	sheet.cuts = commonLines(pieces, o.Unit, least)
	for _, s := range pieces {
		if !o.Unlabeled && s.Name() != "" {
			middle, size := labelPlace(s, o.Unit)
			sheet.letters = append(sheet.letters, engraved(s.Name(), middle.minus(least), size, 1.6*size)...)
		}
	}
	return sheet, nil
}

// commonLines returns the sides of pieces, each once, joined where they are straight.
func commonLines(pieces []shapes.Shape, unit float64, origin point) []cut {
	lines := make(map[shapes.Corner][]shapes.Corner)
	seen := make(map[side]bool)
	var order []side
	for _, s := range pieces {
		own := make(map[side]int)
		sides := undirectedSides(s)
		for _, e := range sides {
			own[e]++
		}
		for _, e := range sides {
			if own[e] == 1 && !seen[e] {
				seen[e] = true
				order = append(order, e)
				lines[e.from] = append(lines[e.from], e.to)
				lines[e.to] = append(lines[e.to], e.from)
			}
		}
	}
	at := func(c shapes.Corner) point { return place(pieces[0].Lattice(), c, unit).minus(origin) }
	ahead := func(from, to shapes.Corner) (shapes.Corner, bool) {
		u := at(to).minus(at(from)).unit()
		for _, next := range lines[to] {
			if v := at(next).minus(at(to)).unit(); math.Abs(u.cross(v)) < 1e-7 && u.dot(v) > 0 {
				return next, true
			}
		}
		return shapes.Corner{}, false
	}
	used := make(map[side]bool)
	var cuts []cut
	for _, e := range order {
		if used[e] {
			continue
		}
		ends := [2]shapes.Corner{e.from, e.to}
		mark := func(a, b shapes.Corner) { used[side{a, b}.undirected()] = true }
		mark(e.from, e.to)
		for k := range 2 {
			from, to := e.to, e.from
			if k == 1 {
				from, to = e.from, e.to
			}
			for next, ok := ahead(from, to); ok; next, ok = ahead(from, to) {
				mark(to, next)
				from, to = to, next
			}
			ends[k] = to
		}
		cuts = append(cuts, cut{points: []point{at(ends[0]), at(ends[1])}})
	}
	return cuts
}

// cutLoops returns the outline of a piece, moved inward.
func cutLoops(s shapes.Shape, inset, unit float64) ([]loop, error) {
	if err := polygonal(s); err != nil {
		return nil, err
	}
	out := outlineOf(s, unit, inset <= 0)
	if out.parts > 1 {
		return nil, fmt.Errorf("fabrication: %v would fall apart: expected cells that are connected by sides", s)
	}
	loops, ok := moved(out.loops, inset)
	if !ok {
		return nil, fmt.Errorf("fabrication: the gap or kerf is too large for %v with cells of %v mm", s, unit)
	}
	return loops, nil
}

// labelPlace returns the middle of the cell that is nearest to the middle of a piece, and the
// height of a letter there.
func labelPlace(s shapes.Shape, unit float64) (middle point, size float64) {
	l := s.Lattice()
	rings := make([]loop, 0, s.Size())
	centers := make([]point, 0, s.Size())
	var sum point
	for _, c := range s.Cells() {
		var ring loop
		var center point
		for _, k := range l.Corners(c) {
			ring = append(ring, place(l, k, unit))
		}
		for _, p := range ring {
			center = center.plus(p.times(1 / float64(len(ring))))
		}
		rings, centers = append(rings, ring), append(centers, center)
		sum = sum.plus(center)
	}
	mean := sum.times(1 / float64(len(centers)))
	best := 0
	for i, p := range centers {
		if p.distance(mean) < centers[best].distance(mean)-1e-6 {
			best = i
		}
	}
	middle = centers[best]
	size = math.Inf(1)
	for i, p := range rings[best] {
		q := rings[best][(i+1)%len(rings[best])]
		size = min(size, math.Abs(q.minus(p).unit().cross(middle.minus(p))))
	}
	return middle, size
}

// addLoop adds the cut along a loop.
func (s *Sheet) addLoop(l loop, o CutOptions) {
	hole := l.area() < 0
	if hole || o.Tabs == 0 {
		s.cuts = append(s.cuts, cut{points: l, closed: true, hole: hole})
		return
	}
	for _, line := range withTabs(l, o.Tabs, o.TabWidth) {
		s.cuts = append(s.cuts, cut{points: line})
	}
}

// withTabs returns the parts of a loop between tabs. Tabs are in the middle of sides where these
// are long enough.
func withTabs(l loop, tabs int, width float64) [][]point {
	ends := make([]float64, len(l)+1) // distance along the loop
	for i, p := range l {
		ends[i+1] = ends[i] + p.distance(l[(i+1)%len(l)])
	}
	total := ends[len(l)]
	if float64(tabs)*width*2 > total {
		width = total / float64(2*tabs)
	}
	var middles []float64
	for k := range tabs {
		at := (float64(k) + 0.5) / float64(tabs) * total
		i := min(len(l)-1, max(0, sortedIndex(ends, at)))
		if m := (ends[i] + ends[i+1]) / 2; ends[i+1]-ends[i] > 2*width && !slices.ContainsFunc(middles, func(x float64) bool { return math.Abs(x-m) < 2*width }) {
			at = m
		}
		middles = append(middles, at)
	}
	slices.Sort(middles)
	var lines [][]point
	for k, m := range middles {
		from, to := m+width/2, middles[(k+1)%tabs]-width/2
		if k == tabs-1 {
			to += total
		}
		if to <= from {
			continue
		}
		line := []point{along(l, ends, from)}
		for round := range 2 {
			for i, p := range l {
				if d := ends[i] + float64(round)*total; d > from+1e-9 && d < to-1e-9 {
					line = append(line, p)
				}
			}
		}
		lines = append(lines, append(line, along(l, ends, to)))
	}
	return lines
}

// sortedIndex returns the last index whose value is not greater than x.
func sortedIndex(values []float64, x float64) int {
	i, found := slices.BinarySearch(values, x)
	if found {
		return i
	}
	return i - 1
}

// along returns the point at a distance along a loop.
func along(l loop, ends []float64, distance float64) point {
	total := ends[len(l)]
	for distance >= total {
		distance -= total
	}
	i := min(len(l)-1, sortedIndex(ends, distance))
	p, q := l[i], l[(i+1)%len(l)]
	return p.plus(q.minus(p).times((distance - ends[i]) / (ends[i+1] - ends[i])))
}

// sort puts holes before outlines, so that a piece does not move before its holes are cut.
func (s *Sheet) sort() {
	rank := func(c cut) int {
		if c.hole {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(s.cuts, func(a, b cut) int { return cmp.Compare(rank(a), rank(b)) })
}

// Length returns the length of all cuts.
func (s *Sheet) Length() float64 {
	sum := 0.0
	for _, c := range s.cuts {
		for i, p := range c.points[1:] {
			sum += p.distance(c.points[i])
		}
		if c.closed {
			sum += c.points[0].distance(c.points[len(c.points)-1])
		}
	}
	return sum
}

// String returns the size, the number of pieces and the length of the cuts.
func (s *Sheet) String() string {
	return fmt.Sprintf("sheet of %.5g x %.5g mm: %s, %.0f mm of cuts", s.width, s.height, plural.Count(s.pieces, "piece"), s.Length())
}

// Save writes the sheet to a file: as SVG if its name ends in .svg, as DXF if it ends in .dxf. An
// existing file is replaced.
func (s *Sheet) Save(path string) error {
	return save(path, []format{{".svg", s.WriteSVG}, {".dxf", s.WriteDXF}})
}
