//go:build !race

package zmq_test

// raceDetector tells that the race detector is on, which takes several times the memory.
const raceDetector = false
