// SPDX-License-Identifier: BSD-3-Clause

package frame_test

import (
	"context"
	"fmt"
	"strings"

	"polka/frame"
)

type game struct {
	Name  string
	Score int
	Ratio float64
}

var games = []game{{"Ada", 12, 0.5}, {"Ben", 7, 0.25}, {"Cleo", 12, 1}}

func ExampleOf() {
	fmt.Println(frame.Of(games))
	fmt.Println(frame.Of(map[string]int{"a": 1, "b": 2}))
	// Output:
	// frame of 3 rows, 3 columns: Name string, Score int, Ratio float
	// frame of 2 rows, 2 columns: key string, value int
}

func ExampleNew() {
	square := frame.Column{Name: "square", Type: frame.Int, Len: 4, Int: func(row int) int64 { return int64(row * row) }}
	t := frame.New(frame.NewColumn("n", []int{0, 1, 2, 3}), square)
	fmt.Println(t.Filter("square", "> 1").Ints("n"))
	// Output: [2 3]
}

func ExampleFrame_Sort() {
	t := frame.Of(games).Sort("-Score", "Ratio")
	fmt.Println(t.Strings("Name"))
	fmt.Println(t.Sort("Points").Err())
	// Output:
	// [Ada Cleo Ben]
	// frame: no column "Points"; expected one of Name, Score, Ratio
}

func ExampleFrame_Filter() {
	t := frame.Of(games)
	fmt.Println(t.Filter("Score", ">= 10").Strings("Name"))
	fmt.Println(t.Filter("Name", "!e").Filter("Ratio", "0..0.5").Strings("Name"))
	fmt.Println(t.Filter("Score", "> many").Err())
	// Output:
	// [Ada Cleo]
	// [Ada]
	// frame: condition "> many" for column "Score": expected a number, found "many"
}

func ExampleFrame_Floats() {
	sum := 0.0
	for _, x := range frame.Of(games).Floats("Ratio") {
		sum += x
	}
	fmt.Println(sum)
	// Output: 1.75
}

func ExampleFrame_Rows() {
	fmt.Println(frame.Of(games).Rows()[0])
	// Output: map[Name:Ada Ratio:0.5 Score:12]
}

func ExampleReadCSV() {
	t, err := frame.ReadCSV(context.Background(), strings.NewReader("name,day,points\nAda,2024-05-17,12\nBen,2024-05-18,\n"), frame.Options{})
	fmt.Println(t, err)
	_, err = frame.ReadCSV(context.Background(), strings.NewReader("name,points\nAda\n"), frame.Options{})
	fmt.Println(err)
	// Output:
	// frame of 2 rows, 3 columns: name string, day time, points int <nil>
	// line 2, column 1: expected 2 fields, as in the first line; found 1
}

func ExampleReadJSONLines() {
	t, err := frame.ReadJSONLines(context.Background(), strings.NewReader(`{"name":"Ada","points":12}`+"\n"+`{"name":"Ben"}`+"\n"), frame.Options{})
	fmt.Println(t.Filter("points", "=").Strings("name"), err)
	// Output: [Ben] <nil>
}
