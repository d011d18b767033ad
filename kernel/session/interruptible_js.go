package session

import "reflect"

// interruptible is empty: there are no servers in a browser.
var interruptible map[string]func(stop <-chan struct{}, args []reflect.Value) []reflect.Value
