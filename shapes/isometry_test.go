// SPDX-License-Identifier: BSD-3-Clause

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
			for kind := range l.NumKinds() {
				for _, p := range l.Corners(Cell{3, 1, kind}) {
					x, y := l.Project(p)
					wantX, wantY := x*math.Cos(turn)-y*math.Sin(turn), x*math.Sin(turn)+y*math.Cos(turn)
					if op.mirror { // at an angle counted the other way round
						wantX, wantY = x*math.Cos(2*turn)-y*math.Sin(2*turn), -x*math.Sin(2*turn)-y*math.Cos(2*turn)
					}
					if gotX, gotY := l.Project(Corner(op.matrix.times(Cell(p)))); math.Hypot(gotX-wantX, gotY-wantY) > 1e-9 {
						t.Errorf("%v: %v takes (%.2f,%.2f) to (%.2f,%.2f), want (%.2f,%.2f)", l, l.Isometries()[i].Description(), x, y, gotX, gotY, wantX, wantY)
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
		if a, b := s.Rotate(k).Rotate(1), s.Rotate(k+1); a != b {
			t.Errorf("%v rotated %d times and once more is %v, and %v", s, k, a, b)
		}
		if s.Rotate(k).Rotate(-k) != s || s.Reflect().Reflect() != s {
			t.Errorf("%v: Rotate or Reflect cannot be undone", s)
		}
		if l.Spatial() {
			return
		}
		images := map[Shape]bool{}
		for k := range len(l.Isometries()) / 2 {
			images[s.Rotate(k)], images[s.Reflect().Rotate(k)] = true, true
		}
		for _, g := range l.Isometries() {
			if !images[g.Apply(s)] {
				t.Errorf("%v: Reflect and Rotate do not make the image under %v", s, g)
			}
		}
	})
}

func ExampleShape_Reflect_axes() {
	s := MustParse("###/#..")
	for k := range 4 {
		fmt.Println(s.Reflect().Rotate(k).Normal().Text())
		fmt.Println()
	}
	// Output:
	// ###
	// ..#
	//
	// .#
	// .#
	// ##
	//
	// #..
	// ###
	//
	// ##
	// #.
	// #.
}

func ExampleIsometry_Description() {
	for _, g := range Triangle.Isometries() {
		fmt.Println(g, g.Description())
	}
	var sorts []string
	for _, g := range Cube.Isometries() {
		sorts = append(sorts, g.Description())
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
