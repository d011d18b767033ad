package main

import (
	"errors"
	"fmt"
	"html/template"

	"github.com/spf13/cast"
)

type Name string

type ID struct{ n int }

func (i ID) String() string { return fmt.Sprintf("id-%d", i.n) }

type Fail struct{}

func (Fail) Error() string { return "it failed" }

func main() {
	fmt.Println(cast.ToString(ID{7}), cast.ToString(Fail{}), cast.ToString(template.HTML("<b>")))
	fmt.Println(cast.ToStringE(Name("x")))
	fmt.Println(cast.ToIntE("0x1f"))
	fmt.Println(cast.ToIntE(ID{1}))
	fmt.Println(cast.ToStringSliceE([]any{1, ID{2}, "x"}))
	fmt.Println(cast.ToStringMapE(`{"a": 1}`))
	fmt.Println(cast.ToDurationE("1m"))
	fmt.Println(cast.ToBoolE("maybe"))
	fmt.Println(cast.ToTimeE("2024-02-03"))
	_, err := cast.ToFloat64E(struct{ X int }{1})
	fmt.Println(err, errors.Unwrap(err))
}
