// Structs with maps of functions that take pointers to the struct's own or other types.

package main

import (
	"fmt"
	"strings"
)

type fo struct{ log []string }
type reg struct {
	d map[string]func(*fo)
	n map[int][]func(*reg) error
}
type rec struct {
	name string
	on   map[string]func(*rec, ...string) *rec
}

func main() {
	f := &fo{}
	r := reg{d: map[string]func(*fo){
		"a": func(f *fo) { f.log = append(f.log, "a") },
		"b": func(f *fo) { f.log = append(f.log, "b", "b") },
	}}
	for _, k := range []string{"b", "a", "b"} {
		r.d[k](f)
	}
	fmt.Println(f.log, r.d["zz"] == nil)
	x := struct{ d map[string]func(*fo) }{r.d}
	x.d["c"] = func(*fo) { f.log = nil }
	r.d["c"](f)
	fmt.Println(len(f.log), len(r.d))
	r.n = map[int][]func(*reg) error{1: {func(r *reg) error { return fmt.Errorf("%d", len(r.d)) }}}
	fmt.Println(r.n[1][0](&r), len(r.n[2]))
	rc := &rec{name: "r", on: map[string]func(*rec, ...string) *rec{}}
	rc.on["set"] = func(r *rec, s ...string) *rec { r.name = strings.Join(s, "+"); return r }
	fmt.Println(rc.on["set"](rc, "x", "y").on["set"](rc, rc.name, "z").name)
}
