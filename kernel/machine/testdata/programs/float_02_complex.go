// Complex numbers: arithmetic, parts, printing, comparison and own types.

package main

import (
	"fmt"
	"math"
	"math/cmplx"
)

type phasor complex128

func (p phasor) abs() float64 { return math.Hypot(real(p), imag(p)) }
func (p *phasor) turn()       { *p *= 1i }

func main() {
	a := 3 + 4i
	b := complex(1, -2)
	fmt.Println(a+b, a*b, a/b, -a, a == b, real(a), imag(b))
	fmt.Printf("%v %.1f %g %T %T\n", a, b, a*a, a, complex64(a))
	var c complex64 = 1i
	c *= c
	fmt.Println(c, c == -1, real(c))
	p := phasor(a)
	p.turn()
	fmt.Println(p, p.abs(), cmplx.Abs(a), cmplx.Conj(b), complex128(p) == -4+3i)
	z := 0i
	n := 0
	for ; cmplx.Abs(z) <= 2 && n < 50; n++ {
		z = z*z + (0.3 + 0.5i)
	}
	fmt.Println(n)
	m := map[complex128]string{1i: "i", 1: "one"}
	fmt.Println(m[0+1i], m[1+0i], m[2] == "")
	var x any = 2 + 0i
	fmt.Println(x == 2+0i, x == 2.0)
	roots := []complex128{cmplx.Sqrt(-4), cmplx.Exp(0), cmplx.Pow(2i, 2)}
	fmt.Printf("%.2f\n", roots)
	re, im := real(roots[0]), imag(roots[0])
	re, im = im, re
	fmt.Println(complex(re, im), complex(float32(1), 2), 1/complex(0, 1))
}
