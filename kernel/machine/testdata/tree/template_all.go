// text/template and html/template with own types: fields, methods, functions, comparison, ranges, errors.

package main

import (
	"errors"
	"fmt"
	htmltemplate "html/template"
	"iter"
	"sort"
	"strings"
	"text/template"
)

type ID int
type Name string
type Temp float64

func (t Temp) String() string     { return fmt.Sprintf("%.1f°", float64(t)) }
func (t Temp) Add(d float64) Temp { return t + Temp(d) }

type Flag bool
type Names []Name
type Tags map[Name]ID
type Addr struct {
	Street string
	zip    int
}

func (a *Addr) Full() string { return a.Street + "!" }
func (a Addr) Zip() int      { return a.zip }

type Base struct{ Id ID }

func (b Base) Hello(s string) string { return "hello " + s + fmt.Sprint(b.Id) }

type Person struct {
	Base
	Name    Name
	Age     int
	Addr    Addr
	PAddr   *Addr
	NilAddr *Addr
	Tags    Tags
	Names   Names
	Temp    Temp
	On      Flag
	Off     Flag
	Friends []*Person
	M       map[string]any
	F       func(ID) Name
	Any     any
	Err     error
	Sh      Shape
	priv    string
	Fl      fmt.Stringer
	Arr     [2]ID
	Zero    Temp
}

func (p *Person) Rename(n Name) Name { p.Name = n; return n }
func (p Person) Sum(xs ...int) (t int) {
	for _, x := range xs {
		t += x
	}
	return t + p.Age
}
func (p Person) Fail() (string, error) { return "", errors.New("failed") }
func (p Person) Two() (int, int)       { return 1, 2 }
func (p Person) Same(q *Person) bool   { return q.Name == p.Name }
func (p Person) Ids(ids ...ID) string  { return fmt.Sprint(ids) }
func (p Person) Opt(a *Addr) bool      { return a == nil }
func (p Person) Panic() string         { panic("ouch") }
func (p Person) Get() any              { return p.Addr }
func (p Person) Sq(x float64) float64  { return x * x }
func (p Person) Seq() iter.Seq[Name] {
	return func(yield func(Name) bool) {
		for _, n := range p.Names {
			if !yield(n) {
				return
			}
		}
	}
}
func (p Person) Seq2() iter.Seq2[ID, Temp] {
	return func(yield func(ID, Temp) bool) { _ = yield(1, 2) && yield(3, 4) }
}
func (p Person) Map() map[Temp]*Addr { return map[Temp]*Addr{2: {Street: "b"}, 1: {Street: "a"}} }

type Shape interface{ Area() float64 }
type Sq struct{ S float64 }

func (s Sq) Area() float64 { return s.S * s.S }

type Err struct{ Code int }

func (e *Err) Error() string { return fmt.Sprint("err ", e.Code) }

type Pt struct{ x, y int }

func (p *Pt) String() string { return fmt.Sprint("<", p.x, ",", p.y, ">") }

type Holder struct {
	P  Pt
	PP *Pt
}

func run(text string, data any) {
	t, err := template.New("t").Funcs(funcs).Parse(text)
	if err != nil {
		fmt.Println("parse", err)
		return
	}
	var b strings.Builder
	err = t.Execute(&b, data)
	fmt.Printf("%s | %v\n", b.String(), err)
}

var funcs = template.FuncMap{
	"upper":  strings.ToUpper,
	"up":     func(n Name) Name { return Name(strings.ToUpper(string(n))) },
	"mk":     func(s string, n int) Person { return Person{Name: Name(s), Age: n} },
	"ident":  func(x any) any { return x },
	"kind":   func(x any) string { return fmt.Sprintf("%T", x) },
	"idadd":  func(a, b ID) ID { return a + b },
	"names":  func() Names { return Names{"q", "r"} },
	"bad":    func() (Temp, error) { return 0, errors.New("bad func") },
	"cat":    func(sep string, xs ...any) string { return fmt.Sprint(len(xs)) + sep },
	"zero":   func() any { return ID(0) },
	"area":   func(s Shape) float64 { return s.Area() },
	"person": func(p *Person) Name { return p.Name },
}

func main() {
	p := Person{Base: Base{4}, Name: "Ann", Age: 30, Addr: Addr{"Main", 5}, PAddr: &Addr{"Side", 6}, Tags: Tags{"b": 2, "a": 1}, Names: Names{"x", "y"}, Temp: 21.55, On: true, M: map[string]any{"k": Temp(1), "p": &Addr{"Deep", 7}}, F: func(i ID) Name { return Name(fmt.Sprint("f", i)) }, Any: ID(7), Err: &Err{3}, Sh: Sq{2}, priv: "p", Fl: Temp(3), Arr: [2]ID{8, 9}}
	p.Friends = []*Person{{Name: "Bob", Age: 3, Temp: 1}, {Name: "Cy"}}
	all := []string{
		"{{.Name}} {{.Age}} {{.Id}} {{.Base.Id}} {{.Temp}} {{.On}} {{.Any}} {{.Err}} {{.Sh}} {{.Arr}} {{.Names}} {{.Tags}} {{.Zero}}",
		"{{.Hello \"you\"}} {{.Temp.Add 1.5}} {{.Temp.Add 2}} {{(.Temp.Add 1).Add 2}} {{.Sum}} {{.Sum 1 2}} {{3 | .Sum 1}}",
		"{{.Addr.Street}} {{.PAddr.Street}} {{.PAddr.Full}} {{.Addr.Zip}} {{.NilAddr}} {{.M.k}} {{.M.p.Full}} {{.M.p.Street}} {{.M.none}} {{.Tags.a}} {{.Tags.zz}}",
		"{{if .On}}on{{end}}{{if .Off}}off{{else}}not off{{end}}{{if .Zero}}z{{else}}zero{{end}}{{if .NilAddr}}n{{end}}{{if .Addr}}a{{end}}{{if and .On .Name}}both{{end}}{{if or .Off .Zero}}x{{else}}none{{end}}{{if not .Off}}notoff{{end}}",
		"{{and .On .Zero}} {{or .Zero .Name}} {{and .Name .Temp}}",
		"{{with .PAddr}}{{.Street}}{{$.Name}}{{end}}{{with .NilAddr}}x{{else}}nil{{end}}{{with $n := .Name}}{{$n}}{{.}}{{end}}{{with .Zero}}{{else with .Temp}}{{.}}{{end}}",
		"{{range .Names}}[{{.}}]{{end}}{{range $i, $n := .Names}}{{$i}}={{$n}};{{end}}{{range $k, $v := .Tags}}{{$k}}:{{$v}},{{end}}{{range .Tags}}{{.}}{{end}}{{range .Friends}}{{.Name}}{{.Temp}}{{else}}none{{end}}{{range .Arr}}{{.}}{{end}}{{range .Friends}}{{range .Friends}}{{else}}no{{end}}{{end}}",
		"{{range $i, $f := .Friends}}{{if $i}}, {{end}}{{$f.Name}} {{$f.Hello \"q\"}} {{$f.Rename \"new\"}} {{$f.Name}}{{end}}",
		"{{range .Id}}{{.}}{{end}} {{range .Seq}}{{.}}{{end}} {{range $a, $b := .Seq2}}{{$a}}>{{$b}} {{end}}{{range $k, $v := .Map}}{{$k}}{{$v.Full}}{{end}}{{range .Names}}{{.}}{{break}}{{end}}",
		"{{len .Names}} {{len .Name}} {{len .Tags}} {{len .Arr}} {{index .Names 1}} {{index .Tags \"a\"}} {{index .Arr 1}} {{slice .Name 1 2}} {{slice .Names 1}} {{index .M \"k\"}} {{index .Friends 0 | .Same}}",
		"{{eq .Id 4}} {{ne .Name \"Ann\"}} {{lt .Temp 30.0}} {{ge .Id 4}} {{gt .Age 3}} {{le .Name \"B\"}} {{eq .Name \"x\" \"Ann\"}} {{eq .Any 7}} {{eq .NilAddr nil}} {{eq .Addr .Addr}} {{eq .On true}}",
		"{{.Name | printf \"%q %s\" .Id}} {{printf \"%05.2f %v %T\" .Temp .Temp .Temp}} {{print .Name 1 2}} {{println .Temp}} {{html .Name}} {{.Name | urlquery}} {{js .Name}} {{printf \"%d\" .Id}}",
		"{{up .Name}} {{.Name | up}} {{(mk \"zed\" 3).Name}} {{(mk \"zed\" 3).Sum 4}} {{ident .Temp}} {{kind .Temp}} {{kind .Addr}} {{idadd .Id 3}} {{idadd 1 2}} {{range names}}{{.}}{{end}} {{cat \"-\" .Name .Id 3}} {{if zero}}nz{{else}}z{{end}} {{area .Sh}} {{person .}} {{(ident .Addr).Street}}",
		"{{call .F .Id}} {{call .F 3}} {{.Get.Street}} {{.Get}} {{.Ids 1 2}} {{.Opt nil}} {{.Opt .PAddr}} {{.Sq 3}} {{.Sq 1.5}} {{.Sh.Area}} {{.Fl.String}} {{.Err.Error}} {{.Err.Code}}",
		"{{define \"sub\"}}<{{.Name}}{{range .Friends}}{{template \"sub\" .}}{{end}}>{{end}}{{template \"sub\" .}}{{template \"sub\" $}}{{block \"blk\" .Addr}}{{.Street}}{{end}}",
		"{{$x := .Name}}{{$x}}{{$x = \"lit\"}}{{$x}}{{$t := .Temp}}{{$t.Add 1}}{{$p := .}}{{$p.Addr.Street}}",
		"{{.Addr}}{{.Base}}{{.Names}}",
		"{{.Missing}}", "{{.priv}}", "{{.Addr.Nope}}", "{{.NilAddr.Street}}", "{{.NilAddr.Full}}", "{{.Name.Foo}}", "{{.Fail}}", "{{.Two}}", "{{.Hello}}", "{{.Hello 1}}", "{{.Hello \"a\" \"b\"}}", "{{.Age 3}}", "{{.Sum \"a\"}}", "{{.Temp.Add .Name}}", "{{.F}}", "{{index .Names 5}}", "{{index .Tags 1.5}}", "{{lt .Name 1}}", "{{eq .Names .Names}}", "{{len .Age}}", "{{bad}}", "{{up 3}}", "{{.Panic}}", "{{range .Temp}}{{end}}", "{{upper .Name}}", "{{.M.k.Foo}}", "{{template \"none\" .}}", "a\n  {{if .Name}}{{.Nope.X}}{{end}}", "{{printf \"%d\" (.Temp.Nope 3)}}", "{{with .Addr}}{{$.Name}}{{.Bad}}{{end}}", "{{.Tags.a.b}}", "{{nil}}", "{{.Sum nil}}", "{{idadd .Name 1}}", "{{index nil 1}}", "{{call .Name}}", "{{.Err.Nope}}",
	}
	for _, s := range all {
		run(s, p)
	}
	run("{{.Name}} {{.Addr.Full}} {{.Rename \"Zoe\"}} {{.Name}} {{.Person.Age}}", &Holder2{&p})
	run("{{.Addr.Full}}", &p)
	run("{{.Addr.Full}}", p)
	run("{{.P}} {{.PP}} {{.P.String}}", &Holder{Pt{1, 2}, &Pt{3, 4}})
	run("{{.PP}}", Holder{Pt{1, 2}, &Pt{3, 4}})
	run("{{.a.Street}} {{range .b}}{{.}}{{end}} {{.c}} {{.d.Zip}}{{if .e}}e{{else}}zero{{end}}", map[string]any{"a": Addr{"S", 1}, "b": []any{Temp(1), ID(2), "s", nil}, "c": Names{"n"}, "d": &Addr{zip: 3}, "e": ID(0)})
	run("{{range .}}{{.Street}} {{.Full}} {{end}}", []Addr{{Street: "1"}, {Street: "2"}})
	run("{{range $k, $v := .}}{{$k}}{{$v.Zip}} {{end}}", map[ID]Addr{3: {zip: 1}, 1: {zip: 2}})
	run("{{.}} {{.Add 1}}", Temp(3))
	run("{{.}}", nil)
	run("{{.X}}", nil)
	run("{{.}} {{.Error}} {{.Code}}", &Err{5})
	run("{{names}} {{up \"a\"}} {{(index names 1)}}", nil)
	var np *Person
	run("{{.Name}}", np)
	run("{{.}}", np)
	t := template.Must(template.New("x").Delims("<<", ">>").Parse("<<.Name>> << .Tags.nope >>"))
	var b strings.Builder
	fmt.Println(t.Execute(&b, p), b.String())
	t.Option("missingkey=error")
	b.Reset()
	fmt.Println(t.Execute(&b, p), b.String())
	t2 := template.Must(template.New("a").Parse(`{{template "b" .}}`))
	template.Must(t2.New("b").Parse("b of {{.Name}}"))
	b.Reset()
	fmt.Println(t2.Execute(&b, p), b.String())
	template.Must(t2.New("b").Parse("other b of {{.Age}}"))
	b.Reset()
	fmt.Println(t2.Execute(&b, p), b.String())
	fmt.Println(t2.ExecuteTemplate(&b, "none", p))
	_, err := t2.New("e").Parse("{{.Name")
	fmt.Println(err)
	names := []string{}
	for _, x := range t2.Templates() {
		names = append(names, x.Name())
	}
	sort.Strings(names)
	fmt.Println(names)
	e1 := template.Must(template.New("e1").Parse("{{.Fail}}")).Execute(&b, p)
	var ee template.ExecError
	fmt.Println(errors.As(e1, &ee), ee.Name, errors.Unwrap(errors.Unwrap(e1)))
	h := htmltemplate.Must(htmltemplate.New("h").Funcs(htmltemplate.FuncMap{"up": func(n Name) Name { return Name(strings.ToUpper(string(n))) }}).Parse(`<p title="{{.Name}}">{{.Name | up}} {{.Temp}} {{.PAddr.Full}}</p><a href="/x?q={{.Name}}">{{range .Names}}<b>{{.}}</b>{{end}}</a><script>var x = {{.Addr}}; var n = {{.Names}}; var t = {{.Temp}}; var s = {{.Name}}; var i = {{.Id}};</script>{{.Missing}}`))
	p.Name = "<Ann & \"Co\">"
	b.Reset()
	fmt.Println(h.Execute(&b, p), b.String())
	b.Reset()
	h = htmltemplate.Must(htmltemplate.New("h").Parse(`{{define "T"}}{{.Name}}{{if .On}}<i>{{.Id}}</i>{{end}}{{.Safe}}{{end}}`))
	fmt.Println(h.ExecuteTemplate(&b, "T", Doc{p, "<u>safe</u>"}), b.String())
}

type Doc struct {
	Person
	Safe htmltemplate.HTML
}

type Holder2 struct{ *Person }
