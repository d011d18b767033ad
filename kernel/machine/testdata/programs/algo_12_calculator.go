// A tokenizer, recursive descent parser and evaluator of arithmetic.

package main

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
)

type parser struct {
	toks []string
	pos  int
	vars map[string]float64
}

func tokenize(s string) (toks []string, err error) {
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case c == ' ':
			i++
		case strings.IndexByte("+-*/^()=", c) >= 0:
			toks = append(toks, string(c))
			i++
		case unicode.IsDigit(rune(c)) || c == '.' || unicode.IsLetter(rune(c)):
			j := i
			for j < len(s) && (unicode.IsDigit(rune(s[j])) || s[j] == '.' || unicode.IsLetter(rune(s[j]))) {
				j++
			}
			toks = append(toks, s[i:j])
			i = j
		default:
			return nil, fmt.Errorf("bad character %q at %d", c, i)
		}
	}
	return
}

func (p *parser) peek() string {
	if p.pos < len(p.toks) {
		return p.toks[p.pos]
	}
	return ""
}
func (p *parser) next() string { t := p.peek(); p.pos++; return t }

func (p *parser) expr() float64 {
	v := p.term()
	for p.peek() == "+" || p.peek() == "-" {
		if p.next() == "+" {
			v += p.term()
		} else {
			v -= p.term()
		}
	}
	return v
}

func (p *parser) term() float64 {
	v := p.power()
	for {
		switch p.peek() {
		case "*":
			p.next()
			v *= p.power()
		case "/":
			p.next()
			d := p.power()
			if d == 0 {
				panic(errors.New("division by zero"))
			}
			v /= d
		default:
			return v
		}
	}
}

func (p *parser) power() float64 {
	v := p.unary()
	if p.peek() == "^" {
		p.next()
		return math.Pow(v, p.power())
	}
	return v
}

func (p *parser) unary() float64 {
	switch t := p.next(); {
	case t == "-":
		return -p.unary()
	case t == "(":
		v := p.expr()
		if p.next() != ")" {
			panic(errors.New("missing )"))
		}
		return v
	case t == "":
		panic(errors.New("unexpected end"))
	default:
		if v, ok := p.vars[t]; ok {
			return v
		}
		v, err := strconv.ParseFloat(t, 64)
		if err != nil {
			panic(fmt.Errorf("unknown %q", t))
		}
		return v
	}
}

func eval(s string, vars map[string]float64) (v float64, err error) {
	toks, err := tokenize(s)
	if err != nil {
		return
	}
	defer func() {
		if r := recover(); r != nil {
			err = r.(error)
		}
	}()
	p := &parser{toks: toks, vars: vars}
	if len(toks) > 2 && toks[1] == "=" {
		p.pos = 2
		v = p.expr()
		vars[toks[0]] = v
		return
	}
	v = p.expr()
	if p.pos < len(toks) {
		err = fmt.Errorf("extra %q", toks[p.pos])
	}
	return
}

func main() {
	vars := map[string]float64{"pi": 3.14}
	for _, s := range []string{"1 + 2*3", "(1+2)*3", "2^3^2", "-4/(2-2)", "x = 5", "x*pi - 1", "2 *", "(1", "1 2", "3 $ 4", "zz", "--2"} {
		v, err := eval(s, vars)
		fmt.Println(s, "=", v, err)
	}
	fmt.Println(vars)
}
