// Verbs and flags for numbers and strings, also on own types.

package main

import "fmt"

type N int
type R float64
type T string
type U uint8

func main() {
	n := N(-42)
	fmt.Printf("|%d|%6d|%-6d|%06d|%+d|% d|\n", n, n, n, n, n, N(5))
	fmt.Printf("|%b|%o|%O|%x|%X|%#x|%c|%q|%U|\n", N(10), N(10), N(10), N(254), N(254), N(254), N(65), N(65), N(0x1F600))
	r := R(3.14159)
	fmt.Printf("|%f|%.2f|%8.3f|%-8.1f|%+.1e|%g|%G|\n", r, r, r, r, r, r, R(1e-10))
	fmt.Printf("|%v|%v|%v|%v|%v|\n", R(1e20), R(1e21), R(0.000001), R(1e-7), R(100))
	t := T("héy")
	fmt.Printf("|%s|%6s|%-6s|%.2s|%q|%x|% x|%X|\n", t, t, t, t, t, t, t, t)
	fmt.Printf("|%t|%5t|%v|\n", true, false, !true)
	fmt.Printf("|%*d|%-*d|%.*f|\n", 5, 42, 4, 7, 2, 1.2345)
	fmt.Printf("%[2]d %[1]d %[2]v %[1]*[2]d|\n", 3, 4)
	fmt.Printf("%d %s %!|\n", 1, "a")
	fmt.Printf("%d|%s|%z|%d\n", "str", 5, 6)
	fmt.Printf("%d\n", 1, 2)
	fmt.Printf("%v %d %s\n", []U{1, 2}, []U{3, 4}, []U{65, 66})
	fmt.Printf("%x %X %s %v %q\n", []byte("ab"), []byte("ab"), []byte("ab"), []byte("ab"), []byte("ab"))
	fmt.Printf("%5v|%-5v|%05d|%5.1f|%q\n", []int{1, 2}, []string{"a"}, []int{3}, []float64{1.25}, []string{"x y"})
	fmt.Printf("%3c|%-3c|%03d|%+q|%#q\n", 'x', 'y', 7, "é", "a`b")
	fmt.Printf("%e %E %.3g %g\n", 123456.789, 0.00012, 123456.789, float32(0.1))
	fmt.Printf("%t %t\n", 1, "x")
	fmt.Printf("%s %v %d\n", nil, nil, nil)
	fmt.Printf("%6.2f%% %v %v\n", 12.345, 1+2i, -0.0)
}
