// A failed assertion panics, also to an interface with methods, with Go's text.

package main

import (
	"fmt"
	"runtime"
)

type named interface{ Name() string }
type sized interface {
	Size() int
	Resize(int)
}
type file struct{ n string }

func (f file) Name() string { return f.n }

type disk struct{ size int }

func (d *disk) Size() int    { return d.size }
func (d *disk) Resize(n int) { d.size = n }

func try(label string, f func()) {
	defer func() {
		r := recover()
		_, isRuntime := r.(runtime.Error)
		_, isTA := r.(*runtime.TypeAssertionError)
		fmt.Println(label, "->", r, isRuntime, isTA)
	}()
	f()
	fmt.Println(label, "no panic")
}

func main() {
	var v any = file{"f"}
	var n named = file{"g"}
	try("ok", func() { _ = v.(named) })
	try("any to sized", func() { _ = v.(sized) })
	try("named to sized", func() { fmt.Println(n.(sized)) })
	try("value has pointer methods", func() { _ = any(disk{}).(sized) })
	try("pointer", func() { any(&disk{}).(sized).Resize(3) })
	try("int to string", func() { _ = any(1).(string) })
	try("file to disk", func() { _ = v.(disk) })
	try("named to pointer", func() { _ = n.(*file2) })
	try("nil any", func() { var x any; _ = x.(int) })
	try("nil named", func() { var x named; _ = x.(file) })
	try("nil to iface", func() { var x any; _ = x.(named) })
	try("error", func() { _ = v.(error) })
	try("stringer", func() { _ = any(3.5).(fmt.Stringer) })
}

type file2 struct{ file }
