// SPDX-License-Identifier: BSD-3-Clause

package gosmith

import (
	"slices"
	"strings"
	"testing"
)

func TestCells(t *testing.T) {
	src := `package main

import "fmt"

type a struct{ b *b }

type b struct{ a a }

func (a) M() c { return 0 }

type c int

func f() int { return g() }

func g() int { return 1 }

func main() {
	fmt.Println(a{}, f())
	fmt.Println(2)
}
`
	found := map[int]bool{}
	for seed := range uint64(50) {
		cells := Cells(src, seed)
		found[len(cells)] = true
		place := func(decl string) int {
			i := slices.IndexFunc(cells, func(c string) bool { return strings.Contains(c, decl) })
			if i < 0 {
				t.Fatalf("seed %d: %q is in no cell", seed, decl)
			}
			return i
		}
		if !strings.HasPrefix(cells[0], "import ") || place("type a") != place("type b") || place("type a") != place("func (a) M") ||
			place("type c") > place("type a") || place("func g") > place("func f") || place("Println(a") != len(cells)-2 || place("Println(2") != len(cells)-1 {
			t.Errorf("seed %d: %q", seed, cells)
		}
	}
	if len(found) < 3 {
		t.Errorf("the numbers of cells are %v", found)
	}
}

// The cells of a program are the program.
func TestCellsKeepAll(t *testing.T) {
	for _, seed := range seeds(*programs / 4) {
		src := TypeProgram(seed)
		text := strings.Join(Cells(src, seed), "\n")
		for l := range strings.Lines(src[strings.Index(src, "import"):]) {
			if l = strings.TrimSpace(l); l != "func main() {" && !strings.Contains(text, l) {
				t.Errorf("seed %d: the line %q is in no cell", seed, l)
			}
		}
	}
}
