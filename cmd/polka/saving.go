// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"polka/dlx"
	"polka/internal/limit"
	"polka/internal/replace"
)

// A saving holds the flags with which a search is saved and resumed.
type saving struct {
	save, resume string
	every        time.Duration
}

func (s *saving) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&s.save, "save", "", "save the state of the search in `FILE`")
	f.StringVar(&s.resume, "resume", "", "resume the search saved in `FILE`")
	s.every = 10 * time.Second
	spanVar(f, &s.every, "save-every", "save the state every "+asTime)
}

// used reports whether the search is saved or resumed.
func (s *saving) used() bool { return s.save != "" || s.resume != "" }

// begin locks the file of the state, and prepares the options to resume one and to save others.
// Before a state is saved, what was printed is written, so that the output belongs to the state.
func (s *saving) begin(o *dlx.Options, out *bufio.Writer) (unlock func(), err error) {
	unlock = func() {}
	if s.save != "" {
		if unlock, err = replace.Lock(s.save); err != nil {
			return nil, fmt.Errorf("--save: %w", err)
		}
		if err := checkSaved(s.save); err != nil {
			unlock()
			return nil, fmt.Errorf("--save: %w", err)
		}
		o.SaveEvery = s.every
		o.Save = func(t dlx.Token) error {
			if err := out.Flush(); err != nil {
				return err
			}
			return saveToken(s.save, t)
		}
	}
	if s.resume != "" {
		if o.Resume, err = readToken(s.resume); err != nil {
			unlock()
			return nil, err
		}
	}
	return unlock, nil
}

// end saves the state at the end of a search, and returns its error or that of saving.
func (s *saving) end(t dlx.Token, err error) error {
	if s.save != "" {
		if failed := saveToken(s.save, t); err == nil {
			err = failed
		}
	}
	return err
}

// readToken reads the state of a search.
func readToken(name string) (*dlx.Token, error) {
	text, err := limit.ReadFile(name, limit.Token)
	if err != nil {
		return nil, err
	}
	t, err := dlx.ParseToken(string(text))
	if err != nil {
		return nil, placed(name, err)
	}
	return &t, nil
}

// checkSaved refuses a file with something else than a token, such as the problem itself.
func checkSaved(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return nil // there is none yet, or saving fails
	}
	defer f.Close()
	const begin = `{"polka token version"`
	b, err := io.ReadAll(io.LimitReader(f, int64(len(begin))))
	if err == nil && len(b) > 0 && string(b) != begin {
		return fmt.Errorf("%s is not a token and would be replaced", name)
	}
	return err
}

// saveToken writes a token to a file that always holds a whole one, whenever the program is killed.
func saveToken(name string, t dlx.Token) error {
	text, err := t.MarshalText()
	if err != nil {
		return err
	}
	return replace.Save(name, text, 0o666)
}
