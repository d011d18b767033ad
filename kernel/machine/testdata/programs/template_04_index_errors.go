package main

import (
	"fmt"
	"io"
	"text/template"
)

type P struct{ X int }

func main() {
	d := map[string]any{"L": []P{}, "A": [2]P{}, "S": "ab", "PL": &[]P{{1}}, "N": []*P(nil), "B": struct{ L []*P }{}}
	for _, s := range []string{`{{index .L 0}}`, `{{index .A 2}}`, `{{index .A 3}}`, `{{index .S 2}}`, `{{index .PL 1}}`, `{{(index .L 0).X}}`, `{{index .N 0}}`, `{{with index .L 0}}{{end}}`, `{{index .L 1}}`, `{{.L | len | index .A}}`, `{{(index .B.L 0).X}}`, `{{define "x"}}{{end}}{{template "x" (index .B.L 0).X}}`, `{{template "x" index .L 0}}{{define "x"}}{{end}}`} {
		fmt.Println(template.Must(template.New("t").Parse(s)).Execute(io.Discard, d))
	}
}
