// SPDX-License-Identifier: BSD-3-Clause

package dlx

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// An atLeast is a condition that some literals, with factors above 0, have at least the sum degree.
type atLeast struct {
	factors  []int
	literals []int // variables, or their numbers negated
	degree   int
}

// A proofChecker checks proofs of the kinds of lines that we write, by its own reading of VeriPB's
// rules. It knows nothing of exact covers.
type proofChecker struct {
	conditions []atLeast
	variables  int
	solutions  int
	refuted    bool
}

// condition adds terms >= degree.
func (c *proofChecker) condition(factors, literals []int, degree int) atLeast {
	var a atLeast
	for i, f := range factors {
		x := literals[i]
		if f < 0 { // f x = f - f ~x
			degree -= f
			f, x = -f, -x
		}
		if f > 0 {
			a.factors, a.literals = append(a.factors, f), append(a.literals, x)
			c.variables = max(c.variables, x, -x)
		}
	}
	a.degree = degree
	return a
}

// parse reads "+1 x1 1 ~x2 >= 1 ;", or with an equals sign, as one or two conditions.
func (c *proofChecker) parse(words []string) ([]atLeast, error) {
	n := len(words) - 3
	if n < 0 || n%2 != 0 || words[n+2] != ";" {
		return nil, fmt.Errorf("%q is no condition", words)
	}
	var factors, literals, negative []int
	for i := 0; i < n; i += 2 {
		f, err := strconv.Atoi(words[i])
		x, err2 := literal(words[i+1])
		if err := errors.Join(err, err2); err != nil {
			return nil, err
		}
		factors, negative, literals = append(factors, f), append(negative, -f), append(literals, x)
	}
	degree, err := strconv.Atoi(words[n+1])
	list := []atLeast{c.condition(factors, literals, degree)}
	switch {
	case err != nil:
		return nil, err
	case words[n] == "=":
		list = append(list, c.condition(negative, literals, -degree))
	case words[n] != ">=":
		return nil, fmt.Errorf("relation %q", words[n])
	}
	return list, nil
}

// literal reads x3 or ~x3.
func literal(word string) (int, error) {
	digits, negated := strings.CutPrefix(word, "~")
	digits, ok := strings.CutPrefix(digits, "x")
	x, err := strconv.Atoi(digits)
	if !ok || err != nil || x < 1 {
		return 0, fmt.Errorf("%q is no literal", word)
	}
	if negated {
		x = -x
	}
	return x, nil
}

// propagate sets literals to true, and what follows from them and the conditions. It reports
// whether no condition is violated.
func (c *proofChecker) propagate(literals []int) (value []int8, ok bool) {
	value = make([]int8, c.variables+1)
	set := func(x int) bool {
		sign := int8(1)
		if x < 0 {
			x, sign = -x, -1
		}
		old := value[x]
		value[x] = sign
		return old != -sign
	}
	for _, x := range literals {
		if !set(x) {
			return value, false
		}
	}
	for changed := true; changed; {
		changed = false
		for _, a := range c.conditions {
			slack := -a.degree
			for i, x := range a.literals {
				if value[max(x, -x)] == 0 || value[max(x, -x)] > 0 == (x > 0) {
					slack += a.factors[i]
				}
			}
			if slack < 0 {
				return value, false
			}
			for i, x := range a.literals {
				if value[max(x, -x)] == 0 && a.factors[i] > slack {
					set(x)
					changed = true
				}
			}
		}
	}
	return value, true
}

// line checks a line of a proof.
func (c *proofChecker) line(words []string) error {
	switch words[0] {
	case "u":
		list, err := c.parse(words[1:])
		if err != nil || len(list) != 1 {
			return fmt.Errorf("%q is no clause (%v)", words, err)
		}
		a := list[0]
		negation := atLeast{degree: 1 - a.degree}
		for i, x := range a.literals {
			negation.factors, negation.literals = append(negation.factors, a.factors[i]), append(negation.literals, -x)
			negation.degree += a.factors[i]
		}
		c.conditions = append(c.conditions, negation)
		if _, ok := c.propagate(nil); ok {
			return fmt.Errorf("propagation does not confirm %q", words)
		}
		c.conditions[len(c.conditions)-1] = a
	case "v":
		var literals, negated, ones []int
		for _, word := range words[1:] {
			x, err := literal(word)
			if err != nil {
				return err
			}
			literals, negated, ones = append(literals, x), append(negated, -x), append(ones, 1)
		}
		value, ok := c.propagate(literals)
		if !ok || slices.Contains(value[1:], 0) {
			return fmt.Errorf("%q is no solution", words)
		}
		c.conditions = append(c.conditions, c.condition(ones, negated, 1))
		c.solutions++
	case "c":
		n, err := strconv.Atoi(words[1])
		if err != nil || n < 1 || n > len(c.conditions) {
			return fmt.Errorf("there is no condition %q", words[1:])
		}
		sum := 0
		for _, f := range c.conditions[n-1].factors {
			sum += f
		}
		if sum >= c.conditions[n-1].degree {
			return fmt.Errorf("condition %d is no contradiction", n)
		}
		c.refuted = true
	default:
		return fmt.Errorf("unknown rule %q", words)
	}
	return nil
}

// checkVeriPB returns the number of solutions of conditions in OPB that a proof proves.
func checkVeriPB(opb, proof string) (solutions int, err error) {
	c := &proofChecker{}
	for line := range strings.Lines(opb) {
		if fmt.Sscanf(line, "* #variable= %d", &c.variables); line[0] == '*' || strings.HasPrefix(line, "min:") {
			continue
		}
		list, err := c.parse(strings.Fields(line))
		if err != nil {
			return 0, err
		}
		c.conditions = append(c.conditions, list...)
	}
	lines := strings.Split(strings.TrimSuffix(proof, "\n"), "\n")
	if len(lines) < 2 || lines[0] != "pseudo-Boolean proof version 1.2" || lines[1] != fmt.Sprint("f ", len(c.conditions)) {
		return 0, fmt.Errorf("the proof is not about these %d conditions", len(c.conditions))
	}
	for _, line := range lines[2:] {
		if err := c.line(strings.Fields(line)); err != nil {
			return 0, err
		}
	}
	if !c.refuted {
		return 0, errors.New("the proof has no end")
	}
	return c.solutions, nil
}

// proved returns a problem in OPB and its proof.
func proved(t *testing.T, p *Problem) (opb, proof, count string) {
	t.Helper()
	var conditions, text strings.Builder
	if err := p.Export(&conditions, "opb"); err != nil {
		t.Fatal(err)
	}
	n, err := p.CertifyVeriPB(t.Context(), &text)
	if err != nil {
		t.Fatalf("%v\n%s", err, p.DLX())
	}
	return conditions.String(), text.String(), n.String()
}

// without returns a proof without a line.
func without(proof string, i int) string {
	lines := strings.Split(proof, "\n")
	lines = slices.Delete(lines, i, i+1)
	end := strings.Fields(lines[len(lines)-2])
	n, _ := strconv.Atoi(end[1])
	lines[len(lines)-2] = fmt.Sprint("c ", n-1)
	return strings.Join(lines, "\n")
}

// tangled returns a random problem in which propagation alone decides little: each item has many
// options, and some items are secondary, with colors. If pairs is true, the items are an odd number
// and the options pairs of them, so that there is no solution.
func tangled(r *rand.Rand, pairs bool) *Problem {
	primary := 6 + r.IntN(6)
	if pairs {
		primary |= 1
	}
	var items []Item
	for i := range primary {
		items = append(items, Item{Name: fmt.Sprint("p", i)})
	}
	for i := range r.IntN(4) {
		items = append(items, Item{Name: fmt.Sprint("s", i), Secondary: true})
	}
	p := New().AddItems(items...)
	for range primary * (2 + r.IntN(3)) {
		var option []Entry
		size := 2
		if !pairs {
			size += r.IntN(2)
		}
		for _, i := range r.Perm(primary)[:size] {
			option = append(option, Entry{Item: i})
		}
		for i := primary; i < len(items); i++ {
			if e := (Entry{Item: i}); r.IntN(4) == 0 {
				if r.IntN(3) > 0 {
					e.Color = string(rune('A' + r.IntN(2)))
				}
				option = append(option, e)
			}
		}
		p = p.AddEntries(option...)
	}
	return p
}

// TestVeriPB checks proofs of random problems. A proof without the line of a solution is refused.
// Without another line, or with a wrong literal, it may still be one, but only of the same number.
func TestVeriPB(t *testing.T) {
	const seed = 3767
	r := rand.New(rand.NewPCG(seed, 8))
	n := tries(300)
	none, removed, refused, changed, wrong := 0, 0, 0, 0, 0
	for round := range n {
		p := tangled(r, round%4 == 1)
		if round%4 == 3 {
			p = randomSets(r, true)
		}
		if p.multiple() || round%4 == 3 && p.NumOptions() == 0 {
			continue
		}
		want, err := p.Count(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if !want.IsInt64() || want.Int64() > 50 {
			continue
		}
		opb, proof, count := proved(t, p)
		got, err := checkVeriPB(opb, proof)
		if err != nil || fmt.Sprint(got) != count || count != want.String() {
			t.Fatalf("seed %d, problem %d: %v, %v, certified %s, want %v\n%s%s%s", seed, round, got, err, count, want, p.DLX(), opb, proof)
		}
		if got == 0 {
			none++
		}
		lines := strings.Split(proof, "\n")
		for range min(3, len(lines)-4) {
			i := 2 + r.IntN(len(lines)-4)
			less, err := checkVeriPB(opb, without(proof, i))
			if err == nil && less != got {
				t.Fatalf("seed %d, problem %d: without line %d the proof shows %d, not %d\n%s%s", seed, round, i, less, got, opb, proof)
			}
			if lines[i][0] == 'v' && err == nil {
				t.Fatalf("seed %d, problem %d: the proof passes without %q\n%s%s", seed, round, lines[i], opb, proof)
			}
			removed++
			if err != nil {
				refused++
			}
			at := strings.IndexByte(lines[i], 'x')
			if at < 0 {
				continue
			}
			bad := slices.Clone(lines)
			switch {
			case lines[i][at-1] == '~':
				bad[i] = lines[i][:at-1] + lines[i][at:]
			default:
				bad[i] = lines[i][:at] + "~" + lines[i][at:]
			}
			other, err := checkVeriPB(opb, strings.Join(bad, "\n"))
			if err == nil && other != got {
				t.Fatalf("seed %d, problem %d: with %q the proof shows %d, not %d\n%s%s", seed, round, bad[i], other, got, opb, proof)
			}
			changed++
			if err != nil {
				wrong++
			}
		}
	}
	t.Logf("seed %d: %d without solution; %d of %d proofs without a line refused, %d of %d with a changed one", seed, none, refused, removed, wrong, changed)
	if 6*none < n || 2*refused < removed || 2*wrong < changed {
		t.Error("expected a sixth of the problems to have no solution, and most changes to be refused")
	}
}

// TestVeriPBOther gives a proof of one problem to another one, which has a solution.
func TestVeriPBOther(t *testing.T) {
	some := New("a b c").AddOption("a b").AddOption("b c").AddOption("a c").AddOption("c")
	none := New("a b c").AddOption("a b").AddOption("b c").AddOption("a c").AddOption("c a")
	_, proof, count := proved(t, none)
	opb, own, _ := proved(t, some)
	if n, err := checkVeriPB(opb, proof); err == nil || count != "0" {
		t.Errorf("a proof of %s shows %d\n%s%s", count, n, opb, proof)
	}
	if n, err := checkVeriPB(opb, own); err != nil || n != 1 {
		t.Errorf("%d, %v, want 1\n%s%s", n, err, opb, own)
	}
}

// TestVeriPBMisuse asks for proofs that there are not.
func TestVeriPBMisuse(t *testing.T) {
	p := New("a b").AddOption("a").AddOption("b")
	for _, q := range []*Problem{New("2|a").AddOption("a"), p.Containing(0), p.Without(0), New("a a")} {
		if _, err := q.CertifyVeriPB(t.Context(), io.Discard); err == nil {
			t.Errorf("%v: no error", q)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := p.CertifyVeriPB(ctx, io.Discard); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
	for i := range 26 { // with 2^26 solutions
		name := fmt.Sprint("i", i)
		p = p.AddItems(Item{Name: name}).AddOption(name).AddOption(name)
	}
	if n, err := p.CertifyVeriPB(t.Context(), io.Discard); !errors.Is(err, ErrCertificate) {
		t.Errorf("%v, %v, want %v", n, err, ErrCertificate)
	}
}
