// Calls of functions kept in maps, slices, arrays and nested structs.

package main

import (
	"errors"
	"fmt"
	"math"
	"strings"
)

type server struct {
	routes map[string]func(arg string) (string, error)
	hooks  []func(string)
	inner  struct{ gen func() func() int }
}

func (s *server) serve(path, arg string) (string, error) {
	for _, h := range s.hooks {
		h(path)
	}
	if f, ok := s.routes[path]; ok {
		return f(arg)
	}
	return "", fmt.Errorf("no route %q", path)
}

func main() {
	hits := map[string]int{}
	s := &server{routes: map[string]func(string) (string, error){
		"/up":   func(a string) (string, error) { return strings.ToUpper(a), nil },
		"/fail": func(a string) (string, error) { return a, errors.New("failed") },
	}}
	s.hooks = append(s.hooks, func(p string) { hits[p]++ }, func(p string) { hits["all"]++ })
	s.inner.gen = func() func() int { i := 0; return func() int { i += 2; return i } }
	fmt.Println(s.serve("/up", "abc"))
	fmt.Println(s.serve("/fail", "x"))
	fmt.Println(s.serve("/none", "x"))
	fmt.Println(hits)
	g := s.inner.gen()
	fmt.Println(g(), g(), s.inner.gen()(), g())
	ops := [...]func(float64, float64) float64{
		func(a, b float64) float64 { return a + b },
		func(a, b float64) float64 { return a - b },
		math.Pow, math.Max,
	}
	for i := range ops {
		fmt.Print(ops[i](2, 5), " ")
	}
	fmt.Println()
	fmt.Println(map[bool]func() string{true: func() string { return "T" }, false: func() string { return "F" }}[1 > 2]())
}
