package main

import (
	"errors"
	"fmt"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

type File struct {
	Entries []*Entry `@@*`
}

type Entry struct {
	Pos   lexer.Position
	Key   string `@Ident "="`
	Value Value  `@@`
}

type Value interface{ value() string }

type Number struct {
	N float64 `@(Float | Int)`
}

func (n Number) value() string { return fmt.Sprint("number ", n.N) }

type Text struct {
	S string `@String`
}

func (t Text) value() string { return "text " + t.S }

type Flag struct {
	On Bool `@("yes" | "no")`
}

func (f Flag) value() string { return fmt.Sprint("flag ", bool(f.On)) }

type Bool bool

func (b *Bool) Capture(values []string) error {
	*b = values[0] == "yes"
	return nil
}

func main() {
	p, err := participle.Build[File](participle.Unquote("String"), participle.Union[Value](Number{}, Text{}, Flag{}))
	fmt.Println(err)
	f, err := p.ParseString("f", "a = 1.5\nb = \"x\" c = yes")
	fmt.Println(err)
	for _, e := range f.Entries {
		fmt.Printf("%v %s %s %T\n", e.Pos, e.Key, e.Value.value(), e.Value)
	}
	fmt.Println(p.String())
	_, err = p.ParseString("f", "a = ")
	var pe participle.Error
	fmt.Println(errors.As(err, &pe), err)
	_, err = participle.Build[struct {
		X string `@Nope`
	}]()
	fmt.Println(err)
}
