// SPDX-License-Identifier: BSD-3-Clause

// Stamps: which outputs still hold.
//
// The stamp of a cell is a hash of its slice, which is its text and the text of all cells that make
// what it reads, of the version of the program, and of its outputs. It is stored in the metadata of
// the cell, as polka.stamp. As long as it is right, a run would give the same outputs, so there is
// no need for one.
//
// This holds only where a cell depends on nothing but other cells. A cell whose slice mentions
// packages for files, the environment and the network, packages beside the notebook, or packages of
// other modules, has no stamp. If a cell of the notebook runs a command or writes a file by a
// magic, none has.

package lint

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"go/types"
	"slices"
	"strings"

	"polka/kernel/cell"
	"polka/kernel/cell/syntax"
	"polka/kernel/machine"
	"polka/kernel/nb"
)

// Stamps are the stamps of a notebook that is run from the top.
type Stamps struct {
	n       *nb.Notebook
	version string
	replay  *replay
	at      map[string]*step // by the ID of the cell
	world   bool             // cells do what is not seen
}

// NewStamps compiles the cells of a notebook. The version is that of the program that runs them.
func NewStamps(n *nb.Notebook, o cell.Options, version string) *Stamps {
	s := &Stamps{n: n, version: version, replay: newReplay(o), at: make(map[string]*step)}
	for _, c := range steps(n) {
		s.at[c.ID] = c
		s.world = s.world || outside(c.Cell.Source)
		s.replay.run(c)
	}
	return s
}

// outside reports whether a cell has steps that are not Go and may change or read files.
func outside(text string) bool {
	return slices.ContainsFunc(syntax.Steps(text), func(s syntax.Step) bool {
		return s.Shell != nil || s.Magic != nil && s.Magic.Code() == "" && !slices.Contains([]string{"check", "help", "hint", "lang", "stale", "who"}, s.Magic.Name)
	})
}

// Of returns the stamp that a cell of the notebook, with the outputs that it has, should have; ""
// for a cell that cannot have one.
func (s *Stamps) Of(index int) string {
	c := s.n.Cells[index]
	need := s.replay.needed[c.ID]
	if s.world || need == nil || c.Tagged("volatile") {
		return ""
	}
	h := sha256.New()
	fmt.Fprintf(h, "%s\x00", s.version)
	for _, other := range s.n.Cells {
		switch {
		case !need[other.ID]:
		case s.replay.worldly[other.ID]:
			return ""
		default:
			fmt.Fprintf(h, "%s\x00", other.Source)
		}
	}
	fmt.Fprint(h, c.Fingerprint())
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// Valid reports whether a cell has the stamp that it should have.
func (s *Stamps) Valid(index int) bool {
	polka, _ := s.n.Cells[index].Metadata["polka"].(map[string]any)
	stamp, _ := polka["stamp"].(string)
	return stamp != "" && stamp == s.Of(index)
}

// Set stores the stamp of a cell in its metadata, or removes one if it cannot have one.
func (s *Stamps) Set(index int) {
	c := s.n.Cells[index]
	polka, _ := c.Metadata["polka"].(map[string]any)
	stamp := s.Of(index)
	switch {
	case stamp != "" && polka == nil:
		c.Metadata["polka"] = map[string]any{"stamp": stamp}
	case stamp != "":
		polka["stamp"] = stamp
	case polka != nil:
		if delete(polka, "stamp"); len(polka) == 0 {
			delete(c.Metadata, "polka")
		}
	}
}

// Needed returns the indexes of cells without a valid stamp, and of those that they need.
func (s *Stamps) Needed() map[int]bool {
	need := make(map[int]bool)
	for _, c := range s.at {
		if s.Valid(c.index) {
			continue
		}
		needed := s.replay.needed[c.ID]
		for _, other := range s.at {
			if needed == nil || needed[other.ID] { // nil: what it needs is not known
				need[other.index] = true
			}
		}
	}
	return need
}

// outer are the packages, with those below them, by which a cell may depend on more than other
// cells.
var outer = []string{"os", "net", "io/ioutil", "io/fs", "path/filepath", "embed", "syscall", "database/sql", "go/build", "plugin"}

// reachesOut reports whether the code of a cell mentions such packages, or those of other modules,
// whose paths begin with the name of a host.
func reachesOut(u *machine.Unit) bool {
	for _, obj := range u.Info.Uses {
		p := obj.Pkg()
		if n, ok := obj.(*types.PkgName); ok {
			p = n.Imported()
		}
		if p == nil {
			continue
		}
		first, _, _ := strings.Cut(p.Path(), "/")
		if strings.Contains(first, ".") || slices.ContainsFunc(outer, func(path string) bool { return p.Path() == path || strings.HasPrefix(p.Path(), path+"/") }) {
			return true
		}
	}
	return false
}
