// SPDX-License-Identifier: BSD-3-Clause

package cover

import (
	"fmt"

	"polka/shapes"
)

// Forms returns the set of all forms of some shapes up to a class, each once. For shapes.Fixed,
// every orientation of a shape is a piece that can only be translated, with the number of the
// orientation after the name: "L" becomes "L1", "L2" and so on. For shapes.OneSided, a shape and
// its mirror image, if they differ, are two pieces that can be translated and rotated; the mirror
// image of "L" is "L'". For shapes.Free, the forms are the shapes themselves.
func Forms(class shapes.Class, list ...shapes.Shape) Set {
	switch class {
	case shapes.Fixed:
		list = numbered(list)
	case shapes.OneSided:
		list = shapes.WithMirrorImages(list)
	}
	return Pieces(list...).As(class)
}

// numbered lists the orientations of shapes with numbered names.
func numbered(list []shapes.Shape) []shapes.Shape {
	var all []shapes.Shape
	for i, s := range list {
		name := s.Name()
		if name == "" {
			name = fmt.Sprintf("%d.", i+1)
		}
		for j, t := range s.Orientations(shapes.Free) {
			all = append(all, t.Named(fmt.Sprintf("%s%d", name, j+1)))
		}
	}
	return all
}
