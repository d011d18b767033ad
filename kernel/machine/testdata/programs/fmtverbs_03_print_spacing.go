// Spaces in Print and Sprint, newlines, and Sscan with Sscanf.

package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
)

type T struct{ a, b int }

func main() {
	fmt.Print("a", "b", 1, 2, true, "c", 3.5, nil, '\n', "\n")
	fmt.Print(1, 2, "x", 3, T{1, 2}, T{3, 4}, "\n")
	fmt.Println("a", 1, true, nil, []string{"x", "y z"}, T{})
	fmt.Println(fmt.Sprint("x", 1, 2, "y"), fmt.Sprint(), fmt.Sprint("a", "b"), fmt.Sprint(1, 2))
	fmt.Println(len(fmt.Sprintln()), fmt.Sprintln("end") == "end\n")
	var a, b int
	var s string
	n, err := fmt.Sscanf("12-ab-7", "%d-%2s-%d", &a, &s, &b)
	fmt.Println(n, err, a, s, b)
	n, err = fmt.Sscan("3 four 5", &a, &s, &b)
	fmt.Println(n, err, a, s, b)
	n, err = fmt.Sscan("x", &a)
	fmt.Println(n, err)
	var f float64
	var r rune
	fmt.Sscanf("2.5 z", "%g %c", &f, &r)
	fmt.Println(f, string(r))
	var x, y int
	fmt.Sscanf("0x1f 101", "%v %b", &x, &y)
	fmt.Println(x, y)
	rd := strings.NewReader("1 2 3\n4")
	for {
		var v int
		if _, err := fmt.Fscan(rd, &v); err != nil {
			fmt.Println(err)
			break
		}
		fmt.Print(v, ",")
	}
	w := bufio.NewWriter(os.Stdout)
	defer w.Flush()
	fmt.Fprintf(w, "%s %v\n", "buffered", T{5, 6})
}
