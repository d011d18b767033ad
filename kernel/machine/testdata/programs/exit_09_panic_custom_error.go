// An uncaught panic with an error value made in a nested call, after output to a buffer.

package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
)

type parseError struct{ line int }

func (p *parseError) Error() string { return fmt.Sprintf("line %d: bad", p.line) }

func parse(lines []string) (n int) {
	for i, l := range lines {
		v, err := strconv.Atoi(l)
		if err != nil {
			panic(&parseError{i + 1})
		}
		n += v
	}
	return
}

func main() {
	w := bufio.NewWriter(os.Stdout)
	defer w.Flush()
	fmt.Fprintln(w, "buffered", parse([]string{"1", "2"}))
	fmt.Println("direct")
	parse([]string{"4", "x"})
	fmt.Fprintln(w, "never")
}
