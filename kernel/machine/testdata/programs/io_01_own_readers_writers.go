// io interfaces implemented by own types, used by io.Copy, ReadAll, MultiWriter, TeeReader.

package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

type rot13 struct{ r io.Reader }

func (r rot13) Read(p []byte) (int, error) {
	n, err := r.r.Read(p)
	for i, c := range p[:n] {
		switch {
		case c >= 'a' && c <= 'z':
			p[i] = 'a' + (c-'a'+13)%26
		case c >= 'A' && c <= 'Z':
			p[i] = 'A' + (c-'A'+13)%26
		}
	}
	return n, err
}

type counter struct{ bytes, calls int }

func (c *counter) Write(p []byte) (int, error) { c.bytes += len(p); c.calls++; return len(p), nil }

type slow string

func (s *slow) Read(p []byte) (int, error) {
	if *s == "" {
		return 0, io.EOF
	}
	p[0] = (*s)[0]
	*s = (*s)[1:]
	return 1, nil
}

type src struct{ lines []string }

func (s src) Read([]byte) (int, error) { panic("Read should not be called") }
func (s src) WriteTo(w io.Writer) (n int64, err error) {
	for _, l := range s.lines {
		m, err := io.WriteString(w, l+"\n")
		n += int64(m)
		if err != nil {
			return n, err
		}
	}
	return
}

type limited struct{ left int }

func (l *limited) Write(p []byte) (int, error) {
	if len(p) > l.left {
		return l.left, errors.New("no space")
	}
	l.left -= len(p)
	return len(p), nil
}

func main() {
	b, err := io.ReadAll(rot13{rot13{strings.NewReader("same")}})
	fmt.Println(string(b), err)
	var c counter
	n, err := io.Copy(&c, rot13{strings.NewReader("Uryyb")})
	fmt.Println(n, err, c)
	s := slow("slowly")
	io.Copy(io.MultiWriter(os.Stdout, &c), io.TeeReader(&s, &c))
	fmt.Println("", c)
	fmt.Println(io.Copy(os.Stdout, src{[]string{"x", "yy"}}))
	fmt.Println(io.Copy(&limited{5}, src{[]string{"abc", "def"}}))
	s = "abcdef"
	buf := make([]byte, 4)
	fmt.Println(io.ReadFull(&s, buf))
	fmt.Println(io.ReadFull(&s, buf))
	s = "ab"
	fmt.Println(io.ReadAtLeast(&s, buf, 2))
	fmt.Fprintf(&c, "%d", 12345)
	fmt.Println(c.bytes, string(buf))
	sc := bufio.NewScanner(rot13{strings.NewReader("bar\ngjb")})
	for sc.Scan() {
		fmt.Print(sc.Text(), ";")
	}
	r := io.MultiReader(strings.NewReader("1"), io.LimitReader(strings.NewReader("234"), 2))
	b, _ = io.ReadAll(r)
	fmt.Println(string(b))
}
