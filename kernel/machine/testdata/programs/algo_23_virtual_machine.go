// A stack machine with opcodes, an assembler and a brainfuck-like interpreter.

package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

type op byte

const (
	push op = iota
	add
	mul
	sub
	dup
	swap
	jnz
	print
	halt
)

var opNames = map[string]op{"push": push, "add": add, "mul": mul, "sub": sub, "dup": dup, "swap": swap, "jnz": jnz, "print": print, "halt": halt}

type vm struct {
	code  []int
	stack []int
	pc    int
	out   []string
}

var table = [...]func(*vm){
	push: func(m *vm) { m.stack = append(m.stack, m.arg()) },
	add:  binary(func(a, b int) int { return a + b }),
	mul:  binary(func(a, b int) int { return a * b }),
	sub:  binary(func(a, b int) int { return a - b }),
	dup:  func(m *vm) { m.stack = append(m.stack, m.stack[len(m.stack)-1]) },
	swap: func(m *vm) { n := len(m.stack); m.stack[n-1], m.stack[n-2] = m.stack[n-2], m.stack[n-1] },
	jnz: func(m *vm) {
		if to := m.arg(); m.stack[len(m.stack)-1] != 0 {
			m.pc = to
		}
	},
	print: func(m *vm) { m.out = append(m.out, fmt.Sprint(m.pop())) },
}

func binary(f func(a, b int) int) func(*vm) {
	return func(m *vm) { b, a := m.pop(), m.pop(); m.stack = append(m.stack, f(a, b)) }
}
func (m *vm) arg() (n int) { n = m.code[m.pc]; m.pc++; return }
func (m *vm) pop() (n int) {
	n, m.stack = m.stack[len(m.stack)-1], m.stack[:len(m.stack)-1]
	return
}
func (m *vm) run() ([]string, error) {
	for steps := 0; ; steps++ {
		o := op(m.arg())
		if o == halt {
			return m.out, nil
		}
		if steps > 1000 {
			return m.out, errors.New("too many steps")
		}
		table[o](m)
	}
}

func assemble(src string) (code []int) {
	labels := map[string]int{}
	for pass := range 2 {
		code = code[:0]
		for _, w := range strings.Fields(src) {
			if strings.HasSuffix(w, ":") {
				labels[w[:len(w)-1]] = len(code)
			} else if o, ok := opNames[w]; ok {
				code = append(code, int(o))
			} else if n, err := strconv.Atoi(w); err == nil {
				code = append(code, n)
			} else if to, ok := labels[w]; ok || pass == 0 {
				code = append(code, to)
			} else {
				panic("unknown " + w)
			}
		}
	}
	return
}

func main() {
	fmt.Println((&vm{code: assemble("push 2 push 3 add push 4 mul print halt")}).run())
	fmt.Println((&vm{code: assemble("push 1 push 5 loop: dup print swap push 2 mul swap push 1 sub jnz loop print print halt")}).run())
	_, err := (&vm{code: assemble("push 1 top: jnz top halt")}).run()
	fmt.Println(err)
	var tape [8]byte
	prog, p := "++++++++[>++++++++<-]>+.+.>++[<.>-]", 0
	var stack []int
	for pc := 0; pc < len(prog); pc++ {
		switch prog[pc] {
		case '>', '<':
			p += int('=') - int(prog[pc])
			p = (p + 8) % 8
		case '+':
			tape[p]++
		case '-':
			tape[p]--
		case '.':
			fmt.Print(string(rune(tape[p])))
		case '[':
			stack = append(stack, pc)
		case ']':
			if tape[p] != 0 {
				pc = stack[len(stack)-1]
			} else {
				stack = stack[:len(stack)-1]
			}
		}
	}
	fmt.Println(tape, stack)
}
