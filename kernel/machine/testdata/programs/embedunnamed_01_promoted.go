// Structs without a name that embed types of the library have their methods: printed, asserted, encoded, passed on.

package main

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"sort"
	"strings"
	"sync"
	"text/template"
	"time"
)

type pair struct {
	a struct {
		time.Duration
		n int
	}
	b []struct{ os.FileMode }
}

func main() {
	v := struct {
		time.Duration
		Name string
	}{time.Second, "x"}
	fmt.Printf("%v %+v %T %#v\n", v, v, v, struct{ N int }{3})
	fmt.Println(v, &v, []any{v}, map[string]any{"k": v})
	b, err := json.Marshal(struct {
		io.Reader `json:"-"`
		X         int
	}{nil, 3})
	fmt.Println(string(b), err)
	b, err = json.Marshal(struct {
		sync.Mutex
		X int
	}{X: 3})
	fmt.Println(string(b), err)
	var back struct {
		time.Time
		Y int
	}
	fmt.Println(json.Unmarshal([]byte(`"2020-01-02T03:04:05Z"`), &back), back.Year())
	fmt.Println(reflect.TypeOf(v), reflect.TypeOf(v).NumMethod() > 0, reflect.ValueOf(v).Field(0).Interface())
	fmt.Println(reflect.TypeOf(v).Field(0).Anonymous, reflect.DeepEqual(v, v))
	var p pair
	fmt.Println(p, fmt.Sprintf("%+v", p))
	r := struct{ *strings.Reader }{strings.NewReader("read me")}
	all, err := io.ReadAll(r)
	fmt.Println(string(all), err)
	w := struct{ io.Writer }{os.Stdout}
	fmt.Fprintln(w, "written")
	s := struct{ sort.Interface }{sort.IntSlice([]int{3, 1, 2})}
	sort.Sort(s)
	fmt.Println(s)
	var e error = struct{ *os.PathError }{&os.PathError{Op: "op", Path: "p", Err: errors.New("no")}}
	fmt.Println(e)
	var pe *os.PathError
	fmt.Println(errors.As(e, &pe), errors.Unwrap(e))
	template.Must(template.New("").Parse("{{.Name}} {{.Seconds}} {{.Duration}}\n")).Execute(os.Stdout, v)
	var buf bytes.Buffer
	fmt.Println(gob.NewEncoder(&buf).Encode(struct {
		time.Duration
		N int
	}{5, 6}))
	x, err := xml.Marshal(struct {
		XMLName xml.Name `xml:"v"`
		time.Month
	}{Month: 3})
	fmt.Println(string(x), err)
	var any1, any2 any = struct{ time.Duration }{1}, struct{ time.Duration }{1}
	fmt.Println(any1 == any2, any1.(fmt.Stringer).String())
	_, ok := any1.(struct{ time.Duration })
	fmt.Println(ok)
	switch any1.(type) {
	case struct{ Duration time.Duration }:
		fmt.Println("field")
	case struct{ time.Duration }:
		fmt.Println("embedded")
	}
	m := map[struct{ time.Month }]int{{1}: 2}
	fmt.Println(m, m[struct{ time.Month }{1}])
	ch := make(chan struct{ error }, 1)
	ch <- struct{ error }{io.EOF}
	fmt.Println(<-ch, errors.Is(struct{ error }{io.EOF}, io.EOF))
	l := struct{ sync.Locker }{&sync.Mutex{}}
	l.Lock()
	l.Unlock()
	c := sync.NewCond(l)
	c.Broadcast()
	pool := sync.Pool{New: func() any { return &struct{ bytes.Buffer }{} }}
	pb := pool.Get().(*struct{ bytes.Buffer })
	pb.WriteString("pooled")
	fmt.Println(pb.String(), pb)
	fmt.Fprintf(pb, " and %d", 3)
	fmt.Println(pb.String())
}
