// SPDX-License-Identifier: BSD-3-Clause

// Giving way in a browser.
//
// The program returns to the event loop of its worker when all goroutines wait. So a goroutine that
// has computed for a while posts a message to itself and waits for it; the messages that came
// before are handled first, and the goroutines that they wake run. Timers would do, too, but
// browsers delay nested ones by 4 ms. All goroutines that compute wait for the same message.
//
// There is one thread and no preemption, so that the variables need no locks.

package yield

import (
	"syscall/js"
	"time"
)

// Cooperative says whether goroutines that compute must call Point.
const Cooperative = true

const (
	slice = 20 * time.Millisecond // between two returns to the event loop
	calls = 16                    // of Point between two looks at the clock, which cost some 100 ns
)

var (
	count   uint32
	began   = time.Now()  // of this slice
	waiting chan struct{} // closed when the message comes; nil if none is on its way
	port    js.Value      // where messages are posted
)

func init() {
	channel := js.Global().Get("MessageChannel").New()
	channel.Get("port1").Set("onmessage", js.FuncOf(func(js.Value, []js.Value) any {
		began = time.Now()
		close(waiting)
		waiting = nil
		return nil
	}))
	port = channel.Get("port2")
}

// Point gives way if it is time to.
func Point() {
	if count++; count%calls == 0 {
		Check()
	}
}

// Check is Point for a caller that calls it rarely.
func Check() {
	if time.Since(began) < slice {
		return
	}
	if waiting == nil {
		waiting = make(chan struct{})
		port.Call("postMessage", nil)
	}
	<-waiting
}
