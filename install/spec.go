// SPDX-License-Identifier: BSD-3-Clause

package install

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"path/filepath"

	"polka/internal/limit"
)

// A Spec is the content of kernel.json, from which Jupyter learns how to start a kernel.
type Spec struct {
	Argv            []string          `json:"argv"`
	DisplayName     string            `json:"display_name"`
	Language        string            `json:"language"`
	InterruptMode   string            `json:"interrupt_mode"`
	ProtocolVersion string            `json:"kernel_protocol_version,omitempty"`
	Env             map[string]string `json:"env,omitempty"`
	Metadata        map[string]any    `json:"metadata,omitempty"`
}

// DefaultDisplayName is the name that Jupyter shows by default.
const DefaultDisplayName = "Polka (Go)"

// specFile is the file that Jupyter reads. A folder without it is not a kernelspec.
const specFile = "kernel.json"

// The pictures that Jupyter shows for a kernel.
//
//go:embed logos/logo-32x32.png logos/logo-64x64.png logos/logo-svg.svg
var logos embed.FS

var logoNames = []string{"logo-32x32.png", "logo-64x64.png", "logo-svg.svg"}

// newSpec returns the kernelspec of a program. The key "polka" in its metadata marks it as Polka's.
func newSpec(program string, o Options) Spec {
	s := Spec{
		Argv:        []string{program, "kernel", "{connection_file}"},
		DisplayName: o.DisplayName,
		Language:    "go",
		// Stop is a message and not a signal: it works on every system and reaches the right cell.
		InterruptMode:   "message",
		ProtocolVersion: "5.5",
		Env:             o.Env,
		Metadata:        map[string]any{"polka": map[string]any{"version": o.Version}, "debugger": true},
	}
	if s.DisplayName == "" {
		s.DisplayName = DefaultDisplayName
	}
	return s
}

// launcher is the script of a shell that starts the program $0, or, if there is none because the
// client has not replaced "{resource_dir}" in its name, the command polka: of the path, of the
// active Python environment, or of the user. The shell is replaced by the program.
const launcher = `for p in "$0" "$(command -v polka)" "${VIRTUAL_ENV:+$VIRTUAL_ENV/bin/polka}" "${CONDA_PREFIX:+$CONDA_PREFIX/bin/polka}" "$HOME/.local/bin/polka"; do ` +
	`[ -f "$p" ] && [ -x "$p" ] && exec "$p" kernel "$1"; done; ` +
	`echo "the program polka was not found: $0 is not a program, and the command polka is not in the path" >&2; exit 127`

// Program returns the program that the kernelspec starts, "" if there is none.
func (s Spec) Program() string {
	switch {
	case len(s.Argv) > 3 && s.Argv[2] == launcher:
		return s.Argv[3]
	case len(s.Argv) > 0:
		return s.Argv[0]
	}
	return ""
}

// bytes formats the spec as Jupyter does: keys in a fixed order, indented by one space.
func (s Spec) bytes() ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	err := e.Encode(s)
	return b.Bytes(), err
}

// ours reports whether the spec was written by this program, in any version.
func (s Spec) ours() bool {
	_, ok := s.Metadata["polka"]
	return ok
}

// readSpec reads the spec of a folder.
func readSpec(dir string) (Spec, error) {
	var s Spec
	data, err := limit.ReadFile(filepath.Join(dir, specFile), limit.Config)
	if err != nil {
		return s, err
	}
	if err := json.Unmarshal(data, &s); err != nil {
		return s, fmt.Errorf("%s: %w", filepath.Join(dir, specFile), err)
	}
	return s, nil
}
