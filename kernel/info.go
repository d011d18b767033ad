// SPDX-License-Identifier: BSD-3-Clause

package kernel

import (
	"context"
	"runtime"
	"strings"

	"polka/kernel/engine"
	"polka/kernel/wire"
)

// A Link is an entry of the frontend's help menu.
type Link struct {
	Text string `json:"text"`
	URL  string `json:"url"`
}

// defaultLinks are the help links of a Config that gives none.
var defaultLinks = []Link{
	{"A Tour of Go", "https://go.dev/tour/"},
	{"Effective Go", "https://go.dev/doc/effective_go"},
	{"Go Specification", "https://go.dev/ref/spec"},
}

// info answers kernel_info_request. It needs no interpreter, so that a frontend gets its answer
// while the worker is still starting.
func (k *kernel) info(context.Context, *request) any {
	features := []string{"kernel subshells"}
	_, debugger := k.interp.(engine.Debugger)
	if debugger {
		features = append(features, "debugger")
	}
	return reply{
		"status":                 "ok",
		"protocol_version":       wire.Version,
		"implementation":         "polka",
		"implementation_version": k.version,
		"language_info": map[string]any{
			"name":               "go",
			"version":            strings.TrimPrefix(runtime.Version(), "go"),
			"mimetype":           "text/x-go",
			"file_extension":     ".go",
			"pygments_lexer":     "go",
			"codemirror_mode":    "go",
			"nbconvert_exporter": "script",
		},
		"banner":             k.banner,
		"help_links":         k.links,
		"debugger":           debugger,
		"supported_features": features,
	}
}

// connect answers connect_request, an old way to ask for the ports.
func (k *kernel) connect(context.Context, *request) any {
	ports := reply{"status": "ok"}
	for _, p := range k.connection.ports() {
		ports[p.name] = p.number
	}
	return ports
}
