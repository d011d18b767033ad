// Templates calling methods with arguments, on pointers, on map values, on named types and errors.

package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"text/template"
)

type num int

func (n num) Add(o int) num { return n + num(o) }
func (n num) Even() bool    { return n%2 == 0 }
func (n *num) Ptr() string  { return fmt.Sprint("ptr", int(*n)) }

type names []string

func (ns names) Join(sep string) string { return strings.Join(ns, sep) }
func (ns names) First() (string, error) {
	if len(ns) == 0 {
		return "", errors.New("no names")
	}
	return ns[0], nil
}

type tree struct {
	Label string
	Kids  []*tree
	Attrs map[string]num
}

func (t *tree) Depth() int {
	d := 0
	for _, k := range t.Kids {
		d = max(d, k.Depth())
	}
	return d + 1
}

func run(text string, data any) {
	t, err := template.New("t").Option("missingkey=zero").Parse(text)
	if err != nil {
		fmt.Println("parse:", err)
		return
	}
	if err := t.Execute(os.Stdout, data); err != nil {
		fmt.Print(" !", errors.Unwrap(err) != nil)
	}
	fmt.Println()
}

func main() {
	n := num(3)
	run("{{.Add 4}} {{.Even}} {{(.Add 1).Even}} {{. | printf \"%03d\"}}", n)
	run("{{.Ptr}} {{.Add 2}}", &n)
	run("{{.Join \"-\"}} {{.First}} {{len .}} {{index . 1}}", names{"a", "b"})
	run("{{.First}}", names{})
	t := &tree{"root", []*tree{{Label: "x"}, {"y", []*tree{{Label: "z"}}, nil}}, map[string]num{"k": 8}}
	run(`{{define "n"}}({{.Label}}{{range .Kids}}{{template "n" .}}{{end}}){{end}}{{template "n" .}} {{.Depth}} {{.Attrs.k.Even}} {{.Attrs.zz}}`, t)
	run("{{range $i, $k := .Kids}}{{if $i}}, {{end}}{{$k.Label}}{{with $k.Kids}}+{{len .}}{{end}}{{end}}", t)
	run("{{with $x := 5}}{{$x}}{{end}} {{range 3}}{{.}}{{end}} {{- /* c */ -}} !{{break}}", nil)
	run("{{range .}}{{if eq . 2}}{{continue}}{{end}}{{if gt . 3}}{{break}}{{end}}{{.}}{{end}}", []int{1, 2, 3, 4})
	run("{{html .}} {{js .}} {{print . 1 2 .}} {{printf \"%q\" .}} {{slice . 1 2}}", "<a>")
}
