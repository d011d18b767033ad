// Nodes made in loops and recursion, kept in slices, maps and parents.

package main

import "fmt"

type node interface {
	add(node) node
	text() string
}
type elem struct {
	tag  string
	kids []node
}
type leaf struct{ s string }

func (e *elem) add(n node) node { e.kids = append(e.kids, n); return e }
func (e *elem) text() string {
	s := ""
	for _, k := range e.kids {
		s += k.text()
	}
	return "<" + e.tag + ">" + s + "</" + e.tag + ">"
}
func (l *leaf) add(n node) node { l.s += n.text(); return l }
func (l *leaf) text() string    { return l.s }

func build(depth int) node {
	if depth == 0 {
		return &leaf{"x"}
	}
	var n node = &elem{tag: fmt.Sprint("d", depth)}
	for i := range 2 {
		if i == 1 {
			n.add(&leaf{fmt.Sprint(depth)})
			continue
		}
		n.add(build(depth - 1))
	}
	return n
}

func main() {
	fmt.Println(build(3).text())
	ul := &elem{tag: "ul"}
	index := map[string]node{}
	for _, w := range []string{"a", "b"} {
		var li node = &elem{tag: "li"}
		li.add(&leaf{w})
		index[w] = li
		ul.add(li)
	}
	index["a"].add(&leaf{"!"})
	fmt.Println(ul.text())
	var stack []node
	for i := range 3 {
		stack = append(stack, node(&leaf{fmt.Sprint(i)}))
	}
	for len(stack) > 1 {
		n := len(stack)
		stack[n-2].add(stack[n-1])
		stack = stack[:n-1]
	}
	fmt.Println(stack[0].text())
	type row struct {
		n node
		m map[int]node
	}
	rows := []row{}
	for i := range 2 {
		rows = append(rows, row{&leaf{fmt.Sprint("r", i)}, map[int]node{i: &leaf{fmt.Sprint("m", i)}}})
	}
	fmt.Println(rows[0].n.text(), rows[1].n.text(), rows[0].m[0].text(), rows[1].m[1].text())
}
