// Levenshtein measures how many letters must change to make one word of another.
package main

import "fmt"

func distance(a, b string) int {
	before := make([]int, len(b)+1)
	for j := range before {
		before[j] = j
	}
	for i := 0; i < len(a); i++ {
		row := make([]int, len(b)+1)
		row[0] = i + 1
		for j := 0; j < len(b); j++ {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			row[j+1] = min(before[j+1]+1, row[j]+1, before[j]+cost)
		}
		before = row
	}
	return before[len(b)]
}

var words = []string{
	"monomino", "domino", "triomino", "tetromino", "pentomino", "hexomino", "heptomino", "octomino",
	"polyomino", "polyiamond", "polyhex", "polycube", "tiling", "covering", "rectangle", "parallelogram",
	"symmetry", "reflection", "rotation", "orientation", "placement", "solution", "algorithm", "dancing",
	"links", "column", "option", "item", "header", "spacer", "backtracking", "branching",
	"kernel", "notebook", "interpreter", "compiler", "session", "message", "completion", "inspection",
}

func main() {
	sum, nearest := 0, 1000
	var a, b string
	for i, v := range words {
		for _, w := range words[:i] {
			d := distance(v, w)
			sum += d
			if d < nearest {
				nearest, a, b = d, v, w
			}
		}
	}
	fmt.Println(sum, nearest, a, b)

	long, other := "", ""
	for _, w := range words {
		long += w + " "
		other = w + " " + other
	}
	fmt.Println(distance(long, other), distance(long+other, other+long), distance(long+long, other+other+long))
}
