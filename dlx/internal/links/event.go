// SPDX-License-Identifier: BSD-3-Clause

package links

// A Kind is the kind of an event, in Knuth's words.
type Kind int

const (
	Choose   Kind = iota // an item is chosen to branch on; Size is its number of choices
	Try                  // an option of the item is chosen
	Null                 // no option of the item is chosen, or no more (Algorithm M)
	Back                 // all choices of the item have been tried
	Solved               // the choices are a solution
	Cover                // an item is removed from the active ones, and its options hidden
	Uncover              // a Cover is undone
	Hide                 // an option is removed from the lists of its items, except Item
	Unhide               // a Hide is undone
	Purify               // a secondary item gets the color that Option gives it
	Unpurify             // a Purify is undone
	Tweak                // an option is removed from all its lists (Algorithm M)
	Untweak              // all options tweaked on the level are put back
)

// An Event is a step of the search or a change of the lists.
type Event struct {
	Kind  Kind
	Level int
	Item  int32 // the item's number in the problem; -1 if there is none
	// Option is the number of the option, -1 if there is none.
	Option int32
	Size   int32
}

// tell reports an event, about item i and the option of node x, to the listener
// if there is one.
func (d *dance) tell(kind Kind, i, x, size int32) {
	if d.trace != nil {
		d.emit(kind, i, x, size)
	}
}

func (d *dance) emit(kind Kind, i, x, size int32) {
	if d.steps && kind > Solved {
		return
	}
	e := Event{Kind: kind, Level: d.level, Item: i - 1, Option: -1, Size: size}
	if x != 0 {
		e.Option = d.option(x)
	}
	if !d.deaf && !d.trace(e) {
		d.deaf = true
	}
}
