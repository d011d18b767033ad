package display

// An Event puts a value on the screen, or changes one that is there.
type Event struct {
	Bundle Bundle
	ID     string // names the display, so that it can be changed; may be empty if Update is not set
	Update bool   // change every display of this ID in place, and make no new one
}
