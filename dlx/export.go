// SPDX-License-Identifier: BSD-3-Clause

// The problem. Give an exact cover problem to other solvers, and take their solutions back.
//
// The source. DIMACS: the format of the SAT competitions; OPB: that of the pseudo-Boolean
// competitions (O. Roussel, V. Manquinho); MPS: free format, as in the manual of HiGHS; MiniZinc 2.
// The counter is that of C. Sinz, Towards an optimal CNF encoding of Boolean cardinality
// constraints, CP 2005, with equivalences instead of implications.
//
// The idea. Variable k+1 says whether option k is chosen. Each primary item is a sum of variables
// between two bounds. A secondary item is a sum of at most 1; where several options may share it in
// a color, a further variable takes their place in the sum, and is equivalent to their
// disjunction. In clauses, a sum of many variables has a counter: variable (i, j) is equivalent to
// "at least j of the first i". Further variables are determined by those of the options, so that
// the solutions are as many as those of the problem, in every format.
//
// An example. Item a with the options 0, 1 and 2 is 1 2 3 0 and -1 -2 0, -1 -3 0, -2 -3 0 in
// clauses, and x1 + x2 + x3 = 1 otherwise.

package dlx

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
)

// ExportFormats returns the names of the formats that Export writes: "dimacs" (CNF), "opb", "mps"
// and "minizinc".
func ExportFormats() []string { return []string{"dimacs", "opb", "mps", "minizinc"} }

// A sum is a condition that low to high of some variables are true.
type sum struct {
	vars      []int
	low, high int
}

// A group is a variable that is equivalent to a disjunction of others.
type group struct {
	all  int
	vars []int
}

// A model has the conditions of a problem.
type model struct {
	p      *Problem
	vars   int
	sums   []sum
	groups []group
	cost   bool // whether an option has a cost
}

// newModel translates the problem.
func (p *Problem) newModel() (*model, error) {
	if _, err := p.compile(); err != nil {
		return nil, err
	}
	m := &model{p: p, vars: p.NumOptions(), cost: slices.ContainsFunc(p.costs, func(c int64) bool { return c > 0 })}
	items := p.Items()
	plain := make([][]int, len(items))
	colored := make([]map[string][]int, len(items))
	order := make([][]string, len(items)) // the colors of each item, as they appear
	for k := range p.NumOptions() {
		_, forbidden := slices.BinarySearch(p.forbidden, k)
		_, required := slices.BinarySearch(p.required, k)
		if p.ignores(k) || forbidden {
			m.sums = append(m.sums, sum{[]int{k + 1}, 0, 0})
			continue
		}
		if required {
			m.sums = append(m.sums, sum{[]int{k + 1}, 1, 1})
		}
		for _, e := range p.Entries(k) {
			if e.Color == "" {
				plain[e.Item] = append(plain[e.Item], k+1)
				continue
			}
			if colored[e.Item] == nil {
				colored[e.Item] = map[string][]int{}
			}
			if colored[e.Item][e.Color] == nil {
				order[e.Item] = append(order[e.Item], e.Color)
			}
			colored[e.Item][e.Color] = append(colored[e.Item][e.Color], k+1)
		}
	}
	for _, k := range p.required {
		if _, both := slices.BinarySearch(p.forbidden, k); both {
			m.sums = append(m.sums, sum{[]int{k + 1}, 1, 1})
		}
	}
	for i, it := range items {
		vars := plain[i]
		for _, c := range order[i] {
			if list := colored[i][c]; len(list) == 1 {
				vars = append(vars, list[0])
			} else if len(order[i]) > 1 || len(plain[i]) > 0 {
				m.vars++
				m.groups = append(m.groups, group{m.vars, list})
				vars = append(vars, m.vars)
			}
		}
		switch {
		case !it.Secondary:
			m.sums = append(m.sums, sum{vars, it.Low, it.High})
		case len(vars) > 1:
			m.sums = append(m.sums, sum{vars, 0, 1})
		}
	}
	return m, nil
}

// Export writes the problem in a format of other solvers, one of ExportFormats. Option k is the
// variable k+1, or xk+1 by name; MiniZinc has an array x from 1. There are as many solutions as the
// problem has, also where further variables are necessary. Costs are to be minimized, except in
// DIMACS, which has none.
func (p *Problem) Export(w io.Writer, format string) error {
	write := map[string]func(*model, *bufio.Writer){
		"dimacs": (*model).dimacs, "opb": (*model).opb, "mps": (*model).mps, "minizinc": (*model).minizinc,
	}[format]
	if write == nil {
		return fmt.Errorf("dlx: unknown format %q, expected one of %s", format, strings.Join(ExportFormats(), ", "))
	}
	m, err := p.newModel()
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	write(m, out)
	return out.Flush()
}

// pairs is the greatest number of variables whose sum of at most 1 is written as pairs.
const pairs = 6

// dimacs writes clauses.
func (m *model) dimacs(w *bufio.Writer) {
	var clauses [][]int
	add := func(literals ...int) { clauses = append(clauses, literals) }
	fresh := m.vars
	for _, g := range m.groups {
		for _, x := range g.vars {
			add(-x, g.all)
		}
		add(append(slices.Clone(g.vars), -g.all)...)
	}
	for _, s := range m.sums {
		n := len(s.vars)
		high := min(s.high, n)
		switch {
		case s.low > n:
			add()
			continue
		case high == 0:
			for _, x := range s.vars {
				add(-x)
			}
			continue
		case s.low == 1:
			add(s.vars...)
		}
		if high == n && s.low <= 1 {
			continue
		}
		if high == 1 && n <= pairs {
			for i, x := range s.vars {
				for _, y := range s.vars[:i] {
					add(-x, -y)
				}
			}
			continue
		}
		// before[j] is the variable for "at least j of those so far"; 0 stands for false.
		before := make([]int, high+2)
		for i, x := range s.vars {
			now := make([]int, high+2)
			for j := 1; j <= min(high+1, i+1); j++ {
				fresh++
				now[j] = fresh
				// now[j] is before[j], or x and before[j-1].
				if before[j] != 0 {
					add(-before[j], now[j])
				}
				switch {
				case j == 1:
					add(-x, now[j])
				case before[j-1] != 0:
					add(-x, -before[j-1], now[j])
				}
				because := []int{-now[j]}
				if before[j] != 0 {
					because = append(because, before[j])
				}
				add(append(slices.Clone(because), x)...)
				if j > 1 {
					if before[j-1] != 0 {
						because = append(because, before[j-1])
					}
					add(because...)
				}
			}
			before = now
		}
		if s.low > 1 {
			add(before[s.low])
		}
		if last := before[high+1]; last != 0 {
			add(-last)
		}
	}
	fmt.Fprintf(w, "c options are variables 1 to %d\np cnf %d %d\n", m.p.NumOptions(), fresh, len(clauses))
	for _, c := range clauses {
		for _, literal := range c {
			w.WriteString(strconv.Itoa(literal))
			w.WriteByte(' ')
		}
		w.WriteString("0\n")
	}
}

// A row is a linear condition: low <= the sum of the terms <= high; a bound is absent if it is
// none.
type row struct {
	vars, factors []int
	low, high     int
}

// none is no bound.
const none = math.MaxInt32

// rows returns the linear conditions.
func (m *model) rows() (list []row) {
	for _, g := range m.groups {
		all := row{vars: []int{g.all}, factors: []int{-1}, low: 0, high: none}
		for _, x := range g.vars {
			list = append(list, row{[]int{g.all, x}, []int{1, -1}, 0, none})
			all.vars, all.factors = append(all.vars, x), append(all.factors, 1)
		}
		list = append(list, all)
	}
	for _, s := range m.sums {
		r := row{vars: s.vars, low: s.low, high: none}
		for range s.vars {
			r.factors = append(r.factors, 1)
		}
		if s.high < len(s.vars) {
			r.high = s.high
		}
		if r.low > 0 || r.high < none {
			list = append(list, r)
		}
	}
	return list
}

// inequalities returns how many inequalities the condition is in OPB.
func (r row) inequalities() (n int) {
	if r.low > 0 || r.low == r.high || r.high == none {
		n++
	}
	if r.high < none {
		n++
	}
	return n
}

// terms writes a sum.
func (r row) terms(w io.Writer, sign int) {
	for i, x := range r.vars {
		fmt.Fprintf(w, "%+d x%d ", sign*r.factors[i], x)
	}
}

// opb writes pseudo-Boolean conditions.
func (m *model) opb(w *bufio.Writer) {
	rows, lines := m.rows(), 0
	for _, r := range rows {
		if r.low == r.high {
			lines++ // an equation
		} else {
			lines += r.inequalities()
		}
	}
	fmt.Fprintf(w, "* #variable= %d #constraint= %d\n", m.vars, lines)
	if m.cost {
		w.WriteString("min: ")
		for k := range m.p.NumOptions() {
			fmt.Fprintf(w, "%+d x%d ", m.p.cost(k), k+1)
		}
		w.WriteString(";\n")
	}
	for _, r := range rows {
		if len(r.vars) == 0 { // an item without options
			r.vars, r.factors = []int{1}, []int{0}
		}
		switch {
		case r.low == r.high:
			r.terms(w, 1)
			fmt.Fprintf(w, "= %d ;\n", r.low)
			continue
		case r.high == none || r.low > 0:
			r.terms(w, 1)
			fmt.Fprintf(w, ">= %d ;\n", r.low)
		}
		if r.high < none {
			r.terms(w, -1)
			fmt.Fprintf(w, ">= %d ;\n", -r.high)
		}
	}
}

// mps writes an integer program.
func (m *model) mps(w *bufio.Writer) {
	rows := m.rows()
	w.WriteString("NAME polka\nROWS\n N cost\n")
	columns := make([][]string, m.vars+1)
	for i, r := range rows {
		kind := "G"
		switch {
		case r.low == r.high:
			kind = "E"
		case r.low == 0 && r.high < none:
			kind = "L"
		}
		fmt.Fprintf(w, " %s c%d\n", kind, i+1)
		for j, x := range r.vars {
			columns[x] = append(columns[x], fmt.Sprintf("c%d %d", i+1, r.factors[j]))
		}
	}
	w.WriteString("COLUMNS\n M1 'MARKER' 'INTORG'\n")
	for x := 1; x <= m.vars; x++ {
		cost := int64(0)
		if x <= m.p.NumOptions() {
			cost = m.p.cost(x - 1)
		}
		fmt.Fprintf(w, " x%d cost %d\n", x, cost)
		for _, c := range columns[x] {
			fmt.Fprintf(w, " x%d %s\n", x, c)
		}
	}
	w.WriteString(" M2 'MARKER' 'INTEND'\nRHS\n")
	for i, r := range rows {
		if r.low == 0 && r.high < none {
			fmt.Fprintf(w, " rhs c%d %d\n", i+1, r.high)
		} else {
			fmt.Fprintf(w, " rhs c%d %d\n", i+1, r.low)
		}
	}
	w.WriteString("RANGES\n")
	for i, r := range rows {
		if r.low > 0 && r.high < none && r.low != r.high {
			fmt.Fprintf(w, " range c%d %d\n", i+1, r.high-r.low)
		}
	}
	w.WriteString("BOUNDS\n")
	for x := 1; x <= m.vars; x++ {
		fmt.Fprintf(w, " BV bound x%d\n", x)
	}
	w.WriteString("ENDATA\n")
}

// minizinc writes a model.
func (m *model) minizinc(w *bufio.Writer) {
	fmt.Fprintf(w, "array[1..%d] of var 0..1: x;\n", m.vars)
	for _, r := range m.rows() {
		var b strings.Builder
		for i, x := range r.vars {
			fmt.Fprintf(&b, "%+d*x[%d]", r.factors[i], x)
		}
		text := b.String()
		if text == "" {
			text = "0"
		}
		switch {
		case r.low == r.high:
			fmt.Fprintf(w, "constraint %s = %d;\n", text, r.low)
			continue
		case r.low > 0 || r.high == none:
			fmt.Fprintf(w, "constraint %s >= %d;\n", text, r.low)
		}
		if r.high < none {
			fmt.Fprintf(w, "constraint %s <= %d;\n", text, r.high)
		}
	}
	if !m.cost {
		w.WriteString("solve satisfy;\n")
	} else {
		w.WriteString("solve minimize 0")
		for k := range m.p.NumOptions() {
			fmt.Fprintf(w, "+%d*x[%d]", m.p.cost(k), k+1)
		}
		w.WriteString(";\n")
	}
	fmt.Fprintf(w, "output [\"v\"] ++ [\" x\\(i)\" | i in 1..%d where fix(x[i]) = 1] ++ [\"\\n\"];\n", m.p.NumOptions())
}

// ReadSolution reads what another solver has found for an exported problem, and returns the
// solution. It understands lines of values that begin with v, as SAT and pseudo-Boolean solvers
// print them ("v 1 -2 3 0", "v x1 -x2") and our MiniZinc model too, and lines with the name of a
// variable and its value, as in solution files of HiGHS ("x1 1"). Other lines are skipped. It is
// an error if the options are not a solution.
func (p *Problem) ReadSolution(r io.Reader) (Solution, error) {
	text, err := readAll(r)
	if err != nil {
		return Solution{}, err
	}
	var chosen []int
	add := func(word string, value float64) {
		k, err := strconv.Atoi(strings.TrimPrefix(word, "x"))
		if err == nil && k >= 1 && k <= p.NumOptions() && value > 0.5 {
			chosen = append(chosen, k-1)
		}
	}
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		switch {
		case len(words) > 0 && words[0] == "v":
			for _, word := range words[1:] {
				add(word, 1)
			}
		case len(words) == 2 && strings.HasPrefix(words[0], "x"):
			if value, err := strconv.ParseFloat(words[1], 64); err == nil {
				add(words[0], value)
			}
		}
	}
	slices.Sort(chosen)
	chosen = slices.Compact(chosen)
	if err := p.Check(chosen...); err != nil {
		return Solution{}, err
	}
	return Solution{p, chosen}, nil
}
