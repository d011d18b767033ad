// SPDX-License-Identifier: BSD-3-Clause

package knuth_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"polka/cover/knuth"
	"polka/internal/syntax"
	"polka/shapes"
)

func TestParsePairs(t *testing.T) {
	for _, test := range []struct {
		lattice    *shapes.Lattice
		text, want string
	}{
		{shapes.Square, "", "[]"},
		{shapes.Square, " \t\n", "[]"},
		{shapes.Square, "00 01 11 01", "[(0,0), (0,1), (1,1)]"},
		{nil, "  zz\na0 ", "[(10,0), (35,35)]"},
		{shapes.Triangle, "11* 11 20*", "triangle [(2,0,1), (1,1,0), (1,1,1)]"},
		{shapes.Square, "11*", "error: line 1, column 3: expected a space after the two coordinates, found '*'"},
		{shapes.Square, "00 0", "error: line 1, column 5: expected a y coordinate, a digit from 0 to 9 or a to z, found the end of the line"},
		{shapes.Square, "00\n 0 1", "error: line 2, column 3: expected a y coordinate, a digit from 0 to 9 or a to z, found ' '"},
		{shapes.Square, "0A", "error: line 1, column 2: expected a y coordinate, a digit from 0 to 9 or a to z, found 'A'"},
		{shapes.Square, "-1", "error: line 1, column 1: expected an x coordinate, a digit from 0 to 9 or a to z, found '-'"},
		{shapes.Square, "00é", "error: line 1, column 3: expected a space after the two coordinates, found 'é'"},
		{shapes.Square, "000", "error: line 1, column 3: expected a space after the two coordinates, found '0'"},
		{shapes.Hexagon, "00", "error: knuth: lattice hexagon: expected square or triangle"},
		{shapes.Triangle, "00**", "error: line 1, column 4: expected an asterisk or a space after the two coordinates, found '*'"},
	} {
		s, err := knuth.ParsePairs(test.lattice, test.text)
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
		{"[-5]0", "error: line 1, column 2: expected a digit before the hyphen of a range"},
		{"[1-]0", "error: line 1, column 3: expected a digit after the hyphen of a range"},
		{"[3-2]0", "error: line 1, column 4: expected a range that goes up, found 3-2"},
		{"[1-2-3]0", "error: line 1, column 5: expected a digit before the hyphen of a range"},
		{"[3--5]0", "error: line 1, column 4: expected a digit before the hyphen of a range"},
		{"[12", "error: line 1, column 4: expected the closing bracket, found the end of the line"},
		{"1", "error: line 1, column 2: expected a digit from 0 to 9, a to z or A to Z, or a bracket, found the end of the line"},
		{"1 [2]", "error: line 1, column 2: expected a digit from 0 to 9, a to z or A to Z, or a bracket, found ' '"},
		{"12x", "error: line 1, column 3: expected a space after a cell, found 'x'"},
		{"[1,2]3", "error: line 1, column 3: expected a digit, a hyphen or the closing bracket, found ','"},
	} {
		s, err := knuth.ParseBrackets(test.text)
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
		if got, err := knuth.Brackets(shapes.MustParse(test.shape)); err != nil || got != test.want {
			t.Errorf("%s is %q, %v, want %q", test.shape, got, err, test.want)
		}
	}
	for _, s := range []shapes.Shape{shapes.Hexiamonds()[0], shapes.Rectangle(1, 1).Translate(-1, 0, 0), shapes.Rectangle(63, 1), shapes.New(shapes.Cube, shapes.Cell{})} {
		if text, err := knuth.Brackets(s); err == nil {
			t.Errorf("%v is written as %q", s, text)
		}
	}
	for _, s := range []shapes.Shape{shapes.Tetrahexes()[0], shapes.Rectangle(1, 1).Translate(0, -1, 0), shapes.Rectangle(1, 37)} {
		if text, err := knuth.Pairs(s); err == nil {
			t.Errorf("%v is written as %q", s, text)
		}
	}
}

func TestKnuthFormsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := rapid.SampledFrom([]*shapes.Lattice{shapes.Square, shapes.Triangle}).Draw(t, "lattice")
		coordinate, kind := rapid.IntRange(0, 35), rapid.IntRange(0, l.NumKinds()-1)
		cells := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) shapes.Cell {
			return shapes.Cell{X: coordinate.Draw(t, "x"), Y: coordinate.Draw(t, "y"), Z: kind.Draw(t, "z")}
		}), 0, 12)
		s := shapes.New(l, cells.Draw(t, "cells")...)
		text, err := knuth.Pairs(s)
		if back, err2 := knuth.ParsePairs(l, text); err != nil || err2 != nil || back != s {
			t.Errorf("%v is %q, which reads back as %v, %v, %v", s, text, back, err, err2)
		}
		if l != shapes.Square {
			return
		}
		text, err = knuth.Brackets(s)
		if back, err2 := knuth.ParseBrackets(text); err != nil || err2 != nil || back != s {
			t.Errorf("%v is %q, which reads back as %v, %v, %v", s, text, back, err, err2)
		}
	})
}

func FuzzParsePairs(f *testing.F) {
	f.Add("00 01 11", false)
	f.Add("00* zz\n1", true)
	f.Fuzz(func(t *testing.T, text string, triangles bool) {
		l := shapes.Square
		if triangles {
			l = shapes.Triangle
		}
		s, err := knuth.ParsePairs(l, text)
		if err != nil {
			if !syntax.In(text, err) {
				t.Fatalf("%q: %v is not a SyntaxError in the text", text, err)
			}
			return
		}
		again, err := knuth.Pairs(s)
		if back, err2 := knuth.ParsePairs(l, again); err != nil || err2 != nil || back != s {
			t.Fatalf("%q is %v, which reads back as %v, %v, %v", text, s, back, err, err2)
		}
	})
}

func FuzzParseBrackets(f *testing.F) {
	for _, text := range []string{"[0-2]0 11", "[7-z32-4A5-5][]", "[3--5]0", "0[1-", "Z[0-Z]"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := knuth.ParseBrackets(text)
		if err != nil {
			if !syntax.In(text, err) {
				t.Fatalf("%q: %v is not a SyntaxError in the text", text, err)
			}
			return
		}
		again, err := knuth.Brackets(s)
		if back, err2 := knuth.ParseBrackets(again); err != nil || err2 != nil || back != s {
			t.Fatalf("%q is %v, which reads back as %v, %v, %v", text, s, back, err, err2)
		}
	})
}

func ExampleParseBrackets() {
	s, err := knuth.ParseBrackets("[0-2][02] [02]1")
	fmt.Println(err)
	fmt.Println(s.Text())
	fmt.Println(knuth.Pairs(s))
	fmt.Println(knuth.Brackets(s))
	// Output:
	// <nil>
	// ###
	// #.#
	// ###
	// 00 10 20 01 21 02 12 22 <nil>
	// [02][0-2] 1[02] <nil>
}

func ExampleParsePairs() {
	s, err := knuth.ParsePairs(shapes.Triangle, "00 00* 10 10* 20 20*")
	fmt.Println(err)
	bar, _ := shapes.PieceByName("hexiamonds", "bar")
	fmt.Println(s.Equal(bar))
	_, err = knuth.ParsePairs(shapes.Triangle, "00 00+")
	fmt.Println(err)
	// Output:
	// <nil>
	// true
	// line 1, column 6: expected an asterisk or a space after the two coordinates, found '+'
}

func ExamplePairs() {
	fmt.Println(knuth.Pairs(shapes.Hexiamonds()[0]))
	// Output:
	// 00 00* 10 10* 20 20* <nil>
}

func ExampleBrackets() {
	fmt.Println(knuth.Brackets(shapes.Rectangle(6, 10)))
	// Output:
	// [0-9][0-5] <nil>
}
