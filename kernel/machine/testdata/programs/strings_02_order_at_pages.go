package main

import "fmt"

type rec struct {
	k    int
	name string
}

func eq(a, b string) bool         { return a == b }
func ne(a, b string) bool         { return a != b }
func lt(a, b string) bool         { return a < b }
func le(a, b string) bool         { return a <= b }
func gt(a, b string) bool         { return a > b }
func ge(a, b string) bool         { return a >= b }
func isx(a string) bool           { return a == "" }
func isab(a string) bool          { return "abcdefghi" == a }
func less(l []rec, i, j int) bool { return l[i].name < l[j].name }

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

func main() {
	buf := make([]byte, 1<<14)
	x := uint32(7)
	for i := range buf {
		x = x*1664525 + 1013904223
		buf[i] = byte(x>>24) & 3
		if x>>30 == 0 {
			buf[i] |= 0x80
		}
	}
	big := string(buf)
	var list []string
	for i := 0; i < 300; i++ {
		x = x*1664525 + 1013904223
		from := int(x>>8) % (len(big) - 40)
		x = x*1664525 + 1013904223
		n := int(x>>8) % 30
		list = append(list, big[from:from+n])
		if i%3 == 0 && n > 0 {
			list = append(list, string([]byte(big[from:from+n])), string([]byte(big[from:from+n-1]))+"x")
		}
	}
	for i := 0; i < 40; i++ {
		list = append(list, big[len(big)-i:], big[4096-i:4096+i%7])
	}
	list = append(list, "", "abcdefghi", "abcdefgh", "abcdefghij")
	h, recs := 0, []rec{}
	for i, s := range list {
		recs = append(recs, rec{i, s})
	}
	for i, a := range list {
		for j, b := range list {
			v := b2i(eq(a, b)) | b2i(ne(a, b))<<1 | b2i(lt(a, b))<<2 | b2i(le(a, b))<<3 | b2i(gt(a, b))<<4 | b2i(ge(a, b))<<5
			v |= b2i(isx(a))<<6 | b2i(isab(b))<<7 | b2i(less(recs, i, j))<<8
			h = (h*31 + v) % 1000000007
		}
	}
	n := 0
	for i := 0; i < len(recs); i++ { // in registers
		for j := i % 7; j < len(recs); j++ {
			if recs[i].name < recs[j].name && recs[i].k*3+j > 5 {
				n += i ^ j
			} else if recs[j].name == list[i] || list[j] != "abc" {
				n -= recs[j].k
			}
		}
	}
	fmt.Println(len(list), h, n)
}
