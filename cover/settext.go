// SPDX-License-Identifier: BSD-3-Clause

package cover

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"polka/shapes"
)

// ParseSet reads pieces: terms separated by semicolons or line ends. A term is a set with a name
// that shapes.SetByName accepts, such as pentominoes; a piece of such a set, such as "pentominoes
// P" or "soma A"; or a shape that shapes.Parse reads on one line, such as ##/#. or L = [(0,0),
// (1,0), (0,1)]. A number of copies and an asterisk may precede it:
//
//	3*      exactly three of each      0:2*    at most two
//	2:3*    two or three               2+*     two or more
//	any*    any number
//
// After the asterisk, a word may say how the pieces are used: "fixed" stands for all fixed forms
// of them, each a piece of its own, "one-sided" for all one-sided forms; "turned" pieces may be
// rotated but not reflected, and "shifted" pieces only translated. So "any*pentominoes", "fixed
// trominoes" and "2*tetrominoes L; domino" are sets. Errors are of type *SyntaxError.
func ParseSet(text string) (Set, error) {
	var set Set
	at := 0 // where the term begins
	for row := range strings.SplitSeq(text, "\n") {
		for term := range strings.SplitSeq(row, ";") {
			lead := len(term) - len(strings.TrimLeft(term, " \t"))
			if t := strings.TrimSpace(term); t != "" {
				s, err := parseTerm(t)
				if err != nil {
					return nil, placedAfter(text[:at+lead], err)
				}
				set = append(set, s...)
			}
			at += len(term) + 1
		}
	}
	if set == nil {
		return nil, expected("a piece or a set of pieces")
	}
	return set, nil
}

// ways are the words that say how pieces are used.
var ways = sync.OnceValue(func() map[string]func([]shapes.Shape) Set {
	return map[string]func([]shapes.Shape) Set{
		"fixed":     func(list []shapes.Shape) Set { return Forms(shapes.Fixed, list...) },
		"one-sided": func(list []shapes.Shape) Set { return Forms(shapes.OneSided, list...) },
		"turned":    func(list []shapes.Shape) Set { return Pieces(list...).As(shapes.OneSided) },
		"shifted":   func(list []shapes.Shape) Set { return Pieces(list...).As(shapes.Fixed) },
	}
})

// parseTerm reads one term. Places in errors are relative to its beginning.
func parseTerm(term string) (Set, error) {
	whole := term
	low, high := 1, 1
	if before, after, ok := strings.Cut(term, "*"); ok {
		var err error
		if low, high, err = parseCopies(strings.TrimSpace(before)); err != nil {
			return nil, err
		}
		term = strings.TrimSpace(after)
	}
	way := func(list []shapes.Shape) Set { return Pieces(list...) }
	if word, rest, ok := strings.Cut(term, " "); ok {
		if w, ok := ways()[strings.ToLower(word)]; ok {
			way, term = w, strings.TrimSpace(rest)
		}
	}
	list, err := parseShapes(term)
	if mistake, ok := errors.AsType[*shapes.SyntaxError](err); ok {
		return nil, placedAfter(whole[:len(whole)-len(term)], mistake)
	}
	if err != nil {
		return nil, err
	}
	return way(list).with(func(p *Piece) { p.low, p.high = low, high }), nil
}

// parseCopies reads a number of copies.
func parseCopies(text string) (low, high int, err error) {
	number := func(s string) int {
		n, wrong := strconv.Atoi(s)
		if wrong != nil || n < 0 || n > maxCells || s[0] == '+' {
			err = fmt.Errorf("expected a number of copies such as 3, 2:3, 2+ or any before the asterisk, found %q", text)
		}
		return n
	}
	switch lo, hi, ranged := strings.Cut(text, ":"); {
	case text == "any":
		return 0, unlimited, nil
	case ranged:
		low, high = number(lo), number(hi)
	case strings.HasSuffix(text, "+"):
		low, high = number(strings.TrimSuffix(text, "+")), unlimited
	default:
		low = number(text)
		high = low
	}
	if err == nil && high != unlimited && high < low {
		err = fmt.Errorf("expected the lower bound first, found %q", text)
	}
	return low, high, err
}

// parseShapes reads a set, a piece of a set, or a shape.
func parseShapes(text string) ([]shapes.Shape, error) {
	if list, err := shapes.SetByName(text); err == nil {
		return list, nil
	}
	if i := strings.LastIndexByte(text, ' '); i >= 0 && !strings.ContainsAny(text, "[=/") {
		if list, err := shapes.SetByName(strings.TrimSpace(text[:i])); err == nil {
			for _, s := range list {
				if strings.EqualFold(s.Name(), text[i+1:]) {
					return []shapes.Shape{s}, nil
				}
			}
			return nil, fmt.Errorf("expected a piece of the set %s, found %q", text[:i], text[i+1:])
		}
	}
	if !strings.ContainsAny(text, "#[/") {
		return nil, fmt.Errorf("expected a set of pieces such as %s, or a shape such as ##/#., found %q", strings.Join(shapes.SetNames()[2:6:6], ", "), text)
	}
	s, err := shapes.Parse(text)
	if err != nil {
		return nil, err
	}
	if s.Empty() {
		return nil, fmt.Errorf("expected a shape with cells, found %q", text)
	}
	return []shapes.Shape{s}, nil
}
