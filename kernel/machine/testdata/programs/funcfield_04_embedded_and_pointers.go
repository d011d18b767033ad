// Func fields reached through embedding, pointers, interfaces and method values.

package main

import "fmt"

type hooks struct {
	before func(string) error
	after  func() (int, string)
}
type service struct {
	*hooks
	name string
	calc map[string]func(...int) int
}
type runner interface {
	run() (string, error)
}

func (s service) run() (string, error) {
	if err := s.before(s.name); err != nil {
		return "", err
	}
	n, t := s.after()
	return fmt.Sprint(t, n), nil
}
func (s service) sum(xs ...int) (int, bool) { return s.calc["sum"](xs...), true }
func (s service) get() func() (int, string) { return s.after }

func main() {
	n := 0
	h := &hooks{func(s string) error {
		if n++; n > 2 {
			return fmt.Errorf("%s: too often", s)
		}
		return nil
	}, func() (int, string) { return n * 10, "n=" }}
	s := service{h, "svc", map[string]func(...int) int{"sum": func(xs ...int) (t int) {
		for _, x := range xs {
			t += x
		}
		return
	}}}
	var r runner = s
	for range 3 {
		fmt.Println(r.run())
	}
	fmt.Println(s.sum(1, 2, 3))
	fmt.Println(s.get()())
	h.after = func() (int, string) { return -1, "replaced" }
	fmt.Println(s.after())
	f := s.before
	h.before = nil
	fmt.Println(f("direct"), s.before == nil, s.hooks.before == nil)
	arr := []*service{&s, {hooks: &hooks{after: func() (int, string) { return 5, "five" }}}}
	for _, a := range arr {
		fmt.Println(a.after())
	}
}
