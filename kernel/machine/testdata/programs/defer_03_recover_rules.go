// Where recover works and where it does not, re-panics and replaced panics.

package main

import "fmt"

func helper() any { return recover() }

func direct() (r any) {
	defer func() { r = recover() }()
	panic("direct")
}
func viaHelper() (r any) {
	defer func() { r = recover(); fmt.Println("outer got", r) }()
	defer func() { fmt.Println("helper got", helper()) }()
	panic("via")
}
func replaced() (r any) {
	defer func() { r = recover() }()
	defer func() { panic("second") }()
	panic("first")
}
func again() (r any) {
	defer func() { r = recover() }()
	defer func() {
		v := recover()
		panic(fmt.Sprint("re-", v))
	}()
	panic("one")
}
func nestedRecover() string {
	defer func() {
		defer func() { fmt.Println("inner", recover()) }()
		panic("from defer")
	}()
	return "normal"
}
func noPanic() any {
	return recover()
}
func continues() (s string) {
	for i := range 3 {
		func() {
			defer func() {
				if r := recover(); r != nil {
					s += fmt.Sprint("[", r, "]")
				}
			}()
			if i == 1 {
				panic(i)
			}
			s += fmt.Sprint(i)
		}()
	}
	return
}
func deep(n int) {
	defer func() { fmt.Print("d", n, " ") }()
	if n == 0 {
		panic("bottom")
	}
	deep(n - 1)
	fmt.Println("unreachable")
}

func main() {
	fmt.Println(direct())
	fmt.Println(viaHelper())
	fmt.Println(replaced())
	fmt.Println(again())
	fmt.Println(nestedRecover())
	fmt.Println(noPanic(), continues())
	func() {
		defer func() { fmt.Println(recover()) }()
		deep(3)
	}()
	defer fmt.Println("recover as deferred call")
	defer recover()
	fmt.Println("done")
}
