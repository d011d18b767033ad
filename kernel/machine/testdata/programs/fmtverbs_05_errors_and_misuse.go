// Wrong verbs, missing and extra arguments, nil values and pointers with own types.

package main

import (
	"fmt"
	"io"
)

type T struct {
	A int
	B string
}
type S string

func (s S) String() string { return "S(" + string(s) + ")" }

func main() {
	fmt.Printf("%d %s\n", "x", 5)
	fmt.Printf("%d %d\n", 1)
	fmt.Printf("%s\n", T{1, "b"})
	fmt.Printf("%d\n", T{1, "b"})
	fmt.Printf("%s %d\n", S("q"), S("q"))
	fmt.Printf("%y %!\n", 1)
	fmt.Printf("%s|%v|%d\n", nil, nil, nil)
	fmt.Printf("%s %v\n", error(nil), (*T)(nil))
	fmt.Printf("%t %c %q %x\n", 1, "a", 1.5, T{17, "hi"})
	fmt.Printf("%[3]d %[1]d %d\n", 1, 2, 3)
	fmt.Printf("%[5]d\n", 1)
	fmt.Printf("%.*f %*d\n", "x", 1.5, 3, 7)
	fmt.Printf("%s %s\n", []any{1, "a", nil}, map[string]any{"k": 2})
	fmt.Printf("%d %x %s\n", []string{"a"}, []string{"hi", "yo"}, []error{io.EOF, nil})
	fmt.Printf("%v %s\n", struct{ E error }{io.EOF}, struct{ S S }{"in"})
	fmt.Printf("100%%\n%5%|%c%c\n", 0x48, 0x69)
	fmt.Printf("%6.2v|%-8v|%08v|%+v|%x\n", 3.14159, true, 42, -1, -255)
	fmt.Printf("%v %v\n", [3]byte{1, 2, 3}, [0]int{})
	fmt.Printf("%s %x %X %q\n", [3]byte{65, 66, 67}, [3]byte{1, 171, 3}, "hé", []byte("b"))
	fmt.Println(fmt.Sprintf("%s", &T{1, "p"}), fmt.Sprintf("%v", &[]S{"x"}), fmt.Sprintf("%v", &map[S]int{"k": 1}))
	fmt.Printf("%v %+v\n", [][]T{{{1, "a"}}, nil}, []*S{nil})
}
