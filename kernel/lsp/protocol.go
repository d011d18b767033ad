// SPDX-License-Identifier: BSD-3-Clause

package lsp

// The part of the Language Server Protocol 3.17 that the server uses, with the names of the
// specification. The tests compare it with the types of lsprotocol, which are generated from the
// specification.

type position struct {
	Line      int `json:"line"`      // from 0
	Character int `json:"character"` // from 0, in the units of the position encoding
}

type textRange struct {
	Start position `json:"start"`
	End   position `json:"end"`
}

type location struct {
	URI   string    `json:"uri"`
	Range textRange `json:"range"`
}

type documentID struct {
	URI string `json:"uri"`
}

type documentVersion struct {
	URI     string `json:"uri"`
	Version int    `json:"version"`
}

type textDocumentItem struct {
	URI        string `json:"uri"`
	LanguageID string `json:"languageId"`
	Version    int    `json:"version"`
	Text       string `json:"text"`
}

type textChange struct {
	Range *textRange `json:"range"` // nil for the whole text
	Text  string     `json:"text"`
}

// at is the parameter of most requests.
type at struct {
	TextDocument documentID `json:"textDocument"`
	Position     position   `json:"position"`
}

type initializeParams struct {
	RootURI      string `json:"rootUri"`
	Capabilities struct {
		General struct {
			PositionEncodings []string `json:"positionEncodings"`
		} `json:"general"`
		TextDocument struct {
			Completion struct {
				CompletionItem struct {
					DocumentationFormat []string `json:"documentationFormat"`
				} `json:"completionItem"`
			} `json:"completion"`
			DocumentSymbol struct {
				Hierarchical bool `json:"hierarchicalDocumentSymbolSupport"`
			} `json:"documentSymbol"`
		} `json:"textDocument"`
	} `json:"capabilities"`
}

type serverInfo struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

type initializeResult struct {
	Capabilities map[string]any `json:"capabilities"`
	ServerInfo   serverInfo     `json:"serverInfo"`
}

// The severities of diagnostics.
const (
	severityError       = 1
	severityWarning     = 2
	severityInformation = 3
)

type diagnostic struct {
	Range    textRange `json:"range"`
	Severity int       `json:"severity"`
	Source   string    `json:"source"`
	Message  string    `json:"message"`
}

type publishParams struct {
	URI         string       `json:"uri"`
	Version     int          `json:"version"`
	Diagnostics []diagnostic `json:"diagnostics"`
}

type notebookCell struct {
	Kind     int            `json:"kind"` // cellCode, or Markdown
	Document string         `json:"document"`
	Metadata map[string]any `json:"metadata"`
}

const cellCode = 2

type notebookDocument struct {
	URI      string         `json:"uri"`
	Version  int            `json:"version"`
	Metadata map[string]any `json:"metadata"`
	Cells    []notebookCell `json:"cells"`
}

type didOpenNotebook struct {
	NotebookDocument  notebookDocument   `json:"notebookDocument"`
	CellTextDocuments []textDocumentItem `json:"cellTextDocuments"`
}

type didChangeNotebook struct {
	NotebookDocument documentVersion `json:"notebookDocument"`
	Change           struct {
		Metadata map[string]any `json:"metadata"`
		Cells    *struct {
			Structure *struct {
				Array struct {
					Start       int            `json:"start"`
					DeleteCount int            `json:"deleteCount"`
					Cells       []notebookCell `json:"cells"`
				} `json:"array"`
				DidOpen  []textDocumentItem `json:"didOpen"`
				DidClose []documentID       `json:"didClose"`
			} `json:"structure"`
			Data        []notebookCell `json:"data"`
			TextContent []struct {
				Document documentVersion `json:"document"`
				Changes  []textChange    `json:"changes"`
			} `json:"textContent"`
		} `json:"cells"`
	} `json:"change"`
}

type markup struct {
	Kind  string `json:"kind"` // "markdown" or "plaintext"
	Value string `json:"value"`
}

func markdown(text string) *markup { return &markup{"markdown", text} }

type textEdit struct {
	Range   textRange `json:"range"`
	NewText string    `json:"newText"`
}

type workspaceEdit struct {
	Changes map[string][]textEdit `json:"changes"`
}

type completionItem struct {
	Label         string    `json:"label"`
	Kind          int       `json:"kind"`
	Detail        string    `json:"detail,omitempty"`
	Documentation *markup   `json:"documentation,omitempty"`
	SortText      string    `json:"sortText"`
	FilterText    string    `json:"filterText,omitempty"`
	TextEdit      *textEdit `json:"textEdit,omitempty"`
}

type completionList struct {
	IsIncomplete bool             `json:"isIncomplete"`
	Items        []completionItem `json:"items"`
}

type hover struct {
	Contents markup     `json:"contents"`
	Range    *textRange `json:"range,omitempty"`
}

type signatureHelp struct {
	Signatures      []signature `json:"signatures"`
	ActiveSignature int         `json:"activeSignature"`
	ActiveParameter int         `json:"activeParameter"`
}

type signature struct {
	Label         string      `json:"label"`
	Documentation *markup     `json:"documentation,omitempty"`
	Parameters    []parameter `json:"parameters"`
}

type parameter struct {
	Label [2]int `json:"label"` // where it is in the label of the signature, in units of UTF-16
}

type referenceParams struct {
	at
	Context struct {
		IncludeDeclaration bool `json:"includeDeclaration"`
	} `json:"context"`
}

type renameParams struct {
	at
	NewName string `json:"newName"`
}

type prepareRename struct {
	Range       textRange `json:"range"`
	Placeholder string    `json:"placeholder"`
}

type documentHighlight struct {
	Range textRange `json:"range"`
	Kind  int       `json:"kind"` // 2 for a read, 3 for a write
}

type documentSymbol struct {
	Name           string           `json:"name"`
	Detail         string           `json:"detail,omitempty"`
	Kind           int              `json:"kind"`
	Range          textRange        `json:"range"`
	SelectionRange textRange        `json:"selectionRange"`
	Children       []documentSymbol `json:"children,omitempty"`
}

type inlayHintParams struct {
	TextDocument documentID `json:"textDocument"`
	Range        textRange  `json:"range"`
}

type inlayHint struct {
	Position    position `json:"position"`
	Label       string   `json:"label"`
	Kind        int      `json:"kind"` // 1 for a type
	PaddingLeft bool     `json:"paddingLeft"`
}

type codeActionParams struct {
	TextDocument documentID `json:"textDocument"`
	Range        textRange  `json:"range"`
	Context      struct {
		Diagnostics []diagnostic `json:"diagnostics"`
		Only        []string     `json:"only"`
	} `json:"context"`
}

type codeAction struct {
	Title       string         `json:"title"`
	Kind        string         `json:"kind"`
	Diagnostics []diagnostic   `json:"diagnostics,omitempty"`
	IsPreferred bool           `json:"isPreferred,omitempty"`
	Edit        *workspaceEdit `json:"edit"`
}
