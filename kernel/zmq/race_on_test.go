// SPDX-License-Identifier: BSD-3-Clause

//go:build race

package zmq_test

// raceDetector reports whether the race detector is on, which takes several times the memory.
const raceDetector = true
