// bufio.Scanner with lines, words, runes, own split functions; Reader and Writer.

package main

import (
	"bufio"
	"bytes"
	"fmt"
	"strconv"
	"strings"
)

func csvSplit(data []byte, atEOF bool) (int, []byte, error) {
	if i := bytes.IndexByte(data, ','); i >= 0 {
		return i + 1, data[:i], nil
	}
	if atEOF && len(data) > 0 {
		return len(data), data, bufio.ErrFinalToken
	}
	return 0, nil, nil
}

func main() {
	sc := bufio.NewScanner(strings.NewReader("first line\n\nthird\r\nlast"))
	for n := 1; sc.Scan(); n++ {
		fmt.Printf("%d %q\n", n, sc.Text())
	}
	count := func(s string, f bufio.SplitFunc) (n int) {
		sc := bufio.NewScanner(strings.NewReader(s))
		sc.Split(f)
		for sc.Scan() {
			n++
		}
		return
	}
	const t = "héllo big  world"
	fmt.Println(count(t, bufio.ScanWords), count(t, bufio.ScanRunes), count(t, bufio.ScanBytes))
	sc = bufio.NewScanner(strings.NewReader("a,b,,c"))
	sc.Split(csvSplit)
	for sc.Scan() {
		fmt.Printf("%q ", sc.Text())
	}
	fmt.Println(sc.Err())
	r := bufio.NewReader(strings.NewReader("key=value\nrest é"))
	k, err := r.ReadString('=')
	fmt.Printf("%q %v\n", k, err)
	line, prefix, err := r.ReadLine()
	fmt.Printf("%q %v %v\n", line, prefix, err)
	p, _ := r.Peek(4)
	fmt.Println(string(p))
	for {
		c, size, err := r.ReadRune()
		if err != nil {
			fmt.Println(err)
			break
		}
		if c == ' ' {
			r.UnreadRune()
			r.Discard(1)
			continue
		}
		fmt.Print(string(c), size, " ")
	}
	var sb strings.Builder
	w := bufio.NewWriter(&sb)
	fmt.Fprintf(w, "%s-%d", "x", 5)
	w.WriteRune('é')
	fmt.Println(sb.Len(), w.Buffered())
	w.Flush()
	fmt.Println(sb.String())
	stats := map[int]int{}
	sc = bufio.NewScanner(strings.NewReader("3 1 4 1 5"))
	sc.Split(bufio.ScanWords)
	for sc.Scan() {
		n, _ := strconv.Atoi(sc.Text())
		stats[n]++
	}
	fmt.Println(stats)
}
