// SPDX-License-Identifier: BSD-3-Clause

// Sites: numbers of places in the text.

package run

import "go/token"

// A Site is a place in the text where a call is made, or where something can fail.
type Site struct {
	Pos      token.Pos
	F        *Func
	Unsigned uint8 // which of the bounds of an index or a slice, lo, hi and max, are of a large unsigned type
	Unlocks  bool  // it is a call at which a thread is not stopped
}

// Site assigns a number to a position in a function.
func (m *World) Site(pos token.Pos, f *Func) int32 {
	m.SitesMu.Lock()
	defer m.SitesMu.Unlock()
	m.Sites = append(m.Sites, Site{Pos: pos, F: f})
	return int32(len(m.Sites) - 1)
}

// SiteAt returns the site with a number, or none.
func (m *World) SiteAt(n int32) Site {
	m.SitesMu.Lock()
	defer m.SitesMu.Unlock()
	if s := m.site(n); s != nil {
		return *s
	}
	return Site{}
}

// site returns the site with a number, or nil. The caller holds SitesMu.
func (m *World) site(n int32) *Site {
	if n < 0 || int(n) >= len(m.Sites) {
		return nil
	}
	return &m.Sites[n]
}
