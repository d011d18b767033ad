// SPDX-License-Identifier: BSD-3-Clause

// Lattices in text.
//
//	# Triangles, two in a period.
//	lattice triangles
//	let h sqrt(3)/2
//	step 1 0
//	step 1/2 h
//	cell 0,0 1,0 1/2,h
//	cell 1,0 3/2,h 1/2,h
//
// A line is empty, a comment that starts with #, or a word and what it says. Numbers are formulas
// without blanks, of decimals, names, + - * / ( ) and sqrt; so that sides with a length such as the
// square root of 3 meet exactly.

package shapes

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// ParseLattice reads a lattice, and makes it as [NewLattice] does. Each line is one of
//
//	lattice NAME         the name, on the first line
//	let NAME NUMBER      a name for a number in later lines
//	step X Y             a step; there are two, or three with X Y Z for a lattice of space
//	cell X,Y X,Y X,Y...  a polygon of the period, as its corners in order; in space, after the
//	                     steps, a convex polyhedron, as its corners X,Y,Z
//	neighbors corners    cells with a common corner are neighbors
//	# ...                a comment
//
// where X goes to the right and Y down. Three steps X Y Z are the lattice that [NewSolidLattice]
// makes, of the given cells or of one that is found. A number is a decimal or a formula without
// blanks, such as 1/2, (1+sqrt(3))/2 or h*3. Errors have type *[SyntaxError]; those of the geometry
// have the line of the cell or of the end of the text.
func ParseLattice(text string) (*Lattice, error) {
	r := latticeReader{names: map[string]float64{}}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		r.line = i + 1
		if err := r.read(strings.TrimRight(line, " \t\r")); err != nil {
			return nil, err
		}
	}
	switch {
	case r.name == "":
		return nil, r.errorf("", "expected a line such as: lattice NAME")
	case r.space && r.steps < 3:
		return nil, r.errorf("", "expected three lines such as: step 1 0 0; found %d", r.steps)
	case r.space && (r.period.Cells != nil || r.period.ByCorners):
		return nil, r.errorf("", "expected cells with corners X,Y,Z after the steps, and neighbors with a common face")
	case r.steps < 2:
		return nil, r.errorf("", "expected two lines such as: step 1 0; found %d", r.steps)
	}
	r.period.Name = r.name
	l, err := r.lattice()
	if err != nil {
		return nil, r.errorf("", "%s", strings.TrimPrefix(err.Error(), "shapes: "))
	}
	return l, nil
}

// lattice makes what was read.
func (r *latticeReader) lattice() (*Lattice, error) {
	if r.space {
		return NewSolidLattice(SolidPeriod{r.name, r.solid, r.hulls})
	}
	return NewLattice(r.period)
}

// A latticeReader reads the lines of a lattice.
type latticeReader struct {
	line   int
	text   string // the whole line
	name   string
	names  map[string]float64
	steps  int
	period Period
	solid  [3][3]float64 // the steps, if they have three coordinates
	hulls  [][][3]float64
	space  bool
}

// errorf returns a mistake where rest begins in the line.
func (r *latticeReader) errorf(rest, format string, args ...any) error {
	column := utf8.RuneCountInString(r.text) - utf8.RuneCountInString(rest) + 1
	return &SyntaxError{Line: r.line, Column: column, Message: fmt.Sprintf(format, args...)}
}

// word cuts the first word from a text.
func word(text string) (first, rest string) {
	text = strings.TrimLeft(text, " \t")
	if i := strings.IndexAny(text, " \t"); i >= 0 {
		return text[:i], strings.TrimLeft(text[i:], " \t")
	}
	return text, ""
}

func (r *latticeReader) read(line string) error {
	r.text = line
	line = strings.TrimLeft(line, " \t")
	if line == "" || line[0] == '#' {
		return nil
	}
	first, rest := word(line)
	if r.name == "" && first != "lattice" {
		return r.errorf(line, "expected: lattice NAME; found %q", first)
	}
	switch first {
	case "lattice":
		return r.readName(line, rest)
	case "let":
		return r.let(rest)
	case "step":
		return r.step(line, rest)
	case "cell":
		return r.cell(rest)
	case "neighbors":
		if rest != "corners" && rest != "sides" {
			return r.errorf(rest, "expected sides or corners, found %q", rest)
		}
		r.period.ByCorners = rest == "corners"
		return nil
	}
	return r.errorf(line, "expected let, step, cell, neighbors or a comment, found %q", first)
}

func (r *latticeReader) readName(line, rest string) error {
	if r.name != "" {
		return r.errorf(line, "expected one line with the name of the lattice")
	}
	if err := checkLatticeName(rest); err != nil {
		return r.errorf(rest, "%s", strings.TrimPrefix(err.Error(), "shapes: "))
	}
	r.name = rest
	return nil
}

func (r *latticeReader) let(rest string) error {
	name, value := word(rest)
	for i, c := range name {
		if !unicode.IsLetter(c) && (i == 0 || !unicode.IsDigit(c)) {
			return r.errorf(rest, "expected a name of letters and digits, found %q", name)
		}
	}
	if name == "" || name == "sqrt" {
		return r.errorf(rest, "expected a name other than sqrt")
	}
	n, err := r.number(value, "")
	r.names[name] = n
	return err
}

func (r *latticeReader) step(line, rest string) error {
	coordinates := len(strings.Fields(rest))
	switch {
	case r.steps == 0:
		r.space = coordinates == 3
	case r.steps == 3, r.steps == 2 && !r.space:
		return r.errorf(line, "expected %d steps", r.steps)
	}
	list := []*float64{&r.solid[r.steps][0], &r.solid[r.steps][1], &r.solid[r.steps][2]}
	if !r.space {
		list = []*float64{&r.period.Steps[r.steps][0], &r.period.Steps[r.steps][1]}
	}
	r.steps++
	stop := " \t"
	for i, x := range list {
		if i == len(list)-1 {
			stop = ""
		}
		var err error
		if *x, err = r.number(rest, stop); err != nil {
			return err
		}
		_, rest = word(rest)
	}
	return nil
}

// solidCell reads the corners of a polyhedron.
func (r *latticeReader) solidCell(rest string) error {
	var corners [][3]float64
	for rest != "" {
		_, next := word(rest)
		var p [3]float64
		at := rest
		for i := range p {
			stop := ","
			if i == 2 {
				stop = " \t"
			}
			var err error
			if p[i], err = r.number(at, stop); err != nil {
				return err
			}
			if i == 2 {
				break
			}
			coordinate, after, ok := strings.Cut(at, ",")
			if !ok || strings.ContainsAny(coordinate, " \t") {
				return r.errorf(rest, "expected a corner such as 1,0,1")
			}
			at = after
		}
		corners = append(corners, p)
		rest = next
	}
	if len(corners) < 4 {
		return r.errorf("", "expected at least 4 corners, found %d", len(corners))
	}
	r.hulls = append(r.hulls, corners)
	return nil
}

func (r *latticeReader) cell(rest string) error {
	if r.space {
		return r.solidCell(rest)
	}
	var polygon [][2]float64
	for rest != "" {
		_, next := word(rest)
		x, y, ok := strings.Cut(rest, ",")
		if !ok || strings.ContainsAny(x, " \t") {
			return r.errorf(rest, "expected a corner such as 1,0")
		}
		var p [2]float64
		var err error
		if p[0], err = r.number(rest, ","); err != nil {
			return err
		}
		if p[1], err = r.number(y, " \t"); err != nil {
			return err
		}
		polygon = append(polygon, p)
		rest = next
	}
	if len(polygon) < 3 {
		return r.errorf("", "expected at least 3 corners, found %d", len(polygon))
	}
	r.period.Cells = append(r.period.Cells, polygon)
	return nil
}

// number reads a formula up to one of the characters of stop, or the end of the line.
func (r *latticeReader) number(text, stop string) (float64, error) {
	f := formula{reader: r, text: text}
	n, err := f.sum()
	switch {
	case err != nil:
		return 0, err
	case f.text != "" && !strings.ContainsAny(f.text[:1], stop+" \t"), f.text != "" && stop == "":
		return 0, r.errorf(f.text, "expected the end of a number, found %q", f.text[:1])
	case math.IsNaN(n) || math.IsInf(n, 0):
		return 0, r.errorf(text, "expected a number, found one that is not finite")
	}
	return n, nil
}

// A formula is the rest of a number.
type formula struct {
	reader *latticeReader
	text   string
	depth  int
}

func (f *formula) take(c byte) bool {
	if f.text == "" || f.text[0] != c {
		return false
	}
	f.text = f.text[1:]
	return true
}

func (f *formula) sum() (float64, error) {
	n, err := f.product()
	for err == nil {
		var m float64
		switch {
		case f.take('+'):
			m, err = f.product()
			n += m
		case f.take('-'):
			m, err = f.product()
			n -= m
		default:
			return n, nil
		}
	}
	return n, err
}

func (f *formula) product() (float64, error) {
	n, err := f.factor()
	for err == nil {
		var m float64
		switch {
		case f.take('*'):
			m, err = f.factor()
			n *= m
		case f.take('/'):
			m, err = f.factor()
			n /= m
		default:
			return n, nil
		}
	}
	return n, err
}

const mostParentheses = 100

func (f *formula) factor() (float64, error) {
	if f.depth++; f.depth > mostParentheses {
		return 0, f.reader.errorf(f.text, "expected a simpler number")
	}
	defer func() { f.depth-- }()
	begin := f.text
	switch {
	case f.take('-'):
		n, err := f.factor()
		return -n, err
	case f.take('('):
		n, err := f.sum()
		if err == nil && !f.take(')') {
			err = f.reader.errorf(f.text, "expected a closing parenthesis")
		}
		return n, err
	}
	rest := strings.TrimLeftFunc(f.text, func(c rune) bool { return c == '.' || '0' <= c && c <= '9' })
	if rest != f.text {
		n, err := strconv.ParseFloat(f.text[:len(f.text)-len(rest)], 64)
		if err != nil {
			return 0, f.reader.errorf(begin, "expected a number such as 0.5")
		}
		f.text = rest
		return n, nil
	}
	rest = strings.TrimLeftFunc(f.text, func(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) })
	name := f.text[:len(f.text)-len(rest)]
	f.text = rest
	if name == "sqrt" && strings.HasPrefix(rest, "(") {
		n, err := f.factor()
		return math.Sqrt(n), err
	}
	n, ok := f.reader.names[name]
	if !ok {
		return 0, f.reader.errorf(begin, "expected a number, a name of an earlier line, or sqrt(...)")
	}
	return n, nil
}

// MarshalText returns the lattice as text that [ParseLattice] reads, with steps and corners as
// decimals. Those of the lattices of this package need another name in the first line. Lattices of
// sticks, graphs and cubes of four dimensions have no such text and are an error.
func (l *Lattice) MarshalText() ([]byte, error) {
	if l.folded || len(l.corners[0]) < 3 || l.surface != nil && l.surface.network != nil {
		return nil, fmt.Errorf("shapes: lattice %s has no text, expected one of polygons or solids", l.name)
	}
	b := []byte("lattice " + l.name + "\n")
	if l.spatial {
		for _, s := range l.space {
			b = fmt.Appendf(b, "step %s %s %s\n", decimal(s[0]), decimal(s[1]), decimal(s[2]))
		}
		for kind := range l.corners {
			if l.facts().centers == nil {
				break // the cell is found
			}
			b = append(b, "cell"...)
			for _, p := range l.Corners(l.CellOfKind(kind)) {
				x, y, z := l.Position(p)
				b = fmt.Appendf(b, " %s,%s,%s", decimal(x), decimal(y), decimal(z))
			}
			b = append(b, '\n')
		}
		return b, nil
	}
	if l.contact == 1 {
		b = append(b, "neighbors corners\n"...)
	}
	for _, s := range l.steps[:2] {
		b = fmt.Appendf(b, "step %s %s\n", decimal(s[0]), decimal(s[1]))
	}
	for _, corners := range l.corners {
		b = append(b, "cell"...)
		for _, p := range corners {
			x, y := l.Project(p)
			b = fmt.Appendf(b, " %s,%s", decimal(x), decimal(y))
		}
		b = append(b, '\n')
	}
	return b, nil
}

// decimal writes a number without an exponent.
func decimal(x float64) string {
	text := strconv.FormatFloat(x, 'f', 12, 64)
	text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	if text == "-0" {
		return "0"
	}
	return text
}
