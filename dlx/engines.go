package dlx

import (
	"strings"

	"polka/dlx/internal/engine"
)

// Engines lists the names that Options.Engine may have: auto, which chooses,
// and the engines that there are.
func Engines() []string {
	one := &engine.Problem{Primary: 1, Items: 1, First: []int32{0, 1}, Entries: []engine.Entry{{Item: 0}}}
	var names []string
	for _, name := range []string{"auto", "links", "cells", "bits", "memo", "frontier", "pfaffian"} {
		if _, err := choose(one, Options{Engine: name}, &engine.Search{}); err == nil || !strings.Contains(err.Error(), "there is no engine") {
			names = append(names, name)
		}
	}
	return names
}
