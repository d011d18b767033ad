// SPDX-License-Identifier: BSD-3-Clause

package debug

import "encoding/json"

// The messages of the Debug Adapter Protocol, as far as they are used, with the protocol's names.

// A request is a message of the client.
type request struct {
	Seq       int             `json:"seq"`
	Type      string          `json:"type"`
	Command   string          `json:"command"`
	Arguments json.RawMessage `json:"arguments,omitempty"`
}

type response struct {
	Seq        int    `json:"seq"`
	Type       string `json:"type"`
	RequestSeq int    `json:"request_seq"`
	Success    bool   `json:"success"`
	Command    string `json:"command"`
	Message    string `json:"message,omitempty"`
	Body       any    `json:"body,omitempty"`
}

type event struct {
	Seq   int    `json:"seq"`
	Type  string `json:"type"`
	Event string `json:"event"`
	Body  any    `json:"body,omitempty"`
}

type errorMessage struct {
	ID        int               `json:"id"`
	Format    string            `json:"format"`
	Variables map[string]string `json:"variables"`
	ShowUser  bool              `json:"showUser"`
}

type stoppedBody struct {
	Reason            string `json:"reason"`
	Description       string `json:"description,omitempty"`
	Text              string `json:"text,omitempty"`
	ThreadID          int    `json:"threadId"`
	AllThreadsStopped bool   `json:"allThreadsStopped"`
	HitBreakpointIDs  []int  `json:"hitBreakpointIds,omitempty"`
}

type continuedBody struct {
	ThreadID            int  `json:"threadId"`
	AllThreadsContinued bool `json:"allThreadsContinued"`
}

type outputBody struct {
	Category string `json:"category"`
	Output   string `json:"output"`
}

type exceptionFilter struct {
	Filter      string `json:"filter"`
	Label       string `json:"label"`
	Description string `json:"description"`
	Default     bool   `json:"default"`
}

type source struct {
	Name string `json:"name,omitempty"`
	Path string `json:"path,omitempty"`
}

type attachArguments struct{ StopOnEntry bool }

type cellArguments struct{ Code string }

type sourceArguments struct {
	Source source `json:"source"`
}

type sourceBody struct {
	Content  string `json:"content"`
	MimeType string `json:"mimeType"`
}

type sourceBreakpoint struct {
	Line         int    `json:"line"`
	Condition    string `json:"condition,omitempty"`
	HitCondition string `json:"hitCondition,omitempty"`
	LogMessage   string `json:"logMessage,omitempty"`
}

type breakpointsArguments struct {
	Source      source             `json:"source"`
	Breakpoints []sourceBreakpoint `json:"breakpoints"`
	Lines       []int              `json:"lines"`
}

type setBreakpoint struct {
	ID       int    `json:"id"`
	Verified bool   `json:"verified"`
	Message  string `json:"message,omitempty"`
	Source   source `json:"source"`
	Line     int    `json:"line"`
}

type breakpointsBody struct {
	Breakpoints []setBreakpoint `json:"breakpoints"`
}

type locationsArguments struct {
	Source  source `json:"source"`
	Line    int    `json:"line"`
	EndLine int    `json:"endLine"`
}

type location struct {
	Line int `json:"line"`
}

type locationsBody struct {
	Breakpoints []location `json:"breakpoints"`
}

type exceptionsArguments struct {
	Filters []string `json:"filters"`
}

type exceptionBody struct {
	ExceptionID string `json:"exceptionId"`
	Description string `json:"description"`
	BreakMode   string `json:"breakMode"`
}

// threadArguments are those of continue and of steps.
type threadArguments struct {
	ThreadID int `json:"threadId"`
}

type continueBody struct {
	AllThreadsContinued bool `json:"allThreadsContinued"`
}

type thread struct {
	ID   int    `json:"id"`
	Name string `json:"name"`
}

type threadsBody struct {
	Threads []thread `json:"threads"`
}

type stackArguments struct {
	ThreadID   int `json:"threadId"`
	StartFrame int `json:"startFrame"`
	Levels     int `json:"levels"`
}

type stackFrame struct {
	ID     int    `json:"id"`
	Name   string `json:"name"`
	Source source `json:"source"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
}

type stackBody struct {
	StackFrames []stackFrame `json:"stackFrames"`
	TotalFrames int          `json:"totalFrames"`
}

type frameArguments struct {
	FrameID int `json:"frameId"`
}

type scope struct {
	Name               string `json:"name"`
	PresentationHint   string `json:"presentationHint"`
	VariablesReference int    `json:"variablesReference"`
	NamedVariables     int    `json:"namedVariables,omitempty"`
	Expensive          bool   `json:"expensive"`
}

type scopesBody struct {
	Scopes []scope `json:"scopes"`
}

type variablesArguments struct {
	VariablesReference int    `json:"variablesReference"`
	Filter             string `json:"filter"`
	Start              int    `json:"start"`
	Count              int    `json:"count"`
}

type variable struct {
	Name         string `json:"name"`
	EvaluateName string `json:"evaluateName,omitempty"`
	Value        string `json:"value"`
	shape
}

// A shape is the type of a value, and the list of its parts.
type shape struct {
	Type               string `json:"type,omitempty"`
	VariablesReference int    `json:"variablesReference"`
	NamedVariables     int    `json:"namedVariables,omitempty"`
	IndexedVariables   int    `json:"indexedVariables,omitempty"`
}

type variablesBody struct {
	Variables []variable `json:"variables"`
}

type setVariableArguments struct {
	VariablesReference int    `json:"variablesReference"`
	Name               string `json:"name"`
	Value              string `json:"value"`
}

type setExpressionArguments struct {
	Expression string `json:"expression"`
	Value      string `json:"value"`
	FrameID    int    `json:"frameId"`
}

type setBody struct {
	Value string `json:"value"`
	shape
}

type evaluateArguments struct {
	Expression string `json:"expression"`
	FrameID    int    `json:"frameId"`
}

type evaluateBody struct {
	Result string `json:"result"`
	shape
}

type modulesArguments struct {
	StartModule int `json:"startModule"`
	ModuleCount int `json:"moduleCount"`
}

type module struct {
	ID   int    `json:"id"`
	Name string `json:"name"`
	Path string `json:"path"`
}

type modulesBody struct {
	Modules      []module `json:"modules"`
	TotalModules int      `json:"totalModules"`
}
