package main

import (
	"encoding/json"
	"fmt"

	"github.com/shopspring/decimal"
)

type Price struct {
	decimal.Decimal
	Currency string
}

func (p Price) String() string { return p.StringFixed(2) + " " + p.Currency }

type Line struct {
	Name string
	Net  decimal.Decimal     `json:"net"`
	Tax  decimal.NullDecimal `json:"tax"`
}

func main() {
	p := Price{decimal.RequireFromString("19.999"), "EUR"}
	fmt.Println(p, p.Mul(decimal.NewFromInt(3)), p.Equal(decimal.NewFromFloat(19.999)))
	fmt.Printf("%v %s\n", p, []Price{p})
	l := Line{"x", decimal.New(1234, -2), decimal.NewNullDecimal(decimal.NewFromInt(2))}
	b, err := json.Marshal(l)
	fmt.Println(string(b), err)
	var back Line
	fmt.Println(json.Unmarshal(b, &back), back.Net, back.Tax.Decimal, back.Net.Cmp(l.Net))
	fmt.Println(json.Unmarshal([]byte(`{"net":"1.2.3"}`), &back))
	_, err = decimal.NewFromString("abc")
	fmt.Println(err)
	defer func() { fmt.Println(recover()) }()
	p.Div(decimal.Zero)
}
