// Package dlx states and solves exact cover problems.
//
// A Problem has items and options, which are sets of items. A solution is a
// choice of options in which every primary item occurs exactly once and every
// secondary item at most once, or several times with the same color. Primary
// items may also have multiplicities, to be covered between so many and so
// many times. The words are those of D. E. Knuth, The Art of Computer
// Programming, volume 4B, section 7.2.2.1. The smallest useful program:
//
//	p := dlx.New("a b c d e f g").
//		Option("c e").Option("a d g").Option("b c f").
//		Option("a d f").Option("b g").Option("d e g")
//	solution, err := p.First(context.Background())
//	if err == nil {
//		fmt.Println(solution) // b g; c e; a d f
//	}
//
// Problems are also read and written in the text format of Knuth's programs,
// by Parse, Read and Problem.Text; the texts given to New and Option are lines
// of that format. It is described at Parse. Programs that make problems, or look
// at them, do so by numbers: AddItems and AddOption, Items, Entries and
// OptionsWith.
//
// The methods Count, First, All and Each of a Problem solve it; Problem.Solver
// does the same with options, and returns what it cost, too. Several
// engines stand behind them, chosen by themselves or by name:
//
//	links     dancing links as Knuth describes them; for everything
//	cells     dancing cells; for everything, and lucky with first solutions
//	bits      bitsets of live options; many times faster where the search is long
//	memo      counts with bitsets, and remembers what it has counted
//	frontier  counts without visiting, where the same state arises in many ways
//	pfaffian  counts where every option is a pair, and the pairs can be drawn in the plane
//
// Engines lists their names. Before a choice by themselves, what is clear without
// a search is taken out of the problem; Stats tells what. The engines that search share one list of
// sub-problems among all processors, with the same solutions in the same order
// and the same counters as one processor alone. A search that ends early, by its
// context, a time limit or a limit, leaves a Token, with which it is gone on
// with, here or elsewhere.
//
// Beside counting and listing there are Unique, Cheapest, Random and Estimate;
// Containing and Without, which restrict a problem to solutions with or without
// some options; and Trace and Explain, which tell how the search goes.
//
// The package knows nothing of what items mean: boards and pieces are the
// matter of package cover, queens and sudoku that of package puzzle below this
// one. It imports nothing but Go's library, and builds for WebAssembly.
package dlx
