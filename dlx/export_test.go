// SPDX-License-Identifier: BSD-3-Clause

package dlx

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// models counts the assignments that satisfy clauses, by splitting on variables.
func models(clauses [][]int, vars int, value []int8) int {
	for _, c := range clauses { // unit propagation
		open, last, satisfied := 0, 0, false
		for _, literal := range c {
			switch v := value[max(literal, -literal)]; {
			case v == 0:
				open++
				last = literal
			case v > 0 == (literal > 0):
				satisfied = true
			}
		}
		switch {
		case satisfied:
		case open == 0:
			return 0
		case open == 1:
			next := slices.Clone(value)
			next[max(last, -last)] = 1
			if last < 0 {
				next[-last] = -1
			}
			return models(clauses, vars, next)
		}
	}
	for x := 1; x <= vars; x++ {
		if value[x] == 0 {
			sum := 0
			for _, v := range []int8{-1, 1} {
				next := slices.Clone(value)
				next[x] = v
				sum += models(clauses, vars, next)
			}
			return sum
		}
	}
	return 1
}

// linear counts the assignments that satisfy linear conditions.
func linear(rows []row, vars int) (count int) {
	for set := range 1 << vars {
		ok := true
		for _, r := range rows {
			sum := 0
			for i, x := range r.vars {
				sum += r.factors[i] * (set >> (x - 1) & 1)
			}
			ok = ok && sum >= r.low && sum <= r.high
		}
		if ok {
			count++
		}
	}
	return count
}

// TestExportCounts compares the numbers of solutions in clauses and in linear conditions with the
// number of solutions of random problems.
func TestExportCounts(t *testing.T) {
	const seed = 375
	random := rand.New(rand.NewPCG(seed, 2))
	n := 2000
	if testing.Short() {
		n = 200
	}
	for round := range n {
		p := randomSets(random, round%2 == 1)
		if p.NumOptions() == 0 {
			continue
		}
		for p.NumOptions() < 9 && random.IntN(3) > 0 { // more options with one item
			p = p.AddEntries(Entry{Item: random.IntN(p.NumPrimary())})
		}
		if random.IntN(4) == 0 {
			p = p.Without(random.IntN(p.NumOptions()))
		}
		if k := random.IntN(p.NumOptions()); random.IntN(4) == 0 && !p.ignores(k) {
			p = p.Containing(k)
		}
		want, err := p.Count(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		m, err := p.newModel()
		if err != nil {
			t.Fatal(err)
		}
		if got := linear(m.rows(), m.vars); fmt.Sprint(got) != want.String() {
			t.Fatalf("seed %d, problem %d: %d linear solutions, want %v\n%s", seed, round, got, want, p.DLX())
		}
		var text bytes.Buffer
		if err := p.Export(&text, "dimacs"); err != nil {
			t.Fatal(err)
		}
		var clauses [][]int
		vars, number := 0, 0
		for line := range strings.Lines(text.String()) {
			if strings.HasPrefix(line, "c") {
				continue
			}
			if n, _ := fmt.Sscanf(line, "p cnf %d %d", &vars, &number); n == 2 {
				continue
			}
			var c []int
			for _, word := range strings.Fields(line) {
				literal := 0
				if fmt.Sscan(word, &literal); literal != 0 {
					c = append(c, literal)
				}
			}
			clauses = append(clauses, c)
		}
		if got := models(clauses, vars, make([]int8, vars+1)); fmt.Sprint(got) != want.String() || number != len(clauses) {
			t.Fatalf("seed %d, problem %d: %d models, want %v\n%s%s", seed, round, got, want, p.DLX(), text.String())
		}
	}
	t.Logf("seed %d: %d problems", seed, n)
}

// TestReadSolution reads the solutions of other solvers.
func TestReadSolution(t *testing.T) {
	p := New("a b c").AddOption("a b").AddOption("c").AddOption("a").AddOption("b c")
	for _, text := range []string{"c solver\ns SATISFIABLE\nv 1 2 -3\nv -4 0\n", "v x1 x2 -x3 -x4\n", "# Columns 4\nx1 1\nx2 1\nx3 0\nx4 0\nc1 1\n", "v x1 x2\n----------\n"} {
		s, err := p.ReadSolution(strings.NewReader(text))
		if err != nil || s.String() != "a b; c" {
			t.Errorf("%q: %v, %v", text, s, err)
		}
	}
	for _, text := range []string{"", "s UNSATISFIABLE\n", "v 1 0\n", "v 1 2 3 0\n"} {
		if s, err := p.ReadSolution(strings.NewReader(text)); err == nil {
			t.Errorf("%q: %v", text, s)
		}
	}
	if err := p.Export(&strings.Builder{}, "lp"); err == nil {
		t.Error("an unknown format is no error")
	}
}
