// SPDX-License-Identifier: BSD-3-Clause

package dlx

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
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

// linear counts the assignments that satisfy linear conditions, and returns the least cost of one.
func linear(rows []row, vars int, cost []int64) (count int, least int64) {
	for set := range 1 << vars {
		ok, spent := true, int64(0)
		for k, c := range cost {
			spent += c * int64(set>>k&1)
		}
		for _, r := range rows {
			sum := 0
			for i, x := range r.vars {
				sum += r.factors[i] * (set >> (x - 1) & 1)
			}
			ok = ok && sum >= r.low && sum <= r.high
		}
		if ok {
			if count == 0 || spent < least {
				least = spent
			}
			count++
		}
	}
	return count, least
}

// A linearText is a problem read from a file in one of the formats with linear conditions.
type linearText struct {
	rows []row
	vars int
	cost []int64 // of the first variables
}

// charge sets the cost of a variable.
func (l *linearText) charge(x, cost int) {
	for len(l.cost) < x {
		l.cost = append(l.cost, 0)
	}
	l.cost[x-1] = int64(cost)
}

// integer reads a number, and variable the number of a variable such as x3.
func integer(t *testing.T, word string) int {
	t.Helper()
	n, err := strconv.Atoi(word)
	if err != nil {
		t.Fatalf("%q is no number", word)
	}
	return n
}

func variable(t *testing.T, word string) int {
	t.Helper()
	digits, ok := strings.CutPrefix(word, "x")
	if !ok {
		t.Fatalf("%q is no variable", word)
	}
	return integer(t, digits)
}

// bounded adds a condition, which ends with a relation and a number.
func (l *linearText) bounded(t *testing.T, r row, relation, bound string) {
	t.Helper()
	r.low, r.high = -none, none
	n := integer(t, bound)
	switch relation {
	case "=":
		r.low, r.high = n, n
	case ">=":
		r.low = n
	case "<=":
		r.high = n
	default:
		t.Fatalf("relation %q", relation)
	}
	l.rows = append(l.rows, r)
}

// readOPB reads pseudo-Boolean conditions.
func readOPB(t *testing.T, text string) (l linearText) {
	conditions := 0
	for line := range strings.Lines(text) {
		if n, _ := fmt.Sscanf(line, "* #variable= %d #constraint= %d", &l.vars, &conditions); n == 2 || line[0] == '*' {
			continue
		}
		words := strings.Fields(line)
		if words[0] == "min:" {
			for i := 1; words[i] != ";"; i += 2 {
				l.charge(variable(t, words[i+1]), integer(t, words[i]))
			}
			continue
		}
		var r row
		i := 0
		for ; strings.HasPrefix(words[i+1], "x"); i += 2 {
			r.factors, r.vars = append(r.factors, integer(t, words[i])), append(r.vars, variable(t, words[i+1]))
		}
		if words[i] == "<=" || words[i+2] != ";" {
			t.Fatalf("%q is no condition of OPB", line)
		}
		l.bounded(t, r, words[i], words[i+1])
	}
	if len(l.rows) != conditions {
		t.Fatalf("%d conditions, %d announced", len(l.rows), conditions)
	}
	return l
}

// readMPS reads an integer program.
func readMPS(t *testing.T, text string) (l linearText) {
	section, kinds, at := "", map[string]string{}, map[string]int{}
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		if line[0] != ' ' {
			section = words[0]
			continue
		}
		switch section {
		case "ROWS":
			if kinds[words[1]] = words[0]; words[0] != "N" {
				at[words[1]] = len(l.rows)
				l.rows = append(l.rows, map[string]row{"E": {}, "L": {low: -none}, "G": {high: none}}[words[0]])
			}
		case "COLUMNS":
			switch {
			case words[1] == "'MARKER'":
			case kinds[words[1]] == "N":
				l.charge(variable(t, words[0]), integer(t, words[2]))
			default:
				r := &l.rows[at[words[1]]]
				r.vars, r.factors = append(r.vars, variable(t, words[0])), append(r.factors, integer(t, words[2]))
			}
		case "RHS":
			r := &l.rows[at[words[1]]]
			if kinds[words[1]] != "L" {
				r.low = integer(t, words[2])
			}
			if kinds[words[1]] != "G" {
				r.high = integer(t, words[2])
			}
		case "RANGES":
			switch r := &l.rows[at[words[1]]]; kinds[words[1]] {
			case "G":
				r.high = r.low + integer(t, words[2])
			case "L":
				r.low = r.high - integer(t, words[2])
			default:
				t.Fatalf("a range of %q", line)
			}
		case "BOUNDS":
			if l.vars++; words[0] != "BV" {
				t.Fatalf("%q is no binary variable", line)
			}
		default:
			t.Fatalf("%q in section %s", line, section)
		}
	}
	if section != "ENDATA" {
		t.Fatal("no end")
	}
	return l
}

// readMiniZinc reads a model with linear constraints.
func readMiniZinc(t *testing.T, text string) (l linearText) {
	term := regexp.MustCompile(`^([+-][0-9]+)\*x\[([0-9]+)\]`)
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, ";\n")
		if n, _ := fmt.Sscanf(line, "array[1..%d] of var 0..1: x", &l.vars); n == 1 || strings.HasPrefix(line, "output ") || line == "solve satisfy" {
			continue
		}
		goal, isGoal := strings.CutPrefix(line, "solve minimize 0")
		rest, isRow := strings.CutPrefix(line, "constraint ")
		if isGoal {
			rest = goal
		} else if !isRow {
			t.Fatalf("%q is no constraint", line)
		}
		var r row
		for m := term.FindStringSubmatch(rest); m != nil; m = term.FindStringSubmatch(rest) {
			rest = rest[len(m[0]):]
			if factor, x := integer(t, m[1]), integer(t, m[2]); isGoal {
				l.charge(x, factor)
			} else {
				r.factors, r.vars = append(r.factors, factor), append(r.vars, x)
			}
		}
		switch words := strings.Fields(strings.TrimPrefix(rest, "0")); {
		case isRow && len(words) == 2:
			l.bounded(t, r, words[0], words[1])
		case isRow || rest != "":
			t.Fatalf("%q behind the terms", rest)
		}
	}
	return l
}

// TestExportCounts compares the numbers of solutions of the files in each format, and their least
// costs, with those of random problems.
func TestExportCounts(t *testing.T) {
	const seed = 375
	random := rand.New(rand.NewPCG(seed, 2))
	n := tries(2000)
	for round := range n {
		p := randomSets(random, round%2 == 1)
		if p.NumOptions() == 0 {
			continue
		}
		for p.NumOptions() < 9 && random.IntN(3) > 0 { // more options with one item
			p = p.AddEntries(Entry{Item: random.IntN(p.NumPrimary())})
		}
		cost := make([]int64, p.NumOptions())
		if random.IntN(2) == 0 {
			for k := range cost {
				cost[k] = random.Int64N(20)
			}
		}
		p = restricted(random, p.WithCosts(func(k int) int64 { return cost[k] }))
		all, least := subsets(p), int64(0)
		for i, options := range all {
			spent := int64(0)
			for _, k := range options {
				spent += cost[k]
			}
			if i == 0 || spent < least {
				least = spent
			}
		}
		want := len(all)
		for format, read := range map[string]func(*testing.T, string) linearText{"opb": readOPB, "mps": readMPS, "minizinc": readMiniZinc} {
			var text strings.Builder
			if err := p.Export(&text, format); err != nil {
				t.Fatal(err)
			}
			l := read(t, text.String())
			if n, cheapest := linear(l.rows, l.vars, l.cost); n != want || cheapest != least {
				t.Fatalf("seed %d, problem %d, %s: %d solutions, the cheapest costs %d; want %d, %d\n%s%s", seed, round, format, n, cheapest, want, least, p.DLX(), text.String())
			}
		}
		var text bytes.Buffer
		if err := p.Export(&text, "dimacs"); err != nil {
			t.Fatal(err)
		}
		var clauses [][]int
		vars, announced := 0, 0
		for line := range strings.Lines(text.String()) {
			if strings.HasPrefix(line, "c") {
				continue
			}
			if n, _ := fmt.Sscanf(line, "p cnf %d %d", &vars, &announced); n == 2 {
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
		if got := models(clauses, vars, make([]int8, vars+1)); got != want || announced != len(clauses) {
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
