// Typed nil pointers in type switches, map lookups and comma-ok forms.

package main

import "fmt"

type T struct{ n int }

func (t *T) String() string {
	if t == nil {
		return "nil T"
	}
	return fmt.Sprint("T", t.n)
}

func find(m map[string]*T, k string) fmt.Stringer { return m[k] }
func find2(m map[string]*T, k string) fmt.Stringer {
	if t, ok := m[k]; ok {
		return t
	}
	return nil
}

func main() {
	m := map[string]*T{"a": {1}, "n": nil}
	for _, k := range []string{"a", "n", "zz"} {
		s, t := find(m, k), find2(m, k)
		fmt.Println(k, s == nil, t == nil, s, t)
		switch x := s.(type) {
		case nil:
			fmt.Println("bad")
		case *T:
			fmt.Println("T", x == nil)
		}
	}
	var a any = (*T)(nil)
	t, ok := a.(*T)
	_, ok2 := a.(fmt.Stringer)
	fmt.Println(t == nil, ok, ok2, a != nil, fmt.Sprintf("%v %T", a, a))
}
