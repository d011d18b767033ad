// SPDX-License-Identifier: BSD-3-Clause

package exercise

import (
	"errors"
	"math"
	"reflect"
	"strings"
)

// A Contest says what is counted in the answers to an exercise and which results are better, as in
// "fewest nodes" or "most pieces". The zero value is no contest.
type Contest string

// The first words of a contest.
const (
	fewest = "fewest "
	most   = "most "
)

// Check returns an error unless c is of the form of the examples.
func (c Contest) Check() error {
	text := string(c)
	if !strings.HasPrefix(text, fewest) && !strings.HasPrefix(text, most) || c.Counted() == "" || strings.ContainsAny(text, "\n\r") {
		return errors.New("expected a line such as fewest nodes or most pieces")
	}
	return nil
}

// Counted returns what is counted, such as "nodes".
func (c Contest) Counted() string {
	_, text, _ := strings.Cut(string(c), " ")
	return strings.TrimSpace(text)
}

// Better reports whether a result is better than another.
func (c Contest) Better(a, b float64) bool {
	if strings.HasPrefix(string(c), most) {
		return a > b
	}
	return a < b
}

// Result converts the value of the section score, which is a finite number of any type.
func Result(v any) (float64, error) {
	n, x := reflect.ValueOf(v), 0.0
	switch {
	case !n.IsValid():
		return 0, errors.New("expected a number as the result, got nil")
	case n.CanInt():
		x = float64(n.Int())
	case n.CanUint():
		x = float64(n.Uint())
	case n.CanFloat():
		x = n.Float()
	default:
		return 0, errors.New("expected a number as the result, got a value of type " + n.Type().String())
	}
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return 0, errors.New("expected a finite number as the result")
	}
	return x, nil
}
