// Structs with embedded compiled types and interfaces passed as compiled interfaces.

package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"sort"
	"strconv"
	"strings"
	"time"
)

type loggedReader struct {
	io.ReadSeeker
	log []string
}
type buf struct{ *bytes.Buffer }
type myErr struct{ *strconv.NumError }
type dur struct{ time.Duration }
type ord struct{ sort.StringSlice }

func (l *loggedReader) Read(p []byte) (int, error) {
	n, err := l.ReadSeeker.Read(p)
	l.log = append(l.log, fmt.Sprint("read ", n > 0))
	return n, err
}
func (o ord) Less(i, j int) bool { return o.StringSlice[i][1:] < o.StringSlice[j][1:] }
func (b buf) Write(p []byte) (int, error) {
	n, err := b.Buffer.Write(append(append([]byte("["), p...), ']'))
	return n - 2, err
}

func main() {
	l := &loggedReader{ReadSeeker: strings.NewReader("abc")}
	b, err := io.ReadAll(l)
	fmt.Println(string(b), err, l.log)
	pos, err := l.Seek(1, io.SeekStart)
	b, _ = io.ReadAll(io.LimitReader(l, 1))
	fmt.Println(pos, err, string(b), len(l.log))
	w := buf{new(bytes.Buffer)}
	fmt.Fprintf(w, "%d", 5)
	n, err := io.WriteString(io.MultiWriter(w, io.Discard), "xy")
	fmt.Println(w.String(), n, err, w.Len())
	_, perr := strconv.Atoi("q")
	var e error = myErr{perr.(*strconv.NumError)}
	fmt.Println(e, errors.Is(e, strconv.ErrSyntax), e.(myErr).Num)
	o := ord{sort.StringSlice{"xb", "ya", "zc"}}
	sort.Sort(o)
	fmt.Println(o.StringSlice, o.Len(), o)
	fmt.Println(dur{time.Minute}, dur{3}.Nanoseconds(), []dur{{time.Second}})
	var st fmt.Stringer = dur{time.Hour}
	fmt.Println(st.String())
	sc := bufio.NewScanner(&loggedReader{ReadSeeker: strings.NewReader("p q")})
	sc.Split(bufio.ScanWords)
	for sc.Scan() {
		fmt.Print(sc.Text(), ".")
	}
	fmt.Println()
}
