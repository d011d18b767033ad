// SPDX-License-Identifier: BSD-3-Clause

// Package wire converts Jupyter messages to and from the frames that a kernel and its clients
// exchange: framing, signatures, protection against replay, headers. It follows version 5.5 of the
// protocol (https://jupyter-client.readthedocs.io/en/stable/messaging.html, "The Wire Protocol").
//
// It opens no sockets, reads no files, and does not interpret the content of messages. A [Codec]
// holds the state that the messages of one kernel process share: the key, the session, the
// signatures seen so far.
//
//	codec, err := wire.NewCodec([]byte(key), wire.Scheme)
//	...
//	request, err := codec.Decode(frames)
//	if err != nil {
//		return // log it: a message that does not decode is dropped
//	}
//	reply, err := codec.Reply(request, "kernel_info_reply", info)
//	...
//	send(codec.Encode(reply))
//
// A message is these frames, in this order:
//
//	identity ...     none, one or more: the receiver; on iopub, the topic
//	<IDS|MSG>        the delimiter
//	signature        64 hexadecimal digits, or nothing if the key is empty
//	header           a JSON object
//	parent_header    the header of the request that caused it, or {}
//	metadata         a JSON object
//	content          a JSON object
//	buffer ...       none, one or more: raw bytes, which are not signed
package wire

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Version is the version of the messaging protocol that Codec puts into the headers it makes.
const Version = "5.5"

// Scheme is the only signature scheme.
const Scheme = "hmac-sha256"

// Delimiter is the frame between the identities and the signature.
const Delimiter = "<IDS|MSG>"

// A Header identifies a message. Received headers may have more fields than these;
// Message.HeaderJSON has all of them.
type Header struct {
	ID       string `json:"msg_id"`   // never used twice
	Session  string `json:"session"`  // the same for all messages of one process
	Username string `json:"username"` //
	Date     string `json:"date"`     // ISO 8601 with zone, as in 2006-01-02T15:04:05.000000Z
	Type     string `json:"msg_type"` // as in "execute_request"
	Version  string `json:"version"`  // of the protocol, as in "5.5"

	Subshell string `json:"subshell_id,omitempty"` // which subshell a request is for; see JEP 91
}

// A Message is a decoded message. The raw fields hold JSON objects; an empty one stands for {}.
type Message struct {
	Identities [][]byte // the sender or the receiver; on iopub, one frame: the topic

	Header     Header
	HeaderJSON json.RawMessage // as received; if it is empty, Encode writes Header instead
	ParentJSON json.RawMessage // header of the message that this one answers, byte for byte
	Metadata   json.RawMessage
	Content    json.RawMessage

	Buffers [][]byte
}

// Bind unmarshals the content of the message into v, as json.Unmarshal does.
func (m *Message) Bind(v any) error {
	content := m.Content
	if len(content) == 0 {
		content = emptyObject
	}
	if err := json.Unmarshal(content, v); err != nil {
		return fmt.Errorf("wire: content of %s: %w", m.Header.Type, err)
	}
	return nil
}

// String returns the type and the id, for logs.
func (m *Message) String() string { return m.Header.Type + " " + m.Header.ID }

var emptyObject = json.RawMessage("{}")

// Object encodes v as a JSON object, without escaping <, > and &. A v that would be encoded as null
// (nil, a nil map, a nil pointer) becomes {}; anything else that is not an object is an error.
func Object(v any) (json.RawMessage, error) {
	if v == nil {
		return emptyObject, nil
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, fmt.Errorf("wire: %w", err)
	}
	raw := bytes.TrimSuffix(b.Bytes(), []byte("\n"))
	switch {
	case string(raw) == "null":
		return emptyObject, nil
	case raw[0] != '{':
		return nil, fmt.Errorf("wire: %T is written as %s, expected a JSON object", v, kind(raw))
	}
	return raw, nil
}

// kind returns the kind of a JSON value, given by its first byte.
func kind(raw []byte) string {
	raw = bytes.TrimLeft(raw, " \t\r\n")
	if len(raw) == 0 {
		return "nothing"
	}
	switch raw[0] {
	case '{':
		return "an object"
	case '[':
		return "an array"
	case '"':
		return "a string"
	case 't', 'f':
		return "a boolean"
	case 'n':
		return "null"
	}
	return "a number"
}
