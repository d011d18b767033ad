// Package arrow shows records, tables, columns and arrays of Arrow as tables, which can be sorted
// and filtered in a notebook.
package arrow

import (
	"github.com/apache/arrow-go/v18/arrow"

	"polka/frame"
	"polka/kernel/display"
)

func init() {
	display.Register(func(a arrow.Array) any { return frame.Of(a) })
	display.Register(func(c *arrow.Chunked) any { return frame.Of(c) })
	display.Register(func(r arrow.Record) any { return frame.Of(r) })
	display.Register(func(t arrow.Table) any { return frame.Of(t) })
}
