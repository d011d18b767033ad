package session

import "polka/kernel/fresh"

// AlterEffects has f change what the session finds out about each cell.
func (s *Session) AlterEffects(f func(fresh.Effects) fresh.Effects) { s.fresh.alter = f }
