// Conversions between strings, bytes, runes and named variants.

package main

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

type bs []byte
type rs []rune
type str string
type b2 byte

func main() {
	s := "Go é 世"
	b := []byte(s)
	r := []rune(s)
	fmt.Println(len(b), len(r), b[3:5], r[3])
	b[0], r[0] = 'N', 'N'
	fmt.Println(s, string(b), string(r))
	fmt.Println(string(rune(65)), string(rune(0x4e16)), string(rune(-1)) == "\uFFFD", string('x'))
	fmt.Println(string(bs("abc")), string(rs{'h', 'é'}), str(b), string(str("q"))+"!")
	fmt.Printf("%T %T %T\n", bs(s), rs(s), str(r))
	fmt.Println([]b2("hi"), len(string([]byte(nil))), []byte("") == nil)
	fmt.Printf("%q %x % x %X\n", s, s, s[:4], []byte("xyz"))
	fmt.Printf("%+q %#q %U\n", s, `a"b`, []rune("é"))
	bad := string([]byte{0x61, 0xff, 0xe4, 0xb8})
	fmt.Println(utf8.ValidString(bad), len(bad), []rune(bad), strings.ToValidUTF8(bad, "?"))
	fmt.Printf("%q\n", bad)
	c := s[0]
	c++
	fmt.Printf("%T %c %v %s\n", c, c, c, string(c))
	d := append([]byte("x="), s[:2]...)
	fmt.Println(string(d))
	fmt.Println(copy(d, "yy"))
	fmt.Println(string(d))
	r2, size := utf8.DecodeRuneInString("世界")
	fmt.Println(r2, size, string(r2), utf8.RuneLen('é'), utf8.AppendRune(nil, '世'))
}
