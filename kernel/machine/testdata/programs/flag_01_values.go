// Values of flags, and what package flag prints of them.
package main

import (
	"flag"
	"fmt"
	"os"
	"strings"
)

type list []string

func (l *list) String() string     { return fmt.Sprint([]string(*l)) }
func (l *list) Set(s string) error { *l = append(*l, strings.Split(s, ",")...); return nil }

type level int

func (l *level) String() string     { return fmt.Sprint(int(*l)) }
func (l *level) Set(s string) error { _, err := fmt.Sscan(s, (*int)(l)); return err }

type on bool

func (o *on) String() string     { return fmt.Sprint(bool(*o)) }
func (o *on) Set(s string) error { *o = s == "true"; return nil }
func (o *on) IsBoolFlag() bool   { return true }

type pair struct{ a, b int }

func (p pair) String() string     { return fmt.Sprint(p.a, p.b) }
func (p pair) Set(s string) error { return nil }

func main() {
	var l list
	lv, z := level(3), level(0)
	var o on
	f := flag.NewFlagSet("x", flag.ContinueOnError)
	f.SetOutput(os.Stdout)
	f.Var(&l, "list", "a `list` of things")
	f.Var(&lv, "level", "how much")
	f.Var(&z, "zero", "how little")
	f.Var(&o, "on", "whether")
	f.Var(pair{}, "none", "two zeros")
	f.Var(pair{1, 2}, "pair", "two numbers")
	f.Int("n", 0, "number")
	f.PrintDefaults()
	fmt.Println(f.Parse([]string{"-list", "a,b", "-on", "-level=5", "rest"}), l, lv, o, f.Args())
	f.PrintDefaults()
	fmt.Println(f.Lookup("list").DefValue, f.Lookup("list").Value)
	fmt.Println(f.Parse([]string{"-unknown"}))
	fmt.Println(f.Parse([]string{"-h"}))
}
