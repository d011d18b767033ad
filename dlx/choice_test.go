// SPDX-License-Identifier: BSD-3-Clause

//go:build unix

package dlx_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"polka/dlx"
	"polka/dlx/puzzle"
)

// TestChoice measures what the automatic choice costs beside the best engine,
// on the instances with known counts and on some that the choice was not tuned
// on. It is a report, for POLKA_LONG=1: it fails where counts differ, not where
// time is lost.
//
//	POLKA_LONG=1 go test -run 'TestChoice$' -v -timeout 0 ./dlx
//
// POLKA_CHOICE, if set, is a regular expression for the names of instances, and
// POLKA_LATE the seconds after which the choice is given up, 10 if not set.
// Engines are given up as soon as they are behind.
func TestChoice(t *testing.T) {
	if os.Getenv("POLKA_LONG") == "" {
		t.Skip("a report of some minutes: POLKA_LONG=1")
	}
	late, err := strconv.ParseFloat(os.Getenv("POLKA_LATE"), 64)
	if err != nil {
		late = 10
	}
	names := regexp.MustCompile(os.Getenv("POLKA_CHOICE"))
	t.Logf("milliseconds of processor time, one thread; - is refused, > was behind; the choice is given up after %v s", late)
	t.Logf("%-24s %22s %10s %6s %10s  %s", "instance", "solutions", "auto", "ratio", "best", "engines")
	for _, in := range instances(t) {
		if names.MatchString(in.name) {
			t.Log(measured(t, in, 1e3*late))
		}
	}
}

// measured describes the costs of the engines for an instance, on one line.
func measured(t *testing.T, in instance, late float64) string {
	auto, total, why := cost(in.p, "auto", late)
	best, winner := 0.0, ""
	var list []string
	for _, engine := range dlx.Engines()[1:] {
		ms, n, failure := cost(in.p, engine, 1.5*auto+1)
		switch {
		case failure == "late":
			list = append(list, engine+" >")
			continue
		case failure == "refused":
			list = append(list, engine+" -")
			continue
		case total == "":
			total = n
		case n != total:
			t.Errorf("%s: auto counts %s, %s counts %s", in.name, total, engine, n)
		}
		if list = append(list, fmt.Sprintf("%s %.2f", engine, ms)); winner == "" || ms < best {
			best, winner = ms, engine
		}
	}
	ratio, mark := "", ""
	if winner != "" {
		ratio = fmt.Sprintf("%.2f", auto/max(best, 1e-3))
		if auto > 1.3*best+1 {
			mark = " <<<"
		}
	}
	return fmt.Sprintf("%-24s %22s %10.2f %6s %10.2f  %s%s (%s)", in.name, total, auto, ratio, best, strings.Join(list, ", "), mark, why)
}

// cost counts again and again for a tenth of a second, and gives the least
// processor time in milliseconds, the number, and who has counted, or late or
// refused.
func cost(p *dlx.Problem, engine string, late float64) (ms float64, n, why string) {
	for spent, runs := 0.0, 0; runs == 0 || spent < 100 && runs < 20; runs++ {
		s := p.Solver(dlx.Options{Engine: engine, Threads: 1})
		runtime.GC()
		before := processorTime()
		r, err := s.Count(&fare{context.Background(), before + late})
		took := processorTime() - before
		spent += took
		switch {
		case errors.Is(err, context.DeadlineExceeded) && runs == 0:
			ms, why = took, "late"
		case errors.Is(err, context.DeadlineExceeded):
		case err != nil:
			return took, "", "refused"
		default:
			if n == "" || took < ms {
				ms, n, why = took, r.Solutions.String(), r.Engine+": "+r.Why
			}
		}
	}
	return ms, n, why
}

// A fare is a context that ends when processor time has run out.
type fare struct {
	context.Context
	until float64
}

func (f *fare) Err() error {
	if processorTime() > f.until {
		return context.DeadlineExceeded
	}
	return nil
}

// processorTime is what this process has used, in milliseconds.
func processorTime() float64 {
	var u syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e6
}

// An instance is a problem with a name.
type instance struct {
	name string
	p    *dlx.Problem
}

// instances are all that are measured.
func instances(t *testing.T) (all []instance) {
	files, err := filepath.Glob("testdata/*.dlx")
	if err != nil {
		t.Fatal(err)
	}
	add := func(name string, p *dlx.Problem) {
		if p.Err() != nil {
			t.Fatalf("%s: %v", name, p.Err())
		}
		all = append(all, instance{name, p})
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		p, err := dlx.Parse(string(text))
		if err != nil {
			t.Fatal(err)
		}
		add(strings.TrimSuffix(filepath.Base(file), ".dlx"), p)
	}
	for n := 8; n <= 14; n++ {
		add(fmt.Sprint("fresh queens ", n), puzzle.NewQueens(n).Problem())
	}
	for n := 7; n <= 12; n++ {
		add(fmt.Sprint("fresh langford ", n), puzzle.NewLangford(n).Problem())
	}
	for _, n := range []int{10, 13, 18} {
		add(fmt.Sprint("fresh matchings ", n), puzzle.NewMatchings(puzzle.Complete(n)).Problem())
	}
	for _, n := range []int{6, 8, 9} {
		add(fmt.Sprint("fresh partitions ", n), puzzle.NewPartitions(n).Problem())
	}
	add("fresh latin 4", puzzle.NewLatin(4).Problem())
	add("fresh petersen 4", puzzle.NewColoring(puzzle.Petersen(), 4).Problem())
	add("fresh grid 3 colors", puzzle.NewColoring(puzzle.GridGraph(5, 7), 3).Problem())
	add("fresh cycle 4 colors", puzzle.NewColoring(puzzle.Cycle(24), 4).Problem())
	random := rand.New(rand.NewPCG(1, 1))
	for _, c := range []struct{ vertices, degree int }{{16, 4}, {24, 4}, {30, 3}, {20, 8}} {
		g, err := puzzle.ParseGraph(randomGraph(random, c.vertices, c.degree))
		if err != nil {
			t.Fatal(err)
		}
		add(fmt.Sprintf("fresh graph %d-%d match", c.vertices, c.degree), puzzle.NewMatchings(g).Problem())
		add(fmt.Sprintf("fresh graph %d-%d color", c.vertices, c.degree), puzzle.NewColoring(g, 4).Problem())
	}
	for _, c := range []struct{ items, options, size int }{{30, 300, 3}, {40, 300, 4}, {60, 600, 4}, {24, 500, 4}, {100, 800, 5}, {36, 2000, 6}} {
		add(fmt.Sprintf("fresh sparse %d/%d/%d", c.items, c.options, c.size), sparse(random, c.items, c.options, c.size))
	}
	const (
		trominoes   = "### ##/#."
		tetrominoes = "#### ##/## .#./### .##/##. ###/#.."
		pentominoes = "##./.##/.#. ##### #./#./#./## .#/##/#./#. ##/##/#. ###/.#./.#. #.#/### #../#../### #../##./.## .#./###/.#. .#/##/.#/.# ##./.#./.##"
		square      = " ##/##"
	)
	for _, c := range []struct{ name, board, pieces string }{
		{"pent 7x9-3", "#########/#########/#########/###.#.###/####.####/#########/#########", pentominoes},
		{"pent 8x8-corners", ".######./########/########/########/########/########/########/.######.", pentominoes},
		{"pent L", "######..../######..../######..../######..../##########/##########/####......", pentominoes},
		{"pent+sq 8x8", rectangle(8, 8), pentominoes + square},
		{"pent 3x20", rectangle(3, 20), pentominoes},
		{"pent 4x15", rectangle(15, 4), pentominoes},
		{"pent 5x12", rectangle(12, 5), pentominoes},
		{"3 sets of tet on 5x12", rectangle(5, 12), strings.Repeat(tetrominoes+" ", 3)},
		{"2 sets of tet on 5x8", rectangle(5, 8), strings.Repeat(tetrominoes+" ", 2)},
		{"any tet 7x8", rectangle(7, 8), "* " + tetrominoes},
		{"any tet 4x20", rectangle(4, 20), "* " + tetrominoes},
		{"any trom 6x12", rectangle(6, 12), "* " + trominoes},
		{"any pent 5x11", rectangle(5, 11), "* " + pentominoes},
		{"any L tet 8x10", rectangle(8, 10), "* ###/#.."},
		{"any Y pent 5x20", rectangle(5, 20), "* ####/.#.."},
		{"any Y pent 10x10", rectangle(10, 10), "* ####/.#.."},
		{"dominoes 7x10", rectangle(7, 10), "* ##"},
		{"dominoes diamond", "....##..../...####.../..######../.########./##########/.########./..######../...####.../....##....", "* ##"},
		{"dominoes, holes", "#########/#########/##.####.#/#########/#########/#########/#.####.##/#########", "* ##"},
		{"dom+trom 6x7", rectangle(6, 7), "* ## ### ##/#."},
		{"straight 6x15", rectangle(6, 15), "* ### #####"},
		{"squares+trom 9x10", rectangle(9, 10), "* ##/## ##/#."},
	} {
		add("fresh "+c.name, tiling(c.board, c.pieces))
	}
	edges, err := puzzle.ParseEdgeMatching(3, 4, puzzle.MacMahonSquares("abc")[:5*12-1], "-")
	if err != nil {
		t.Fatal(err)
	}
	add("fresh edges 3x4", edges.Problem())
	words, err := puzzle.ParseWords(6, 6, "queens covers option hidden update level")
	if err != nil {
		t.Fatal(err)
	}
	add("fresh words 6x6", words.Problem())
	return all
}

// randomGraph is a graph, not a planar one, in the words of ParseGraph.
func randomGraph(random *rand.Rand, vertices, degree int) string {
	var edges []string
	for i := range vertices {
		edges = append(edges, fmt.Sprintf("%d-%d", i, (i+1)%vertices))
	}
	seen := map[[2]int]bool{}
	for len(edges) < vertices*degree/2 {
		i, j := random.IntN(vertices), random.IntN(vertices)
		if j > i+1 && j-i != vertices-1 && !seen[[2]int{i, j}] {
			seen[[2]int{i, j}] = true
			edges = append(edges, fmt.Sprintf("%d-%d", i, j))
		}
	}
	return strings.Join(edges, " ")
}

// sparse has options of a few items each, drawn at random.
func sparse(random *rand.Rand, items, options, size int) *dlx.Problem {
	p := dlx.New()
	for i := range items {
		p = p.AddItems(dlx.Item{Name: fmt.Sprint(i)})
	}
	for range options {
		var option []string
		for _, i := range random.Perm(items)[:size] {
			option = append(option, fmt.Sprint(i))
		}
		p = p.AddOption(option...)
	}
	return p
}

// rectangle is a board.
func rectangle(rows, columns int) string {
	return strings.TrimSuffix(strings.Repeat(strings.Repeat("#", columns)+"/", rows), "/")
}

// cells reads a picture: its rows are separated by slashes.
func cells(picture string) (list [][2]int) {
	for y, row := range strings.Split(picture, "/") {
		for x, c := range row {
			if c == '#' {
				list = append(list, [2]int{y, x})
			}
		}
	}
	return list
}

// tiling is the problem to put each of the pieces once on a board, turned and
// reflected at will, or any number of each, if a star comes first.
func tiling(board, pieces string) *dlx.Problem {
	pieces, again := strings.CutPrefix(pieces, "* ")
	p := dlx.New()
	on := map[[2]int]bool{}
	for _, c := range cells(board) {
		on[c] = true
		p = p.AddItems(dlx.Item{Name: cellName(c)})
	}
	if !again {
		for n := range strings.Fields(pieces) {
			p = p.AddItems(dlx.Item{Name: fmt.Sprint("piece", n)})
		}
	}
	for n, piece := range strings.Fields(pieces) {
		seen := map[string]bool{}
		for turn := range 8 {
			shape := turned(cells(piece), turn)
			for _, at := range cells(board) {
				var option []string
				fits := true
				for _, c := range shape {
					c[0] += at[0] - shape[0][0]
					c[1] += at[1] - shape[0][1]
					fits = fits && on[c]
					option = append(option, cellName(c))
				}
				if !fits || seen[strings.Join(option, "")] {
					continue
				}
				seen[strings.Join(option, "")] = true
				if !again {
					option = append(option, fmt.Sprint("piece", n))
				}
				p = p.AddOption(option...)
			}
		}
	}
	return p
}

// turned turns a shape by right angles, and reflects it from the fourth turn
// on. The cells come in the order of rows.
func turned(shape [][2]int, turn int) [][2]int {
	for i, c := range shape {
		for range turn % 4 {
			c = [2]int{c[1], -c[0]}
		}
		if turn >= 4 {
			c[1] = -c[1]
		}
		shape[i] = c
	}
	slices.SortFunc(shape, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	return shape
}

// cellName is what the item of a cell is called.
func cellName(c [2]int) string { return fmt.Sprint(c[0], ",", c[1]) }

// TestRangesChoose counts problems with multiplicities, with the engine that takes less work:
// frontier where few items are in flux, cells where items have ranges, bits where they do not.
func TestRangesChoose(t *testing.T) {
	for _, c := range []struct{ name, engine, count string }{
		{"dom44", "cells", "349866"},
		{"gdom4x5", "frontier", "80390"},
		{"mcc_qdom7_4", "bits", "86"},
		{"mcc_pent5x8", "bits", "582"},
	} {
		text, err := os.ReadFile(filepath.Join("testdata", c.name+".dlx"))
		if err != nil {
			t.Fatal(err)
		}
		p, err := dlx.Parse(string(text))
		if err != nil {
			t.Fatal(err)
		}
		for _, threads := range []int{1, 2} {
			r, err := p.Solver(dlx.Options{Threads: threads}).Count(t.Context())
			if err != nil || r.Engine != c.engine || r.Solutions.String() != c.count {
				t.Errorf("%s, %d threads: %v, %v; want %s by %s", c.name, threads, r.Stats, err, c.count, c.engine)
			}
		}
	}
}
