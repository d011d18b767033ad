// A text editor with commands as interface values, undo and redo stacks.

package main

import (
	"fmt"
	"slices"
	"unicode/utf8"
)

type command interface {
	do(*editor)
	undo(*editor)
}
type editor struct {
	text       []rune
	done, redo []command
}
type insert struct {
	at int
	s  string
}
type remove struct {
	at, n int
	old   []rune
}
type macro []command

func (c insert) do(e *editor) { e.text = slices.Insert(e.text, c.at, []rune(c.s)...) }
func (c insert) undo(e *editor) {
	e.text = slices.Delete(e.text, c.at, c.at+utf8.RuneCountInString(c.s))
}
func (c *remove) do(e *editor) {
	c.old = slices.Clone(e.text[c.at : c.at+c.n])
	e.text = slices.Delete(e.text, c.at, c.at+c.n)
}
func (c *remove) undo(e *editor) { e.text = slices.Insert(e.text, c.at, c.old...) }
func (m macro) do(e *editor) {
	for _, c := range m {
		c.do(e)
	}
}
func (m macro) undo(e *editor) {
	for _, c := range slices.Backward(m) {
		c.undo(e)
	}
}

func (e *editor) run(c command) *editor { c.do(e); e.done, e.redo = append(e.done, c), nil; return e }
func move(from, to *[]command, f func(command)) bool {
	n := len(*from) - 1
	if n < 0 {
		return false
	}
	c := (*from)[n]
	*from, *to = (*from)[:n], append(*to, c)
	f(c)
	return true
}
func (e *editor) undo1() bool { return move(&e.done, &e.redo, func(c command) { c.undo(e) }) }
func (e *editor) redo1() bool { return move(&e.redo, &e.done, func(c command) { c.do(e) }) }

func main() {
	e := &editor{}
	e.run(insert{0, "hello wörld"}).run(&remove{0, 6, nil}).run(macro{insert{0, "<"}, insert{6, ">"}})
	fmt.Println(string(e.text))
	for e.undo1() {
		fmt.Printf("%q ", string(e.text))
	}
	fmt.Println(len(e.redo))
	for e.redo1() {
		fmt.Printf("%q ", string(e.text))
	}
	fmt.Println(len(e.done))
	e.undo1()
	e.run(insert{5, "!"})
	fmt.Println(string(e.text), e.redo1())
}
