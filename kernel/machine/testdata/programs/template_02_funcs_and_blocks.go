// Template functions, nested definitions, variables, comparison, and writers.

package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"text/template"
)

type page struct {
	Title string
	Posts []post
}
type post struct {
	Title string
	Body  string
	By    *author
}
type author struct{ First, Last string }

func (a author) Full() string     { return a.First + " " + a.Last }
func (p page) Count() int         { return len(p.Posts) }
func (p post) Short(n int) string { return p.Body[:min(n, len(p.Body))] }
func (p page) By(name string) (out []post) {
	for _, q := range p.Posts {
		if q.By != nil && q.By.First == name {
			out = append(out, q)
		}
	}
	return
}

func main() {
	t := template.New("root").Funcs(template.FuncMap{
		"up":   strings.ToUpper,
		"add":  func(a, b int) int { return a + b },
		"join": func(sep string, xs ...string) string { return strings.Join(xs, sep) },
		"fail": func() (string, error) { return "", errors.New("func failed") },
	})
	template.Must(t.Parse(`{{define "post"}}* {{.Title | up}} {{.Short 4}}{{if .By}} by {{.By.Full}}{{end}}
{{end}}{{define "main"}}{{.Title}} ({{.Count}}){{$n := 0}}
{{range .Posts}}{{$n = add $n 1}}{{$n}}{{template "post" .}}{{end}}{{join "+" "a" "b"}} {{len (.By "Al")}} {{block "foot" .}}default foot{{end}}
{{end}}`))
	p := page{"Blog", []post{{"one", "body one", &author{"Al", "Z"}}, {Title: "two"}}}
	fmt.Println(t.ExecuteTemplate(os.Stdout, "main", p))
	template.Must(t.Parse(`{{define "foot"}}own foot of {{.Title}}{{end}}`))
	var sb strings.Builder
	fmt.Println(t.ExecuteTemplate(&sb, "main", &p))
	fmt.Print(sb.String())
	_, err := template.New("x").Parse("{{if}}")
	fmt.Println(err)
	fmt.Println(template.Must(template.Must(t.Clone()).New("f").Parse("{{fail}}")).Execute(io.Discard, nil))
	m := map[string]any{"n": 3, "list": []string{"p", "q"}, "t": author{"A", "B"}}
	template.Must(template.New("m").Parse("{{.n}} {{range .list}}{{.}},{{end}} {{.t.Full}} {{.none}} {{lt .n 5}} {{slice .list 1}}\n")).Execute(os.Stdout, m)
}
