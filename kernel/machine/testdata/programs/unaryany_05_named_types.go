// Operators on named types keep the type when put in an interface.

package main

import "fmt"

type celsius float64
type bitset uint16
type count int

func (c celsius) String() string { return fmt.Sprintf("%.1f°C", float64(c)) }
func (b bitset) String() string  { return fmt.Sprintf("{%04b}", uint16(b)) }

func main() {
	c := celsius(21.5)
	b := bitset(5)
	n := count(17)
	var v any
	v = -c
	fmt.Println(v)
	v = c * 2
	fmt.Println(v)
	v = b << 1
	fmt.Println(v)
	v = b | 2
	fmt.Println(v)
	v = b &^ 1
	fmt.Println(v)
	v = n % 5
	fmt.Printf("%T %v\n", v, v)
	v = -n
	fmt.Printf("%T %v\n", v, v)
	if k, ok := v.(count); ok {
		fmt.Println("count", k+1)
	}
	_, ok := v.(int)
	fmt.Println("int", ok)
	var s fmt.Stringer = -c
	s, v = b<<2, -n
	fmt.Println(s, v)
}
