package dlx

import (
	"fmt"

	"polka/dlx/internal/bits"
	"polka/dlx/internal/engine"
	"polka/dlx/internal/links"
)

// A choice is an engine, and the reason for it.
type choice struct {
	name, why string
	solve     func(*engine.Problem, *engine.Search)
}

// choose picks the engine for a problem.
func choose(p *engine.Problem, name string) (choice, error) {
	switch name {
	case "", "auto":
		if p.High != nil {
			return choice{"links", "it is the one for multiplicities", links.Solve}, nil
		}
		return choice{"bits", "it is the fast one", bits.Solve}, nil
	case "links":
		return choice{"links", "as asked for", links.Solve}, nil
	case "bits":
		if p.High != nil {
			return choice{}, fmt.Errorf("dlx: engine bits cannot solve problems with multiplicities; auto and links can")
		}
		return choice{"bits", "as asked for", bits.Solve}, nil
	}
	return choice{}, fmt.Errorf("dlx: there is no engine %q; engines are auto, links and bits", name)
}
