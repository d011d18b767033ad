// SPDX-License-Identifier: BSD-3-Clause

// Objects and the pointers between them.
//
// The objects of a linked structure are drawn as boxes with arrows. How they are arranged follows
// from the fields that point to objects of the same kind. Two fields are inverse if following one
// and then the other usually leads back, as next and prev or left and right do.
//
//	two inverse pairs   rows and columns, as in dancing links: objects that one pair connects are in
//	                    a row, objects that the other connects in a column
//	one inverse pair, or a single field
//	                    a list, from left to right
//	otherwise           a tree, from the top downwards
//
// Example: with fields L, R, U, D of a header and its nodes, L and R lead back to where they came
// from, and so do U and D. L and R are the horizontal pair because of their names.
//
// A structure changes while a program runs, and its picture should not jump. So an arrangement is
// computed from the value with the most objects, and all values whose objects are among them use
// it. Arrows show the pointers as they are. An object that its neighbors do not point back to has
// been removed from its list; it is dashed, like the nodes in the drawings of links (links.go).

package render

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"polka/internal/trace"
)

// heapPlaces are the arrangements of the objects of a record.
type heapPlaces struct {
	all []*heapPlace
}

// A heapPlace is an arrangement of objects.
type heapPlace struct {
	at            map[int]point // in columns and rows
	right, left   string        // fields that point along rows; "" for none
	down, up      string        // along columns
	tree          []string      // the fields of a tree, from left to right
	columns, rows float64
	labels        map[int]string
	width         float64 // of a box
	circular      bool    // some links close a circle
}

// placesOf arranges the objects of values.
func placesOf(values []*trace.Value) *heapPlaces {
	h := &heapPlaces{}
	list := slices.Clone(values)
	slices.SortStableFunc(list, func(a, b *trace.Value) int { return cmp.Compare(len(b.Order), len(a.Order)) })
	for _, v := range list {
		if len(v.Order) > 0 && h.find(v) == nil {
			if p := arrange(v); p != nil {
				h.all = append(h.all, p)
			}
		}
	}
	return h
}

// find returns the arrangement for a value, nil if there is none.
func (h *heapPlaces) find(v *trace.Value) *heapPlace {
	for _, p := range h.all {
		known := 0
		for _, n := range v.Order {
			if _, ok := p.at[n]; ok {
				known++
			} else if links(v.Objects[n], v) {
				known = -len(v.Order)
			}
		}
		if known > 0 {
			return p
		}
	}
	return nil
}

// links reports whether an object has a pointer to another object of the value.
func links(o, v *trace.Value) bool {
	if o == nil || o.Form != trace.Struct {
		return false
	}
	return slices.ContainsFunc(o.Items, func(x *trace.Value) bool { return x.Form == trace.Pointer && v.Objects[x.Ref] != nil })
}

// fieldOf returns the object to which a field points, 0 if there is no such field or no pointer.
func fieldOf(o *trace.Value, name string) int {
	if o == nil {
		return 0
	}
	for i, n := range o.Names {
		if n == name && o.Items[i].Form == trace.Pointer {
			return o.Items[i].Ref
		}
	}
	return 0
}

// nodesOf returns the structs that are linked to each other: those with the same fields as the
// first struct that points to one with its own fields. It also returns the fields that link them.
func nodesOf(v *trace.Value) (nodes []int, fields []string) {
	shape := func(o *trace.Value) string { return strings.Join(o.Names, " ") }
	for _, n := range v.Order {
		o := v.Objects[n]
		if o.Form != trace.Struct {
			continue
		}
		same := func(x *trace.Value) bool {
			to := v.Objects[x.Ref]
			return x.Form == trace.Pointer && to != nil && to.Form == trace.Struct && shape(to) == shape(o)
		}
		if !slices.ContainsFunc(o.Items, same) {
			continue
		}
		for _, k := range v.Order {
			if x := v.Objects[k]; x.Form == trace.Struct && shape(x) == shape(o) {
				nodes = append(nodes, k)
			}
		}
		for i, name := range o.Names {
			for _, k := range nodes {
				x := v.Objects[k].Items[i]
				to := v.Objects[x.Ref]
				if x.Form == trace.Pointer && to != nil && to.Form == trace.Struct && shape(to) == shape(o) {
					fields = append(fields, name)
					break
				}
			}
		}
		return nodes, fields
	}
	return nil, nil
}

// Names of fields that say where they lead.
var (
	leftNames  = strings.Fields("l left prev previous llink west back last")
	rightNames = strings.Fields("r right next rlink east forward")
	upNames    = strings.Fields("u up ulink above north")
	downNames  = strings.Fields("d down dlink below south")
	headNames  = strings.Fields("c col column h head header top item owner colhead")
	upwards    = strings.Fields("parent p up father mother")
)

func named(list []string, name string) bool { return slices.Contains(list, strings.ToLower(name)) }

// arrange finds the places of the objects of a value, nil if no pointers connect them.
func arrange(v *trace.Value) *heapPlace {
	nodes, fields := nodesOf(v)
	if len(nodes) == 0 {
		return nil
	}
	p := &heapPlace{at: map[int]point{}, labels: map[int]string{}}
	to := func(n int, field string) int {
		k := fieldOf(v.Objects[n], field)
		if !slices.Contains(nodes, k) {
			return 0
		}
		return k
	}
	inverse := func(a, b string) bool {
		yes, no := 0, 0
		for _, n := range nodes {
			if k := to(n, a); k != 0 {
				if to(k, b) == n {
					yes++
				} else {
					no++
				}
			}
		}
		return yes > 0 && yes >= 2*no
	}
	var pairs [][2]string
	used := map[string]bool{}
	for i, a := range fields {
		for _, b := range fields[i+1:] {
			if !used[a] && !used[b] && !named(upwards[:2], a) && !named(upwards[:2], b) && inverse(a, b) && inverse(b, a) {
				pairs = append(pairs, [2]string{a, b})
				used[a], used[b] = true, true
			}
		}
	}
	// The second field of a pair leads forward.
	for i, q := range pairs {
		if named(leftNames, q[1]) || named(upNames, q[1]) || named(rightNames, q[0]) || named(downNames, q[0]) {
			pairs[i] = [2]string{q[1], q[0]}
		}
	}
	if len(pairs) >= 2 && (named(rightNames, pairs[1][1]) || named(downNames, pairs[0][1])) {
		pairs[0], pairs[1] = pairs[1], pairs[0]
	}
	children := slices.DeleteFunc(slices.Clone(fields), func(f string) bool { return named(upwards, f) || named(headNames, f) || used[f] })
	switch {
	case len(pairs) >= 2:
		p.circular = true
		p.left, p.right, p.up, p.down = pairs[0][0], pairs[0][1], pairs[1][0], pairs[1][1]
		p.mesh(nodes, to)
	case len(pairs) == 1 && len(children) < 2:
		p.left, p.right = pairs[0][0], pairs[0][1]
		p.list(nodes, to)
	case len(children) == 1:
		p.right = children[0]
		p.list(nodes, to)
	default:
		if p.tree = children; len(children) == 0 {
			p.tree = fields
		}
		p.layers(nodes, to)
	}
	p.width = 24
	for _, n := range nodes {
		p.labels[n] = nodeLabel(v, n)
		p.width = max(p.width, blockLetter*float64(utf8.RuneCountInString(p.labels[n]))+10)
	}
	for _, q := range p.at {
		p.columns, p.rows = max(p.columns, q.x), max(p.rows, q.y)
	}
	return p
}

// nodeLabel returns what is written in the box of an object: its own name, or that of its head.
func nodeLabel(v *trace.Value, n int) string {
	o := v.Objects[n]
	if o == nil {
		return "•"
	}
	own := v.Label(n)
	isText := slices.ContainsFunc(o.Items, func(x *trace.Value) bool { return x.Form == trace.Word && len(x.Text) > 2 && x.Text[0] == '"' })
	if !isText {
		for i, name := range o.Names {
			if x := o.Items[i]; named(headNames, name) && x.Form == trace.Pointer && x.Ref != n && v.Objects[x.Ref] != nil {
				if s := v.Label(x.Ref); !strings.HasPrefix(s, "#") {
					return shorten(s, 10)
				}
			}
		}
	}
	if strings.HasPrefix(own, "#") {
		own = "•"
	}
	return shorten(own, 10)
}

// list places nodes in a row, in the order of the field that leads to the right.
func (p *heapPlace) list(nodes []int, to func(int, string) int) {
	begins := map[int]bool{}
	for _, n := range nodes {
		begins[n] = true
	}
	for _, n := range nodes {
		if k := to(n, p.right); k != n {
			delete(begins, k)
		}
	}
	x, y := 0.0, 0.0
	walk := func(n int) {
		begun := x
		for first := n; n != 0; n = to(n, p.right) {
			if _, ok := p.at[n]; ok {
				p.circular = p.circular || n == first && x > begun
				return
			}
			if x >= 32 {
				x, y = 0, y+1
			}
			p.at[n] = point{x, y}
			x++
		}
	}
	for _, n := range nodes {
		if begins[n] {
			walk(n)
		}
	}
	for _, n := range nodes {
		walk(n) // circles
	}
}

// mesh places nodes in rows and columns.
func (p *heapPlace) mesh(nodes []int, to func(int, string) int) {
	class := func(a, b string) map[int]int {
		root := map[int]int{}
		var find func(int) int
		find = func(n int) int {
			if root[n] != n {
				root[n] = find(root[n])
			}
			return root[n]
		}
		for _, n := range nodes {
			root[n] = n
		}
		for _, n := range nodes {
			for _, f := range []string{a, b} {
				if k := to(n, f); k != 0 {
					root[find(n)] = find(k)
				}
			}
		}
		all := map[int]int{}
		for _, n := range nodes {
			all[n] = find(n)
		}
		return all
	}
	row, column := class(p.left, p.right), class(p.up, p.down)
	first := nodes[0]
	var columns []int
	enter := func(c int) {
		if !slices.Contains(columns, c) {
			columns = append(columns, c)
		}
	}
	for n, seen := first, map[int]bool{}; n != 0 && !seen[n]; n = to(n, p.right) {
		seen[n] = true
		enter(column[n])
	}
	for _, n := range nodes {
		enter(column[n])
	}
	// Rows come in the order of the columns, which is partial: the next row is the first found of
	// those that no other row must precede.
	top := row[first]
	before := map[int]map[int]bool{}
	var rows, left []int
	for _, n := range nodes {
		if r := row[n]; before[r] == nil {
			before[r] = map[int]bool{}
			left = append(left, r)
		}
	}
	for _, n := range nodes {
		if k := to(n, p.down); k != 0 && row[k] != top && row[k] != row[n] {
			before[row[k]][row[n]] = true
		}
	}
	for len(left) > 0 {
		i := slices.IndexFunc(left, func(r int) bool {
			for q := range before[r] {
				if slices.Contains(left, q) {
					return false
				}
			}
			return true
		})
		i = max(i, 0)
		rows = append(rows, left[i])
		left = slices.Delete(left, i, i+1)
	}
	taken := map[point]bool{}
	for _, n := range nodes {
		at := point{float64(slices.Index(columns, column[n])), float64(slices.Index(rows, row[n]))}
		for taken[at] {
			at.x += 0.5
		}
		taken[at] = true
		p.at[n] = at
	}
}

// layers places nodes as a tree: children below their parent, in the order of the fields.
func (p *heapPlace) layers(nodes []int, to func(int, string) int) {
	isChild := map[int]bool{}
	for _, n := range nodes {
		for _, f := range p.tree {
			if k := to(n, f); k != 0 && k != n {
				isChild[k] = true
			}
		}
	}
	next := 0.0
	var place func(n int, depth float64)
	place = func(n int, depth float64) {
		p.at[n] = point{-1, depth}
		var placed []float64
		for i, f := range p.tree {
			k := to(n, f)
			_, known := p.at[k]
			switch {
			case k != 0 && !known && depth < 40:
				place(k, depth+1)
				placed = append(placed, p.at[k].x)
			case k == 0 && len(p.tree) == 2 && to(n, p.tree[1-i]) != 0:
				placed = append(placed, next) // the place of a missing child
				next++
			}
		}
		x := next
		if len(placed) > 0 {
			x = (slices.Min(placed) + slices.Max(placed)) / 2
		} else {
			next++
		}
		p.at[n] = point{x, depth}
	}
	for _, again := range []bool{false, true} {
		for _, n := range nodes {
			if _, ok := p.at[n]; !ok && (again || !isChild[n]) {
				place(n, 0)
			}
		}
	}
}

// draw draws a value whose objects have an arrangement.
func (h *heapPlaces) draw(v *trace.Value) (diagram, bool) {
	p := h.find(v)
	if p == nil {
		return diagram{}, false
	}
	const high = 20.0
	stepX, stepY := p.width+20, 46.0
	if p.tree != nil {
		stepX = (p.width + 12)
	}
	left, top := 26.0+p.width/2, 40.0
	if p.up == "" && p.left == "" {
		left, top = 8+p.width/2, 24
	}
	if stepX*p.columns > 2*blockWidth {
		stepX = max(p.width+16, 2*blockWidth/p.columns)
	}
	var nodes []int
	index := map[int]int{}
	for _, n := range v.Order {
		if _, ok := p.at[n]; ok && v.Objects[n].Form == trace.Struct {
			index[n] = len(nodes)
			nodes = append(nodes, n)
		}
	}
	at := make([]point, len(nodes))
	for i, n := range nodes {
		q := p.at[n]
		at[i] = point{left + q.x*stepX, top + q.y*stepY}
	}
	d := diagram{width: left + p.columns*stepX + p.width/2 + 26, height: top + p.rows*stepY + high/2 + 26}
	if p.up == "" && p.left == "" {
		d.width, d.height = left+p.columns*stepX+p.width/2+8, top+p.rows*stepY+high/2+8
	}
	d.summary = fmt.Sprintf("%d objects and their pointers", len(nodes))
	c := &circles{out: make([]bool, len(nodes))}
	table := func(field string) []int {
		t := make([]int, len(nodes))
		for i, n := range nodes {
			t[i] = i
			if field == "" {
				continue
			}
			if k, ok := index[fieldOf(v.Objects[n], field)]; ok {
				t[i] = k
			}
		}
		return t
	}
	c.left, c.right, c.up, c.down = table(p.left), table(p.right), table(p.up), table(p.down)
	removed := func(i int, a, b []int, one, other string) bool {
		if one == "" || other == "" || a[i] == i && b[i] == i {
			return false
		}
		return b[a[i]] != i && a[b[i]] != i
	}
	for i := range nodes {
		c.out[i] = removed(i, c.left, c.right, p.left, p.right) || removed(i, c.up, c.down, p.up, p.down)
	}
	if p.tree != nil {
		p.branches(&d, v, nodes, index, at)
	} else {
		w := weaver{g: &d, c: c, at: at, width: p.width, height: high, circular: p.circular, west: 4, north: 12, east: d.width - 4, south: d.height - 6}
		for i := range nodes {
			w.horizontal(i)
			w.vertical(i)
		}
		w.flush()
	}
	current := 0
	if v.Form == trace.Pointer {
		current = v.Ref
	}
	in := mark{closed: true, fill: hue(0), stroke: print, width: 1.2}
	now := mark{closed: true, fill: hue(1), stroke: print, width: 2.4}
	blank, out := mark{closed: true, fill: paper}, mark{closed: true, stroke: muted, width: 1.2, dashed: true}
	nowOut := mark{closed: true, stroke: strange, width: 2.4, dashed: true}
	var texts []text
	for i, n := range nodes {
		box := rectangle(at[i].x-p.width/2, at[i].y-high/2, p.width, high)
		t := text{at: point{at[i].x, at[i].y + 4.3}, words: nodeLabel(v, n), size: blockText, role: print}
		switch {
		case c.out[i]:
			blank.lines = append(blank.lines, box)
			t.role = muted
			if n == current {
				nowOut.lines, t.role, t.bold = append(nowOut.lines, box), ink, true
			} else {
				out.lines = append(out.lines, box)
			}
		case n == current:
			now.lines, t.bold = append(now.lines, box), true
		default:
			in.lines = append(in.lines, box)
		}
		texts = append(texts, t)
	}
	d.add(in, now, blank, out, nowOut)
	slices.SortStableFunc(texts, func(a, b text) int { return cmp.Compare(int(a.role), int(b.role)) })
	d.texts = append(d.texts, texts...)
	// Fields of the objects that have not been drawn.
	if v.Form == trace.Struct || v.Form == trace.List || v.Form == trace.Map {
		b := blockPart(v, v, 0)
		b.move(0, d.height+6)
		d.marks, d.texts = append(d.marks, b.marks...), append(d.texts, b.texts...)
		d.width, d.height = max(d.width, b.width), d.height+6+b.height
	}
	d.width, d.height = math.Ceil(d.width), math.Ceil(d.height)
	return d, true
}

// branches draws the pointers of a tree.
func (p *heapPlace) branches(d *diagram, v *trace.Value, nodes []int, index map[int]int, at []point) {
	var a arrows
	const half = 10.0
	for i, n := range nodes {
		for _, f := range p.tree {
			k, ok := index[fieldOf(v.Objects[n], f)]
			if !ok || k == i {
				continue
			}
			from, to := at[i], at[k]
			sign := 1.0
			if to.y < from.y {
				sign = -1
			}
			points := loop{{from.x, from.y + sign*half}, {to.x, to.y - sign*half}}
			if to.y == from.y {
				points = loop{{from.x, from.y + half}, {(from.x + to.x) / 2, from.y + 2*half}, {to.x, to.y + half}}
			}
			a.lines = append(a.lines, points)
			a.heads = append(a.heads, arrowHead(points[len(points)-2], points[len(points)-1], 7))
		}
	}
	if len(a.lines) > 0 {
		d.marks = append(d.marks, mark{lines: a.lines, stroke: strange, width: 1.3}, mark{lines: a.heads, closed: true, fill: strange})
	}
}
