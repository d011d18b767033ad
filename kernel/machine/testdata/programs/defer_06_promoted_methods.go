package main

import "fmt"

type T9 struct{ n int }

func (t T9) M()   { fmt.Println("M", t.n, recover()) }
func (t *T9) PM() { fmt.Println("PM", t.n, recover()) }

type I interface{ M() }
type PI interface {
	M()
	PM()
}
type Emb struct{ T9 }
type EmbP struct{ *T9 }
type EmbI struct{ I }

func try(n int, f func()) {
	defer func() {
		if e := recover(); e != nil {
			fmt.Println("escaped", n, e)
		}
	}()
	f()
}

func main() {
	t := T9{1}
	try(1, func() { var i I = t; defer i.M(); panic(1) })
	try(2, func() { var i I = &t; defer i.M(); panic(2) })
	try(3, func() { defer t.M(); panic(3) })
	try(4, func() { defer (&t).PM(); panic(4) })
	try(5, func() { defer T9.M(t); panic(5) })
	try(6, func() { defer (*T9).M(&t); panic(6) })
	try(7, func() { defer (*T9).PM(&t); panic(7) })
	try(8, func() { f := t.M; defer f(); panic(8) })
	try(9, func() { var i I = Emb{t}; defer i.M(); panic(9) })
	try(10, func() { var i I = EmbP{&t}; defer i.M(); panic(10) })
	try(11, func() { var i I = &EmbI{t}; defer i.M(); panic(11) })
	try(12, func() { e := EmbI{&t}; defer e.M(); panic(12) })
	try(13, func() { var i PI = EmbP{&t}; defer i.PM(); panic(13) })
	try(14, func() { f := I.M; defer f(t); panic(14) })
	try(15, func() { e := Emb{t}; f := e.PM; defer f(); panic(15) })
	try(16, func() { defer func() { t.M() }(); panic(16) })
	try(17, func() { defer func() { defer t.M() }(); panic(17) })
	try(18, func() { defer fmt.Println(recover()); panic(18) })
	try(19, func() { defer func() { fmt.Println(func() any { return recover() }()) }(); panic(19) })
	try(20, func() { defer recover(); panic(20) })
	try(21, func() { defer panic(211); panic(21) })
	try(22, func() {
		defer func() { fmt.Println("got", recover()) }()
		defer func() { panic(222) }()
		panic(22)
	})
}

type H struct{}

func (H) M() { help() }
func help()  { fmt.Println("help", recover()) }

func init() {
	try(30, func() { var i I = H{}; defer i.M(); panic(30) })
	try(31, func() { defer EmbI{H{}}.M(); panic(31) })
	try(32, func() { f := I.M; defer f(H{}); panic(32) })
	try(33, func() { var i I = &EmbI{&EmbI{T9{3}}}; defer i.M(); panic(33) })
	try(34, func() { f := (&EmbI{T9{4}}).M; defer f(); panic(34) })
}
