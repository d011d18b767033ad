package shapes

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Reflections and turns do to places on paper what their angles say.
func TestAngles(t *testing.T) {
	for _, l := range Lattices() {
		if l.Spatial() {
			continue
		}
		for i := range l.facts().operations {
			op := &l.facts().operations[i]
			turn := float64(op.angle) * math.Pi / 180
			for kind := range l.Kinds() {
				for _, p := range l.Corners(Cell{3, 1, kind}) {
					x, y := l.Place(p)
					wantX, wantY := x*math.Cos(turn)-y*math.Sin(turn), x*math.Sin(turn)+y*math.Cos(turn)
					if op.mirror { // at an angle counted the other way round
						wantX, wantY = x*math.Cos(2*turn)-y*math.Sin(2*turn), -x*math.Sin(2*turn)-y*math.Cos(2*turn)
					}
					if gotX, gotY := l.Place(Corner(op.matrix.times(Cell(p)))); math.Hypot(gotX-wantX, gotY-wantY) > 1e-9 {
						t.Errorf("%v: %v takes (%.2f,%.2f) to (%.2f,%.2f), want (%.2f,%.2f)", l, l.Isometries()[i].Words(), x, y, gotX, gotY, wantX, wantY)
					}
				}
			}
		}
	}
}

func TestTurnsAndReflections(t *testing.T) {
	onEveryLattice(t, func(t *rapid.T, l *Lattice) {
		s := New(l, cellsOf(l).Draw(t, "cells")...)
		k := rapid.IntRange(-20, 20).Draw(t, "k")
		if a, b := s.Turn(k).Turn(1), s.Turn(k+1); a != b {
			t.Errorf("%v turned %d times and once more is %v, and %v", s, k, a, b)
		}
		if s.Turn(1) != s.Rotate() || s.Turn(-1).Rotate() != s {
			t.Errorf("%v: Turn and Rotate do not agree", s)
		}
		if l.Spatial() {
			return
		}
		if s.ReflectAt(90) != s.Reflect() {
			t.Errorf("%v: ReflectAt(90) is %v, Reflect %v", s, s.ReflectAt(90), s.Reflect())
		}
		if order := len(l.facts().operations); order%8 == 0 {
			k *= 45
		} else {
			k *= 30
		}
		if s.ReflectAt(k).ReflectAt(k) != s || s.ReflectAt(k) != s.ReflectAt(k+180) {
			t.Errorf("%v: the reflection at %d degrees is none", s, k)
		}
		if s.ReflectAt(k).Canonical(OneSided) != s.Reflect().Canonical(OneSided) {
			t.Errorf("%v: the reflection at %d degrees is no turned mirror image", s, k)
		}
	})
}

func ExampleShape_ReflectAt() {
	s := MustParse("###/#..")
	var pictures []string
	for _, degrees := range []int{0, 45, 90, 135} {
		pictures = append(pictures, s.ReflectAt(degrees).Normal().Text())
	}
	for _, p := range pictures {
		fmt.Println(p)
		fmt.Println()
	}
	// Output:
	// #..
	// ###
	//
	// .#
	// .#
	// ##
	//
	// ###
	// ..#
	//
	// ##
	// #.
	// #.
}

func ExampleIsometry_Words() {
	for _, g := range Triangle.Isometries() {
		fmt.Println(g, g.Words())
	}
	var sorts []string
	for _, g := range Cube.Isometries() {
		sorts = append(sorts, g.Words())
	}
	slices.Sort(sorts)
	fmt.Println(len(sorts), len(slices.Compact(sorts)))
	// Output:
	// (x,y) -> (x,y) identity
	// (x,y) -> (-y,x+y) turn by 60 degrees
	// (x,y) -> (-x-y,x) turn by 120 degrees
	// (x,y) -> (-x,-y) turn by 180 degrees
	// (x,y) -> (x+y,-x) turn by 300 degrees
	// (x,y) -> (y,-x-y) turn by 240 degrees
	// (x,y) -> (-x-y,y) reflection in the axis at 90 degrees
	// (x,y) -> (-y,-x) reflection in the axis at 60 degrees
	// (x,y) -> (x,-x-y) reflection in the axis at 30 degrees
	// (x,y) -> (x+y,-y) reflection in the axis at 0 degrees
	// (x,y) -> (-x,x+y) reflection in the axis at 120 degrees
	// (x,y) -> (y,x) reflection in the axis at 150 degrees
	// 48 10
}
