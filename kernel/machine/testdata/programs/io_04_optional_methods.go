package main

import (
	"bufio"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"encoding/gob"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"text/scanner"
)

type rs struct {
	r     *strings.Reader
	log   []string
	quiet bool
}

func (r *rs) note(s string) {
	if !r.quiet {
		r.log = append(r.log, s)
	}
}
func (r *rs) Read(b []byte) (int, error)           { r.note(fmt.Sprint("Read", len(b))); return r.r.Read(b) }
func (r *rs) ReadRune() (c rune, n int, err error) { r.note("ReadRune"); return r.r.ReadRune() }
func (r *rs) UnreadRune() error                    { r.note("UnreadRune"); return r.r.UnreadRune() }

type br struct {
	b []byte
	n int
}

func (r *br) Read(b []byte) (int, error) {
	if len(r.b) == 0 {
		return 0, io.EOF
	}
	n := copy(b, r.b)
	r.b = r.b[n:]
	r.n++
	return n, nil
}
func (r *br) ReadByte() (byte, error) {
	if len(r.b) == 0 {
		return 0, io.EOF
	}
	c := r.b[0]
	r.b = r.b[1:]
	return c, nil
}

type sw struct {
	strings.Builder
	log []string
}

func (w *sw) WriteString(s string) (int, error) {
	w.log = append(w.log, "WS"+s)
	return w.Builder.WriteString(s)
}
func (w *sw) WriteByte(c byte) error { w.log = append(w.log, "WB"); return w.Builder.WriteByte(c) }

type P struct {
	X, Y int
	N    string
}

func main() {
	r := &rs{r: strings.NewReader("12 abc\n3.5 é世")}
	var i int
	var s string
	var f float64
	fmt.Println(fmt.Fscan(r, &i))
	fmt.Println(fmt.Fscan(r, &s, &f))
	rest, _ := io.ReadAll(r)
	fmt.Printf("%d %q %v %q %v\n", i, s, f, rest, r.log[:3])
	plain := &struct{ io.Reader }{strings.NewReader("1 2 3")}
	fmt.Fscan(plain, &i)
	rest, _ = io.ReadAll(plain)
	fmt.Printf("%d %q\n", i, rest)

	var buf bytes.Buffer
	fw, _ := flate.NewWriter(&buf, 9)
	fw.Write([]byte("hello flate hello flate"))
	fw.Close()
	buf.WriteString("TRAILER")
	b := &br{b: buf.Bytes()}
	out, err := io.ReadAll(flate.NewReader(b))
	fmt.Printf("%q %v %q\n", out, err, b.b)

	buf.Reset()
	gw := gzip.NewWriter(&buf)
	gw.Name = "n"
	io.WriteString(gw, "gz")
	gw.Close()
	buf.WriteString("tail")
	b = &br{b: buf.Bytes()}
	gr, err := gzip.NewReader(b)
	gr.Multistream(false)
	out, err = io.ReadAll(gr)
	fmt.Printf("%q %v %q\n", out, err, b.b)

	buf.Reset()
	enc := gob.NewEncoder(&buf)
	fmt.Println(enc.Encode(P{1, 2, "p"}))
	buf.WriteString("after gob")
	b = &br{b: buf.Bytes()}
	var p P
	fmt.Println(gob.NewDecoder(b).Decode(&p), p, string(b.b))

	b = &br{b: []byte(`<P><X>4</X><N>q</N></P>  more`)}
	fmt.Println(xml.NewDecoder(b).Decode(&p), p, string(b.b))

	w := &sw{}
	io.WriteString(w, "x")
	fmt.Fprint(w, "y")
	bufio.NewWriter(w).WriteByte('q')
	fmt.Println(w.log, w.String())
	var sc scanner.Scanner
	sc.Init(&br{b: []byte(`x := 3.5 + "str" // c`)})
	for t := sc.Scan(); t != scanner.EOF; t = sc.Scan() {
		fmt.Print(sc.TokenText(), "@", sc.Position, " ")
	}
	fmt.Println()
	var rr io.Reader = r
	_, ok1 := rr.(io.RuneScanner)
	_, ok2 := rr.(io.ByteReader)
	fmt.Println(ok1, ok2)
	bs := bufio.NewReader(b)
	fmt.Println(bufio.NewReader(bs) == bs)
}
