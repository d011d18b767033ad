package main

import (
	"context"
	"testing"

	"polka/kernel/engine"
)

// BenchmarkOpenSession is what a worker does before it can take its first cell.
func BenchmarkOpenSession(b *testing.B) {
	for b.Loop() {
		s, err := newSession()
		if err != nil {
			b.Fatal(err)
		}
		s.Close()
	}
}

// BenchmarkFirstCell adds the first cell, which reads the types of what it names.
func BenchmarkFirstCell(b *testing.B) {
	for b.Loop() {
		s, err := newSession()
		if err != nil {
			b.Fatal(err)
		}
		r := s.Execute(context.Background(), engine.Cell{Number: 1, Code: `len(shapes.Pentominoes())`}, engine.Discard)
		if r.Err != nil || r.Value.Plain() != "12" {
			b.Fatal(r)
		}
		s.Close()
	}
}
