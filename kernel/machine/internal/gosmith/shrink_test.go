// SPDX-License-Identifier: BSD-3-Clause

package gosmith

import (
	"fmt"
	"strings"
	"testing"
)

// A fault that shows when a program has two constructs: the shrinker must come down to little more
// than them.
func TestShrink(t *testing.T) {
	calls := 0
	fails := func(src string) bool {
		calls++
		if err := Check(src); err != nil {
			t.Fatalf("a candidate does not compile: %v\n%s", err, src)
		}
		return strings.Contains(src, " &^ ") && strings.Contains(src, "defer ")
	}
	found := 0
	for _, seed := range seeds(20) {
		src := Program(seed, 2)
		if found == 3 || !fails(src) {
			continue
		}
		found++
		small := Shrink(src, fails)
		if !fails(small) {
			t.Errorf("seed %d: shrunk to a program that does not fail:\n%s", seed, small)
		}
		if n := strings.Count(small, "\n"); n > 20 {
			t.Errorf("seed %d: shrunk from %d to %d lines:\n%s", seed, strings.Count(src, "\n"), n, small)
		}
	}
	if found == 0 {
		t.Fatal("no program fails")
	}
	t.Logf("%d candidates for %d programs", calls, found)
}

func TestShrinkNothing(t *testing.T) {
	src := Program(*first, 1)
	if got := Shrink(src, func(string) bool { return false }); got != src {
		t.Error("a program that does not fail was changed")
	}
	if got := Shrink("package main; func main() { x }", func(string) bool { return true }); !strings.Contains(got, "{ x }") {
		t.Error("a program that does not compile was changed")
	}
}

func ExampleShrink() {
	src := `package main

import "fmt"

type T struct{ a, b int }

func f(n int) int {
	t := T{n, 2}
	for i := range n {
		t.b += i << 3
	}
	return t.a + t.b
}

func main() {
	if x := f(5); x > 3 {
		fmt.Println("x", x)
	}
}
`
	fmt.Print(Shrink(src, func(src string) bool { return strings.Contains(src, "<<") }))
	// Output:
	// package main
	//
	// func f() int {
	// 	_ = 0 << 3
	// 	return 0
	// }
	// func main() {}
}
