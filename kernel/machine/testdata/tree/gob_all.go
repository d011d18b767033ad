// encoding/gob with own types: structs, recursion, interfaces, methods.

package main

import (
	"bytes"
	"encoding/gob"
	"errors"
	"fmt"
	"time"
)

type ID int
type Name string
type Names []Name
type Set map[Name]ID
type Base struct{ Id ID }
type low struct{ L int }
type Item struct {
	Base
	low
	Name  Name
	Names Names
	Set   Set
	Opt   *Base
	List  []Base
	Arr   [2]ID
	F     func()
	priv  int
	When  time.Time
}
type Node struct {
	V    ID
	Next *Node
	Kids []Node
	By   map[string]*Node
}
type Shape interface{ Area() float64 }
type Sq struct{ S float64 }

func (s Sq) Area() float64 { return s.S * s.S }

type Circle struct{ S float64 }

func (c *Circle) Area() float64 { return 3 * c.S }

type Len float64

func (l Len) Area() float64 { return float64(l) }

type Pic struct {
	Shapes []Shape
	Any    any
}
type Secret struct{ n int }

func (s Secret) GobEncode() ([]byte, error) {
	if s.n < 0 {
		return nil, errors.New("negative secret")
	}
	return []byte{byte(s.n)}, nil
}
func (s *Secret) GobDecode(b []byte) error { s.n = int(b[0]); return nil }

type Keeper struct {
	S  Secret
	P  *Secret
	L  []Secret
	Np *Secret
}
type Bin struct{ a, b byte }

func (b *Bin) MarshalBinary() ([]byte, error) { return []byte{b.a, b.b}, nil }
func (b *Bin) UnmarshalBinary(x []byte) error { b.a, b.b = x[0], x[1]; return nil }

type Narrow struct{ Name Name }
type Private struct{ x int }

func main() {
	var buf bytes.Buffer
	enc, dec := gob.NewEncoder(&buf), gob.NewDecoder(&buf)
	it := Item{Base{1}, low{2}, "n", Names{"a"}, Set{"k": 2}, &Base{3}, []Base{{4}}, [2]ID{5, 6}, nil, 7, time.Unix(0, 0).UTC()}
	fmt.Println(enc.Encode(it), enc.Encode(&it))
	out := Item{priv: 9, Set: Set{"old": 1}}
	fmt.Println(dec.Decode(&out), out.Id, out.L, out.Name, out.Names, out.Set, out.Opt.Id, out.List, out.Arr, out.priv, out.When)
	var nr Narrow
	fmt.Println(dec.Decode(&nr), nr)
	n := Node{1, &Node{V: 2, Next: &Node{V: 3}}, []Node{{V: 4}}, map[string]*Node{"x": {V: 5}}}
	fmt.Println(enc.Encode(n))
	var m Node
	fmt.Println(dec.Decode(&m), m.V, m.Next.V, m.Next.Next.V, m.Next.Next.Next, m.Kids[0].V, m.By["x"].V)
	gob.Register(Sq{})
	gob.Register(&Circle{})
	gob.Register(Len(0))
	var s Shape = Sq{3}
	fmt.Println(enc.Encode(&s))
	var t Shape
	fmt.Println(dec.Decode(&t), t.Area())
	fmt.Println(enc.Encode(Pic{[]Shape{Sq{2}, &Circle{5}, Len(7)}, 3}))
	var p Pic
	fmt.Println(dec.Decode(&p), len(p.Shapes), p.Any)
	for _, s := range p.Shapes {
		fmt.Printf("%T %v\n", s, s.Area())
	}
	fmt.Println(enc.Encode(Pic{Any: nr}))
	fmt.Println(enc.Encode(Keeper{Secret{1}, &Secret{2}, []Secret{{3}, {4}}, nil}))
	var k Keeper
	fmt.Println(dec.Decode(&k), k.S, *k.P, k.L, k.Np)
	fmt.Println(enc.Encode(Keeper{S: Secret{-1}}))
	fmt.Println(gob.NewEncoder(&buf).Encode(Private{1}))
	buf.Reset()
	enc, dec = gob.NewEncoder(&buf), gob.NewDecoder(&buf)
	fmt.Println(enc.Encode(&Bin{1, 2}))
	var b Bin
	fmt.Println(dec.Decode(&b), b)
	fmt.Println(enc.Encode(map[ID]Names{1: {"z"}}), enc.Encode(ID(5)), enc.Encode(Names{"q"}))
	var mm map[ID]Names
	var id ID
	var ns Names
	fmt.Println(dec.Decode(&mm), dec.Decode(&id), dec.Decode(&ns), mm, id, ns)
	fmt.Println(dec.Decode(id), dec.Decode(&id))
}
