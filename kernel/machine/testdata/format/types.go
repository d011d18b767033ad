// Structs, embedding, generics, recursion and names of types.
package main

import (
	"container/list"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"net/url"
	"reflect"
	"time"
)

type Node struct {
	Val         int
	Left, Right *Node
}
type Tree struct {
	Root *Node
	kids []Tree
}
type LinkAny struct {
	V    int
	Next any
}
type Pair[K comparable, V any] struct {
	Key K
	Val V
}
type Stack[T any] []T
type Num[T int | float64] struct{ v T }

func (n Num[T]) String() string { return fmt.Sprint("num ", n.v) }

type Base struct{ ID int }
type Derived struct {
	Base
	*Node
	time.Duration
	error
	Name string
}
type Deep struct {
	A [2][2]int8
	B map[string]map[string][]int
	C struct{ D struct{ E *int } }
	F func(int) error
	G chan<- int
	H interface {
		M(int) string
	}
	_ int
	I [0]int
	J []struct{ K string }
	T time.Time
	U url.URL
	W *big.Int
	R []rune
	X []byte
	Z uintptr
}
type Rec []Rec
type RecMap map[string]RecMap
type Tagged struct {
	A int `json:"a"`
	B string
}
type Alias = Pair[string, int]
type unexp struct{ X, y any }
type Op func(a, b int) int

func main() {
	n := &Node{1, &Node{2, nil, nil}, nil}
	_ = n
	fmt.Printf("%v %+v\n", Node{1, nil, nil}, &Node{2, nil, nil})
	fmt.Printf("%v %+v %#v\n", Tree{nil, []Tree{{}, {nil, nil}}}, Tree{nil, []Tree{{}}}, Tree{nil, []Tree{{}}})
	fmt.Printf("%v %+v %#v\n", LinkAny{1, LinkAny{2, nil}}, LinkAny{1, LinkAny{2, nil}}, LinkAny{1, LinkAny{2, nil}})
	p := Pair[string, int]{"a", 1}
	fmt.Printf("%v %+v %#v %T\n", p, p, p, p)
	q := Pair[Tagged, []Pair[int, bool]]{Tagged{1, "x"}, []Pair[int, bool]{{1, true}}}
	fmt.Printf("%v %+v %#v %T\n", q, q, q, q)
	fmt.Printf("%v %#v %T %v %T\n", Stack[int]{1, 2}, Stack[Tagged]{{}}, Stack[Stack[string]]{}, Num[float64]{2.5}, Num[int]{})
	d := Derived{Base{1}, nil, time.Second, errors.New("e"), "n"}
	fmt.Printf("%+v\n", struct {
		Base
		X int
	}{Base{1}, 2})
	fmt.Printf("%d\n", d.Base)
	fmt.Printf("%v %+v %#v\n", Deep{}, Deep{}.A, Deep{}.B)
	dd := Deep{B: map[string]map[string][]int{"x": {"y": {1}}}, J: []struct{ K string }{{"k"}}, W: big.NewInt(9), R: []rune("né"), X: []byte("x"), Z: 255}
	dd.U.Host = "h"
	fmt.Printf("%v\n%+v\n", dd, dd)
	fmt.Printf("%#v\n", struct {
		R []rune
		X []byte
		Z uintptr
		U [2]uint8
		J []struct{ K string }
	}{dd.R, dd.X, dd.Z, [2]uint8{1, 2}, dd.J})
	fmt.Printf("%v %#v %v %#v\n", Rec{{}, {{}}}, Rec{{}, nil}, RecMap{"a": {"b": nil}}, RecMap{"a": {}})
	fmt.Printf("%v %#v %T\n", Tagged{1, "b"}, Tagged{1, "b"}, struct {
		A int `json:"a"`
	}{})
	fmt.Printf("%v %#v %T\n", Alias{"a", 1}, Alias{}, Alias{})
	fmt.Printf("%v %+v %#v\n", unexp{1, "a"}, unexp{nil, unexp{}}, unexp{[]any{1}, map[string]any{"a": nil}})
	fmt.Printf("%T %T %T\n", Op(nil), map[string]Op{}, []func(Tagged) (Op, error){})
	fmt.Printf("%v %#v\n", Op(nil), Op(nil))
	l := list.New()
	l.PushBack(Tagged{1, "x"})
	l.PushBack(3)
	for e := l.Front(); e != nil; e = e.Next() {
		fmt.Printf("%v %#v %T\n", e.Value, e.Value, e.Value)
	}
	fmt.Println(*l.Front() == list.Element{}, l.Len())
	type local struct{ A, b int }
	fmt.Printf("%v %+v %#v %T\n", local{1, 2}, local{1, 2}, local{1, 2}, local{})
	var err error = &fs.PathError{Op: "open", Path: "/nonexistent", Err: errors.New("no such file or directory")}
	fmt.Printf("%v|%T|%v\n", err, err, []any{err, Tagged{}})
	fmt.Printf("%v %+v\n", struct {
		E error
		T Tagged
	}{err, Tagged{}}, []error{err})
	fmt.Println(reflect.TypeOf(1), []any{reflect.TypeOf(1), Tagged{}}, reflect.ValueOf(3))
	fmt.Println(struct {
		V reflect.Value
		T Tagged
	}{reflect.ValueOf(3), Tagged{}})
	fmt.Printf("%v %d %s\n", []any{time.Second, Tagged{}}, []any{time.Second, Tagged{}}, []any{time.Second, Tagged{}})
	var e1 error
	var s1 fmt.Stringer
	fmt.Println(e1, s1, []any{e1, Tagged{}})
	ip, i := new(int), 5
	ip = &i
	pp := &ip
	fmt.Println(*ip, **pp, (*int)(nil), (**Tagged)(nil), &[]Tagged{{1, "a"}}, &map[string]Tagged{"a": {}}, &[1]Tagged{})
	fmt.Printf("%v %+v %s\n", &struct{ P *Tagged }{nil}, &[]any{nil, Tagged{}}, &struct{ A, B any }{1, "x"})
	fmt.Printf("%6.2f|%v|%6v\n", []any{1.5, Tagged{}}, [2]bool{true}, []Tagged{{1, "b"}})
	fmt.Printf("%x %X %q %s\n", [3]byte{1, 2, 255}, struct{ B [3]byte }{[3]byte{1, 2, 255}}, struct{ B []byte }{[]byte("hi")}, []Tagged{{1, "b"}})
	fmt.Printf("%#v %#v\n", struct{ A []byte }{[]byte("a")}, []any{[]byte("a"), uint8(3), 'x', 1.0, 1e6, 1e21, "q", true, 2 + 1i, uintptr(3), int64(-3), uint(9)})
	fmt.Printf("%+v\n", d.Name)
}
