// The library calls methods of named types passed as any: sort, io, flag, errors, json.

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"sort"
	"strings"
)

type byLen []string
type echo string
type errs []string
type q []any
type pct float64

func (b byLen) Len() int                   { return len(b) }
func (b byLen) Less(i, j int) bool         { return len(b[i]) < len(b[j]) }
func (b byLen) Swap(i, j int)              { b[i], b[j] = b[j], b[i] }
func (e echo) Write(p []byte) (int, error) { fmt.Printf("%s%s", string(e), p); return len(p), nil }
func (e errs) Error() string               { return strings.Join(e, ";") }
func (e errs) Is(t error) bool             { return slices.Contains(e, t.Error()) }
func (p pct) MarshalJSON() ([]byte, error) {
	return []byte(fmt.Sprintf(`"%.0f%%"`, float64(p)*100)), nil
}
func (x *q) Len() int { return len(*x) }

func main() {
	b := byLen{"ccc", "a", "bb"}
	var s any = b
	sort.Stable(s.(sort.Interface))
	fmt.Println(b, s)
	var w any = echo("> ")
	fmt.Fprintln(w.(io.Writer), "line", 1)
	io.Copy(w.(io.Writer), strings.NewReader("copied\n"))
	var e any = errs{"a", "b"}
	fmt.Println(e, errors.Is(e.(error), errors.New("b")), errors.Is(e.(error), errors.New("c")))
	j, err := json.Marshal([]any{pct(0.25), map[string]any{"p": pct(1)}})
	fmt.Println(string(j), err)
	_, ok := any(q{}).(interface{ Len() int })
	_, ok2 := any(&q{1}).(interface{ Len() int })
	fmt.Println(ok, ok2)
}
