// Vm runs the code of a small stack machine, which counts prime numbers.
package main

import "fmt"

const (
	push = iota
	load
	store
	add
	multiply
	remainder
	less
	lessEqual
	jump
	jumpZero
	halt
)

type instruction struct{ op, arg int }

// The variables of the program.
const (
	n = iota
	i
	count
)

// primes is a program that counts the primes below a limit by division.
func primes(limit int) []instruction {
	return []instruction{
		{push, 2}, {store, n},
		// 2: while n < limit
		{load, n}, {push, limit}, {less, 0}, {jumpZero, 32},
		{push, 2}, {store, i},
		// 8: while i*i <= n
		{load, i}, {load, i}, {multiply, 0}, {load, n}, {lessEqual, 0}, {jumpZero, 23},
		{load, n}, {load, i}, {remainder, 0}, {jumpZero, 27},
		{load, i}, {push, 1}, {add, 0}, {store, i}, {jump, 8},
		// 23: n is prime
		{load, count}, {push, 1}, {add, 0}, {store, count},
		// 27: the next n
		{load, n}, {push, 1}, {add, 0}, {store, n}, {jump, 2},
		// 32
		{load, count}, {halt, 0},
	}
}

// run gives the number on the stack at the end, and the number of steps.
func run(code []instruction) (result, steps int) {
	var stack []int
	variables := make([]int, 3)
	pc := 0
	for {
		in := code[pc]
		pc++
		steps++
		top := len(stack) - 1
		switch in.op {
		case push:
			stack = append(stack, in.arg)
		case load:
			stack = append(stack, variables[in.arg])
		case store:
			variables[in.arg] = stack[top]
			stack = stack[:top]
		case add:
			stack[top-1] += stack[top]
			stack = stack[:top]
		case multiply:
			stack[top-1] *= stack[top]
			stack = stack[:top]
		case remainder:
			stack[top-1] %= stack[top]
			stack = stack[:top]
		case less:
			stack[top-1] = truth(stack[top-1] < stack[top])
			stack = stack[:top]
		case lessEqual:
			stack[top-1] = truth(stack[top-1] <= stack[top])
			stack = stack[:top]
		case jump:
			pc = in.arg
		case jumpZero:
			if stack[top] == 0 {
				pc = in.arg
			}
			stack = stack[:top]
		case halt:
			return stack[top], steps
		}
	}
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

func main() {
	fmt.Println(run(primes(16000)))
}
