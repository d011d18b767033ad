package campaign

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math/big"
)

// Version is the version of the search: of the meaning of parts, of what a result is, and of
// the records in a store. It is part of every key, so that results of different versions are
// never added. A mistake that is mended in a search makes a new version.
const Version = 1

// A Part is a part of a search: a list of decisions, separated by spaces, that means the
// same to every program of this version. "" is the whole.
type Part string

// A Search is a problem that can be split. Its methods may be called by several goroutines
// at once. The same part gives the same answers in all processes.
type Search interface {
	// Kind names the kind of search, such as cover.
	Kind() string

	// Text is the problem as text, from which Parse makes the same search.
	Text() string

	// Split returns the parts that a part consists of. Together they have the solutions of
	// the part, and no two of them share one. There are none if the part has no solutions.
	// It returns ErrWhole if the part cannot be split.
	Split(part Part) ([]Part, error)

	// Check reports an error unless the parts are a partition of whole. It shares no code
	// with Split: it starts from the definition of a solution.
	Check(whole Part, parts []Part) error

	// Estimate estimates the work for a part, in units that are the same for all parts of
	// a search.
	Estimate(ctx context.Context, part Part) (float64, error)

	// Count returns the number of solutions of a part, in one thread.
	Count(ctx context.Context, part Part) (*big.Int, error)

	// Recount is Count by another method, for verification. It may take far longer.
	Recount(ctx context.Context, part Part) (*big.Int, error)
}

// ErrWhole is the error of Split for parts that cannot be split.
var ErrWhole = errors.New("campaign: the part cannot be split")

// Parse makes a search from its kind and its text.
func Parse(kind, text string) (Search, error) {
	switch kind {
	case coverKind:
		return Cover(text)
	}
	return nil, fmt.Errorf("campaign: unknown kind of search %q, expected %s", kind, coverKind)
}

// digestOf returns a digest of a search and its version.
func digestOf(s Search) string {
	return digest("campaign", fmt.Sprint(Version), s.Kind(), s.Text())
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
