// Conditions of a named bool type, plain and converted.

package main

import "fmt"

type answer bool

const (
	yes answer = true
	no  answer = false
)

func (a answer) String() string {
	if a {
		return "yes"
	}
	return "no"
}

func negate(a answer) answer { return !a }

type form struct{ agreed, signed answer }

func main() {
	for _, a := range []answer{yes, no} {
		if bool(a) {
			fmt.Println("if", a)
		} else {
			fmt.Println("else", a)
		}
		if negate(a) {
			fmt.Println("negated is true")
		}
	}
	f := form{agreed: yes}
	if f.agreed && !f.signed {
		fmt.Println("agreed but not signed")
	}
	f.signed = answer(3 > 2)
	if bool(f.agreed) && bool(f.signed) {
		fmt.Println("done", f)
	}
	n := 0
	for on := yes; bool(on); on = answer(n < 3) {
		n++
	}
	fmt.Println(n, f.agreed == f.signed, f.agreed == answer(false))
}
