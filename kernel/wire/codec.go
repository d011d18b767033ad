// SPDX-License-Identifier: BSD-3-Clause

package wire

import (
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"sync/atomic"
	"time"
	"unicode/utf8"
)

// The reasons for which Decode rejects a message. Its errors wrap one of these and add details.
var (
	ErrFrames    = errors.New("wire: malformed message")    // the frames are not those of a message
	ErrSignature = errors.New("wire: bad signature")        // not made with our key
	ErrReplay    = errors.New("wire: message seen before")  // a copy of an earlier message
	ErrJSON      = errors.New("wire: malformed JSON frame") // signed, but not a valid message
)

// A Codec creates, encodes and decodes the messages of one process. Its methods may be called by
// several goroutines.
type Codec struct {
	key     []byte
	session string
	count   atomic.Uint64 // messages made
	seen    replaySet
}

// NewCodec returns a codec with a new session. Messages are signed with key; an empty key means
// that they are not signed and not checked. An empty scheme means Scheme; others are not supported.
func NewCodec(key []byte, scheme string) (*Codec, error) {
	if scheme != "" && scheme != Scheme {
		return nil, fmt.Errorf("wire: signature scheme %q is not supported, expected %q", scheme, Scheme)
	}
	var id [16]byte
	rand.Read(id[:])
	return &Codec{key: bytes.Clone(key), session: hex.EncodeToString(id[:])}, nil
}

// Session returns the id in the headers of all messages made by c: 32 hexadecimal digits.
func (c *Codec) Session() string { return c.session }

// New makes a message of the given type, with a header of its own and no identities. The parent is
// the message that it answers, or nil. The content is encoded by [Object].
func (c *Codec) New(parent *Message, typ string, content any) (*Message, error) {
	raw, err := Object(content)
	if err != nil {
		return nil, fmt.Errorf("%w, in the content of %s", err, typ)
	}
	m := &Message{
		Header: Header{
			ID:       c.session + "_" + strconv.FormatUint(c.count.Add(1), 10),
			Session:  c.session,
			Username: "kernel",
			Date:     time.Now().UTC().Format("2006-01-02T15:04:05.000000Z07:00"),
			Type:     typ,
			Version:  Version,
		},
		ParentJSON: emptyObject,
		Metadata:   emptyObject,
		Content:    raw,
	}
	if parent != nil {
		m.ParentJSON = parent.headerJSON()
	}
	return m, nil
}

// Reply makes a message like New, addressed to the sender of parent. Replies go out on the socket
// that the request came from, an input_request on stdin.
func (c *Codec) Reply(parent *Message, typ string, content any) (*Message, error) {
	m, err := c.New(parent, typ, content)
	if err == nil && parent != nil {
		m.Identities = parent.Identities
	}
	return m, err
}

// Publish makes a message like New for iopub, with the topic kernel.<session>.<type>.
func (c *Codec) Publish(parent *Message, typ string, content any) (*Message, error) {
	m, err := c.New(parent, typ, content)
	if err == nil {
		m.Identities = [][]byte{[]byte("kernel." + c.session + "." + typ)}
	}
	return m, err
}

func (m *Message) headerJSON() json.RawMessage {
	if len(m.HeaderJSON) > 0 {
		return m.HeaderJSON
	}
	raw, err := Object(m.Header)
	if err != nil {
		panic("wire: header does not marshal") // it holds strings only
	}
	return raw
}

// object returns {} for an empty or null frame.
func object(raw json.RawMessage) json.RawMessage {
	if len(raw) == 0 || string(bytes.TrimSpace(raw)) == "null" {
		return emptyObject
	}
	return raw
}

// Encode signs m and returns its frames, which share memory with it. The raw fields are written
// unchanged, an empty or null one as {}.
func (c *Codec) Encode(m *Message) [][]byte {
	frames := make([][]byte, 0, len(m.Identities)+6+len(m.Buffers))
	frames = append(frames, m.Identities...)
	frames = append(frames, []byte(Delimiter), nil,
		m.headerJSON(), object(m.ParentJSON), object(m.Metadata), object(m.Content))
	sig := len(m.Identities) + 1
	frames[sig] = c.sign(frames[sig+1 : sig+5])
	return append(frames, m.Buffers...)
}

// sign returns the signature frame of the four JSON frames.
func (c *Codec) sign(parts [][]byte) []byte {
	if len(c.key) == 0 {
		return []byte{}
	}
	sum := c.sum(parts)
	return hex.AppendEncode(nil, sum[:])
}

// A sum is the HMAC-SHA256 of a message.
type sum [sha256.Size]byte

func (c *Codec) sum(parts [][]byte) (s sum) {
	mac := hmac.New(sha256.New, c.key)
	for _, p := range parts {
		mac.Write(p)
	}
	mac.Sum(s[:0])
	return s
}

// Decode returns the message of the given frames, with which it shares memory. An error wraps
// ErrFrames, ErrSignature, ErrReplay or ErrJSON: the message should be dropped without a reply,
// since its sender is not authenticated or would not understand one.
//
// No part of a message is examined before its signature has been verified, and only valid
// signatures are remembered, so that a stranger can neither fill the memory nor displace signatures
// of real messages.
func (c *Codec) Decode(frames [][]byte) (*Message, error) {
	delim := 0
	for delim < len(frames) && string(frames[delim]) != Delimiter {
		delim++
	}
	if delim == len(frames) {
		return nil, fmt.Errorf("%w: no delimiter %s in %d frames", ErrFrames, Delimiter, len(frames))
	}
	rest := frames[delim+1:]
	if len(rest) < 5 {
		return nil, fmt.Errorf("%w: %d frames after the delimiter, expected at least 5 (signature, header, parent_header, metadata, content)",
			ErrFrames, len(rest))
	}
	if err := c.check(rest[0], rest[1:5]); err != nil {
		return nil, err
	}
	m := &Message{
		Identities: frames[:delim:delim],
		HeaderJSON: rest[1],
		Buffers:    rest[5:],
	}
	if err := m.parseHeader(); err != nil {
		return nil, err
	}
	for i, p := range []struct {
		name string
		to   *json.RawMessage
	}{{"parent_header", &m.ParentJSON}, {"metadata", &m.Metadata}, {"content", &m.Content}} {
		raw := object(rest[2+i])
		if err := checkObject(p.name, raw); err != nil {
			return nil, fmt.Errorf("%w (in %s)", err, m)
		}
		*p.to = raw
	}
	return m, nil
}

// check compares a signature with the correct one in constant time, and remembers it.
func (c *Codec) check(signature []byte, parts [][]byte) error {
	if len(c.key) == 0 {
		return nil
	}
	var got sum
	if len(signature) != hex.EncodedLen(len(got)) {
		return fmt.Errorf("%w: %d bytes, expected %d hexadecimal digits", ErrSignature, len(signature), hex.EncodedLen(len(got)))
	}
	if _, err := hex.Decode(got[:], signature); err != nil {
		return fmt.Errorf("%w: %v", ErrSignature, err)
	}
	want := c.sum(parts)
	if !hmac.Equal(got[:], want[:]) {
		return fmt.Errorf("%w: it does not match the message", ErrSignature)
	}
	if !c.seen.add(got) {
		return ErrReplay
	}
	return nil
}

// parseHeader reads HeaderJSON, which is also sent as the parent header of every reply.
func (m *Message) parseHeader() error {
	if err := checkObject("header", m.HeaderJSON); err != nil {
		return err
	}
	if !utf8.Valid(m.HeaderJSON) {
		return fmt.Errorf("%w: header is not UTF-8", ErrJSON)
	}
	if err := json.Unmarshal(m.HeaderJSON, &m.Header); err != nil {
		return fmt.Errorf("%w: header: %v", ErrJSON, err)
	}
	if m.Header.Type == "" {
		return fmt.Errorf("%w: header has no msg_type", ErrJSON)
	}
	return nil
}

// checkObject returns an error unless raw is one JSON object with nothing after it.
func checkObject(name string, raw json.RawMessage) error {
	if !json.Valid(raw) {
		var v any
		err := json.Unmarshal(raw, &v) // for the position of the error
		if e, ok := errors.AsType[*json.SyntaxError](err); ok {
			return fmt.Errorf("%w: %s, byte %d: %v", ErrJSON, name, e.Offset, err)
		}
		return fmt.Errorf("%w: %s: %v", ErrJSON, name, err)
	}
	if k := kind(raw); k != "an object" {
		return fmt.Errorf("%w: %s is %s, expected an object", ErrJSON, name, k)
	}
	return nil
}
