// text/template with fields, methods, range, with, maps and pipelines on own types.

package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"text/template"
)

type item struct {
	Name  string
	Price float64
	Tags  []string
	qty   int
}

func (i item) Total(n int) float64 { return i.Price * float64(n) }
func (i *item) Upper() string      { return strings.ToUpper(i.Name) }
func (i item) Check() (string, error) {
	if i.Price > 5 {
		return "", errors.New("too expensive")
	}
	return "ok", nil
}

type level int

func (l level) String() string { return [...]string{"low", "high"}[l] }

type cart struct {
	Owner map[string]string
	Items []*item
	Level level
	Fn    func(string) string
	Inner struct{ A, B int }
	Empty []int
	Any   any
}

const text = `{{.Owner.name}} {{.Level}} {{printf "%d" .Level}} {{.Inner.A}}-{{.Inner.B}}
{{range $i, $e := .Items}}{{$i}} {{.Name}} {{.Upper}} {{.Total 3}} {{range .Tags}}<{{.}}>{{else}}no tags{{end}}
{{end}}{{with .Any}}any {{.}}{{else}}no any{{end}} {{if and .Items (gt (len .Items) 1)}}many{{end}}
{{call .Fn "x"}} {{range .Empty}}{{else}}empty{{end}} {{index .Items 1 | printf "%v" | len}} {{len .Owner}}
{{- range $k, $v := .Owner}} {{$k}}={{$v}}{{end}} {{eq .Level 1}} {{not true}} {{(index .Items 0).Name | printf "%q"}}
`

func main() {
	c := cart{Owner: map[string]string{"name": "bo", "age": "5"}, Items: []*item{{"a", 2, []string{"x", "y"}, 1}, {Name: "b", Price: 9}}, Level: 1}
	c.Fn = func(s string) string { return s + s }
	c.Inner.B = 2
	err := template.Must(template.New("t").Parse(text)).Execute(os.Stdout, c)
	fmt.Println(err)
	for _, s := range []string{"{{.Missing}}", "{{(index .Items 1).Check}}", "{{(index .Items 0).qty}}", "{{.Fn}}", "{{index .Items 5}}"} {
		err := template.Must(template.New("e").Parse(s)).Execute(io.Discard, c)
		fmt.Println(err != nil)
	}
}
