// encoding/json and encoding/xml with types that contain each other, used in every order.

package main

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
)

type Expr struct {
	Op   string          `json:"op,omitempty"`
	Args []*Expr         `json:"args,omitempty"`
	Stmt *Stmt           `json:"stmt,omitempty"`
	Env  map[string]Expr `json:"env,omitempty"`
}
type Stmt struct {
	Name string  `json:"name"`
	Body []Block `json:"body,omitempty"`
	E    Expr    `json:"e"`
}
type Block struct {
	Stmts []Stmt `json:"stmts"`
	Up    *Block `json:"up"`
	*Meta
}
type Meta struct {
	Line int
	In   *Block `json:",omitempty"`
}
type P struct {
	*Q
	X int
}
type Q struct {
	Y int
	*P
}
type Any struct {
	V any
	N *Any
}

func main() {
	b := Block{Stmts: []Stmt{{Name: "s", E: Expr{Op: "+", Args: []*Expr{{Op: "1"}, nil}}}}, Meta: &Meta{3, nil}}
	s := Stmt{"t", []Block{b}, Expr{Stmt: &Stmt{Name: "in"}, Env: map[string]Expr{"k": {Op: "v"}}}}
	for _, v := range []any{b, &b, s, s.E, *b.Meta, Meta{1, &b}, []any{s.E, b}, P{&Q{2, nil}, 1}, Q{2, &P{nil, 1}}, Any{Any{V: 1}, &Any{V: b}}} {
		out, err := json.Marshal(v)
		fmt.Println(string(out), err)
	}
	text, _ := json.Marshal(s)
	var s2 Stmt
	fmt.Println(json.Unmarshal(text, &s2), s2.Body[0].Line, s2.Body[0].Stmts[0].E.Args[0].Op, s2.E.Stmt.Name, s2.E.Env["k"].Op)
	var e2 Expr
	text, _ = json.Marshal(s.E)
	fmt.Println(json.Unmarshal(text, &e2), e2.Stmt.Name)
	var m2 Meta
	fmt.Println(json.Unmarshal([]byte(`{"Line":5,"In":{"up":{"Line":6},"stmts":[{"name":7}]}}`), &m2), m2.Line, m2.In.Up.Line)
	var p P
	fmt.Println(json.Unmarshal([]byte(`{"X":1,"Y":2}`), &p), p.X, p.Y)
	var q Q
	fmt.Println(json.Unmarshal([]byte(`{"X":1,"Y":2}`), &q), q.X, q.Y)
	x, err := xml.MarshalIndent(Block{Stmts: []Stmt{{Name: "a", Body: []Block{{Up: &Block{}}}}}}, "", " ")
	fmt.Println(string(x), err)
}
