// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"context"
	"strings"
	"testing"
	"time"

	"polka/kernel/engine"
	"polka/kernel/session"
)

// BenchmarkOpenSession is what a worker does before it can take its first cell.
func BenchmarkOpenSession(b *testing.B) {
	for b.Loop() {
		s, err := session.New(sessionOptions(nil))
		if err != nil {
			b.Fatal(err)
		}
		s.Close()
	}
}

// BenchmarkFirstCell adds the first cell, which reads the types of what it names.
func BenchmarkFirstCell(b *testing.B) {
	for b.Loop() {
		s, err := session.New(sessionOptions(nil))
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

// BenchmarkCallback is what a callback written in a cell costs for each solution: it counts the
// ways to pair fourteen, and what the same search costs without it is taken off.
func BenchmarkCallback(b *testing.B) {
	s, err := session.New(sessionOptions(nil))
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	number := 0
	run := func(code string) string {
		number++
		r := s.Execute(context.Background(), engine.Cell{Number: number, Code: code}, engine.Discard)
		if r.Err != nil {
			b.Fatal(r.Err)
		}
		if r.Value == nil {
			return ""
		}
		return r.Value.Plain()
	}
	run("import \"polka/dlx\"\nvar p = dlx.New(\"a b c d e f g h i j k l m n\")\n" +
		"for i := 'a'; i <= 'n'; i++ {\n\tfor j := 'a'; j < i; j++ {\n\t\tp = p.AddOption(string(i), string(j))\n\t}\n}\n" +
		"options := dlx.Options{Engine: \"links\", Threads: 1}")
	const solutions = 135135 // the matchings of 14, A001147
	var listing, counting time.Duration
	for b.Loop() {
		start := time.Now()
		if got := run("n := 0\np.Solver(options).Each(func(dlx.Solution) bool { n++; return true })\nn"); got != "135135" {
			b.Fatal(got)
		}
		listing += time.Since(start)
		start = time.Now()
		if got := run("p.Solver(options).Count()"); !strings.HasPrefix(got, "135135") {
			b.Fatal(got)
		}
		counting += time.Since(start)
	}
	b.ReportMetric(float64((listing-counting).Nanoseconds())/float64(b.N)/solutions, "ns/solution")
}
