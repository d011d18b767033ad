package main

import (
	"fmt"
	htmpl "html/template"
	"os"
	"strings"
	"text/template"
)

type Item struct {
	Name string
	Tags []string
}

func (i Item) String() string { return "item:" + i.Name }

type Box struct{ Items []Item }

func show(t string, f template.FuncMap, d any) {
	tm, err := template.New("x").Funcs(f).Parse(t)
	if err != nil {
		fmt.Println("parse:", err)
		return
	}
	var b strings.Builder
	err = tm.Execute(&b, d)
	fmt.Println(b.String(), err)
}

func main() {
	b := Box{[]Item{{"a", []string{"x", "y"}}, {"bb", nil}}}
	show(`{{len .Items}} {{range .Items}}{{len .Name}} {{end}}`, template.FuncMap{"len": func(x any) string { return fmt.Sprintf("<%v>", x) }}, b)
	show(`{{index .Items 1}} {{(index .Items 0).Name}}`, template.FuncMap{"index": func(x []Item, i int) Item { return x[len(x)-1-i] }}, b)
	show(`{{eq .Items .Items}} {{if eq (index .Items 0).Name "a"}}yes{{else}}no{{end}}`, template.FuncMap{"eq": func(a, b any) bool { return false }}, b)
	show(`{{print (index .Items 0)}} {{printf "%s" (index .Items 1)}}`, template.FuncMap{"print": func(a ...any) string { return fmt.Sprint("P", len(a)) }}, b)
	show(`{{not .Items}} {{html .Items}}`, template.FuncMap{"not": func(x []Item) Item { return x[1] }, "html": func(x []Item) Item { return x[0] }}, b)
	show(`{{call .Items}}{{slice .Items 1 2}}`, template.FuncMap{"call": func(x []Item) int { return len(x) * 100 }, "slice": func(x []Item, a, b int) []string { return x[0].Tags }}, b)
	show(`{{and .Items 1}} {{or 0 .Items}}`, template.FuncMap{"and": func(a, b any) string { return fmt.Sprint("and ", b) }, "or": func(a, b any) string { return "or" }}, b)
	show(`{{.Items | len}} {{len (index .Items 0).Tags | printf "%03d"}}`, template.FuncMap{"len": func(x any) int { return 7 }}, b)
	t := template.Must(template.New("a").Parse(`{{define "in"}}[{{len .Items}}]{{end}}{{template "in" .}}`))
	t2 := template.Must(t.Clone())
	t2.Funcs(template.FuncMap{"len": func(any) int { return 42 }})
	t.Execute(os.Stdout, b)
	t2.Execute(os.Stdout, b)
	t.Execute(os.Stdout, b)
	fmt.Println()
	h := htmpl.Must(htmpl.New("h").Funcs(htmpl.FuncMap{"len": func(x any) string { return "<b>" }, "lt": func(a, b int) bool { return a > b }}).Parse(`<p>{{len .Items}}</p>{{if lt 1 2}}lt{{end}}{{range .Items}}{{.}}{{end}}`))
	fmt.Println(h.Execute(os.Stdout, b))
}
