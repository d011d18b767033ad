package shapes

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestParsePairs(t *testing.T) {
	for _, test := range []struct {
		lattice    *Lattice
		text, want string
	}{
		{Square, "", "[]"},
		{Square, " \t\n", "[]"},
		{Square, "00 01 11 01", "[(0,0), (0,1), (1,1)]"},
		{nil, "  zz\na0 ", "[(10,0), (35,35)]"},
		{Triangle, "11* 11 20*", "triangle [(2,0,1), (1,1,0), (1,1,1)]"},
		{Square, "11*", "error: line 1, column 3: expected a space after a cell, found '*'"},
		{Square, "00 0", "error: line 1, column 5: expected a digit 0-9 or a-z for y, found the end"},
		{Square, "00\n 0 1", "error: line 2, column 3: expected a digit 0-9 or a-z for y, found ' '"},
		{Square, "0A", "error: line 1, column 2: expected a digit 0-9 or a-z for y, found 'A'"},
		{Square, "-1", "error: line 1, column 1: expected a digit 0-9 or a-z for x, found '-'"},
		{Square, "00é", "error: line 1, column 3: expected a space after a cell, found 'é'"},
		{Square, "000", "error: line 1, column 3: expected a space after a cell, found '0'"},
		{Triangle, "00**", "error: line 1, column 4: expected a space after a cell, found '*'"},
	} {
		s, err := ParsePairs(test.lattice, test.text)
		got := s.String()
		if err != nil {
			got = "error: " + err.Error()
		}
		if got != test.want {
			t.Errorf("ParsePairs(%q)\n got %s\nwant %s", test.text, got, test.want)
		}
	}
}

func TestParseBrackets(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"", "[]"},
		{"00", "[(0,0)]"},
		{"[0-2]0 11", "[(0,0), (1,0), (2,0), (1,1)]"},
		{"[01][12]\n0[3]", "[(0,1), (1,1), (0,2), (1,2), (0,3)]"},
		{"[1-33]Z", "[(1,61), (2,61), (3,61)]"},
		{"0[]", "[]"},
		{"[]5 00", "[(0,0)]"},
		{"[2-4A5-5]0", "[(2,0), (3,0), (4,0), (5,0), (36,0)]"},
		{"[-5]0", "error: line 1, column 2: expected a digit or ']', found '-'"},
		{"[1-]0", "error: line 1, column 4: expected the last digit of a range, found ']'"},
		{"[3-2]0", "error: line 1, column 4: expected a digit not less than '3', found '2'"},
		{"[1-2-3]0", "error: line 1, column 5: expected a digit or ']' after a range, found '-'"},
		{"[3--5]0", "error: line 1, column 4: expected the last digit of a range, found '-'"},
		{"[12", "error: line 1, column 4: expected a digit or ']', found the end"},
		{"1", "error: line 1, column 2: expected a digit, or digits in brackets, for y, found the end"},
		{"1 [2]", "error: line 1, column 2: expected a digit, or digits in brackets, for y, found ' '"},
		{"12x", "error: line 1, column 3: expected a space after a cell, found 'x'"},
		{"[1,2]3", "error: line 1, column 3: expected a digit or ']', found ','"},
	} {
		s, err := ParseBrackets(test.text)
		got := s.String()
		if err != nil {
			got = "error: " + err.Error()
		}
		if got != test.want {
			t.Errorf("ParseBrackets(%q)\n got %s\nwant %s", test.text, got, test.want)
		}
	}
}

func TestBrackets(t *testing.T) {
	for _, test := range []struct{ shape, want string }{
		{"[]", ""},
		{"####", "[0-3]0"},
		{"#.#/###", "[02][01] 11"},
		{"##.##.###/#....#...", "0[01] [1346-8]0 51"},
	} {
		if got, err := MustParse(test.shape).Brackets(); err != nil || got != test.want {
			t.Errorf("%s is %q, %v, want %q", test.shape, got, err, test.want)
		}
	}
	for _, s := range []Shape{Hexiamonds()[0], Rectangle(1, 1).Translate(-1, 0, 0), Rectangle(63, 1), New(Cube, Cell{})} {
		if text, err := s.Brackets(); err == nil {
			t.Errorf("%v is written as %q", s, text)
		}
	}
	for _, s := range []Shape{Tetrahexes()[0], Rectangle(1, 1).Translate(0, -1, 0), Rectangle(1, 37)} {
		if text, err := s.Pairs(); err == nil {
			t.Errorf("%v is written as %q", s, text)
		}
	}
}

func TestKnuthFormsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := rapid.SampledFrom([]*Lattice{Square, Triangle}).Draw(t, "lattice")
		s := New(l, cellsOf(l).Draw(t, "cells")...).Translate(5, 5, 0)
		text, err := s.Pairs()
		if back, err2 := ParsePairs(l, text); err != nil || err2 != nil || back != s {
			t.Errorf("%v is %q, which reads back as %v, %v, %v", s, text, back, err, err2)
		}
		if l != Square {
			return
		}
		text, err = s.Brackets()
		if back, err2 := ParseBrackets(text); err != nil || err2 != nil || back != s {
			t.Errorf("%v is %q, which reads back as %v, %v, %v", s, text, back, err, err2)
		}
	})
}

// placeIn fails if an error is not a place in the text.
func placeIn(t *testing.T, text string, err error) {
	t.Helper()
	var mistake *SyntaxError
	if !errors.As(err, &mistake) {
		t.Fatalf("%q: %v is no SyntaxError", text, err)
	}
	lines := strings.Split(text, "\n")
	if mistake.Line < 1 || mistake.Line > len(lines) || mistake.Column < 1 || mistake.Column > 1+len([]rune(lines[mistake.Line-1])) {
		t.Fatalf("%q: %v is not a place in the text", text, err)
	}
}

func FuzzParsePairs(f *testing.F) {
	f.Add("00 01 11", false)
	f.Add("00* zz\n1", true)
	f.Fuzz(func(t *testing.T, text string, triangles bool) {
		l := Square
		if triangles {
			l = Triangle
		}
		s, err := ParsePairs(l, text)
		if err != nil {
			placeIn(t, text, err)
			return
		}
		again, err := s.Pairs()
		if back, err2 := ParsePairs(l, again); err != nil || err2 != nil || back != s {
			t.Fatalf("%q is %v, which reads back as %v, %v, %v", text, s, back, err, err2)
		}
	})
}

func FuzzParseBrackets(f *testing.F) {
	for _, text := range []string{"[0-2]0 11", "[7-z32-4A5-5][]", "[3--5]0", "0[1-", "Z[0-Z]"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ParseBrackets(text)
		if err != nil {
			placeIn(t, text, err)
			return
		}
		again, err := s.Brackets()
		if back, err2 := ParseBrackets(again); err != nil || err2 != nil || back != s {
			t.Fatalf("%q is %v, which reads back as %v, %v, %v", text, s, back, err, err2)
		}
	})
}

func ExampleParseBrackets() {
	s, err := ParseBrackets("[0-2][02] [02]1")
	fmt.Println(err)
	fmt.Println(s.Text())
	fmt.Println(s.Pairs())
	fmt.Println(s.Brackets())
	// Output:
	// <nil>
	// ###
	// #.#
	// ###
	// 00 10 20 01 21 02 12 22 <nil>
	// [02][0-2] 1[02] <nil>
}

func ExampleParsePairs() {
	s, err := ParsePairs(Triangle, "00 00* 10 10* 20 20*")
	fmt.Println(err)
	bar, _ := Piece("hexiamonds", "bar")
	fmt.Println(s.Equal(bar))
	_, err = ParsePairs(Triangle, "00 00+")
	fmt.Println(err)
	// Output:
	// <nil>
	// true
	// line 1, column 6: expected a space after a cell, found '+'
}
