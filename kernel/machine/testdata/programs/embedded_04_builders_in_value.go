// Embedded strings.Builder, bytes.Reader, sync.WaitGroup and time.Duration in own types.

package main

import (
	"fmt"
	"sort"
	"strings"
	"sync"
	"time"
)

type html struct {
	strings.Builder
	open []string
}
type group struct {
	sync.WaitGroup
	sync.Mutex
	out []int
}
type timeout struct {
	time.Duration
	name string
}
type scan struct {
	*strings.Reader
	line int
}

func (h *html) tag(name string) *html {
	h.open = append(h.open, name)
	h.WriteString("<" + name + ">")
	return h
}
func (h *html) end() *html {
	n := len(h.open) - 1
	fmt.Fprintf(h, "</%s>", h.open[n])
	h.open = h.open[:n]
	return h
}
func (h *html) text(s string) *html { h.WriteString(s); return h }
func (g *group) run(n int) {
	g.Add(1)
	go func() {
		defer g.Done()
		g.Lock()
		defer g.Unlock()
		g.out = append(g.out, n*n)
	}()
}
func (s *scan) next() (rune, bool) {
	r, _, err := s.ReadRune()
	if r == '\n' {
		s.line++
	}
	return r, err == nil
}

func main() {
	h := &html{}
	fmt.Println(h.tag("p").text("a").tag("b").text("c").end().end().String(), h.Len())
	var g group
	for i := range 5 {
		g.run(i)
	}
	g.Wait()
	sort.Ints(g.out)
	fmt.Println(g.out)
	t := timeout{90 * time.Second, "t"}
	fmt.Println(t, t.Minutes(), t.Duration*2, t.String())
	fmt.Printf("%v %+v %d\n", t, t.Duration, t.Duration)
	s := &scan{strings.NewReader("a\né\nb"), 1}
	n := 0
	for _, ok := s.next(); ok; _, ok = s.next() {
		n++
	}
	fmt.Println(n, s.line, s.Reader.Len(), s.Size())
	var st fmt.Stringer = t
	fmt.Println(st)
}
