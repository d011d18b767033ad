// SPDX-License-Identifier: BSD-3-Clause

package script_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing/fstest"

	"polka/script"
)

func Example() {
	prices := map[string]float64{"tea": 3.5, "cake": 4.25}
	s, err := script.New(script.Options{Stdout: os.Stdout})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.Close()
	s.Use("example.org/shop", map[string]any{
		"Price": func(item string) float64 { return prices[item] },
	})
	v, err := s.Eval(context.Background(), `
		total := 2*shop.Price("tea") + shop.Price("cake")
		fmt.Println("the bill is", total)
		total > 10`)
	fmt.Println(v.Interface(), err)
	// Output:
	// the bill is 11.25
	// true <nil>
}

func ExampleNew() {
	s, err := script.New(script.Options{Imports: []string{"strings"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.Close()
	_, err = s.Eval(context.Background(), `import "os"`)
	fmt.Println(err)
	// Output:
	// cell 1:1:8: CompileError: package os is not available here: the program does not allow it
}

func ExampleOptions_sources() {
	// In a program, os.DirFS("scripts") or an embed.FS.
	files := fstest.MapFS{"geometry/rect.go": {Data: []byte(`// Package geometry is about rectangles.
package geometry

type Rect[N int | float64] struct{ W, H N }

func (r Rect[N]) Area() N { return r.W * r.H }
`)}}
	s, err := script.New(script.Options{Sources: files})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.Close()
	v, err := s.Eval(context.Background(), `
		import "./geometry"
		geometry.Rect[int]{6, 7}.Area()`)
	fmt.Println(v, err)
	// Output:
	// 42 <nil>
}

func ExampleSession_Eval() {
	s, _ := script.New(script.Options{})
	defer s.Close()
	ctx := context.Background()
	s.Eval(ctx, "func half(n int) int { return n / 2 }")
	fmt.Println(s.Eval(ctx, "half(84)"))
	fmt.Println(s.Eval(ctx, `strconv.Atoi("x")`))

	_, err := s.Eval(ctx, "a := 1\nb := c")
	if e, ok := errors.AsType[*script.Error](err); ok {
		fmt.Println(e.Kind, e.Cell, e.Line, e.Column, e.Message)
	}
	// Output:
	// 42 <nil>
	//  strconv.Atoi: parsing "x": invalid syntax
	// CompileError 4 2 6 undefined: c
}

func ExampleSession_Call() {
	s, _ := script.New(script.Options{})
	defer s.Close()
	ctx := context.Background()
	s.Eval(ctx, `
		type Point struct{ X, Y float64 }
		func Move(p Point, by ...float64) (Point, error) {
			if len(by) != 2 {
				return p, fmt.Errorf("expected 2 numbers, got %d", len(by))
			}
			return Point{p.X + by[0], p.Y + by[1]}, nil
		}`)

	type point struct{ X, Y float64 }
	moved, err := s.Call(ctx, "Move", point{1, 2}, 10, 20)
	var p point
	moved[0].To(&p)
	fmt.Println(p, err)

	_, err = s.Call(ctx, "Move", point{})
	fmt.Println(err)
	// Output:
	// {11 22} <nil>
	// expected 2 numbers, got 0
}

type account struct {
	Owner   string
	balance int
}

func (a *account) Deposit(n int) { a.balance += n }
func (a *account) Balance() int  { return a.balance }

func ExampleSession_Use() {
	s, _ := script.New(script.Options{})
	defer s.Close()
	a := &account{Owner: "Ada"}
	limit := 100
	s.Use("example.org/bank", map[string]any{
		"Account": (*account)(nil),
		"Ada":     a,
		"Limit":   &limit,
		"Upper":   strings.ToUpper,
	})
	v, err := s.Eval(context.Background(), `
		import "example.org/bank"
		func give(to *bank.Account, n int) { to.Deposit(min(n, *bank.Limit)) }
		give(bank.Ada, 500)
		*bank.Limit = 7
		bank.Upper(bank.Ada.Owner)`)
	fmt.Println(v, err, a.balance, limit)
	// Output:
	// "ADA" <nil> 100 7
}

func ExampleSession_Use_interface() {
	type greeter interface{ Greet(name string) string }
	s, _ := script.New(script.Options{})
	defer s.Close()
	s.Use("example.org/host", map[string]any{
		"Welcome": func(g greeter) string { return g.Greet("world") },
	})
	fmt.Println(s.Eval(context.Background(), `
		type polite struct{ word string }
		func (p polite) Greet(name string) string { return p.word + ", " + name }
		host.Welcome(polite{"Good evening"})`))
	// Output:
	// "Good evening, world" <nil>
}

func ExampleSession_Close() {
	s, _ := script.New(script.Options{})
	s.Eval(context.Background(), "go func() { for { time.Sleep(time.Second) } }()")
	fmt.Println(s.Close())
	_, err := s.Eval(context.Background(), "1")
	fmt.Println(err)
	// Output:
	// <nil>
	// script: the session is closed
}

func ExampleValue() {
	s, _ := script.New(script.Options{})
	defer s.Close()
	code := `type city struct{ Name string; people int }; []city{{"Bonn", 330}, {"Kiel", 248}}`
	v, _ := s.Eval(context.Background(), code)
	fmt.Println(v.Type())
	fmt.Println(v)
	fmt.Println(v.Interface())
	// Output:
	// []main.city
	// [{Name:Bonn people:330} {Name:Kiel people:248}]
	// [{Bonn 330} {Kiel 248}]
}

func ExampleValue_Interface() {
	s, _ := script.New(script.Options{})
	defer s.Close()
	v, _ := s.Eval(context.Background(), `func(n int) int { return n * n }`)
	square := v.Interface().(func(int) int)
	fmt.Println(square(12))
	// Output:
	// 144
}

func ExampleValue_To() {
	s, _ := script.New(script.Options{})
	defer s.Close()
	v, _ := s.Eval(context.Background(), `type celsius float64; map[string]celsius{"Oslo": 4.5}`)
	var m map[string]float64
	err := v.To(&m)
	fmt.Println(m["Oslo"], err)
	// Output:
	// 4.5 <nil>
}

func ExampleValue_Type() {
	s, _ := script.New(script.Options{})
	defer s.Close()
	v, _ := s.Eval(context.Background(), `type celsius float64; celsius(20), time.Second`)
	fmt.Println(v.Type())
	// Output:
	// main.celsius, time.Duration
}

func ExampleValue_Bundle() {
	s, _ := script.New(script.Options{})
	defer s.Close()
	v, _ := s.Eval(context.Background(), `shapes.MustParse("X")`)
	b := v.Bundle()
	fmt.Println(b.Types())
	fmt.Println(strings.Count(string(b.Data["image/svg+xml"]), "<svg"))
	// Output:
	// [image/svg+xml text/html text/plain]
	// 1
}

func ExampleValue_String() {
	s, _ := script.New(script.Options{})
	defer s.Close()
	v, _ := s.Eval(context.Background(), `6 * time.Minute, "ok"`)
	fmt.Println(v.String())
	// Output:
	// 6m0s, "ok"
}

func ExampleError() {
	s, _ := script.New(script.Options{})
	defer s.Close()
	code := "func at(list []int, i int) int {\n\treturn list[i]\n}\nat([]int{1, 2}, 5)"
	_, err := s.Eval(context.Background(), code)
	fmt.Println(err)
	if e, ok := errors.AsType[*script.Error](err); ok {
		for _, p := range e.Places {
			fmt.Printf("line %d, column %d, in %s\n", p.Line, p.Column, p.Message)
		}
	}
	// Output:
	// cell 1:2:9: Panic: index out of range [5] with length 2
	// line 2, column 9, in at
	// line 4, column 1, in
}
