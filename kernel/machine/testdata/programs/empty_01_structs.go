// Empty structs as set values, signals, receivers and keys.

package main

import "fmt"

type void struct{}
type token struct{}

func (void) Write(p []byte) (int, error) { return len(p), nil }
func (void) String() string              { return "void" }
func (*token) id() string                { return "token" }

type set map[string]void

type noop interface{ id() string }

func main() {
	s := set{"a": {}, "b": void{}}
	s["c"] = void{}
	_, ok := s["b"]
	_, no := s["z"]
	fmt.Println(len(s), ok, no, s)
	fmt.Println(void{} == void{}, any(void{}) == any(void{}), any(void{}) == any(token{}), struct{}{} == struct{}{})
	done := make(chan struct{})
	go func() { defer close(done) }()
	<-done
	fmt.Println(fmt.Fprintf(void{}, "12345"))
	var n noop = &token{}
	fmt.Println(n.id(), void{}, []void{{}, {}}, &void{})
	fmt.Printf("%v %+v %#v %T\n", token{}, token{}, token{}, token{})
	arr := [1000]struct{}{}
	sl := make([]token, 3)
	fmt.Println(len(arr), len(append(sl, token{})), sl)
	m := map[any]int{void{}: 1, token{}: 2, struct{}{}: 3}
	fmt.Println(m[void{}], m[token{}], m[struct{}{}], len(m))
	type key struct{ _ int }
	k := map[key]string{{}: "only"}
	fmt.Println(k[key{}])
	var sem = make(chan void, 2)
	sem <- void{}
	fmt.Println(len(sem), <-sem)
}
