package dlx

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"
)

// BenchmarkInstances reads and counts every instance of testdata/reference.tsv
// with one thread, as the choice of the engine is, and tells the ratio to the
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
				s := p.Solver(Options{Threads: 1})
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
				s := p.Solver(Options{})
				if _, err := s.First(b.Context()); err != nil {
					b.Fatal(err)
				}
				st = s.Stats()
			}
			b.ReportMetric(float64(st.Nodes), "nodes")
		})
	}
}
