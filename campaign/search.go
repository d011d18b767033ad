// SPDX-License-Identifier: BSD-3-Clause

package campaign

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"polka/dlx"
)

// Version is the version of the search: of the meaning of parts, of what a result is, and of
// the records in a store. It is part of every key, so that results of different versions are
// never added. A correction of a search requires a new version.
const Version = 1

// A Part is a part of a search: a list of decisions, separated by spaces, that means the
// same to every program of this version. "" is the whole.
type Part string

// A Goal is what a search looks for.
type Goal string

const (
	Count  Goal = "count"  // the number of solutions
	First  Goal = "first"  // one solution, or the proof that there is none
	All    Goal = "all"    // all solutions
	Family Goal = "family" // the decision diagram of all solutions
)

// A Result is what is found in a part.
type Result struct {
	Count *big.Int // the number of solutions; at most 1 for First
	Data  []byte   // the solutions as text, whose form depends on the search; nil for Count
}

// A Search is a problem that can be split. Its methods may be called by several goroutines
// at once. The same part gives the same answers in all processes.
type Search interface {
	// Kind names the kind of search, such as cover.
	Kind() string

	// Goal returns the goal, on which the results of Solve depend.
	Goal() Goal

	// Source returns the problem as text, from which Parse makes the same search.
	Source() string

	// Split returns the parts that a part consists of. Together they have the solutions of
	// the part, and no two of them share one. There are none if the part has no solutions.
	// It returns ErrWhole if the part cannot be split.
	Split(part Part) ([]Part, error)

	// Check reports an error unless the parts are a partition of whole. It does not rely on
	// how Split selects them: it starts from the definition of a solution.
	Check(whole Part, parts []Part) error

	// Estimate estimates the work for a part, in units that are the same for all parts of
	// a search.
	Estimate(ctx context.Context, part Part) (float64, error)

	// Solve returns the result of a part, in one thread, or ErrLarge if its data are larger
	// than 16 MiB, or do not fit in memory.
	Solve(ctx context.Context, part Part) (Result, error)

	// SolveAgain is Solve by another method, for verification. It may take far longer.
	SolveAgain(ctx context.Context, part Part) (Result, error)

	// Confirm reports an error unless the data of a result are as many different solutions of
	// the part as it says, by the definition of a solution.
	Confirm(part Part, r Result) error
}

// ErrWhole is the error of Split for parts that cannot be split.
var ErrWhole = errors.New("campaign: the part cannot be split")

// ErrLarge is the error of Solve for parts whose solutions take more than 16 MiB as text, or do not
// fit in memory.
var ErrLarge = errors.New("campaign: the solutions of the part are too large for one record, or for the memory")

// maxData is the maximum number of bytes of the data of a result.
const maxData = 16 << 20

// Parse returns the search of a kind for a goal whose Source is the text.
func Parse(kind string, goal Goal, text string) (Search, error) {
	switch kind {
	case coverKind:
		p, err := dlx.Parse(text)
		if err != nil {
			return nil, err
		}
		return Cover(p, goal)
	case polyformsKind:
		return parsePolyforms(goal, text)
	}
	return nil, fmt.Errorf("campaign: unknown kind of search %q, expected %s or %s", kind, coverKind, polyformsKind)
}

// checkGoal reports an error unless a goal is one of those possible.
func checkGoal(goal Goal, possible ...Goal) error {
	if slices.Contains(possible, goal) {
		return nil
	}
	return fmt.Errorf("campaign: expected one of the goals %v, got %q", possible, goal)
}

// digestOf returns a digest of a search and its version.
func digestOf(s Search) string {
	return digest("campaign", fmt.Sprint(Version), s.Kind(), string(s.Goal()), s.Source())
}

// keyOf returns the key of a part of the search with a digest.
func keyOf(search string, part Part) string { return digest(search, string(part)) }

// digest returns 128 bits of the SHA-256 sum of texts, in hexadecimal digits. The sum is
// that of the texts with their lengths, so that different lists differ.
func digest(texts ...string) string {
	sum := sha256.New()
	for _, t := range texts {
		fmt.Fprintf(sum, "%d:%s", len(t), t)
	}
	return hex.EncodeToString(sum.Sum(nil)[:16])
}
