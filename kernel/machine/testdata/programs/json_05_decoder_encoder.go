// Streaming: Decoder with tokens, UseNumber, unknown fields; Encoder with options.

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
)

type msg struct {
	Name, Text string
}

func main() {
	dec := json.NewDecoder(strings.NewReader(`{"Name":"Ed","Text":"Knock"} {"Name":"Sam","Text":"Who?"}
[1,2]`))
	for {
		var m msg
		if err := dec.Decode(&m); err == io.EOF {
			break
		} else if err != nil {
			fmt.Println(err)
			break
		}
		fmt.Printf("%s: %s\n", m.Name, m.Text)
	}
	d := json.NewDecoder(strings.NewReader(`{"a":[1,{"b":null}],"c":true}`))
	for {
		t, err := d.Token()
		if err != nil {
			fmt.Println(err)
			break
		}
		fmt.Printf("%T:%v ", t, t)
	}
	d = json.NewDecoder(strings.NewReader(`{"Name":"x","Other":1}`))
	d.DisallowUnknownFields()
	fmt.Println(d.Decode(&msg{}))
	d = json.NewDecoder(strings.NewReader(`{"n":12345678901234567890}`))
	d.UseNumber()
	var v map[string]any
	fmt.Println(d.Decode(&v), v)
	fmt.Printf("%T\n", v["n"])
	enc := json.NewEncoder(os.Stdout)
	enc.Encode(msg{"a<b", "x&y"})
	enc.SetEscapeHTML(false)
	enc.SetIndent(">", "\t")
	enc.Encode([]msg{{"a<b", "é\u2028\n"}})
	var buf bytes.Buffer
	json.Indent(&buf, []byte(`{"a":[1,2],"b":{}}`), "", " ")
	fmt.Println(buf.String())
	buf.Reset()
	json.Compact(&buf, []byte("{ \"a\" : 1 }"))
	fmt.Println(buf.String(), json.Valid([]byte(`{}`)), json.Valid([]byte(`{a}`)))
}
