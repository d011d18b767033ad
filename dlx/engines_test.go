// SPDX-License-Identifier: BSD-3-Clause

package dlx

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestEngines selects every engine by its name, and one that does not exist:
// the error names them all.
func TestEngines(t *testing.T) {
	p := New("a b").AddOption("a b")
	_, unknown := p.recorded(Options{Engine: "abacus"}).Count(t.Context())
	if unknown == nil {
		t.Fatal("there is no error for an unknown engine")
	}
	for _, name := range Engines() {
		if n, err := p.recorded(Options{Engine: name}).Count(t.Context()); err != nil || n.String() != "1" {
			t.Errorf("engine %s: %v, %v", name, n, err)
		}
		if !strings.Contains(unknown.Error(), name) {
			t.Errorf("the error %q does not name engine %s", unknown, name)
		}
	}
}

// TestFewOptions counts the solutions of problems with fewer options than items, which the
// automatic choice leaves to engine links if the search is short.
func TestFewOptions(t *testing.T) {
	links := 0
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 36))
		const items = 300
		p := New()
		for i := range items {
			p = p.AddItems(Item{Name: fmt.Sprint(i)})
		}
		parts := 3 + r.IntN(4)
		for range 4 + r.IntN(30) { // each is a partition, and a few of its parts occur again in others
			options := make([][]Entry, parts)
			for i := range items {
				k := r.IntN(parts)
				if i%2 == 0 && seed%2 == 0 {
					k = i / 2 % parts
				}
				options[k] = append(options[k], Entry{Item: i})
			}
			p = p.AddOptions(slices.Values(slices.DeleteFunc(options, func(o []Entry) bool { return len(o) == 0 })))
		}
		auto, err := p.Solver(Options{Threads: 1}).Count(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if auto.Engine == "links" {
			links++
		}
		for _, engine := range []string{"links", "bits", "cells"} {
			n, err := p.Solver(Options{Engine: engine, Threads: 1}).Count(t.Context())
			if err != nil || n.Solutions.Cmp(auto.Solutions) != 0 {
				t.Errorf("seed %d: %s: %v, %v; auto (%s): %v", seed, engine, n.Solutions, err, auto.Engine, auto.Solutions)
			}
		}
	}
	if links < 10 {
		t.Errorf("only %d of 20 searches by links", links)
	}
}
