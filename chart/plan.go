// SPDX-License-Identifier: BSD-3-Clause

// What is drawn.
//
// Aggregates, ranges and the order of words are computed here, so that Vega-Lite and SVG draw the
// same marks, and a specification contains a million rows as the few numbers that they become. A
// plan has a list of marks for each layer, with places as numbers: a word is its index in the list
// of words, and so is a number or a time at which bars stand.

package chart

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"
)

// Limits of what can be seen.
const (
	maxMarks  = 10_000
	maxWords  = 500
	maxColors = 20
)

// A plan is a chart with its marks.
type plan struct {
	c      Chart
	layers []drawn
	x, y   scale
	colors []string // the words of the legend
	legend string   // its title
}

// drawn are the marks of a layer.
type drawn struct {
	mark       string
	marks      []datum
	tint       string // the color of marks without one of the legend
	horizontal bool   // bars lie
	wide       bool   // bars span ranges
	stacked    bool
	beside     bool // bars of several colors share the width of one
}

// A datum is one mark.
type datum struct {
	x, y  float64
	to    float64 // the end of a range that begins at x
	color int     // an index of the legend, -1 for none
}

// A scale is an axis.
type scale struct {
	title       string
	kind        kind
	words       []string // if kind is word
	least, most float64  // of the numbers
	zero        bool     // lengths are compared, so 0 is on the axis
	log         bool
}

// plan computes the marks.
func (c Chart) plan() (p *plan, err error) {
	if c.err != nil {
		return nil, c.err
	}
	if len(c.layers) == 0 {
		return nil, errNoRows
	}
	p = &plan{c: c}
	if p.colors, p.legend, err = c.legend(); err != nil {
		return nil, err
	}
	layers := slices.Clone(c.layers)
	var cols []positions
	for i := range layers {
		if err := layers[i].complete(); err != nil {
			return nil, err
		}
		x, errX := layers[i].rows.positions(layers[i].x)
		y, errY := layers[i].rows.positions(layers[i].y)
		if err := cmp.Or(errX, errY); err != nil {
			return nil, err
		}
		cols = append(cols, positions{x, y})
	}
	var standing, lying bool
	for i, l := range layers {
		d := drawn{mark: l.markOf(cols[i]), wide: l.x.op == "bin", tint: palette[i%len(palette)]}
		if d.mark == "bar" && !d.wide {
			d.horizontal = l.x.aggregate() || cols[i].y.kind == word && cols[i].x.kind == number
			standing = standing || !d.horizontal
			lying = lying || d.horizontal
		}
		p.layers = append(p.layers, d)
	}
	if p.x, err = newScale("x", standing, c.logX, layers, cols); err != nil {
		return nil, err
	}
	if p.y, err = newScale("y", lying, c.logY, layers, cols); err != nil {
		return nil, err
	}
	for i, l := range layers {
		if err := p.fill(&p.layers[i], l, cols[i]); err != nil {
			return nil, err
		}
	}
	return p, p.finish()
}

// positions are the columns at the axes, before they are aggregated.
type positions struct{ x, y column }

// legend lists the values of the fields that are colors.
func (c Chart) legend() (words []string, title string, err error) {
	numeric := true
	var numbers []float64
	for _, l := range c.layers {
		if l.color == "" {
			continue
		}
		col, err := l.rows.column(l.color)
		if err != nil {
			return nil, "", err
		}
		title = l.color
		numeric = numeric && col.kind == number
		for i := range l.rows.n {
			if w := col.word(i); !slices.Contains(words, w) {
				words, numbers = append(words, w), append(numbers, col.numbers[i])
			}
			if len(words) > maxColors {
				return nil, "", fmt.Errorf("chart: field %q has more than %d different values, which are too many colors", l.color, maxColors)
			}
		}
	}
	if numeric {
		order := make(map[string]float64)
		for i, w := range words {
			order[w] = numbers[i]
		}
		slices.SortFunc(words, func(a, b string) int { return cmp.Compare(order[a], order[b]) })
	}
	return words, title, nil
}

// word returns the value of a row as a word.
func (c column) word(i int) string {
	switch {
	case c.kind == word:
		return c.words[i]
	case math.IsNaN(c.numbers[i]):
		return ""
	case c.kind == date:
		return dateWord(c.numbers[i])
	}
	return strconv.FormatFloat(c.numbers[i], 'g', -1, 64)
}

// dateWord writes a time without the parts that are zero.
func dateWord(seconds float64) string {
	t := time.UnixMicro(int64(math.Round(seconds * 1e6))).UTC()
	switch {
	case t.Hour() == 0 && t.Minute() == 0 && t.Second() == 0 && t.Nanosecond() == 0:
		return t.Format("2006-01-02")
	case t.Second() == 0 && t.Nanosecond() == 0:
		return t.Format("2006-01-02 15:04")
	}
	return t.Format("2006-01-02 15:04:05.999999")
}

// complete counts the rows where there is no other field, and checks the two.
func (l *layer) complete() error {
	if l.x.text == "" && l.y.text == "" {
		return fmt.Errorf("chart: X and Y have no field; the fields are %s", l.rows.names())
	}
	if l.y.text == "" {
		l.y = channel{text: "count()", op: "count"}
	}
	if l.x.text == "" {
		l.x = channel{text: "count()", op: "count"}
	}
	switch {
	case l.x.aggregate() && l.y.aggregate():
		return fmt.Errorf("chart: X is %s and Y is %s; one of them must be a field", l.x.text, l.y.text)
	case l.y.op == "bin":
		return fmt.Errorf("chart: Y is %s; ranges are for X", l.y.text)
	}
	return nil
}

// markOf returns the mark of the layer, or a suitable one if it has none.
func (l layer) markOf(s positions) string {
	switch {
	case l.mark != "":
		return l.mark
	case l.x.op != "" || l.y.op != "" || s.x.kind == word || s.y.kind == word:
		return "bar"
	}
	return "point"
}

// newScale returns an axis for all layers, without the range of its numbers. If bars stand on it,
// its numbers become words.
func newScale(name string, discrete, log bool, layers []layer, cols []positions) (s scale, err error) {
	s.kind = -1
	var numbers []float64
	seen := make(map[string]bool)
	for i := range cols {
		col, text := cols[i].x, layers[i].x.text
		if name == "y" {
			col, text = cols[i].y, layers[i].y.text
		}
		if s.kind == -1 {
			s.kind = col.kind
		}
		if col.kind != s.kind {
			return s, fmt.Errorf("chart: the layers have different kinds of values on %s", name)
		}
		if s.title == "" {
			s.title = text
		}
		if col.kind != word && !discrete {
			continue
		}
		for k := range col.numbers {
			if w := col.word(k); (w != "" || col.kind == word) && !seen[w] {
				seen[w] = true
				s.words, numbers = append(s.words, w), append(numbers, col.numbers[k])
			}
		}
	}
	if s.kind == word || discrete {
		if len(s.words) > maxWords {
			return s, fmt.Errorf("chart: %s has more than %d different values on %s; bin(%s) makes ranges of numbers", s.title, maxWords, name, s.title)
		}
		if s.kind != word {
			order := make(map[string]float64)
			for i, w := range s.words {
				order[w] = numbers[i]
			}
			slices.SortFunc(s.words, func(a, b string) int { return cmp.Compare(order[a], order[b]) })
		}
		s.kind = word
		return s, nil
	}
	s.least, s.most, s.log = math.Inf(1), math.Inf(-1), log
	return s, nil
}

// place returns the value of a row on the axis; false says that there is none.
func (s scale) place(c column, i int, index map[string]int) (float64, bool) {
	if s.kind == word {
		k, ok := index[c.word(i)]
		return float64(k), ok
	}
	v := c.numbers[i]
	return v, !math.IsNaN(v) && !(s.log && v <= 0)
}

func (s scale) index() map[string]int {
	m := make(map[string]int)
	for i, w := range s.words {
		m[w] = i
	}
	return m
}

// finish checks that something is drawn, and the ends of the axes.
func (p *plan) finish() error {
	n := 0
	for _, l := range p.layers {
		n += len(l.marks)
	}
	switch {
	case n == 0:
		return fmt.Errorf("chart: no row has both %s and %s", p.x.title, p.y.title)
	case n > maxMarks:
		return fmt.Errorf("chart: %d marks, more than %d: use an aggregate such as mean(%s), a range such as bin(%s), or a part of the rows", n, maxMarks, p.y.title, p.x.title)
	}
	for i := range p.layers {
		p.layers[i].measure(p)
	}
	for _, s := range []*scale{&p.x, &p.y} {
		if s.zero && s.log {
			return fmt.Errorf("chart: %s is a length of bars or areas, which a logarithmic axis does not show; use the mark point or line", s.title)
		}
		if s.kind != word && s.zero {
			s.least, s.most = min(s.least, 0), max(s.most, 0)
		}
	}
	return nil
}

// measure extends the axes to the marks.
func (d *drawn) measure(p *plan) {
	type place struct {
		at   float64
		sign bool
	}
	sums := make(map[place]float64)
	extend := func(s *scale, v float64) {
		if s.kind != word {
			s.least, s.most = min(s.least, v), max(s.most, v)
		}
	}
	lengths := d.mark == "bar" || d.mark == "area"
	for _, m := range d.marks {
		x, y := m.x, m.y
		if d.wide {
			extend(&p.x, m.to)
		}
		if d.stacked {
			if d.horizontal {
				x = sums[place{y, x < 0}] + x
				sums[place{y, m.x < 0}] = x
			} else {
				y = sums[place{x, y < 0}] + y
				sums[place{x, m.y < 0}] = y
			}
		}
		extend(&p.x, x)
		extend(&p.y, y)
	}
	if lengths && d.horizontal {
		p.x.zero = true
	} else if lengths {
		p.y.zero = true
	}
}
