// Scanning into variables of declared types.
package main

import (
	"errors"
	"fmt"
	"strings"
)

type (
	I   int
	I8  int8
	U16 uint16
	F   float64
	F32 float32
	S   string
	B   bool
	By  []byte
	C   complex128
	R   rune
	T   struct{ X int }
)

type Scanner struct{ text string }

func (s *Scanner) Scan(state fmt.ScanState, verb rune) error {
	tok, err := state.Token(true, nil)
	if err != nil {
		return err
	}
	s.text = string(tok) + "/" + string(verb)
	if s.text == "bad/v" {
		return errors.New("bad token")
	}
	return nil
}

func main() {
	var (
		i  I
		i8 I8
		u  U16
		f  F
		g  F32
		s  S
		b  B
		by By
		c  C
		t  T
		n  int
		sc Scanner
		st struct {
			V F
			w I
		}
	)
	fmt.Println(fmt.Sscan("1 2 3 4.5 5.5 hello true bytes (1+2i) 9", &i, &i8, &u, &f, &g, &s, &b, &by, &c, &n))
	fmt.Println(i, i8, u, f, g, s, b, string(by), c, n)
	fmt.Println(fmt.Sscanf("0x1f:7:abc:2.5", "%v:%d:%3s:%f", &i, &n, &s, &f))
	fmt.Println(i, n, s, f)
	fmt.Println(fmt.Sscanln("3 4", &i, &f))
	fmt.Println(fmt.Sscan("300", &i8))
	fmt.Println(fmt.Sscan("x", &i))
	fmt.Println(fmt.Sscanf("3", "%d", &f))
	fmt.Println(f)
	fmt.Println(fmt.Sscan("3", &t))
	fmt.Println(fmt.Sscan("3", t))
	fmt.Println(fmt.Sscan("3", i))
	fmt.Println(fmt.Sscan("tok rest", &sc, &s))
	fmt.Println(sc.text, s)
	fmt.Println(fmt.Sscanf("tok", "%x", &sc))
	fmt.Println(sc)
	fmt.Println(fmt.Sscan("bad", &sc))
	fmt.Println(fmt.Sscan("1.5 6", &st.V, &st.w))
	fmt.Println(st)
	r := strings.NewReader("10 20\n30")
	fmt.Println(fmt.Fscan(r, &i, &f))
	fmt.Println(fmt.Fscanln(r, &i))
	fmt.Println(fmt.Fscanf(r, "%d", &i))
	fmt.Println(i, f)
	list := []I{0, 0}
	fmt.Println(fmt.Sscan("7 8", &list[0], &list[1]))
	fmt.Println(list)
}
