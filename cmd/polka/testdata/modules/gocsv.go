package main

import (
	"encoding/csv"
	"errors"
	"fmt"
	"strings"

	"github.com/gocarina/gocsv"
)

type Date struct{ Y, M int }

func (d Date) MarshalCSV() (string, error) { return fmt.Sprintf("%d-%02d", d.Y, d.M), nil }

func (d *Date) UnmarshalCSV(s string) error {
	if _, err := fmt.Sscanf(s, "%d-%d", &d.Y, &d.M); err != nil {
		return errors.New("no date: " + s)
	}
	return nil
}

type Trip struct {
	From  string  `csv:"from"`
	When  Date    `csv:"when"`
	Km    float64 `csv:"km,omitempty"`
	Note  *string `csv:"note"`
	Inner Inner   `csv:"in_,inline"`
	Skip  int     `csv:"-"`
}

type Inner struct {
	A int `csv:"a"`
}

func main() {
	n := "hi, you"
	trips := []*Trip{{"x", Date{2024, 2}, 1.5, &n, Inner{1}, 9}, {From: "y"}}
	s, err := gocsv.MarshalString(&trips)
	fmt.Print(s, err, "\n")
	var back []Trip
	fmt.Println(gocsv.UnmarshalString(s, &back), len(back))
	fmt.Println(back[0].From, back[0].When, back[0].Km, *back[0].Note, back[0].Inner)
	fmt.Println(gocsv.UnmarshalString("when\nsoon\n", &back))
	err = gocsv.UnmarshalString("km\nx\n", &back)
	var pe *csv.ParseError
	fmt.Println(errors.As(err, &pe), err)
	fmt.Println(gocsv.UnmarshalToCallback(strings.NewReader("from\na\nb\n"), func(t Trip) { fmt.Println(t.From) }))
	m, err := gocsv.CSVToMap(strings.NewReader("k,v\na,1\n"))
	fmt.Println(m, err)
}
