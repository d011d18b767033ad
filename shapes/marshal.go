// SPDX-License-Identifier: BSD-3-Clause

package shapes

// MarshalText returns the text of [Shape.String], so that shapes can be written as JSON and as keys
// of JSON objects.
func (s Shape) MarshalText() ([]byte, error) { return s.appendTo(nil), nil }

// UnmarshalText reads any text that [Parse] reads.
func (s *Shape) UnmarshalText(text []byte) error {
	t, err := Parse(string(text))
	if err == nil {
		*s = t
	}
	return err
}
