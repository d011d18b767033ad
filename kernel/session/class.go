// SPDX-License-Identifier: BSD-3-Clause

// The class of a student: where votes and lines of %handin are sent. Package live has the server.
//
// A session sends nothing unless it knows the address of a class, from %class or the environment
// variable POLKA_CLASS, and then only when the student votes or hands in.

package session

import (
	"crypto/sha256"
	"encoding/base64"
	"os"

	"polka/kernel/cell/syntax"
	"polka/kernel/display"
	"polka/kernel/engine"
	"polka/kernel/exercise/pose"
	"polka/kernel/session/part"
)

// ClassEnv is the environment variable with the address of a class.
const ClassEnv = "POLKA_CLASS"

// A class is what a session knows of its class.
type class struct {
	address string // of the page for students, with a slash at its end; "" if the variable has it
	off     bool   // nothing is sent
	voter   string // the name of this session in votes
}

// classAddress returns the address of the class, with a slash at its end, or "".
func (s *Session) classAddress() string {
	switch {
	case s.class.off, part.Class == nil:
		return ""
	case s.class.address != "":
		return s.class.address
	}
	address, err := part.Class.Address(os.Getenv(ClassEnv))
	if err != nil {
		return ""
	}
	return address
}

// magicClass sets the class, or shows it.
func (s *Session) magicClass(r *run, m *syntax.Magic) (d engine.Declared, failed *engine.Error) {
	switch m.Arg {
	case "":
		text := "no class; %class ADDRESS sends votes and lines of %handin to one"
		if env := os.Getenv(ClassEnv); env != "" && part.Class != nil {
			if _, err := part.Class.Address(env); err != nil {
				text = ClassEnv + ": " + err.Error()
			}
		}
		if address := s.classAddress(); address != "" {
			text = "votes and lines of %handin are sent to " + address
		}
		s.show(display.Text(text))
		return d, nil
	case "off":
		s.class = class{off: true, voter: s.class.voter}
		s.show(display.Text("votes and lines of %handin stay here"))
		return d, nil
	}
	if part.Class == nil {
		return d, s.magicError(r, m, "this program cannot send to a class; open its address in the browser")
	}
	address, err := part.Class.Address(m.Arg)
	if err != nil {
		return d, s.magicError(r, m, err.Error())
	}
	s.class.address, s.class.off = address, false
	s.show(display.Text("votes and lines of %handin are sent to this class; its page says what is stored: " + address))
	return d, nil
}

// voter returns the name of this session in the votes of a class. With JupyterHub it is made of the
// name of the user and the address, so that a kernel that is started again has the same; the class
// cannot tell the name of the user from it without trying.
func (s *Session) voter(address string) string {
	if user := os.Getenv("JUPYTERHUB_USER"); user != "" {
		sum := sha256.Sum256([]byte(address + "\n" + user))
		return base64.RawURLEncoding.EncodeToString(sum[:24])
	}
	if s.class.voter == "" {
		s.class.voter = part.Class.Voter()
	}
	return s.class.voter
}

// sendVote sends a choice to the class, and returns what the widget says.
func (s *Session) sendVote(r *run, address, name, choice string) pose.Result {
	answer, err := part.Class.Post(r.ctx, address+"vote", map[string]string{"name": name, "text": choice, "voter": s.voter(address)})
	if err != nil {
		return pose.Result{Message: s.words().Sprintf("The vote was not sent: %v. Vote again, or on %s", err, address)}
	}
	return pose.Result{Right: true, Message: s.words().Sprintf("Your vote was sent to the class (%s). You can change it while the vote is open.", answer)}
}

// sendLine sends a line of %handin to the class, and says so.
func (s *Session) sendLine(r *run, address, line string) string {
	if _, err := part.Class.Post(r.ctx, address+"handin", map[string]string{"line": line, "program": "1"}); err != nil {
		return s.words().Sprintf("The line was not sent: %v. Run the cell again, or hand it in on %s", err, address)
	}
	return s.words().Text("The line was sent to the class; there is nothing more to do.")
}
