package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"weak"
)

// Calls of package fmt, whose lists of arguments are in the frame of the caller.

type node struct {
	name string
	next []*node
}

func (n *node) String() string {
	if n.name == "" {
		panic("no name")
	}
	if len(n.next) == 0 {
		return n.name
	}
	return fmt.Sprint(n.name, fmt.Sprintf("%v", n.next), fmt.Sprintln(len(n.next), n.next[0], true))
}

type counter int

func (c *counter) Format(s fmt.State, verb rune) {
	*c++
	fmt.Fprintf(s, "%d%c%v", int(*c), verb, fmt.Sprint(*c > 3, "|", fmt.Sprint(int(*c), *c%2 == 0)))
}

// kept has errors and texts that later calls of the same statements must not change.
func kept(n int) (errs []error, texts []string, out []byte) {
	for i := range n {
		err := fmt.Errorf("%d: %w", i, errors.New(fmt.Sprint("cause ", i, " of ", n)))
		errs = append(errs, err)
		texts = append(texts, fmt.Sprint(i, err, len(texts), 'x', 1.5*float64(i), "end"))
		out = fmt.Append(out, i, ",", len(out), ";")
		out = fmt.Appendf(out, "%v%s", texts[i][:2], err)
	}
	return errs, texts, out
}

// recursive calls itself in arguments.
func recursive(n int, args ...any) string {
	if n == 0 {
		return fmt.Sprint(args...)
	}
	return fmt.Sprintf("%v<%v>%v", n, recursive(n-1, append(args, n, fmt.Sprint(n, args))...), fmt.Sprint(len(args), recursive(n-1)))
}

func later() (text string) {
	var b bytes.Buffer
	for i := range 4 {
		defer fmt.Fprint(&b, i, " ", text)
		text = fmt.Sprint(i, text)
	}
	defer func() { text += fmt.Sprint(b.String(), recover()) }()
	done := make(chan bool)
	for i := range 3 {
		go func() {
			defer close(done)
			fmt.Fprintln(&b, "go", i, text)
		}()
		<-done
		done = make(chan bool)
	}
	panic(fmt.Sprint("panic ", len(b.String())))
}

// failing leaves its list when an argument panics, and uses it again.
func failing(list []int, i int) (text string) {
	defer func() {
		if r := recover(); r != nil {
			text = fmt.Sprint("failed: ", r)
		}
	}()
	return fmt.Sprint("element ", i, " is ", list[i], " of ", len(list))
}

// sharing has calls before, after and among the arguments of others.
func sharing(n int) (text string) {
	if n < 0 {
		return fmt.Sprintf("%d is negative, %v", n, n < -1)
	}
	text = fmt.Sprintf(fmt.Sprint("%v ", n, " %s ", n*n, " %v"), fmt.Sprint(n, fmt.Sprintln(n, "inner"), n+1), fmt.Sprint("middle", n), fmt.Sprint(n, sharing(n-2)))
	for i := range n % 3 {
		text = fmt.Sprint(i, len(text), fmt.Sprint(text[:4], i)) + fmt.Sprint(i, n) + fmt.Sprint(fmt.Sprint(fmt.Sprint(i, "deep", n), i), n, 'x', i)
	}
	return text
}

// released reports whether what has been printed can be collected after that.
func released() (list []bool) {
	for i := range 3 {
		p := &node{name: strings.Repeat("n", i+1)}
		w := weak.Make(p)
		text := fmt.Sprint("printed ", p, i)
		p = &node{name: "other"}
		fmt.Println(text, p)
		runtime.GC()
		list = append(list, w.Value() == nil)
	}
	return list
}

func main() {
	leaf := &node{name: "leaf"}
	tree := &node{"tree", []*node{leaf, {"inner", []*node{leaf, {}}}, nil}}
	fmt.Println(tree, leaf, tree.next[1].next[1])
	var c counter
	for range 3 {
		fmt.Println(&c, fmt.Sprintf("%x", &c), c)
	}
	errs, texts, out := kept(5)
	for i, err := range errs {
		fmt.Println(err, errors.Unwrap(err), texts[i])
	}
	fmt.Printf("%s\n", out)
	fmt.Println(recursive(4, "a", 2))
	fmt.Println(later())
	for i := range 4 {
		fmt.Println(failing([]int{7, 8, 9}, i*2%5))
	}
	for i := range 8 {
		fmt.Println(sharing(i))
	}
	fmt.Println(released())
	total := 0
	for i := range 5000 {
		total += len(fmt.Sprint(i, i*i, total)) + len(fmt.Sprintf("%5d|%-7v|%t", i, texts[i%5], i%3 == 0))
		if i%1000 == 999 {
			fmt.Fprint(os.Stdout, i, " ", total, "\n")
			runtime.GC()
		}
	}
}
