package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/pflag"
)

type Level int

func (l *Level) String() string { return fmt.Sprint("L", int(*l)) }

func (l *Level) Set(s string) error {
	for i, n := range []string{"low", "high"} {
		if n == s {
			*l = Level(i + 1)
			return nil
		}
	}
	return errors.New("expected low or high")
}

func (l *Level) Type() string { return "level" }

type Mode string

func (m Mode) MarshalText() ([]byte, error) { return []byte("mode:" + m), nil }

func (m *Mode) UnmarshalText(b []byte) error { *m = Mode(strings.ToUpper(string(b))); return nil }

func main() {
	f := pflag.NewFlagSet("prog", pflag.ContinueOnError)
	f.SortFlags = true
	var out strings.Builder
	f.SetOutput(&out)
	l, m := Level(1), Mode("")
	f.VarP(&l, "level", "l", "the `LEVEL`")
	f.TextVar(&m, "mode", Mode("x"), "the mode")
	names := f.StringSliceP("name", "n", nil, "names")
	fmt.Println(f.Parse([]string{"-l", "high", "--name=a,b", "--mode", "quick", "rest"}))
	fmt.Println(&l, m, *names, f.Args(), f.Changed("level"))
	fmt.Println(f.Parse([]string{"--level=none"}))
	fmt.Println(f.Parse([]string{"--nope"}))
	fmt.Print(f.FlagUsages())
}
