// SPDX-License-Identifier: BSD-3-Clause

// What is known of compiled packages.
//
// There are no bodies of compiled functions here, so a function is expected to change everything to
// which an argument refers, and a method to change its receiver, unless it is listed here. The
// lists have what cells use often. For the packages of Polka a convention is relied on: functions
// do not change their arguments, and methods that change their receiver have names that begin with
// one of a few verbs.

package effect

import (
	"go/types"
	"slices"
	"strings"
	"sync"

	"polka/kernel/cell/typeview"
)

// A rule says what a compiled function does to its arguments.
type rule struct {
	pure   bool  // it changes none
	keeps  bool  // functions among them are called later
	change []int // it changes these, if there are any, and no others
}

func (r *rule) changes(i int) bool {
	if r.pure {
		return false
	}
	return len(r.change) == 0 || slices.Contains(r.change, i)
}

var pure = rule{pure: true}

// readers are packages whose functions do not change their arguments, except for those listed.
var readers = sync.OnceValue(func() map[string]map[string][]int {
	return map[string]map[string][]int{
		"fmt": {
			"Fprint": {0}, "Fprintf": {0}, "Fprintln": {0}, "Append": {0}, "Appendf": {0}, "Appendln": {0},
			"Scan": {}, "Scanf": {}, "Scanln": {}, "Sscan": {}, "Sscanf": {}, "Sscanln": {}, "Fscan": {}, "Fscanf": {}, "Fscanln": {},
		},
		"bytes": {}, "cmp": {}, "encoding/base64": {}, "encoding/hex": {"Decode": {0}, "Encode": {0}}, "errors": {"As": {1}},
		"html": {}, "math": {}, "math/bits": {}, "math/cmplx": {}, "os": {}, "path": {}, "path/filepath": {}, "reflect": {"Copy": {0}, "Swapper": {}},
		"regexp": {}, "strconv": {}, "strings": {}, "time": {}, "unicode": {}, "unicode/utf16": {}, "unicode/utf8": {"EncodeRune": {0}},
		"encoding/json": {"Unmarshal": {1}, "Indent": {0}, "Compact": {0}, "HTMLEscape": {0}},
		"iter":          {}, "context": {}, "runtime": {}, "net/url": {},
		"maps": {"Copy": {0}, "DeleteFunc": {0}, "Insert": {0}},
		"sort": {"Float64s": {0}, "Ints": {0}, "Strings": {0}, "Slice": {0}, "SliceStable": {0}, "Sort": {0}, "Stable": {0}},
		"slices": {
			"Compact": {0}, "CompactFunc": {0}, "Delete": {0}, "DeleteFunc": {0}, "Insert": {0}, "Replace": {0}, "Reverse": {0},
			"Sort": {0}, "SortFunc": {0}, "SortStableFunc": {0},
		},
	}
})

// ruleOf returns the rule of a compiled function or method for its arguments.
func ruleOf(f *types.Func) rule {
	path := typeview.PathOf(f)
	if strings.HasPrefix(path, "polka/") {
		return rule{pure: !strings.HasPrefix(f.Name(), "Add") || path == "polka/dlx", keeps: strings.HasPrefix(f.Name(), "On")}
	}
	except, ok := readers()[path]
	if !ok {
		if path == "math/big" || path == "math/rand" || path == "math/rand/v2" {
			return pure // the receiver is what changes
		}
		return rule{}
	}
	change, ok := except[f.Name()]
	if ok && f.Signature().Recv() == nil {
		return rule{change: change}
	}
	return pure
}

// callsLater reports whether a compiled function keeps the functions among its arguments, and calls
// them when the user does something.
func callsLater(f *types.Func) bool {
	switch typeview.PathOf(f) {
	case "polka/kernel/widget", "polka/kernel/comm", "polka/play":
		return true
	case "polka/kernel/display":
		return f.Name() == "Register"
	}
	return false
}

// verbs begin the names of methods of Polka's packages that change their receiver.
var verbs = []string{
	"Add", "Begin", "Clear", "Continue", "Create", "Disable", "Import", "Label", "On", "Placeholder", "Pull", "Push", "Put", "Remove", "Send",
	"SetBoard", "Settle", "Show", "Step", "Stop", "Style", "Unmarshal", "Update", "Work",
}

// observers are the names of methods that do not change their receiver, in any package.
var observers = sync.OnceValue(func() map[string]bool {
	return map[string]bool{
		"Bit": true, "BitLen": true, "Bytes": true, "Cap": true, "Cmp": true, "CmpAbs": true, "Equal": true, "Error": true, "Float64": true,
		"Format": true, "GoString": true, "Int64": true, "IsInf": true, "IsInt": true, "IsInt64": true, "IsUint64": true, "IsZero": true,
		"Len": true, "Less": true, "Load": true, "ProbablyPrime": true, "Sign": true, "Size": true, "String": true, "Text": true,
		"TrailingZeroBits": true, "Uint64": true,
	}
})

// harmless reports whether a method does not change its receiver.
func harmless(f *types.Func) bool {
	path, name := typeview.PathOf(f), f.Name()
	switch {
	case observers()[name] && !(strings.HasPrefix(path, "math/rand") && name == "Uint64"):
		return true
	case strings.HasPrefix(path, "polka/"):
		if name == "Set" {
			return path != "polka/kernel/widget" // elsewhere it is a set
		}
		return !slices.ContainsFunc(verbs, func(v string) bool { return strings.HasPrefix(name, v) })
	case path == "regexp":
		return name != "Longest"
	case path == "time":
		return name != "Stop" && name != "Reset" && !strings.HasPrefix(name, "Unmarshal")
	case path == "container/list":
		return name == "Front" || name == "Back" || name == "Next" || name == "Prev"
	case path == "reflect":
		return !strings.HasPrefix(name, "Set")
	}
	return false
}

// frozen are types whose values do not change although they contain references.
var frozen = map[string]bool{
	"regexp.Regexp": true, "time.Location": true, "time.Time": true, "reflect.rtype": true,
}
