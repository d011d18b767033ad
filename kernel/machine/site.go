// SPDX-License-Identifier: BSD-3-Clause

// The sites of what can fail in an index or a slice.

package machine

import (
	"go/ast"
	"polka/kernel/machine/internal/memory"
	"polka/kernel/machine/internal/node"
)

// boundsSite returns the site of an index or a slice, whose errors show numbers as their types do.
func (c *comp) boundsSite(at ast.Node, bounds ...node.Node) int32 {
	n := c.site(at)
	for i, b := range bounds {
		if b.T == nil {
			continue
		}
		switch b.T.Rep {
		case memory.RepUint, memory.RepUint64, memory.RepUintptr:
			c.m.SitesMu.Lock()
			c.m.Sites[n].Unsigned |= 1 << i
			c.m.SitesMu.Unlock()
		}
	}
	return n
}
