// Struct, array, pointer, bool, float and interface keys; struct, func and slice values.

package main

import (
	"fmt"
	"math"
)

type pos struct{ x, y int }
type piece struct {
	name string
	hp   int
}

func main() {
	board := map[pos]piece{{0, 0}: {"rook", 5}, {1, 2}: {name: "pawn"}}
	board[pos{3, 3}] = piece{"king", 9}
	p := board[pos{0, 0}]
	p.hp--
	fmt.Println(board[pos{0, 0}].hp, p.hp, board[pos{9, 9}].name == "", len(board))
	board[pos{0, 0}] = p
	fmt.Println(board)
	if q, ok := board[pos{x: 1, y: 2}]; ok {
		fmt.Println(q.name)
	}
	lines := map[[2]string]int{{"a", "b"}: 1}
	lines[[2]string{"a", "b"}]++
	lines[[...]string{"b", "a"}]--
	fmt.Println(lines)
	a, b := &pos{1, 1}, &pos{1, 1}
	ptrs := map[*pos]string{a: "a", b: "b"}
	a.x = 50
	fmt.Println(ptrs[a], ptrs[b], len(ptrs))
	funcs := map[string]func(float64, float64) float64{
		"+": func(a, b float64) float64 { return a + b },
		"^": math.Pow,
	}
	fmt.Println(funcs["+"](1, 2), funcs["^"](2, 10), funcs["?"] == nil)
	ms := map[string]*piece{"k": {"knight", 3}}
	ms["k"].hp *= 2
	(*ms["k"]).name += "!"
	fmt.Println(*ms["k"])
	sl := map[string][]pos{"path": {{1, 2}, {3, 4}}}
	sl["path"][0].x = 100
	fmt.Println(sl)
	arr := map[string][3]int{"v": {1, 2, 3}}
	fmt.Println(arr["v"][1], len(arr["none"]))
	type key struct {
		any
		s string
	}
	mixed := map[key]int{{1, "a"}: 1, {"1", "a"}: 2}
	fmt.Println(mixed[key{1, "a"}], mixed[key{"1", "a"}], mixed[key{1.0, "a"}])
}
