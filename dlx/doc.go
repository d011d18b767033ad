// SPDX-License-Identifier: BSD-3-Clause

// Package dlx states and solves exact cover problems.
//
// A Problem has items and options, which are sets of items. A solution is a
// choice of options in which every primary item occurs exactly once, and every
// secondary item at most once, or several times with the same color. A primary
// item may also have a multiplicity, which is a lower and an upper bound for the
// number of times it occurs. The terms are those of D. E. Knuth, The Art of
// Computer Programming, volume 4B, section 7.2.2.1. The smallest useful program:
//
//	p := dlx.New("a b c d e f g").
//		AddOption("c e").AddOption("a d g").AddOption("b c f").
//		AddOption("a d f").AddOption("b g").AddOption("d e g")
//	solution, err := p.First(context.Background())
//	if err == nil {
//		fmt.Println(solution) // c e; a d f; b g
//	}
//
// Problems are also read and written in the text format of Knuth's programs, by Parse, Read and
// Problem.DLX; the strings passed to New and AddOption are lines of that format, which is described
// at Parse. Programs that build or inspect problems use numbers instead: AddItems and AddEntries,
// Items, Entries and OptionsWith.
//
// The methods Count, First, Unique, All and Each of a Problem solve it. A Solver
// does the same with Options, and also returns statistics. There are several
// engines:
//
//	links     dancing links as Knuth describes them; for all problems
//	cells     dancing cells; for all problems, often fast at finding a first solution
//	bits      bitsets of live options; many times faster than links in long searches
//	memo      counts with bitsets and caches the counts of subproblems
//	frontier  counts without visiting solutions; fast where the same states recur
//	pfaffian  counts perfect matchings of planar graphs
//
// By default the package selects the engine. It also reduces the problem first: preprocessing
// removes forced and impossible options. Stats reports both. The engines that search divide the
// problem into subproblems and use all processors; solutions, their order and the counters are the
// same as with one processor. A search that ends early, because of its context or a limit on
// solutions, returns a Token from which it can be resumed, here or elsewhere.
//
// Besides counting and listing there are Cheapest, Random and Estimate. Containing
// and Without restrict a problem to the solutions with or without some options.
// Trace, Steps and Explain show how the search proceeds. A Family is the set of all
// solutions as a decision diagram: it answers how often each option occurs, which
// solution is the n-th, and the like, without another search.
//
// The package does not know what items mean: boards and pieces belong to package
// cover, queens and sudoku to package puzzle. It imports only Go's library and
// small packages of this module, and builds for WebAssembly.
package dlx
