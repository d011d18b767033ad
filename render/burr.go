// SPDX-License-Identifier: BSD-3-Clause

package render

import (
	"polka/cover"
	"polka/cover/burr"
)

// ofBurr draws the values of package burr. A problem is drawn as its puzzle, and a solution as the
// moves that take it apart.
func ofBurr(v any) (p Picture, ok bool) {
	switch v := v.(type) {
	case burr.Problem:
		return ofBurr(&v)
	case *burr.Problem:
		if v.Puzzle == nil { // the zero value
			return Picture{}, true
		}
		return puzzlePicture(v.Puzzle), true
	case burr.Solution:
		switch {
		case v.Disassembly != nil:
			return disassembly(v.Disassembly), true
		case len(v.Tiling.Placements) == 0: // the zero value
			return Picture{}, true
		}
		return assemblies([]burr.Solution{v}), true
	case []burr.Solution:
		return assemblies(v), true
	}
	return Picture{}, false
}

// assemblies draws the tilings of solutions, with their levels.
func assemblies(list []burr.Solution) Picture {
	var drawn []cover.Tiling
	var captions []string
	for _, s := range list {
		if len(s.Tiling.Placements) == 0 {
			continue
		}
		drawn = append(drawn, s.Tiling)
		caption := ""
		if s.Level != "" {
			caption = "level " + s.Level
		}
		captions = append(captions, caption)
	}
	return tilings(drawn).Captions(captions...)
}
