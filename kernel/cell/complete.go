package cell

// A Completion replaces the text from Start to End by one of Matches.
type Completion struct {
	Start, End int
	Matches    []Match
}

// A Match is one possible completion.
type Match struct{ Text, Kind, Signature string }

// Complete lists what can stand at byte offset pos of code.
func (c *Compiler) Complete(code string, pos int) Completion { return Completion{Start: pos, End: pos} }

// Help is what is known of a name.
type Help struct {
	Signature string
	Doc       string
	Source    string
}

// Text is the help as plain text.
func (h Help) Text(source bool) string { return h.Signature }

// Inspect tells what is known of the name at byte offset pos of code.
func (c *Compiler) Inspect(code string, pos int) (Help, bool) { return Help{}, false }

// IsComplete tells whether code can run as it is.
func IsComplete(code string) (status, indent string) { return "unknown", "" }
