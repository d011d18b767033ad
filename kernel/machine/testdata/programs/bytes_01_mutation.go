// Byte slices: in-place changes, conversions that copy, append patterns, comparison.

package main

import (
	"bytes"
	"fmt"
)

type hash [4]byte

func sum(b []byte) (h hash) {
	for i, c := range b {
		h[i%4] ^= c<<(i%3) | c>>5
	}
	return
}
func (h hash) String() string { return fmt.Sprintf("%x", h[:]) }

func reverse(b []byte) {
	for i, j := 0, len(b)-1; i < j; i, j = i+1, j-1 {
		b[i], b[j] = b[j], b[i]
	}
}

func main() {
	s := "reverse me"
	b := []byte(s)
	reverse(b)
	fmt.Println(s, string(b))
	reverse(b[:3])
	fmt.Printf("%s %q %x\n", b, b[3:5], b[:2])
	fmt.Println(sum([]byte("abc")), sum(nil), sum([]byte("abc")) == sum([]byte("abd")))
	b = append(b[:2], b[4:]...)
	b = append(b, "!?"...)
	b[0] -= 'a' - 'A'
	fmt.Println(string(b), len(b), bytes.IndexByte(b, '!'))
	fields := bytes.Fields([]byte(" a  bc d "))
	fields[1][0] = 'X'
	fmt.Printf("%s %q\n", fields, bytes.Join(fields, []byte("+")))
	m := map[string]int{}
	key := []byte("k1")
	m[string(key)]++
	key[1] = '2'
	m[string(key)] += 5
	fmt.Println(m, string(key) == "k2", bytes.Equal(key, []byte("k2")))
	var grid [2][3]byte
	copy(grid[0][:], "xyz")
	copy(grid[1][1:], "abc")
	fmt.Printf("%s %v %q\n", grid[0], grid[1], grid)
}
