package session

// FreshOrder returns the IDs of the cells in the order of a fresh run.
func (s *Session) FreshOrder() []string { return ids(s.fresh.graph.Order()) }
