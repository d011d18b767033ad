package dlx

// Engines lists the names that Options.Engine may have: auto, which chooses,
// and the engines that there are.
func Engines() []string {
	return []string{"auto", "links", "cells", "bits", "memo", "frontier", "pfaffian"}
}
