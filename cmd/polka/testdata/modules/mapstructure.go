package main

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/go-viper/mapstructure/v2"
)

type Kind int

type Address struct{ City, Zip string }

type Person struct {
	Name    string
	Kind    Kind `mapstructure:"type"`
	Address Address
	Tags    []string
	Other   map[string]any `mapstructure:",remain"`
}

func kinds(from, to reflect.Type, data any) (any, error) {
	if to == reflect.TypeOf(Kind(0)) && from.Kind() == reflect.String {
		return Kind(len(data.(string))), nil
	}
	return data, nil
}

func main() {
	in := map[string]any{"name": "ada", "type": "abc", "address": map[string]any{"city": "L", "zip": "1"}, "tags": "x,y", "more": 3}
	var p Person
	d, err := mapstructure.NewDecoder(&mapstructure.DecoderConfig{Result: &p, DecodeHook: mapstructure.ComposeDecodeHookFunc(kinds, mapstructure.StringToSliceHookFunc(","))})
	fmt.Println(err, d.Decode(in))
	fmt.Printf("%+v\n", p)
	var out map[string]any
	fmt.Println(mapstructure.Decode(p, &out), out["Name"], out["type"], out["Address"])
	err = mapstructure.Decode(map[string]any{"name": []int{1}, "address": 3}, &p)
	for _, line := range strings.Split(err.Error(), "\n") {
		fmt.Println(line)
	}
}
