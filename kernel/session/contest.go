// SPDX-License-Identifier: BSD-3-Clause

// Contests: exercises whose right answers have a result, a number. The section score computes it
// after the check, in the same way: it sees what cells have defined, and leaves nothing behind.

package session

import (
	"errors"
	"fmt"
	"strconv"

	"polka/internal/size"
	"polka/kernel/exercise"
)

// contest computes the result of a right answer, records it if it is the best so far, and returns
// what is said about it. It returns nothing for an exercise without a contest.
func (s *Session) contest(r *run, x *exercise.Exercise) []string {
	if x.Contest == "" {
		return nil
	}
	result, err := s.result(r, x)
	if err != nil {
		return []string{s.words().Sprintf("no result: %v", err)}
	}
	a := s.tried[x.Name]
	said := string(x.Contest) + ": " + number(result)
	switch {
	case a.contest != x.Contest:
		a.contest, a.best = x.Contest, result
	case x.Contest.Better(result, a.best):
		said += s.words().Sprintf("; the best before was %s", number(a.best))
		a.best = result
	case result != a.best:
		said += s.words().Sprintf("; your best is %s", number(a.best))
	}
	return []string{said}
}

// number writes a result without an exponent.
func number(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// result runs the section score.
func (s *Session) result(r *run, x *exercise.Exercise) (float64, error) {
	s.compiling.Lock()
	var used []string
	for _, line := range x.Uses {
		if name, _, err := exercise.Declaration(line); err == nil {
			used = append(used, name)
		}
	}
	p, failed := s.compileApart(used, "func() any {\n"+x.Score+"\n}()")
	s.compiling.Unlock()
	if failed != nil {
		return 0, errors.New(s.words().Sprintf("the section score does not compile with your definitions: %s", failed.Message))
	}
	value, failed, stopped := s.runApart(r, p, s.mostTime(), nil)
	switch {
	case stopped == errTime:
		return 0, errors.New(s.words().Sprintf("the section score did not end within %v", s.mostTime()))
	case stopped != nil:
		return 0, errors.New(s.words().Sprintf("the section score had filled more than %s of memory, and was stopped", size.Rounded(uint64(s.mostMemory()))))
	case failed != nil:
		return 0, fmt.Errorf("%s: %s", failed.Name, failed.Message)
	}
	return exercise.Result(value)
}
