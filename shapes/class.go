// SPDX-License-Identifier: BSD-3-Clause

package shapes

import (
	"fmt"
	"strconv"
)

// A Class determines which shapes are regarded as the same polyform. The zero value is Free.
type Class int

const (
	Free     Class = iota // the same up to translation, rotation and reflection
	OneSided              // the same up to translation and rotation
	Fixed                 // the same up to translation
)

// String returns "free", "one-sided" or "fixed".
func (c Class) String() string {
	switch c {
	case Free:
		return "free"
	case OneSided:
		return "one-sided"
	case Fixed:
		return "fixed"
	}
	return "Class(" + strconv.Itoa(int(c)) + ")"
}

// check returns an error if there is no such class.
func (c Class) check() error {
	if c < Free || c > Fixed {
		return fmt.Errorf("shapes: %v: expected the class Free, OneSided or Fixed", c)
	}
	return nil
}

// has reports whether a shape and its image under op are regarded as the same.
func (c Class) has(op *operation) bool {
	switch c {
	case Free:
		return true
	case OneSided:
		return !op.mirror
	case Fixed:
		return op.matrix == identity || op.axes == identity4
	}
	panic("shapes: expected the class Free, OneSided or Fixed")
}
