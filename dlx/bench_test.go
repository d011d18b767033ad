// SPDX-License-Identifier: BSD-3-Clause

package dlx

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"
)

// BenchmarkInstances reads and counts every instance of testdata/reference.tsv
// with one thread, as the choice of the engine is, and reports the ratio to the
// time of Knuth's program in that table, which is of another machine: compare
// ratios of one run with each other. `make bench` runs it.
func BenchmarkInstances(b *testing.B) {
	for _, row := range table(b, "reference.tsv") {
		text, err := os.ReadFile(filepath.Join("testdata", row[0]+".dlx"))
		if err != nil {
			b.Fatal(err)
		}
		knuth, _ := strconv.ParseFloat(row[2], 64)
		b.Run(row[0], func(b *testing.B) {
			var st Stats
			for b.Loop() {
				p, err := Parse(string(text))
				if err != nil {
					b.Fatal(err)
				}
				s := p.recorded(Options{Threads: 1})
				if n, err := s.Count(b.Context()); err != nil || n.String() != row[1] {
					b.Fatalf("%v, %v, want %s", n, err, row[1])
				}
				st = s.Stats()
			}
			b.ReportMetric(float64(st.Nodes), "nodes")
			b.ReportMetric(float64(st.Updates), "updates")
			b.ReportMetric(b.Elapsed().Seconds()/float64(b.N)/knuth, "of-dlx")
		})
	}
}

// BenchmarkSteps takes the way from a text to the number of its solutions step by
// step, for problems that are long to read and short to solve: what is left of
// their time is that of the program's start.
func BenchmarkSteps(b *testing.B) {
	for _, name := range []string{"xcc_wsq600", "xcc_symsq1000", "qcp15_100", "sudInkala", "onefact8"} {
		file, err := os.ReadFile(filepath.Join("testdata", name+".dlx"))
		if err != nil {
			b.Fatal(err)
		}
		text := string(file)
		p, err := Parse(text)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(name+"/read", func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				Parse(text)
			}
		})
		b.Run(name+"/warn", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				p.Warnings()
			}
		})
		b.Run(name+"/compile", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				p.compile()
			}
		})
		b.Run(name+"/solve", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := p.recorded(Options{Threads: 1}).Count(b.Context()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkFirst looks for the first solution where the order of a problem
// leads astray.
func BenchmarkFirst(b *testing.B) {
	for _, name := range []string{"queens60", "partridge8", "bedlam", "ypent15x15", "sud16_150"} {
		p := partridge(8)
		if name != "partridge8" {
			p = load(b, name)
		}
		b.Run(name, func(b *testing.B) {
			var st Stats
			for b.Loop() {
				s := p.recorded(Options{})
				if _, err := s.First(b.Context()); err != nil {
					b.Fatal(err)
				}
				st = s.Stats()
			}
			b.ReportMetric(float64(st.Nodes), "nodes")
		})
	}
}
