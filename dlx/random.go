package dlx

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"

	"polka/dlx/internal/choice"
)

// A Sample is a solution taken at random.
type Sample struct {
	Solution Solution
	Uniform  bool     // whether every solution had the same chance
	Of       *big.Int // how many solutions there are; nil if that is not known
	How      string   // how it was chosen, in a few words
}

// String writes the solution, and how it was chosen, on one line.
func (s Sample) String() string { return fmt.Sprintf("%v (%s)", s.Solution, s.How) }

// Random returns a solution chosen at random, or ErrNoSolution. The same seed
// gives the same one. Every solution has the same chance if there is a way to
// count them within some seconds; the Sample says whether there was. If not, it
// is the first solution of a search in random order, where some solutions have
// a greater chance than others.
func (p *Problem) Random(ctx context.Context, seed uint64) (Sample, error) {
	part, err := p.compile()
	if err != nil {
		return Sample{}, err
	}
	options, of, err := choice.Sample(ctx, part.Problem, rand.New(rand.NewPCG(seed, 1)))
	switch {
	case err != nil:
		return Sample{}, err
	case of != nil && of.Sign() == 0, of == nil && options == nil:
		return Sample{}, ErrNoSolution
	}
	s := Sample{p.solution(part, options), of != nil, of, "the first one of a search in random order; chances differ, since there are too many solutions to count"}
	if of != nil {
		s.How = fmt.Sprintf("one of %v solutions, each with the same chance", of)
	}
	return s, nil
}
