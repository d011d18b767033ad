// encoding/json: Unmarshal into own types of every kind.

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
)

type Celsius float64
type Name string
type ID int
type Bytes []byte
type Names []Name
type Set map[Name]ID

type Base struct {
	Id   ID `json:"id"`
	Kind string
}
type low struct{ Low int }
type Conf struct {
	Base
	low
	*Deep
	Host  Name
	Port  int `json:"port"`
	Temp  Celsius
	Tags  Names
	Set   Set
	Opt   *Opt
	Opts  []Opt
	ByID  map[ID]*Opt
	Any   any
	Sh    Shape
	Raw   json.RawMessage
	When  time.Time
	Arr   [3]ID
	B     Bytes
	Q     ID `json:",string"`
	priv  int
	Deny  int `json:"-"`
	Inner struct{ A, B Name }
}
type Deep struct{ Depth ID }
type Opt struct {
	K Name `json:"k"`
	V any  `json:"v"`
	n int
}
type Shape interface{ Area() float64 }
type Sq struct{ Side float64 }

func (s *Sq) Area() float64 { return s.Side * s.Side }

type Date struct{ Y, M int }

func (d *Date) UnmarshalJSON(b []byte) error {
	var s string
	if err := json.Unmarshal(b, &s); err != nil {
		return err
	}
	if _, err := fmt.Sscanf(s, "%d-%d", &d.Y, &d.M); err != nil {
		return fmt.Errorf("date %q: %w", s, err)
	}
	return nil
}

type Level int

func (l *Level) UnmarshalText(b []byte) error {
	switch string(b) {
	case "low":
		*l = 1
	case "high":
		*l = 2
	default:
		return errors.New("bad level " + string(b))
	}
	return nil
}

type Event struct {
	At    Date
	Ptr   *Date
	List  []Date
	ByLvl map[Level]Date
	Lvl   Level
	LP    *Level
}

type Node struct {
	Value int    `json:"value"`
	Next  *Node  `json:"next"`
	Kids  []Node `json:"kids"`
	Refs  map[string]*Node
	keep  int
}
type unex struct{ A int }
type EmbPtr struct{ *unex }
type Box[T any] struct {
	V    T
	Next *Box[T]
}

func try(s string, v any) {
	err := json.Unmarshal([]byte(s), v)
	fmt.Println(err)
}

func main() {
	c := Conf{Host: "h", priv: 5, Deny: 6, Any: "old", Opt: &Opt{n: 3, K: "k0"}, Set: Set{"old": 1}, Arr: [3]ID{7, 8, 9}}
	opt, set := c.Opt, c.Set
	try(`{"id":4,"Kind":"kk","Low":5,"Depth":6,"PORT":80,"Temp":2.5,"Tags":["a","b"],"Set":{"x":1},"Opt":{"v":[1,{"a":null}]},
"Opts":[{"k":"q"},{"v":true}],"ByID":{"3":{"k":"three"},"4":null},"Any":{"z":1},"Raw":{"r": 1},"When":"2020-01-02T03:04:05Z","Arr":[1,2],"B":"aGk=","Q":"12","priv":99,"Deny":98,"Inner":{"a":"x"}}`, &c)
	fmt.Println(c.Id, c.Kind, c.Low, c.Deep.Depth, c.Host, c.Port, c.Temp, c.Tags, c.Set, set, *c.Opt, c.Opt == opt, c.Opts, *c.ByID[3], c.ByID[4] == nil, len(c.ByID))
	fmt.Println(c.Any, string(c.Raw), c.When, c.Arr, string(c.B), c.Q, c.priv, c.Deny, c.Inner)
	try(`{"Tags":null,"Set":null,"Opt":null,"Any":null,"Host":null}`, &c)
	fmt.Println(c.Tags == nil, c.Set == nil, c.Opt == nil, c.Any, c.Host)
	sq := &Sq{1}
	c.Sh, c.Any = sq, &Opt{n: 4}
	any0 := c.Any
	try(`{"Sh":{"Side":3},"Any":{"k":"in"}}`, &c)
	fmt.Println(sq.Side, c.Sh.Area(), c.Any == any0, *c.Any.(*Opt))
	try(`{"Sh":null}`, &c)
	fmt.Println(c.Sh == nil)
	try(`{"Sh":{"Side":3},"Host":"after"}`, &c)
	fmt.Println(c.Host)
	var e Event
	try(`{"At":"2020-3","Ptr":"1999-12","List":["1-2","3-4"],"ByLvl":{"low":"5-6","high":"7-8"},"Lvl":"high","LP":"low"}`, &e)
	fmt.Println(e.At, *e.Ptr, e.List, e.ByLvl, e.Lvl, *e.LP)
	try(`{"Ptr":null,"LP":null,"Lvl":null}`, &e)
	fmt.Println(e.Ptr, e.LP, e.Lvl)
	try(`{"At":"x","Lvl":"low"}`, &e)
	fmt.Println(e.Lvl)
	try(`{"Lvl":"mid"}`, &e)
	try(`{"Lvl":5}`, &e)
	try(`{"ByLvl":{"mid":"5-6"}}`, &e)
	try(`{"At":7}`, &e)
	try(`"1-2"`, &e.At)
	fmt.Println(e.At)
	n := Node{keep: 1, Next: &Node{Value: 5, keep: 2}}
	next := n.Next
	try(`{"value":1,"next":{"next":{"value":3,"kids":[{"value":4},{"kids":[{"value":6}]}]}},"Refs":{"a":{"value":7},"b":null}}`, &n)
	fmt.Println(n.Value, n.keep, n.Next == next, next.Value, next.keep, n.Next.Next.Value, n.Next.Next.Kids, n.Refs["a"].Value, n.Refs["b"])
	try(`{"next":null}`, &n)
	fmt.Println(n.Next)
	try(`{"next":{"next":{"value":"s"}}}`, &n)
	try(`{"kids":[{"value":1},{"value":"s"},{"value":2}]}`, &n)
	fmt.Println(len(n.Kids), n.Kids[2].Value)
	ks := []Node{{keep: 3, Value: 1}, {keep: 4, Value: 2}}
	ks2 := ks[:1]
	try(`[{"value":10},{},{}]`, &ks2)
	fmt.Println(ks2[0].keep, ks2[1].keep, len(ks2), ks[0].Value)
	for _, bad := range []string{`{"Opts":[{"k":1}]}`, `{"Opt":{"k":[]}}`, `{"Base":1,"id":"x"}`, `{"ByID":{"x":{}}}`, `{"Arr":["a"]}`, `{"Tags":{}}`, `{"Inner":{"A":1}}`, `{"port":1e99}`, `{"Temp":"t"}`, `[]`, `"x"`, `{"B":"*"}`, `{"Set":{"a":"b"}}`, `{"Depth":{}}`} {
		var c Conf
		try(bad, &c)
	}
	var ep EmbPtr
	try(`{"A":1}`, &ep)
	var b Box[Name]
	try(`{"V":"x","Next":{"V":"y","Next":{"V":5}}}`, &b)
	fmt.Println(b.V, b.Next.V)
	var bi Box[int]
	try(`{"V":"x"}`, &bi)
	try(`{}`, c)
	try(`{}`, nil)
	var np *Conf
	try(`{}`, np)
	var id ID
	try(`12`, &id)
	try(`"12"`, &id)
	var pp **Conf
	try(`{}`, pp)
	var p *Conf
	try(`{"port":3}`, &p)
	fmt.Println(p.Port, id)
	var x any = &Sq{}
	try(`{"Side":4}`, &x)
	fmt.Println(x.(*Sq).Side)
	x = Sq{}
	try(`{"Side":4}`, &x)
	fmt.Printf("%v\n", x)
	d := json.NewDecoder(strings.NewReader(`{"value":1,"next":{"zz":1}} {"k":"a","v":5} {"V":{"V":12345678901234567890}} [`))
	d.DisallowUnknownFields()
	fmt.Println(d.Decode(&n), n.Value)
	var o Opt
	fmt.Println(d.Decode(&o), o.K)
	d.UseNumber()
	var ba Box[any]
	fmt.Println(d.Decode(&ba), ba.V, d.More(), d.Decode(&o))
	var ute *json.UnmarshalTypeError
	err := json.Unmarshal([]byte(`{"Opts":[{"k":1}]}`), &c)
	fmt.Println(errors.As(err, &ute), ute.Value, ute.Struct, ute.Field, ute.Type, ute.Offset)
}
