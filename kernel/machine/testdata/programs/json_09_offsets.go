package main

// json of many shapes

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"time"
)

type Level int

const (
	Low Level = iota
	High
)

func (l Level) MarshalText() ([]byte, error) { return []byte([]string{"low", "high"}[l]), nil }
func (l *Level) UnmarshalText(b []byte) error {
	switch string(b) {
	case "low":
		*l = Low
	case "high":
		*l = High
	default:
		return fmt.Errorf("bad level %q", b)
	}
	return nil
}

type Temp float64

func (t Temp) MarshalJSON() ([]byte, error) { return []byte(fmt.Sprintf(`"%.1fC"`, float64(t))), nil }
func (t *Temp) UnmarshalJSON(b []byte) error {
	_, err := fmt.Sscanf(string(b), `"%fC"`, (*float64)(t))
	return err
}

type Meta struct {
	ID   int       `json:"id"`
	When time.Time `json:"when,omitzero"`
}
type Item struct {
	Meta
	*Opt
	Name   string          `json:"name"`
	Tags   []string        `json:"tags,omitempty"`
	Price  float64         `json:",string"`
	Temp   Temp            `json:"temp"`
	Level  Level           `json:"level"`
	By     map[Level]int   `json:"by,omitempty"`
	Extra  map[string]any  `json:"extra,omitempty"`
	Raw    json.RawMessage `json:"raw,omitempty"`
	Next   *Item           `json:"next,omitempty"`
	hidden int
	Skip   string `json:"-"`
	Dash   string `json:"-,"`
	Data   []byte
	Arr    [2]bool
	Any    any
	Num    json.Number
	F      func() `json:"-"`
	Anon   struct{ X, Y int }
}
type Opt struct {
	Color string
	Size  *int `json:"size"`
}

type Animal interface{ Sound() string }
type Dog struct{ Name string }
type Cat struct{ Lives int }

func (d Dog) Sound() string  { return d.Name + " woof" }
func (c *Cat) Sound() string { c.Lives--; return fmt.Sprint("meow ", c.Lives) }

type Zoo struct{ Animals []Animal }

func (z Zoo) MarshalJSON() ([]byte, error) {
	var list []map[string]any
	for _, a := range z.Animals {
		list = append(list, map[string]any{"type": fmt.Sprintf("%T", a), "value": a})
	}
	return json.Marshal(list)
}
func (z *Zoo) UnmarshalJSON(b []byte) error {
	var list []struct {
		Type  string
		Value json.RawMessage
	}
	if err := json.Unmarshal(b, &list); err != nil {
		return err
	}
	z.Animals = nil
	for _, e := range list {
		var a Animal
		switch e.Type {
		case "main.Dog":
			var d Dog
			if err := json.Unmarshal(e.Value, &d); err != nil {
				return err
			}
			a = d
		case "*main.Cat":
			a = new(Cat)
			if err := json.Unmarshal(e.Value, a); err != nil {
				return err
			}
		default:
			return errors.New("unknown " + e.Type)
		}
		z.Animals = append(z.Animals, a)
	}
	return nil
}

func main() {
	n := 5
	it := Item{Meta: Meta{ID: 1}, Opt: &Opt{"red", &n}, Name: "a<b>&\u2028", Price: 1.5, Temp: 36.64, Level: High, By: map[Level]int{Low: 2, High: 1}, Extra: map[string]any{"z": nil, "a": []int{1}, "t": Temp(1), "l": Low}, Raw: json.RawMessage(`{"k": [1,2]}`), hidden: 3, Skip: "s", Dash: "d", Data: []byte("hi"), Any: Level(0), Num: "12.50"}
	it.Next = &Item{Name: "next", Num: "0"}
	b, err := json.MarshalIndent(it, "", "  ")
	fmt.Println(string(b), err)
	var back Item
	fmt.Println(json.Unmarshal(b, &back))
	fmt.Println(back.ID, back.Color, *back.Size, back.Name == it.Name, back.Price, back.Temp, back.Level, back.By, back.Extra, string(back.Raw), back.Next.Name, back.hidden, back.Dash, string(back.Data), back.Any, back.Num)
	for _, s := range []string{
		`{"level":"mid"}`, `{"id":"x"}`, `{"id":1.5}`, `{"Arr":[true,true,true]}`, `{"temp":5}`, `{"name":3}`, `{`, `{"Price":"abc"}`, `{"by":{"low":1,"huge":2}}`, `[1]`, `{"tags":{"a":1}}`, `{"next":{"next":{"id":true}}}`, `{"NAME":"case"}`, `nul`, `{"a":1}{`, `{"Anon":{"X":"q"}}`,
	} {
		var x Item
		err := json.Unmarshal([]byte(s), &x)
		var te *json.UnmarshalTypeError
		var se *json.SyntaxError
		fmt.Println(err, errors.As(err, &te), errors.As(err, &se), x.Name, x.Arr)
		if te != nil {
			fmt.Println("  ", te.Field, te.Value, te.Type, te.Offset, te.Struct)
		}
	}
	z := Zoo{[]Animal{Dog{"rex"}, &Cat{9}}}
	b, err = json.Marshal(z)
	fmt.Println(string(b), err)
	var z2 Zoo
	fmt.Println(json.Unmarshal(b, &z2), len(z2.Animals), z2.Animals[0].Sound(), z2.Animals[1].Sound())
	fmt.Println(json.Unmarshal([]byte(`[{"type":"fox"}]`), &z2))
	d := json.NewDecoder(strings.NewReader(`{"Name":"a"} {"Name":"b","Bogus":1} [1,"x",null]`))
	d.DisallowUnknownFields()
	for {
		var dog Dog
		if err := d.Decode(&dog); err == io.EOF {
			break
		} else if err != nil {
			fmt.Println("decode:", err)
			break
		}
		fmt.Println(dog)
	}
	var buf bytes.Buffer
	e := json.NewEncoder(&buf)
	e.SetEscapeHTML(false)
	e.SetIndent(">", "\t")
	fmt.Println(e.Encode(map[string]any{"b": Dog{"<x>"}, "a": []Animal{&Cat{1}, nil}, "c": struct{ A, b int }{1, 2}}), buf.String())
	for _, v := range []any{math.NaN(), make(chan int), map[bool]int{true: 1}, Temp(1), []Level{0, 1}, [0]int{}, []int(nil), map[string]int(nil), struct{}{}, &n, (*Dog)(nil), Level(7 - 7), math.MaxFloat64, float32(0.1), int64(1) << 62, uint8(3), 'x', "\xff", [][]byte{{1}}, map[int]string{2: "b", 10: "a", -1: "c"}} {
		b, err := json.Marshal(v)
		fmt.Println(string(b), err)
	}
	var generic any
	json.Unmarshal([]byte(`{"a":[1,2.5,"x",null,true,{"b":{}}]}`), &generic)
	fmt.Printf("%v %T\n", generic, generic.(map[string]any)["a"].([]any)[0])
	dd := json.NewDecoder(strings.NewReader(`{"n": 12345678901234567890}`))
	dd.UseNumber()
	dd.Decode(&generic)
	fmt.Printf("%v %T\n", generic, generic.(map[string]any)["n"])
}
