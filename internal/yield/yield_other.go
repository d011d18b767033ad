//go:build !js

package yield

// Cooperative says whether goroutines that compute must call Point.
const Cooperative = false

// Point gives way if it is time to.
func Point() {}

// Check is Point for a caller that calls it rarely.
func Check() {}
