// encoding/json: Marshal of own types of every kind.

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"sort"
	"strings"
	"sync"
	"time"
)

type Celsius float64
type Name string
type Flag bool
type ID int
type Bytes []byte
type B byte
type Bs []B
type Names []Name
type Set map[Name]ID
type Grid [2][2]Celsius

type Base struct {
	Id   ID `json:"id"`
	Kind string
}
type base2 struct {
	Low  int
	priv int
}
type Deep struct {
	*Base
	base2 `json:"named"`
	Extra any `json:",omitempty"`
}
type Outer struct {
	Base
	base2
	*Deep
	Name  Name    `json:"name,omitempty"`
	Temp  Celsius `json:",omitempty"`
	Quote ID      `json:",string"`
	QP    *ID     `json:"qp,string"`
	Skip  int     `json:"-"`
	Dash  int     `json:"-,"`
	F     Flag    `json:"f,omitempty"`
	priv  string
	sync.Mutex
}

type Val struct{ n int }

func (v Val) MarshalJSON() ([]byte, error) { return []byte(fmt.Sprintf(`{ "v" : %d }`, v.n)), nil }

type Ptr struct{ n int }

func (p *Ptr) MarshalJSON() ([]byte, error) {
	if p == nil {
		return []byte(`"nil"`), nil
	}
	return []byte(fmt.Sprintf(`"p%d"`, p.n)), nil
}

type Text int

func (t Text) MarshalText() ([]byte, error) {
	if t < 0 {
		return nil, errors.New("negative")
	}
	return []byte(strings.Repeat("<", int(t))), nil
}

type Point struct{ X, Y int }

func (p Point) MarshalText() ([]byte, error) { return []byte(fmt.Sprint(p.X, "/", p.Y)), nil }

type Holder struct {
	V  Val
	VP *Val
	P  Ptr
	PP *Ptr
	T  Text
	TP *Text `json:",omitempty"`
	VO Val   `json:"vo,omitempty"`
	TO Text  `json:"to,omitempty"`
	TZ Text  `json:"tz,omitzero"`
	M  map[Text]Val
	MP map[Point]*Ptr
	S  []Ptr
	A  [2]Ptr
	I  any
}

type Node struct {
	Value int             `json:"value"`
	Left  *Node           `json:"left,omitempty"`
	Right *Node           `json:"right"`
	Kids  []Node          `json:"kids,omitempty"`
	By    map[string]Node `json:"by,omitempty"`
}

type List []List
type Tree map[string]Tree

type Zero struct{ n int }

func (z Zero) IsZero() bool { return z.n == 7 }

type ZPtr struct{ N int }

func (z *ZPtr) IsZero() bool { return z.N == 3 }

type Zeros struct {
	A Zero            `json:"a,omitzero"`
	B ZPtr            `json:"b,omitzero"`
	C time.Time       `json:"c,omitzero"`
	D Point           `json:"d,omitzero"`
	E []int           `json:"e,omitzero"`
	F *Zero           `json:"f,omitzero"`
	G struct{ Q int } `json:"g,omitzero"`
}

type Shape interface{ Area() float64 }
type Sq struct{ Side float64 }

func (s Sq) Area() float64 { return s.Side * s.Side }

type Box[T any] struct {
	V    T       `json:"v"`
	Next *Box[T] `json:"next,omitempty"`
}

type Bad struct {
	Name string
	F    func(Name) ID
}
type BadMap struct{ M map[Pair]int }
type Pair struct{ A, B int }
type Fails struct{ T Text }
type FailJSON struct{}

func (FailJSON) MarshalJSON() ([]byte, error) { return nil, errors.New("no json") }

type Broken struct{}

func (Broken) MarshalJSON() ([]byte, error) { return []byte("{,"), nil }

type Emb struct {
	Val
	N int
}
type Two struct {
	time.Time
	N int
}
type Hide struct {
	Base
	Id string
}
type Err struct{ Code int }

func (e *Err) Error() string { return fmt.Sprint("code ", e.Code) }

type Msg struct {
	E   error
	Raw json.RawMessage
	Num json.Number
	Big *big.Int
	BV  big.Int
	D   time.Duration
}

func show(v any) {
	b, err := json.Marshal(v)
	fmt.Println(string(b), err)
}

func main() {
	show(Celsius(1.5))
	show([]any{Name("n"), Flag(true), ID(3), Bytes("hi"), Bs{1, 2}, Names{"a", "b"}, Set{"x": 1, "a": 2}, Grid{{1, 2}, {3, 4}}, nil})
	id := ID(9)
	show(Outer{Base: Base{1, "k"}, Deep: &Deep{Base: &Base{2, "z"}}, QP: &id, Skip: 4, Dash: 5, F: true})
	show(&Outer{})
	show(Deep{Base: &Base{3, "d"}, base2: base2{1, 2}, Extra: Deep{}})
	t1 := Text(2)
	h := Holder{V: Val{1}, VP: &Val{2}, P: Ptr{3}, PP: &Ptr{4}, T: 1, TP: &t1, M: map[Text]Val{2: {1}, 1: {2}}, MP: map[Point]*Ptr{{1, 2}: {5}, {0, 1}: nil}, S: []Ptr{{6}}, A: [2]Ptr{{7}, {8}}, I: Ptr{9}}
	show(h)
	show(&h)
	h.I = &Ptr{10}
	show([]*Holder{&h, nil})
	n := &Node{1, &Node{Value: 2}, nil, []Node{{Value: 3}, {Value: 4, Kids: []Node{{Value: 5}}}}, map[string]Node{"q": {Value: 6}}}
	show(n)
	show(*n)
	b, err := json.MarshalIndent(n, ">", "  ")
	fmt.Println(string(b), err)
	show(List{{}, {{}, nil}})
	show(Tree{"a": {"b": nil}, "c": {}})
	show(Zeros{})
	show(&Zeros{A: Zero{7}, B: ZPtr{3}, C: time.Unix(0, 0).UTC(), D: Point{1, 1}, E: []int{}, F: &Zero{1}})
	show([]Shape{Sq{2}, &Sq{3}, nil})
	show(map[string]Shape{"a": Sq{1}})
	show(Box[Name]{"x", &Box[Name]{V: "y"}})
	show(Box[[]Point]{V: []Point{{1, 2}}})
	show(Bad{"x", nil})
	show(BadMap{})
	show(map[Pair]int{})
	show(make(chan ID))
	show(complex(1, 2))
	show(Fails{-1})
	show(map[Text]int{-1: 1})
	show([]FailJSON{{}})
	show(Broken{})
	show(Emb{Val{1}, 2})
	show(Two{time.Unix(0, 0).UTC(), 1})
	show(Hide{Base{1, "k"}, "s"})
	show(Msg{&Err{3}, json.RawMessage(`{"a": 1}`), "12", big.NewInt(5), *big.NewInt(6), time.Second})
	show(&Msg{E: errors.New("x"), Raw: json.RawMessage("1"), Num: "1"})
	show(struct {
		A Name
		b int
		C struct{ D ID }
	}{"a", 1, struct{ D ID }{2}})
	show(map[ID]Name{2: "b", 10: "a", 1: "c"})
	show(map[Name]any{"k": map[string]any{"z": Point{1, 2}, "y": []Point{{3, 4}}}})
	n.Left.Left = n
	_, err = json.Marshal(n)
	fmt.Println(err)
	l := List{nil}
	l[0] = l
	_, err = json.Marshal(l)
	fmt.Println(err)
	var buf bytes.Buffer
	e := json.NewEncoder(&buf)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	fmt.Println(e.Encode(Holder{T: 3}), buf.String())
	var keys []string
	m := map[string]any{}
	b, _ = json.Marshal(h)
	json.Unmarshal(b, &m)
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	fmt.Println(keys)
	var me *json.MarshalerError
	_, err = json.Marshal(FailJSON{})
	fmt.Println(errors.As(err, &me), errors.Unwrap(err))
}
