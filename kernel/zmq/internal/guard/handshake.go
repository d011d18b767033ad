// SPDX-License-Identifier: BSD-3-Clause

// Handshake.
//
// zmq4 performs the handshake in its accept loop, without a deadline, and trusts what it reads: a
// silent peer blocks the port for everybody, a length of 2^62 in READY ends the process, a
// truncated property is read past its end, an unknown socket type causes a panic. So the handshake
// is done here, before zmq4 sees the connection, in a goroutine of its own and within a time limit:
//
//	us                              peer
//	greeting (64 bytes)  ------->
//	                     <-------   greeting: 0xff, 8 bytes, 0x7f, version, mechanism, ...
//	READY ROUTER         ------->
//	                     <-------   READY DEALER, identity
//
// (libzmq sends the first ten bytes of its greeting and waits for ours before it sends the rest, so
// we send all of ours first.) A peer that does not speak ZMTP is recognized by its first byte and
// dropped.
//
// Then zmq4 performs a handshake with us: it reads a new greeting and READY, made from the socket
// type and the identity of the peer, and what it writes is discarded (see splitter).
//
// Invariant: what zmq4 reads in place of the handshake is made here, never copied from the peer.

package guard

import (
	"bufio"
	"bytes"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// A Kind is the kind of the socket that listens.
type Kind string

// The kinds that a kernel has.
const (
	Router Kind = "ROUTER"
	XPub   Kind = "XPUB"
)

// peers are the kinds of socket that may connect.
var peers = map[Kind][]string{
	Router: {"DEALER", "REQ", "ROUTER"},
	XPub:   {"SUB", "XSUB"},
}

// handshake performs our side of the handshake, prepares what zmq4 will read in its place, and
// returns the identity of the connection.
func (c *Conn) handshake() (id string, err error) {
	if _, err := c.nc.Write(greeting()); err != nil {
		return "", err
	}
	if err := readGreeting(c.r); err != nil {
		return "", err
	}
	if _, err := c.nc.Write(appendReady(nil, string(c.g.opt.Kind), "")); err != nil {
		return "", err
	}
	kind, id, err := readReady(c.r)
	if err != nil {
		return "", err
	}
	if !slices.Contains(peers[c.g.opt.Kind], kind) {
		return "", fmt.Errorf("socket type %q, expected one of %q", kind, peers[c.g.opt.Kind])
	}
	if id == "" || id[0] == 0 { // identities that begin with a zero byte are for us to give
		id = "\x00" + rand.Text()
	}
	c.chunks = [][]byte{appendReady(greeting(), kind, id)}
	return id, nil
}

// readGreeting reads the peer's 64 bytes.
func readGreeting(r io.Reader) error {
	var g [greetingLen]byte
	read := 0
	for _, end := range []int{1, 10, greetingLen} {
		if _, err := io.ReadFull(r, g[read:end]); err != nil {
			return noEOF(err)
		}
		if read = end; g[0] != 0xff || end > 1 && g[9]&1 == 0 {
			return errors.New("peer does not speak ZMTP")
		}
	}
	if g[10] < 3 {
		return fmt.Errorf("ZMTP version %d, expected 3", g[10])
	}
	if m := string(bytes.TrimRight(g[12:32], "\x00")); m != "NULL" {
		return fmt.Errorf("security mechanism %q, expected NULL", m)
	}
	return nil
}

// readReady reads the peer's READY command.
func readReady(r *bufio.Reader) (kind, identity string, err error) {
	flags, n, err := readHeader(r)
	if err != nil {
		return "", "", noEOF(err)
	}
	if flags&flagCommand == 0 {
		return "", "", errors.New("message before READY")
	}
	name, body, err := readCommand(r, flags, n)
	if err != nil {
		return "", "", err
	}
	if name != "READY" {
		return "", "", fmt.Errorf("command %q, expected READY", name)
	}
	return parseProperties(body)
}

// parseProperties reads the body of READY: each property is its name after a byte of length, and
// its value after four.
func parseProperties(b []byte) (kind, identity string, err error) {
	for len(b) > 0 {
		k := 1 + int(b[0])
		if k+4 > len(b) {
			return "", "", errors.New("READY ends inside a property")
		}
		name, n := string(b[1:k]), uint64(binary.BigEndian.Uint32(b[k:]))
		b = b[k+4:]
		if n > uint64(len(b)) {
			return "", "", fmt.Errorf("property %q has %d bytes, READY only %d more", name, n, len(b))
		}
		switch strings.ToLower(name) { // names do not depend on case
		case "socket-type":
			kind = string(b[:n])
		case "identity":
			identity = string(b[:n])
		}
		b = b[n:]
	}
	if len(identity) > maxIdentity {
		return "", "", fmt.Errorf("identity of %d bytes, expected at most %d", len(identity), maxIdentity)
	}
	return kind, identity, nil
}
