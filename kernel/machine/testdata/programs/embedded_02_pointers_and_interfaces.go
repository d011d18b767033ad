// Embedded pointers to compiled types and embedded compiled interfaces.

package main

import (
	"bufio"
	"bytes"
	"container/list"
	"fmt"
	"io"
	"sort"
	"strings"
)

type countingReader struct {
	io.Reader
	n int
}

func (c *countingReader) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.n += n
	return n, err
}

type prefixWriter struct {
	io.Writer
	prefix string
}

func (p prefixWriter) Write(b []byte) (int, error) {
	n, err := fmt.Fprintf(p.Writer, "%s%s", p.prefix, b)
	return n - len(p.prefix), err
}

type session struct {
	*bytes.Buffer
	*bufio.Scanner
	user string
}

type rev struct{ sort.Interface }

func (r rev) Less(i, j int) bool { return r.Interface.Less(j, i) }

type stack struct{ *list.List }

func (s stack) pop() any { return s.Remove(s.Back()) }

func main() {
	c := &countingReader{Reader: strings.NewReader("hello world")}
	b, err := io.ReadAll(c)
	fmt.Println(string(b), err, c.n)
	var buf bytes.Buffer
	w := prefixWriter{&buf, "> "}
	fmt.Fprintln(w, "one")
	n, err := io.WriteString(w, "two\n")
	fmt.Printf("%q %d %v\n", buf.String(), n, err)
	s := session{Buffer: new(bytes.Buffer), Scanner: bufio.NewScanner(strings.NewReader("a b\nc")), user: "u"}
	for s.Scan() {
		s.WriteString("[" + s.Text() + "]")
	}
	fmt.Println(s.Buffer.String(), s.Len(), s.user)
	xs := []int{3, 1, 2}
	sort.Sort(rev{sort.IntSlice(xs)})
	fmt.Println(xs)
	ss := sort.StringSlice{"b", "c", "a"}
	sort.Stable(rev{ss})
	fmt.Println(ss)
	st := stack{list.New()}
	st.PushBack(1)
	st.PushBack("two")
	fmt.Println(st.Len(), st.pop(), st.pop(), st.Len())
	fmt.Println(io.Copy(io.Discard, &countingReader{Reader: io.LimitReader(strings.NewReader("abcdef"), 4)}))
}
