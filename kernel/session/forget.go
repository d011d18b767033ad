// What the interpreter need not remember.
//
// The interpreter keeps the syntax trees of everything that it has ever compiled, some 15 KB for a line: in
// a list for its debugger, and by the scopes, each of which lists the scopes inside of it and holds the
// function that it belongs to. Neither list is ever read here. Both are emptied after each compilation, and
// package cell gives the function that holds a cell's statements the same name each time; so a cell that has
// ended is held by nothing but the functions and variables that it defined. The fields are not exported.
//
// What remains of a cell of one line is half a KB: positions and places for variables.

package session

import "reflect"

// forget drops the trees of finished cells. Nothing runs or is compiled meanwhile but what runs already,
// which does not look there.
func (s *Session) forget() {
	s.hidden("roots").SetZero()
	for _, scope := range []reflect.Value{s.hidden("universe"), s.hidden("scopes").MapIndex(reflect.ValueOf("main"))} {
		if scope.IsValid() && !scope.IsNil() {
			open(scope.Elem().FieldByName("child")).SetZero()
		}
	}
}
