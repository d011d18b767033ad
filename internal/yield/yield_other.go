// SPDX-License-Identifier: BSD-3-Clause

//go:build !js

package yield

import "runtime"

// Cooperative says whether goroutines that compute must call Point.
const Cooperative = false

// Point gives way if it is time to.
func Point() {}

// Check gives way. It is for a caller that calls it rarely, after 20 microseconds of work or more.
func Check() { runtime.Gosched() }
