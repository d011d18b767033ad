// Dynamic dispatch: embedded interfaces, calls on results, nil receivers.

package main

import (
	"fmt"
	"strings"
)

type reader interface{ read() string }
type writer interface{ write(string) int }
type rw interface {
	reader
	writer
}

type mem struct{ data []string }

func (m *mem) read() string {
	if m == nil {
		return "<nil mem>"
	}
	if len(m.data) == 0 {
		return ""
	}
	s := m.data[0]
	m.data = m.data[1:]
	return s
}
func (m *mem) write(s string) int { m.data = append(m.data, s); return len(s) }

type logged struct {
	rw
	log *[]string
}

func (l logged) write(s string) int {
	*l.log = append(*l.log, "w:"+s)
	return l.rw.write(s)
}

type upper struct{ reader }

func (u upper) read() string { return strings.ToUpper(u.reader.read()) }

func copyAll(w writer, r reader) (n int) {
	for s := r.read(); s != ""; s = r.read() {
		n += w.write(s)
	}
	return
}

func main() {
	src, dst := &mem{}, &mem{}
	var log []string
	var l rw = logged{dst, &log}
	for _, s := range []string{"one", "two", "three"} {
		src.write(s)
	}
	fmt.Println(copyAll(l, upper{src}), dst.data, log)
	var m *mem
	var r reader = m
	fmt.Println(r.read(), r == nil, r != nil, m == nil)
	var w writer = l
	if x, ok := w.(reader); ok {
		fmt.Println(x.read())
	}
	_, ok := w.(*mem)
	fmt.Println(ok, l.(logged).rw == rw(dst))
	f := w.write
	w = nil
	fmt.Println(f("four"), dst.data, log)
}
