// SPDX-License-Identifier: BSD-3-Clause

package dlx_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"polka/dlx"
)

// Knuth's first example in section 7.2.2.1: seven items, six options, and one
// way to cover.
func Example() {
	p := dlx.New("a b c d e f g").
		AddOption("c e").
		AddOption("a d g").
		AddOption("b c f").
		AddOption("a d f").
		AddOption("b g").
		AddOption("d e g")
	solution, err := p.First(context.Background())
	fmt.Println(solution, err)
	// Output: c e; a d f; b g <nil>
}

// His second one, with colors: secondary items X and Y may be covered more than
// once if the colors agree.
func ExampleParse() {
	p, err := dlx.Parse(`
| A simple example of color controls
A B C | X Y
A B X:0 Y:0
A C X:1 Y:1
X:0 Y:1
B X:1
C Y:1
`)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p)
	fmt.Println(p.Warnings()[0])
	fmt.Println(p.First(context.Background()))
	// Output:
	// exact cover: 3+2 items, 5 options, 14 entries
	// option 2 (X:0 Y:1) is ignored: it has no primary item
	// A C X:1 Y:1; B X:1 <nil>
}

func ExampleParse_error() {
	_, err := dlx.Parse("a b c\na b\nb d\n")
	fmt.Println(err)
	// Output: line 3, column 3: expected one of the items, found "d"
}

// The example of DLX3: item C is to be covered two or three times.
func ExampleNew_multiplicity() {
	p := dlx.New("A B 2:3|C", "| X Y").
		AddOption("A B X:0 Y:0").
		AddOption("A C X:1 Y:1").
		AddOption("C X:0").
		AddOption("B X:1").
		AddOption("C Y:1")
	fmt.Println(p.First(context.Background()))
	// Output: A C X:1 Y:1; B X:1; C Y:1 <nil>
}

// A problem is a value: a longer one leaves the shorter one as it was.
func ExampleProblem_AddOption() {
	short := dlx.New("a b").AddOption("a").AddOption("b")
	long := short.AddOption("a b")
	fmt.Println(short.Count(context.Background()))
	fmt.Println(long.Count(context.Background()))
	// Output:
	// 1 <nil>
	// 2 <nil>
}

func ExampleProblem_Each() {
	p := dlx.New("a b c").AddOption("a").AddOption("b").AddOption("c").AddOption("a b").AddOption("b c")
	p.Each(context.Background(), func(s dlx.Solution) bool {
		fmt.Println(s)
		return true // continue
	})
	// Unordered output:
	// a; b; c
	// c; a b
	// a; b c
}

func ExampleProblem_Check() {
	p := dlx.New("a b c").AddOption("a b").AddOption("b c").AddOption("c")
	fmt.Println(p.Check(0, 2))
	fmt.Println(p.Check(0, 1))
	// Output:
	// <nil>
	// dlx: item b is covered 2 times, expected 1
}

func ExampleProblem_DLX() {
	fmt.Print(dlx.New("a 2:3|b", "| x").AddOption("a b x:1").AddOption("b |7").DLX())
	// Output:
	// a 2:3|b | x
	// a b x:1
	// b |7
}

// A puzzle should have one solution.
func ExampleProblem_Unique() {
	p := dlx.New("a b c").AddOption("a b").AddOption("c").AddOption("b c").AddOption("a")
	fmt.Println(p.Unique(context.Background()))
	// Output: a b; c dlx: there are several solutions
}

// How long would a search take? Random dives into the search tree give an estimate.
func ExampleProblem_Estimate() {
	p := dlx.New("a b c d")
	for _, option := range []string{"a b", "a c", "a d", "b c", "b d", "c d"} {
		p = p.AddOption(option)
	}
	fmt.Println(p.Estimate(context.Background(), 100, 1))
	// Output: 7 ± 0 nodes, 3 ± 0 solutions, from 100 dives <nil>
}

// Options can have costs.
func ExampleProblem_Cheapest() {
	p := dlx.New("a b c").
		AddOption("a b |5").AddOption("c |2").AddOption("a |1").AddOption("b c |3").AddOption("b |9")
	best, err := p.Cheapest(context.Background(), 2)
	for _, s := range best {
		fmt.Println(s.Cost(), s)
	}
	fmt.Println(err)
	// Output:
	// 4 a |1; b c |3
	// 7 a b |5; c |2
	// <nil>
}

// A solution at random, each with the same chance.
func ExampleProblem_Random() {
	p := dlx.New("a b c d")
	for _, option := range []string{"a b", "a c", "a d", "b c", "b d", "c d"} {
		p = p.AddOption(option)
	}
	solution, err := p.Random(context.Background(), 1)
	fmt.Println(p.Check(solution.Options()...), err)
	// Output: <nil> <nil>
}

// A solution of a problem with too many solutions to count: the first one of a search in
// random order.
func ExampleProblem_RandomFirst() {
	p := dlx.New("a b c d")
	for _, option := range []string{"a b", "a c", "a d", "b c", "b d", "c d"} {
		p = p.AddOption(option)
	}
	solution, err := p.RandomFirst(context.Background(), 1)
	fmt.Println(p.Check(solution.Options()...), err)
	// Output: <nil> <nil>
}

// Only the solutions with option 0, or without it.
func ExampleProblem_Containing() {
	p := dlx.New("a b c d")
	for _, option := range []string{"a b", "a c", "a d", "b c", "b d", "c d"} {
		p = p.AddOption(option)
	}
	fmt.Println(p.Containing(0).Count(context.Background()))
	fmt.Println(p.Without(0).Count(context.Background()))
	// Output:
	// 1 <nil>
	// 2 <nil>
}

// A search that ends early returns a token for what is left of it.
func ExampleSolver_Each() {
	p := dlx.New("a b c").AddOption("a").AddOption("b").AddOption("c").AddOption("a b").AddOption("b c")
	s := p.Solver(dlx.Options{Engine: "links", Limit: 2})
	r, _ := s.Each(context.Background(), func(s dlx.Solution) bool {
		fmt.Println(s)
		return true
	})
	fmt.Println(r.Token)
	p.Solver(dlx.Options{Resume: &r.Token}).Each(context.Background(), func(s dlx.Solution) bool {
		fmt.Println(s)
		return true
	})
	// Output:
	// a; b; c
	// a; b c
	// 2 solutions, 50 % done, 1 subproblem left for engine links
	// c; a b
}

// How does the search go? This is Knuth's first example again.
func ExampleProblem_Explain() {
	p := dlx.New("a b c d e f g").
		AddOption("c e").AddOption("a d g").AddOption("b c f").
		AddOption("a d f").AddOption("b g").AddOption("d e g")
	story, err := p.Explain(context.Background(), dlx.Fewest, 100)
	fmt.Println(story)
	fmt.Println(err)
	// Output:
	// a has the fewest choices, 2
	// try a d g, which rules out a d f; b g; d e g
	//   b has one choice
	//   try b c f, which rules out c e
	//     dead end: there is no way left to cover e; ruled out are c e by b c f, d e g by a d g
	//   all choices for b are tried
	// try a d f, which rules out a d g; b c f; d e g
	//   b has one choice
	//   try b g
	//     c has one choice
	//     try c e
	//       a solution
	//     all choices for c are tried
	//   all choices for b are tried
	// all choices for a are tried
	// <nil>
}

// A trace can include every change to the lists.
func ExampleProblem_Trace() {
	p := dlx.New("a b", "| x").AddOption("a x:1").AddOption("b x:1").AddOption("b x:2")
	p.Trace(context.Background(), dlx.Fewest, func(e dlx.Event) bool {
		fmt.Println(e)
		return true
	})
	// Output:
	// a has one choice
	// cover a
	// hide a x:1, for a
	// try a x:1
	// purify x, as in a x:1
	// hide b x:2, for x
	//   b has one choice
	//   cover b
	//   hide b x:1, for b
	//   try b x:1
	//     a solution
	//   uncover b
	//   unhide b x:1, for b
	//   all choices for b are tried
	// unpurify x, as in a x:1
	// unhide b x:2, for x
	// uncover a
	// unhide a x:1, for a
	// all choices for a are tried
}

// A Solver returns what the search has cost: here three rooks that do not attack
// each other, by Knuth's own algorithm.
func ExampleSolver_Count() {
	p := dlx.New("r1 r2 r3", "c1 c2 c3")
	for _, r := range []string{"r1", "r2", "r3"} {
		for _, c := range []string{"c1", "c2", "c3"} {
			p = p.AddOption(r, c)
		}
	}
	s := p.Solver(dlx.Options{Engine: "links"})
	r, _ := s.Count(context.Background())
	fmt.Println(r.Solutions, "solutions,", r.Nodes, "nodes, by level", r.Profile)
	// Output: 6 solutions, 16 nodes, by level [1 3 6 6]
}

func ExampleProblem_Family() {
	p := dlx.New("a b c d").AddOption("a b").AddOption("c d").AddOption("a c").AddOption("b d")
	f, err := p.Family(context.Background())
	if err != nil {
		return
	}
	fmt.Println(f)
	fmt.Println(f.Frequencies())
	for s := range f.Each {
		fmt.Println(s)
	}
	// Output:
	// a family of 2 members, 4 nodes
	// [1 1 1 1]
	// a b; c d
	// a c; b d
}

func ExampleFamily_CountBy() {
	// Three cells of a row are covered by one, two or three cells at a time.
	p := dlx.New("1 2 3").AddOption("1").AddOption("2").AddOption("3").AddOption("1 2").AddOption("2 3").AddOption("1 2 3")
	f, err := p.Family(context.Background())
	if err != nil {
		return
	}
	by, err := f.CountBy(context.Background(), 0, 1, 2)
	if err != nil {
		return
	}
	fmt.Println(by) // by the number of single cells
	// Output: [1 2 0 1]
}

func ExampleFamily_WriteTo() {
	f, err := dlx.New("a b c").AddOption("a b").AddOption("c").AddOption("a").AddOption("b c").Family(context.Background())
	if err != nil {
		return
	}
	f.WriteTo(os.Stdout)
	// Output:
	// polka family 1
	// problem f9f06781ef304e7beefe027332763828
	// order 4
	// 2
	// 0
	// 3
	// 1
	// nodes 4 root 5
	// 1 0 1
	// 0 0 2
	// 3 0 1
	// 2 3 4
	// sha256 04811370686ab396e0066c36db7612b86f3a48aa22cc1e18eb1b4d3720ce17a6
}

func ExampleProblem_Certify() {
	p := dlx.New("a b").AddOption("a b").AddOption("a").AddOption("b")
	var certificate strings.Builder
	count, err := p.Certify(context.Background(), &certificate)
	fmt.Println(count, err)
	fmt.Println(strings.Split(certificate.String(), "\n")[0])
	// Output:
	// 2 <nil>
	// polka certificate 1
}

func ExampleProblem_CertifyVeriPB() {
	p := dlx.New("a b").AddOption("a b").AddOption("a").AddOption("b")
	var proof strings.Builder
	count, err := p.CertifyVeriPB(context.Background(), &proof)
	fmt.Println(count, err)
	fmt.Print(proof.String())
	// Output:
	// 2 <nil>
	// pseudo-Boolean proof version 1.2
	// f 4
	// v x1
	// v x2 x3
	// u 1 ~x2 >= 1 ;
	// u >= 1 ;
	// c 8
}
