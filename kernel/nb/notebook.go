// SPDX-License-Identifier: BSD-3-Clause

package nb

import (
	"fmt"
	"slices"
	"strings"
)

// A Notebook is a notebook file in memory.
type Notebook struct {
	Cells    []*Cell
	Metadata map[string]any // never nil; kernelspec and language_info among others

	// Minor is the second part of the format's version: 5, or more if the file said so. The first
	// is 4.
	Minor int

	extra map[string]any // members that are not in the format
}

// A CellType is the kind of the source of a cell.
type CellType string

// The types of cells.
const (
	Code     CellType = "code"
	Markdown CellType = "markdown"
	Raw      CellType = "raw"
)

// A Cell is a cell of a notebook. Only code cells have Outputs and Count.
type Cell struct {
	Type     CellType
	ID       string // 1 to 64 letters, digits, '-' and '_'; unique in the notebook
	Source   string
	Metadata map[string]any // never nil
	Outputs  []*Output
	Count    int // the execution count; 0 if the cell was not run

	extra map[string]any // attachments, and members that are not in the format
}

// Tagged reports whether the cell has the tag.
func (c *Cell) Tagged(tag string) bool {
	tags, _ := c.Metadata["tags"].([]any)
	return slices.Contains(tags, any(tag))
}

// blank reports whether the cell has nothing to run.
// Runs reports whether a run of the notebook executes the cell: it is code, not blank, and without
// the tag skip-execution.
func (c *Cell) Runs() bool { return c.Type == Code && !c.Tagged("skip-execution") && !c.blank() }

func (c *Cell) blank() bool { return strings.TrimSpace(c.Source) == "" }

// OutputType determines which fields of an Output are used.
type OutputType string

// The types of outputs.
const (
	StreamOutput  OutputType = "stream"
	DisplayOutput OutputType = "display_data"
	ResultOutput  OutputType = "execute_result"
	ErrorOutput   OutputType = "error"
)

// An Output is an output of a cell.
type Output struct {
	Type OutputType

	// Of a stream: "stdout" or "stderr", and the text.
	Name, Text string

	// Of display_data and execute_result: media types with strings (binary data in base64, as in
	// the file), or any JSON value for JSON types; and metadata about them. Neither is nil.
	Data, Metadata map[string]any

	// Count is the execution count of an execute_result; 0 for null in the file.
	Count int

	// Of an error. The lines of Traceback may contain ANSI colors.
	ErrorName, ErrorValue string
	Traceback             []string

	extra map[string]any
}

// Language returns the programming language in the notebook's metadata, or "".
func (n *Notebook) Language() string {
	for _, at := range [][2]string{{"language_info", "name"}, {"kernelspec", "language"}} {
		if m, ok := n.Metadata[at[0]].(map[string]any); ok {
			if s, ok := m[at[1]].(string); ok && s != "" {
				return s
			}
		}
	}
	return ""
}

// CheckLanguage returns an error if the metadata names a language other than Go.
func (n *Notebook) CheckLanguage() error {
	if l := n.Language(); l != "" && l != "go" {
		return fmt.Errorf("the notebook is written in %s; expected go", l)
	}
	return nil
}

// Clone returns a copy that shares no outputs with n: running it does not change n.
func (n *Notebook) Clone() *Notebook {
	copied := *n
	copied.Metadata = make(map[string]any, len(n.Metadata))
	for k, v := range n.Metadata {
		copied.Metadata[k] = v
	}
	copied.Cells = make([]*Cell, len(n.Cells))
	for i, c := range n.Cells {
		cell := *c
		cell.Outputs = make([]*Output, len(c.Outputs))
		for j, o := range c.Outputs {
			output := *o
			cell.Outputs[j] = &output
		}
		copied.Cells[i] = &cell
	}
	return &copied
}

// ClearOutputs removes the outputs and the execution counts of all cells.
func (n *Notebook) ClearOutputs() {
	for _, c := range n.Cells {
		c.Outputs, c.Count = nil, 0
	}
}
