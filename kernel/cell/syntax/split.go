// SPDX-License-Identifier: BSD-3-Clause

// A cell mixes what is separate in a Go file: imports, declarations of functions, types and
// constants, and the statements of a function body, in any order. go/parser only parses files. So
// the cell is first split into chunks with go/scanner, which inserts semicolons as the language
// does: a chunk ends at a semicolon outside all brackets. Its first tokens determine its kind:
//
//	import ...                      the imports
//	type, const, func name,         the declarations of a file
//	func (recv) name(
//	anything else, var too          the statements of a body
//
// Explicit semicolons in the headers of if, for and switch end no chunk, so chunks that begin with
// those words (or with a label) end only at the end of a line. A chunk's text begins where the
// previous chunk ended, so that doc comments stay with their declarations.
//
// The cost is one scan of the text. Invariant: the texts of the chunks, in order, are the cell's
// text up to its last token, without the semicolons between them.

package syntax

import (
	"go/scanner"
	"go/token"
	"strings"
)

type section int

const (
	statements section = iota
	imports
	declarations
)

// A chunk is a part of a cell that go/parser can parse. Offsets are bytes of the cell's text.
type chunk struct {
	section section
	begin   int // where the text begins: with the comments before the first token
	first   int // offset of the first token
	end     int // one past the last token, without a semicolon
	semi    bool
	keyword token.Token // the first token
	comma   bool        // there is a comma outside of all brackets and no assignment: perhaps a list of values
}

// scan returns a scanner of text that ignores errors, and the file of its positions.
func scan(text string, mode scanner.Mode) (*scanner.Scanner, *token.File) {
	file := token.NewFileSet().AddFile("", -1, len(text))
	s := new(scanner.Scanner)
	s.Init(file, []byte(text), func(token.Position, string) {}, mode)
	return s, file
}

// unterminated returns the offset of a comment at the end of src that is not closed, and -1 if
// there is none. It belongs to no chunk.
func unterminated(src string) int {
	if i := strings.LastIndex(src, "/*"); i < 0 || strings.Contains(src[i+2:], "*/") {
		return -1
	}
	s, file := scan(src, scanner.ScanComments)
	for {
		p, t, lit := s.Scan()
		switch {
		case t == token.EOF:
			return -1
		case t == token.COMMENT && strings.HasPrefix(lit, "/*") && (len(lit) < 4 || !strings.HasSuffix(lit, "*/")):
			return file.Offset(p)
		}
	}
}

// split cuts src into chunks. Errors of the scanner are left for the parser to find.
func split(src string) []chunk {
	type tok struct {
		off, end int
		tok      token.Token
	}
	s, file := scan(src, 0)
	var chunks []chunk
	var run []tok // the tokens of the chunk that is being read
	depth, begin := 0, 0
	flush := func(semi bool, next int) {
		if len(run) == 0 {
			begin = max(begin, next)
			return
		}
		c := chunk{begin: begin, first: run[0].off, end: run[len(run)-1].end, semi: semi, keyword: run[0].tok}
		toks := make([]token.Token, len(run))
		for i, t := range run {
			toks[i] = t.tok
		}
		c.section = classify(toks)
		c.comma = c.section == statements && isList(toks)
		chunks = append(chunks, c)
		begin, run = max(c.end, next), run[:0]
	}
	for {
		p, t, lit := s.Scan()
		if t == token.EOF {
			flush(false, 0)
			return chunks
		}
		off := file.Offset(p)
		switch t {
		case token.LPAREN, token.LBRACE, token.LBRACK:
			depth++
		case token.RPAREN, token.RBRACE, token.RBRACK:
			depth = max(depth-1, 0)
		case token.SEMICOLON:
			explicit := lit == ";"
			if depth == 0 && !(explicit && len(run) > 0 && hasHeader(run[0].tok, len(run) > 1 && run[1].tok == token.COLON) && !bodySeen(run[len(run)-1].tok)) {
				if explicit && len(run) == 0 && len(chunks) > 0 {
					chunks[len(chunks)-1].semi = true
				}
				next := 0
				if explicit {
					next = off + 1
				}
				flush(explicit, next)
				continue
			}
		}
		n := len(lit)
		if !t.IsLiteral() && t != token.COMMENT {
			n = len(t.String())
		}
		if t == token.SEMICOLON {
			n = 1
		}
		if t == token.STRING && strings.HasPrefix(lit, "`") {
			// The scanner drops carriage returns from raw strings: measure the text itself.
			if i := strings.IndexByte(src[off+1:], '`'); i >= 0 {
				n = i + 2
			}
		}
		run = append(run, tok{off, min(off+n, len(src)), t})
	}
}

// hasHeader reports whether a chunk that begins with t may hold semicolons of its own outside
// brackets.
func hasHeader(t token.Token, labeled bool) bool {
	return t == token.IF || t == token.FOR || t == token.SWITCH || t == token.IDENT && labeled
}

// bodySeen reports whether the token before an explicit semicolon closes the statement's body.
func bodySeen(last token.Token) bool { return last == token.RBRACE }

func classify(t []token.Token) section {
	switch t[0] {
	case token.IMPORT:
		return imports
	case token.TYPE, token.CONST:
		return declarations
	case token.FUNC:
		if len(t) > 1 && t[1] == token.IDENT {
			return declarations
		}
		// func (r T) name(...) is a method; func (x T) pkg.T {...}() is a literal.
		if len(t) > 1 && t[1] == token.LPAREN {
			depth := 0
			for i := 1; i < len(t); i++ {
				switch t[i] {
				case token.LPAREN:
					depth++
				case token.RPAREN:
					if depth--; depth == 0 {
						if i+2 < len(t) && t[i+1] == token.IDENT && t[i+2] == token.LPAREN {
							return declarations
						}
						return statements
					}
				}
			}
		}
	}
	return statements
}

// isList reports whether the tokens can be a list of expressions: they have a comma outside all
// brackets, and nothing there that makes them a statement.
func isList(t []token.Token) bool {
	if t[0].IsKeyword() && t[0] != token.FUNC && t[0] != token.MAP && t[0] != token.STRUCT && t[0] != token.CHAN && t[0] != token.INTERFACE {
		return false
	}
	depth, comma := 0, false
	for _, t := range t {
		switch t {
		case token.LPAREN, token.LBRACE, token.LBRACK:
			depth++
		case token.RPAREN, token.RBRACE, token.RBRACK:
			depth--
		case token.COMMA:
			comma = comma || depth == 0
		case token.DEFINE, token.ASSIGN:
			if depth == 0 {
				return false
			}
		}
	}
	return comma
}

// Identifiers returns the identifiers in a text, which need not be valid.
func Identifiers(text string) map[string]bool {
	names := make(map[string]bool)
	s, _ := scan(text, 0)
	for {
		switch _, tok, lit := s.Scan(); tok {
		case token.IDENT:
			names[lit] = true
		case token.EOF:
			return names
		}
	}
}
