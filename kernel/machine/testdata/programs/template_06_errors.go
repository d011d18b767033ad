package main

import (
	"fmt"
	htmpl "html/template"
	"os"
	"text/template"
)

type Money int

func (m Money) String() string { return fmt.Sprintf("$%d", int(m)) }

type P struct{ X, Y Money }
type E struct{ Code int }

func (e E) Error() string { return fmt.Sprint("E", e.Code) }

type Line struct {
	Name  string
	Price Money
}
type Order struct {
	ID    int
	Lines []Line
	Name  string
	F     float64
	B     bool
	Any   any
}

func (o Order) Pick(i int) Line { return o.Lines[i] }

func main() {
	o := Order{ID: 3, Lines: []Line{{"nut", 2}, {"bolt", 10}}, Name: "n", Any: map[string]any{"m": Money(3), "p": P{1, 2}, "e": E{4}, "l": []any{Money(1), nil}}}
	fm := template.FuncMap{"add": func(a, b int) int { return a + b }, "neg": func(m Money) Money { return -m }, "many": func(s string, m ...Money) string { return s + fmt.Sprint(m) }, "two": func(a, b Money, c int) string { return fmt.Sprint(a, b, c) }}
	t := template.Must(template.New("t").Funcs(fm).Parse(`{{(index .Lines 0).Price}} {{(index .Lines 1).Name | printf "%q"}} {{((index .Lines 1)).Name}} {{(.Pick 1).Price}} {{(.Pick (add 1 -1)).Name}} {{.Any}} {{.Any.m}} {{.Any.p}} {{.Any.l}} {{with .Any}}{{.e}}{{end}}{{block "x" .}}[{{(index .Lines 0).Name}}]{{end}}` + "\n"))
	fmt.Println(t.Execute(os.Stdout, o), t.Execute(os.Stdout, &o))
	c := template.Must(template.Must(t.Clone()).Parse(`{{define "x"}}<{{(index .Lines 1).Name}}>{{end}}`))
	fmt.Println(c.Execute(os.Stdout, o), t.Execute(os.Stdout, o), c.ExecuteTemplate(os.Stdout, "x", &o))
	for _, bad := range []string{`{{range "añ"}}{{end}}`, `{{range $i, $c := "añ"}}{{end}}`, `{{range .Name}}{{end}}`, `{{range .F}}{{end}}`, `{{range .B}}x{{end}}`, `{{range 1.5}}{{end}}`, `{{range true}}{{end}}`, `{{range .ID}}{{.}}{{end}}`, `{{range $x := (print .ID | printf "%s")}}{{end}}`,
		`{{add 1}}`, `{{.ID | add}}`, `{{add 1 2 3}}`, `{{1 | add 1 2}}`, `{{.F | add 1}}`, `{{"x" | add 1}}`, `{{"x" | neg}}`, `{{neg "x"}}`, `{{neg .Name}}`, `{{.Name | neg}}`, `{{.Pick "a"}}`, `{{"a" | .Pick}}`, `{{.Pick}}`, `{{.Pick 1 2}}`, `{{many}}`, `{{many 1}}`, `{{many "s" 1 "x"}}`, `{{.F | many "s" 1}}`, `{{.ID | many "s"}}`, `{{.Lines | two 1 2}}`, `{{two 1 2 .Name}}`, `{{two 1 (neg 2) .F}}`, `{{(index .Lines 5).Name}}`, `{{(index .Lines 0).Nope}}`, `{{(.Pick 0).Nope.X}}`, `{{(.Any).q.r}}`, `{{(add 1).X}}`, `{{print (neg .Name)}}`, `{{if neg .F}}{{end}}`, `{{with $x := add .F 1}}{{end}}`} {
		t, err := template.New("bad").Funcs(fm).Parse(bad)
		if err != nil {
			fmt.Println("parse:", err)
			continue
		}
		fmt.Println(bad, t.Execute(os.Stdout, o))
	}
	h := htmpl.Must(htmpl.New("h").Funcs(fm).Parse(`<a href="/s?q={{.m}}&r={{.all}}" onclick='f({{.all}})' title="{{.all}}">{{.all}}</a><script>var x = {{.all}}, y = {{.m}}, z = {{.p}}, e = {{.e}}, l = {{.l}};</script>{{range .l}}{{.}},{{end}} {{(index .l 1).X}}` + "\n"))
	d := map[string]any{"m": Money(3), "p": P{1, 2}, "e": E{4}, "l": []any{Money(1), P{3, 4}, nil}}
	d["all"] = map[string]any{"m": Money(3), "l": []any{Line{"<n>", 1}, P{5, 6}}}
	fmt.Println(h.Execute(os.Stdout, d))
	fmt.Println(h.Execute(os.Stdout, d))
	type priv struct {
		A any
		b any
	}
	for _, v := range []any{&d, []any{Money(1), "x"}, [2]any{E{1}, Money(2)}, map[any]any{Money(1): Money(2)}, struct{ A any }{Money(4)}, priv{Money(1), Money(2)}, &priv{A: E{3}}, []error{E{1}, nil}, []fmt.Stringer{Money(1)}, error(E{5})} {
		fmt.Println(template.Must(template.New("v").Parse("{{.}} {{print .}} {{printf \"%v\" .}}")).Execute(os.Stdout, v))
		fmt.Println(htmpl.Must(htmpl.New("v").Parse("{{.}}")).Execute(os.Stdout, v))
	}
}
