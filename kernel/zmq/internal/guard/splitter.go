// SPDX-License-Identifier: BSD-3-Clause

package guard

import "encoding/binary"

// A splitter follows the bytes that zmq4 writes and finds where messages end. (zmq4 writes each
// frame of a message in two pieces, its header and its body.) The first two things it finds are
// zmq4's greeting and its READY, which are discarded.
//
// It trusts its input, which zmq4 made, and keeps no bytes.
type splitter struct {
	body uint64 // bytes of the current frame, or greeting, still to come
	more bool   // the current frame is not the last one
	head [headerLen]byte
	have int // bytes of head
}

func newSplitter() splitter { return splitter{body: greetingLen} }

// unseen is how many of the things that a splitter finds come before the first message.
const unseen = 2

// next advances to the end of the current message, or of p. It returns how many bytes of p that
// takes and whether the message ends there.
func (s *splitter) next(p []byte) (n int, end bool) {
	for n < len(p) {
		if s.body > 0 {
			k := min(s.body, uint64(len(p)-n))
			s.body -= k
			n += int(k)
		} else {
			s.head[s.have] = p[n]
			s.have++
			n++
			if !s.header() {
				continue
			}
		}
		if s.body == 0 && !s.more {
			return n, true
		}
	}
	return n, false
}

// header starts a frame if its header is complete, and reports whether it is.
func (s *splitter) header() bool {
	switch long := s.head[0]&flagLong != 0; {
	case long && s.have == headerLen:
		s.body = binary.BigEndian.Uint64(s.head[1:])
	case !long && s.have == 2:
		s.body = uint64(s.head[1])
	default:
		return false
	}
	s.more = s.head[0]&flagMore != 0
	s.have = 0
	return true
}
