// math/big: factorials, Fibonacci, fractions, pi digits, modular arithmetic.

package main

import (
	"fmt"
	"math/big"
)

func fact(n int64) *big.Int {
	if n <= 1 {
		return big.NewInt(1)
	}
	return new(big.Int).Mul(big.NewInt(n), fact(n-1))
}

func fib(n int) *big.Int {
	a, b := big.NewInt(0), big.NewInt(1)
	for range n {
		a.Add(a, b)
		a, b = b, a
	}
	return a
}

type frac struct{ *big.Rat }

func (f frac) String() string { return f.Num().String() + "/" + f.Denom().String() }

func harmonic(n int64) frac {
	sum := new(big.Rat)
	for i := int64(1); i <= n; i++ {
		sum.Add(sum, big.NewRat(1, i))
	}
	return frac{sum}
}

func piDigits(n int) string {
	digits := ""
	q, r, t := big.NewInt(1), big.NewInt(0), big.NewInt(1)
	k, l := int64(1), int64(3)
	m := big.NewInt(3)
	tmp, tmp2 := new(big.Int), new(big.Int)
	for len(digits) < n {
		tmp.Add(tmp.Mul(q, big.NewInt(4)), r).Sub(tmp, t)
		if tmp.Cmp(tmp2.Mul(m, t)) < 0 {
			digits += m.String()
			nr := new(big.Int).Mul(big.NewInt(10), tmp.Sub(r, tmp2.Mul(m, t)))
			nm := new(big.Int).Div(tmp.Mul(big.NewInt(10), tmp.Add(tmp.Mul(big.NewInt(3), q), r)), t)
			m = nm.Sub(nm, tmp2.Mul(m, big.NewInt(10)))
			q.Mul(q, big.NewInt(10))
			r = nr
			continue
		}
		nr := new(big.Int).Mul(tmp.Add(tmp.Mul(big.NewInt(2), q), r), big.NewInt(l))
		nm := tmp.Mul(q, big.NewInt(7*k)).Add(tmp, big.NewInt(2)).Add(tmp, tmp2.Mul(r, big.NewInt(l)))
		m = new(big.Int).Div(nm, tmp2.Mul(t, big.NewInt(l)))
		q.Mul(q, big.NewInt(k))
		t.Mul(t, big.NewInt(l))
		r = nr
		l += 2
		k++
	}
	return digits
}

func main() {
	fmt.Println(fact(30), fib(150))
	fmt.Println(harmonic(10), frac{big.NewRat(6, -4)})
	fmt.Println(piDigits(20))
	a, _ := new(big.Int).SetString("123456789012345678901234567890", 10)
	q, r := new(big.Int).DivMod(a, big.NewInt(97), new(big.Int))
	fmt.Println(q, r, a.Cmp(q), a.BitLen(), a.ProbablyPrime(5))
	fmt.Printf("%v %x %s %d %T\n", a, a, a, []*big.Int{q, r}, a)
	fmt.Println(new(big.Int).Exp(big.NewInt(3), big.NewInt(1000), big.NewInt(1007)), new(big.Int).GCD(nil, nil, big.NewInt(48), big.NewInt(36)))
	x := new(big.Float).SetPrec(100).SetInt64(2)
	fmt.Println(x.Sqrt(x).Text('f', 25))
}
