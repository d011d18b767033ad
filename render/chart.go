// Charts.
//
// gonum.org/v1/plot lays charts out: axes, ticks, legend. It draws on a canvas of ours, which makes a diagram of what it
// is told, so that charts have roles instead of colours like every other picture, and suit light and dark paper. What we
// add are ticks that name powers of ten as people write them, and a twin in text.

package render

import (
	"fmt"
	"image"
	pixel "image/color"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Chart shows how numbers grow: counts by size, times by instance, nodes by level. It is an immutable value, made by
// [NewChart] and a chain of methods, and draws itself in a notebook:
//
//	render.NewChart("Free polyominoes").Axes("cells", "number").Log().Line("free", 1, []int{1, 1, 2, 5, 12, 35})
type Chart struct {
	title, x, y string
	log         bool
	series      []series
	err         error
}

type series struct {
	name string
	x, y []float64
	text []string // the numbers as they are written
	bars bool
}

// NewChart begins a chart with a title, which may be empty.
func NewChart(title string) Chart { return Chart{title: title} }

// Axes names the axes. The empty name leaves one without.
func (c Chart) Axes(x, y string) Chart {
	c.x, c.y = x, y
	return c
}

// Log makes the vertical axis logarithmic. Numbers that are not positive are then left out.
func (c Chart) Log() Chart {
	c.log = true
	return c
}

// Line adds a line with a point for each number of y, at first, first+1, and so on. The numbers are a slice of int, int64,
// uint64, float64, *big.Int or time.Duration (in seconds).
func (c Chart) Line(name string, first int, y any) Chart { return c.add(name, first, y, false) }

// Bars adds a bar for each number of y, at first, first+1, and so on; see [Chart.Line].
func (c Chart) Bars(name string, first int, y any) Chart { return c.add(name, first, y, true) }

// Err tells what is wrong with the numbers that were given, or is nil.
func (c Chart) Err() error { return c.err }

func (c Chart) add(name string, first int, y any, bars bool) Chart {
	s := series{name: name, bars: bars}
	var err error
	if s.y, s.text, err = numbers(y); err != nil && c.err == nil {
		c.err = fmt.Errorf("render: %s: %w", name, err)
	}
	for i := range s.y {
		s.x = append(s.x, float64(first+i))
	}
	c.series = append(slices.Clip(c.series), s)
	return c
}

// numbers reads the kinds of slices that a chart takes.
func numbers(list any) (values []float64, texts []string, err error) {
	add := func(v float64, text string) {
		values, texts = append(values, v), append(texts, text)
	}
	switch list := list.(type) {
	case []int:
		for _, v := range list {
			add(float64(v), strconv.Itoa(v))
		}
	case []int64:
		for _, v := range list {
			add(float64(v), strconv.FormatInt(v, 10))
		}
	case []uint64:
		for _, v := range list {
			add(float64(v), strconv.FormatUint(v, 10))
		}
	case []float64:
		for _, v := range list {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return nil, nil, fmt.Errorf("%v cannot be drawn", v)
			}
			add(v, strconv.FormatFloat(v, 'g', 4, 64))
		}
	case []*big.Int:
		for _, v := range list {
			f, _ := new(big.Float).SetInt(v).Float64()
			if math.IsInf(f, 0) {
				return nil, nil, fmt.Errorf("a number of %d digits cannot be drawn", len(v.String()))
			}
			add(f, v.String())
		}
	case []time.Duration:
		for _, v := range list {
			add(v.Seconds(), v.String())
		}
	default:
		return nil, nil, fmt.Errorf("expected a slice of int, int64, uint64, float64, *big.Int or time.Duration, got %T", list)
	}
	return values, texts, nil
}

// Picture is the chart as a picture.
func (c Chart) Picture() Picture { return diagramOf(c.scene, c.String) }

// SVG gives the chart as a document that stands alone.
func (c Chart) SVG() string { return c.Picture().SVG() }

// HTML gives the chart as an inline svg element.
func (c Chart) HTML() string { return c.Picture().HTML() }

// Size of a chart in pixels.
const (
	chartWidth  = 560.0
	chartHeight = 340.0
	chartMargin = 14.0 // at the right, for half of the last number
)

// seriesFills are the fills of bars, in turn.
var seriesFills = []int{3, 2, 4, 0, 6, 5}

func (c Chart) scene() diagram {
	d := diagram{width: chartWidth, height: chartHeight, summary: c.summary()}
	p := plot.New()
	p.BackgroundColor = roleColor(none)
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = c.title, c.x, c.y
	for _, style := range []*draw.TextStyle{&p.Title.TextStyle, &p.X.Label.TextStyle, &p.Y.Label.TextStyle, &p.X.Tick.Label, &p.Y.Tick.Label, &p.Legend.TextStyle} {
		style.Color = roleColor(ink)
		style.Font.Typeface, style.Font.Variant = "Liberation", "Sans"
		style.Font.Size = vg.Points(12)
	}
	p.Title.TextStyle.Font.Size = vg.Points(14)
	p.Title.Padding = vg.Points(8)
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		axis.LineStyle.Color, axis.Tick.LineStyle.Color = roleColor(ink), roleColor(ink)
		axis.LineStyle.Width, axis.Tick.LineStyle.Width = vg.Points(1), vg.Points(1)
	}
	p.X.Tick.Marker = plot.TickerFunc(wholeTicks)
	p.Y.Tick.Marker = plot.TickerFunc(niceTicks)
	if c.log {
		p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, plot.TickerFunc(powerTicks)
	}
	p.Legend.Left, p.Legend.Top = true, true
	p.Legend.XOffs, p.Legend.YOffs = vg.Points(8), vg.Points(-4)
	p.Legend.Padding = vg.Points(3)
	grid := plotter.NewGrid()
	grid.Vertical.Color, grid.Horizontal.Color = roleColor(none), roleColor(faint)
	grid.Horizontal.Width = vg.Points(0.8)
	p.Add(grid)
	drawn := 0
	for i, s := range c.series {
		drawn += c.draw(p, i, s)
	}
	if drawn == 0 {
		p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, 1, 1, 10
	}
	switch {
	case c.log:
		p.Y.Min = math.Pow(10, math.Floor(math.Log10(max(p.Y.Min, 1e-300))+1e-9))
		p.Y.Max = math.Pow(10, math.Ceil(math.Log10(max(p.Y.Max, 1e-300))-1e-9))
		if p.Y.Min == p.Y.Max {
			p.Y.Max *= 10
		}
	case p.Y.Min > 0:
		p.Y.Min = 0
	}
	canvas := &paperCanvas{d: &d, state: canvasState{scale: [2]float64{1, 1}, width: 1}}
	p.Draw(draw.NewCanvas(canvas, vg.Length(chartWidth-chartMargin), vg.Length(chartHeight)))
	if c.err != nil {
		d.caption(c.err.Error())
	}
	return d
}

// draw adds a series to the plot, and gives the number of its points.
func (c Chart) draw(p *plot.Plot, i int, s series) int {
	var points plotter.XYs
	for k := range s.y {
		if !c.log || s.y[k] > 0 {
			points = append(points, plotter.XY{X: s.x[k], Y: s.y[k]})
		}
	}
	if len(points) == 0 {
		return 0
	}
	fill := roleColor(hue(seriesFills[i%len(seriesFills)]))
	if s.bars {
		b := &columns{points, fill}
		p.Add(b)
		if s.name != "" && len(c.series) > 1 {
			p.Legend.Add(s.name, b)
		}
		return len(points)
	}
	l, err := plotter.NewLine(points)
	if err != nil {
		return 0 // there are points, and they are finite
	}
	l.Color, l.Width = roleColor(seriesRoles[i%len(seriesRoles)]), vg.Points(1.8)
	if i >= len(seriesRoles) {
		l.Dashes = []vg.Length{vg.Points(5), vg.Points(3)}
	}
	dots, err := plotter.NewScatter(points)
	if err != nil {
		return 0
	}
	dots.GlyphStyle = draw.GlyphStyle{Color: l.Color, Radius: vg.Points(3.4), Shape: seriesGlyphs[i%len(seriesGlyphs)]}
	p.Add(l, dots)
	if s.name != "" && len(c.series) > 1 {
		p.Legend.Add(s.name, l, dots)
	}
	return len(points)
}

// The lines of series, and the signs of their points, in turn.
var (
	seriesRoles  = []role{strange, bad, good, ink}
	seriesGlyphs = []draw.GlyphDrawer{draw.CircleGlyph{}, draw.BoxGlyph{}, draw.PyramidGlyph{}, draw.RingGlyph{}, draw.SquareGlyph{}, draw.TriangleGlyph{}}
)

// columns is a plotter of bars that works on logarithmic axes too.
type columns struct {
	points plotter.XYs
	color  pixel.Color
}

func (b *columns) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for _, q := range b.points {
		left, right, top := x(q.X-0.4), x(q.X+0.4), y(q.Y)
		c.FillPolygon(b.color, []vg.Point{{X: left, Y: c.Min.Y}, {X: right, Y: c.Min.Y}, {X: right, Y: top}, {X: left, Y: top}})
		c.StrokeLines(draw.LineStyle{Color: roleColor(ink), Width: vg.Points(0.8)},
			[]vg.Point{{X: left, Y: c.Min.Y}, {X: left, Y: top}, {X: right, Y: top}, {X: right, Y: c.Min.Y}})
	}
}

func (b *columns) DataRange() (xmin, xmax, ymin, ymax float64) {
	xmin, xmax, ymin, ymax = plotter.XYRange(b.points)
	return xmin - 0.6, xmax + 0.6, ymin, ymax
}

func (b *columns) Thumbnail(c *draw.Canvas) {
	c.FillPolygon(b.color, []vg.Point{{X: c.Min.X, Y: c.Min.Y}, {X: c.Max.X, Y: c.Min.Y}, {X: c.Max.X, Y: c.Max.Y}, {X: c.Min.X, Y: c.Max.Y}})
}

// wholeTicks are at whole numbers, at most a dozen.
func wholeTicks(least, most float64) []plot.Tick {
	step := 1.0
	for _, s := range []float64{1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 100000, 1000000} {
		if step = s; (most-least)/s <= 14 {
			break
		}
	}
	var list []plot.Tick
	for v := math.Ceil(least/step) * step; v <= most+1e-9; v += step {
		list = append(list, plot.Tick{Value: v, Label: strconv.FormatFloat(v+0, 'f', -1, 64)}) // adding 0 makes -0 positive
	}
	return list
}

// niceTicks are round numbers, about six.
func niceTicks(least, most float64) []plot.Tick {
	span := most - least
	if span <= 0 {
		return []plot.Tick{{Value: least, Label: short(least)}}
	}
	step := math.Pow(10, math.Floor(math.Log10(span)))
	for _, f := range []float64{0.1, 0.2, 0.5, 1} {
		if span/(step*f) <= 7 {
			step *= f
			break
		}
	}
	var list []plot.Tick
	for v := math.Ceil(least/step) * step; v <= most+step*1e-9; v += step {
		list = append(list, plot.Tick{Value: v, Label: short(math.Round(v/step) * step)})
	}
	return list
}

// powerTicks are at powers of ten, with unnamed ones between if there are few.
func powerTicks(least, most float64) []plot.Tick {
	from, to := math.Floor(math.Log10(least)+1e-9), math.Ceil(math.Log10(most)-1e-9)
	step := math.Ceil((to - from) / 9)
	var list []plot.Tick
	for e := from; e <= to; e++ {
		t := plot.Tick{Value: math.Pow(10, e)}
		if math.Mod(e-from, max(step, 1)) == 0 {
			t.Label = power(int(e))
		}
		list = append(list, t)
		if to-from <= 4 && e < to {
			for k := 2.0; k < 10; k++ {
				list = append(list, plot.Tick{Value: k * math.Pow(10, e)})
			}
		}
	}
	return list
}

// power writes a power of ten: 1, 10, 100, 1000, 10⁴.
func power(e int) string {
	if e >= 0 && e <= 3 {
		return "1" + strings.Repeat("0", e)
	}
	digits := []rune("⁰¹²³⁴⁵⁶⁷⁸⁹")
	s := "10"
	if e < 0 {
		s += "⁻"
	}
	for _, d := range strconv.Itoa(max(e, -e)) {
		s += string(digits[d-'0'])
	}
	return s
}

// short writes a number for an axis: 1500000 as 1.5 M.
func short(v float64) string {
	for _, unit := range []struct {
		size float64
		name string
	}{{1e12, " T"}, {1e9, " G"}, {1e6, " M"}, {1e4, " k"}} {
		if math.Abs(v) >= unit.size {
			if unit.name == " k" {
				return strconv.FormatFloat(v/1e3, 'g', 4, 64) + " k"
			}
			return strconv.FormatFloat(v/unit.size, 'g', 4, 64) + unit.name
		}
	}
	return strconv.FormatFloat(v, 'g', 4, 64)
}

func (c Chart) summary() string {
	var names []string
	for _, s := range c.series {
		names = append(names, fmt.Sprintf("%s (%d numbers)", s.name, len(s.y)))
	}
	title := c.title
	if title == "" {
		title = "untitled"
	}
	return "chart: " + title + ": " + strings.Join(names, ", ")
}

// String writes the numbers, with bars of blocks whose length is that on the chart.
func (c Chart) String() string {
	const width = 40
	var b strings.Builder
	if c.title != "" {
		b.WriteString(c.title + "\n")
	}
	if c.err != nil {
		b.WriteString(c.err.Error() + "\n")
	}
	least, most := math.Inf(1), math.Inf(-1)
	labels, digits := 0, 0
	for _, s := range c.series {
		for k, y := range s.y {
			if !c.log || y > 0 {
				least, most = min(least, y), max(most, y)
			}
			labels = max(labels, len(short(s.x[k])))
			digits = max(digits, utf8.RuneCountInString(s.text[k]))
		}
	}
	for _, s := range c.series {
		if len(c.series) > 1 || s.name != "" {
			b.WriteString(s.name + "\n")
		}
		for k, y := range s.y {
			n := 0.0
			switch {
			case c.log && y > 0 && most > least:
				floor := math.Log10(least) - 0.3
				n = (math.Log10(y) - floor) / (math.Log10(most) - floor)
			case !c.log && most > 0:
				n = y / most
			}
			line := fmt.Sprintf("%*s  %*s  %s", labels, short(s.x[k]), digits, s.text[k], strings.Repeat("█", int(math.Round(max(n, 0)*width))))
			b.WriteString(strings.TrimRight(line, " ") + "\n")
		}
	}
	return strings.TrimRight(b.String(), "\n")
}

// A roleColor goes through the plot library as a colour and comes out as a role.
type roleColor role

// RGBA makes a roleColor a color.Color. The library asks only whether there is one.
func (r roleColor) RGBA() (red, green, blue, alpha uint32) {
	if role(r) == none {
		return 0, 0, 0, 0
	}
	return 0, 0, 0, 0xffff
}

// A paperCanvas turns what is drawn on it into marks and texts of a diagram. The library counts from the lower left
// corner, a diagram from the upper left.
type paperCanvas struct {
	d     *diagram
	state canvasState
	saved []canvasState
}

type canvasState struct {
	role   role
	width  float64
	dashed bool
	turn   float64
	move   point
	scale  [2]float64
}

func (c *paperCanvas) SetLineWidth(w vg.Length)               { c.state.width = float64(w) }
func (c *paperCanvas) SetLineDash(p []vg.Length, _ vg.Length) { c.state.dashed = len(p) > 0 }
func (c *paperCanvas) Push()                                  { c.saved = append(c.saved, c.state) }
func (c *paperCanvas) DrawImage(vg.Rectangle, image.Image)    {}

func (c *paperCanvas) Pop() {
	c.state = c.saved[len(c.saved)-1]
	c.saved = c.saved[:len(c.saved)-1]
}

func (c *paperCanvas) SetColor(x pixel.Color) {
	c.state.role = ink
	if r, ok := x.(roleColor); ok {
		c.state.role = role(r)
	}
}

func (c *paperCanvas) Rotate(radians float64) { c.state.turn += radians }

func (c *paperCanvas) Translate(p vg.Point) {
	x, y := c.turned(float64(p.X)*c.state.scale[0], float64(p.Y)*c.state.scale[1])
	c.state.move = point{c.state.move.x + x, c.state.move.y + y}
}

func (c *paperCanvas) Scale(x, y float64) {
	c.state.scale = [2]float64{c.state.scale[0] * x, c.state.scale[1] * y}
}

func (c *paperCanvas) turned(x, y float64) (float64, float64) {
	sin, cos := math.Sincos(c.state.turn)
	return x*cos - y*sin, x*sin + y*cos
}

// on is where a point of the library is on the diagram.
func (c *paperCanvas) on(p vg.Point) point {
	x, y := c.turned(float64(p.X)*c.state.scale[0], float64(p.Y)*c.state.scale[1])
	return point{round(x + c.state.move.x), round(chartHeight - y - c.state.move.y)}
}

// loops flattens a path. The arcs of the library are the circles of points.
func (c *paperCanvas) loops(path vg.Path) (list []loop, closed bool) {
	for _, part := range path {
		switch part.Type {
		case vg.MoveComp:
			list = append(list, loop{c.on(part.Pos)})
		case vg.LineComp:
			list[len(list)-1] = append(list[len(list)-1], c.on(part.Pos))
		case vg.ArcComp:
			if len(list) == 0 {
				list = append(list, nil)
			}
			for i := range 13 {
				sin, cos := math.Sincos(part.Start + part.Angle*float64(i)/12)
				p := vg.Point{X: part.Pos.X + part.Radius*vg.Length(cos), Y: part.Pos.Y + part.Radius*vg.Length(sin)}
				list[len(list)-1] = append(list[len(list)-1], c.on(p))
			}
		case vg.CurveComp:
			list[len(list)-1] = append(list[len(list)-1], c.on(part.Pos))
		case vg.CloseComp:
			closed = true
		}
	}
	return list, closed
}

func (c *paperCanvas) Stroke(path vg.Path) {
	if c.state.role == none || c.state.width <= 0 {
		return
	}
	list, closed := c.loops(path)
	c.d.marks = append(c.d.marks, mark{lines: list, closed: closed, stroke: c.state.role, width: c.state.width, dashed: c.state.dashed})
}

func (c *paperCanvas) Fill(path vg.Path) {
	if c.state.role == none {
		return
	}
	list, _ := c.loops(path)
	c.d.marks = append(c.d.marks, mark{lines: list, closed: true, fill: c.state.role})
}

func (c *paperCanvas) FillString(f font.Face, p vg.Point, words string) {
	c.d.texts = append(c.d.texts, text{
		at: c.on(p), words: words, size: round(float64(f.Font.Size)), role: c.state.role, anchor: start,
		upward: math.Abs(c.state.turn-math.Pi/2) < 0.01,
	})
}
