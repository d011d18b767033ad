package nb

import (
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

	extra map[string]any // members that the format does not name
}

// CellType says what the source of a cell is.
type CellType string

// The types of cells.
const (
	Code     CellType = "code"
	Markdown CellType = "markdown"
	Raw      CellType = "raw"
)

// A Cell is one cell. Outputs and Count belong to code cells.
type Cell struct {
	Type     CellType
	ID       string // 1 to 64 letters, digits, '-' and '_'; unique in the notebook
	Source   string
	Metadata map[string]any // never nil
	Outputs  []*Output
	Count    int // the number at which the cell was run; 0 if it was not

	extra map[string]any // attachments, and members that the format does not name
}

// Tagged reports whether the cell has the tag.
func (c *Cell) Tagged(tag string) bool {
	tags, _ := c.Metadata["tags"].([]any)
	return slices.Contains(tags, any(tag))
}

// blank reports whether there is nothing to run in the cell.
func (c *Cell) blank() bool { return strings.TrimSpace(c.Source) == "" }

// OutputType says which fields of an Output are in use.
type OutputType string

// The types of outputs.
const (
	StreamOutput  OutputType = "stream"
	DisplayOutput OutputType = "display_data"
	ResultOutput  OutputType = "execute_result"
	ErrorOutput   OutputType = "error"
)

// An Output is one thing that a cell has shown.
type Output struct {
	Type OutputType

	// Of a stream: "stdout" or "stderr", and what was written.
	Name, Text string

	// Of display_data and execute_result: media types with strings (binary data in base64, as in
	// the file), or any JSON value for the types that are JSON; and hints about them. Neither is
	// nil.
	Data, Metadata map[string]any

	// Count is the number of the cell, of execute_result alone; 0 where the file says null.
	Count int

	// Of an error. The lines of Traceback may hold ANSI colors.
	ErrorName, ErrorValue string
	Traceback             []string

	extra map[string]any
}

// Language is the programming language that the notebook's metadata names, or "".
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
