// A validator that reads struct tags by reflection, with nested structs and own errors.

package main

import (
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

type Address struct {
	City string `v:"required"`
	Zip  string `v:"len=5"`
}
type User struct {
	Name   string `v:"required,max=5" json:"n"`
	Age    int    `v:"min=18"`
	Home   Address
	Nick   *string
	hidden int `v:"min=100"`
}
type problem struct{ field, rule string }
type problems []problem

func (p problem) String() string  { return p.field + ":" + p.rule }
func (ps problems) Error() string { return fmt.Sprint(len(ps), " ", []problem(ps)) }

func validate(prefix string, v reflect.Value) (ps problems) {
	t := v.Type()
	for i := range t.NumField() {
		f, fv := t.Field(i), v.Field(i)
		if !f.IsExported() {
			continue
		}
		if fv.Kind() == reflect.Struct {
			ps = append(ps, validate(prefix+f.Name+".", fv)...)
			continue
		}
		tag, ok := f.Tag.Lookup("v")
		if !ok {
			continue
		}
		for _, rule := range strings.Split(tag, ",") {
			name, arg, _ := strings.Cut(rule, "=")
			n, _ := strconv.Atoi(arg)
			bad := false
			switch name {
			case "required":
				bad = fv.IsZero()
			case "max":
				bad = fv.Len() > n
			case "len":
				bad = fv.Len() != n
			case "min":
				bad = fv.Int() < int64(n)
			}
			if bad {
				ps = append(ps, problem{prefix + f.Name, rule})
			}
		}
	}
	return
}

func check(u any) error {
	if ps := validate("", reflect.ValueOf(u)); len(ps) > 0 {
		return ps
	}
	return nil
}

func main() {
	fmt.Println(check(User{Name: "Bob", Age: 20, Home: Address{"X", "12345"}}))
	err := check(User{Name: "Roberta", Age: 3, Home: Address{Zip: "1"}})
	fmt.Println(err)
	var ps problems
	if errors.As(err, &ps) {
		fmt.Println(ps[0], len(ps), ps[len(ps)-1].field)
	}
}
