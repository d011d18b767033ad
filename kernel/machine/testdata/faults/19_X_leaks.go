package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"log/slog"
	"os"
	"strings"
	"text/template"
)

type p struct{ x, y int }
type w struct {
	P p
	s []p
	a any
	m map[string]p
	q *p
}

func main() {
	log.SetFlags(0)
	log.SetOutput(os.Stdout)
	v := p{1, 2}
	log.Printf("%+v", v)
	log.Println(v)
	fmt.Fprintf(os.Stdout, "%+v\n", v)
	fmt.Println(fmt.Sprintf("%+v", []p{v}), fmt.Sprintf("%+v", map[string]p{"a": v}), fmt.Sprintf("%+v", &v))
	fmt.Printf("%+v\n", w{P: v, s: []p{v}, a: v, m: map[string]p{"k": v}})
	var a any = v
	fmt.Printf("%+v\n", a)
	fmt.Printf("%+v\n", []any{v, v})
	args := []any{v}
	fmt.Printf("%+v\n", args...)
	f := fmt.Sprintf
	fmt.Println(f("%+v", v))
	fmt.Println(fmt.Errorf("e %+v", v))
	fmt.Println(string(fmt.Appendf(nil, "%+v", v)))
	var sb strings.Builder
	fmt.Fprintf(&sb, "%+v", v)
	fmt.Println(sb.String())
	template.Must(template.New("").Parse("{{.}} {{printf \"%+v\" .}}\n")).Execute(os.Stdout, v)
	slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == "time" {
			return slog.Attr{}
		}
		return a
	}})).Info("x", "v", v)
	b, err := json.Marshal(v)
	fmt.Println(string(b), err)
	b, err = json.Marshal(w{P: v})
	fmt.Println(string(b), err)
	fmt.Println(errors.New(fmt.Sprint(v)))
	defer func() { fmt.Printf("%+v\n", recover()) }()
	panic(v)
}
