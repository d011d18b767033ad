// Embedding compiled types: Mutex, Builder, Buffer, Time and error.

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
)

type safe struct {
	sync.Mutex
	n map[string]int
}

func (s *safe) inc(k string) {
	s.Lock()
	defer s.Unlock()
	s.n[k]++
}

type doc struct {
	strings.Builder
	lines int
}

func (d *doc) line(s string) {
	d.WriteString(s)
	d.WriteByte('\n')
	d.lines++
}

type logbuf struct{ bytes.Buffer }

func (l *logbuf) logf(f string, a ...any) { fmt.Fprintf(l, f+";", a...) }

type event struct {
	time.Time
	what string
}

type coded struct {
	error
	code int
}

func main() {
	s := safe{n: map[string]int{}}
	var wg sync.WaitGroup
	for i := range 6 {
		wg.Add(1)
		go func() { defer wg.Done(); s.inc([]string{"a", "b"}[i%2]) }()
	}
	wg.Wait()
	fmt.Println(s.n, s.TryLock())
	var d doc
	d.line("first")
	d.line("second")
	fmt.Printf("%q %d %d\n", d.String(), d.lines, d.Len())
	var l logbuf
	l.logf("a=%d", 1)
	l.logf("b")
	fmt.Println(l.String(), l.Len())
	e := event{time.Date(2024, 2, 28, 23, 0, 0, 0, time.UTC), "leap"}
	fmt.Println(e.Year(), e.Month(), e.AddDate(0, 0, 1).Day(), e.what)
	e.Time = e.Add(2 * time.Hour)
	fmt.Println(e.Format("2006-01-02 15:04"), e.Weekday())
	c := coded{errors.New("inner"), 7}
	fmt.Println(c.Error(), c.code, c)
	var err error = c
	fmt.Println(err, err.(coded).code)
	var w io.Writer = &l
	fmt.Fprint(w, "!")
	fmt.Println(&l)
}
