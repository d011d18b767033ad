// Embedded interfaces, conversion between interfaces, assertions to compiled interfaces.

package main

import (
	"bytes"
	"fmt"
	"io"
	"strings"
)

type reader interface{ Read(p []byte) (int, error) }
type closer interface{ Close() error }
type readCloser interface {
	reader
	closer
}

type src struct {
	data   string
	closed int
}

func (s *src) Read(p []byte) (int, error) {
	if s.data == "" {
		return 0, io.EOF
	}
	n := copy(p, s.data)
	s.data = s.data[n:]
	return n, nil
}
func (s *src) Close() error { s.closed++; return nil }

type sizer interface{ Len() int }

func drain(r reader) string {
	b, err := io.ReadAll(r)
	if c, ok := r.(closer); ok {
		c.Close()
	}
	return fmt.Sprint(string(b), " ", err)
}

func main() {
	s := &src{data: "hello"}
	var rc readCloser = s
	var ior io.ReadCloser = rc
	fmt.Println(drain(ior), s.closed)
	var r reader = ior
	_, isW := r.(io.Writer)
	_, isRC := r.(io.ReadCloser)
	same, _ := r.(*src)
	fmt.Println(isW, isRC, same == s, r == reader(rc))
	fmt.Println(drain(strings.NewReader("abc")))
	for _, v := range []any{strings.NewReader("abc"), bytes.NewBufferString("de"), s, 5, "str"} {
		switch x := v.(type) {
		case interface {
			sizer
			io.Reader
		}:
			fmt.Println("sized reader", x.Len())
		case io.Reader:
			fmt.Println("reader")
		default:
			fmt.Printf("none %T\n", x)
		}
	}
	var w io.Writer = new(bytes.Buffer)
	fmt.Fprintf(w, "written %d", 1)
	fmt.Println(w.(fmt.Stringer).String(), w.(sizer).Len())
	func(c interface{ Close() error }) { c.Close() }(ior)
	fmt.Println(s.closed)
}
