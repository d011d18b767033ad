package main

import (
	"bytes"
	"crypto/sha256"
	"encoding"
	"encoding/base64"
	"encoding/binary"
	"encoding/gob"
	"encoding/hex"
	"encoding/json"
	"encoding/xml"
	"flag"
	"fmt"
	"hash/crc32"
	"hash/fnv"
	"io"
	"log"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"
	"unicode"
)

type Header struct {
	Magic   [4]byte
	Version uint16
	Flags   uint16
	Len     int32
}
type Duration struct{ time.Duration }

func (d Duration) MarshalText() ([]byte, error) { return []byte(d.String()), nil }
func (d *Duration) UnmarshalText(b []byte) (err error) {
	d.Duration, err = time.ParseDuration(string(b))
	return
}

var _ encoding.TextMarshaler = Duration{}
var _ encoding.TextUnmarshaler = (*Duration)(nil)

type Config struct {
	XMLName xml.Name `xml:"config" json:"-"`
	Name    string   `xml:"name,attr" json:"name"`
	Timeout Duration `xml:"timeout" json:"timeout"`
	Hosts   []Host   `xml:"hosts>host" json:"hosts"`
	Note    string   `xml:",comment" json:"note,omitempty"`
}
type Host struct {
	Addr string `xml:",chardata" json:"addr"`
	Port int    `xml:"port,attr" json:"port,omitempty"`
}
type Shape interface{ Area() float64 }
type Sq struct{ S float64 }
type Ci struct{ R float64 }

func (s Sq) Area() float64  { return s.S * s.S }
func (c *Ci) Area() float64 { return 3 * c.R * c.R }

type list []string

func (l *list) String() string { return strings.Join(*l, "+") }
func (l *list) Set(s string) error {
	if s == "" {
		return fmt.Errorf("empty")
	}
	*l = append(*l, strings.Split(s, ",")...)
	return nil
}

type level int

func (l *level) UnmarshalText(b []byte) error {
	_, err := fmt.Sscanf(string(b), "L%d", l)
	return err
}
func (l level) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "L%d", int(l)), nil }

func main() {
	var buf bytes.Buffer
	h := Header{[4]byte{'P', 'K', 'A', '1'}, 2, 0x8001, -7}
	fmt.Println(binary.Write(&buf, binary.BigEndian, h), hex.EncodeToString(buf.Bytes()), binary.Size(h))
	var h2 Header
	fmt.Println(binary.Read(&buf, binary.BigEndian, &h2), h2 == h)
	b := binary.LittleEndian.AppendUint32(nil, 0xdeadbeef)
	b = binary.AppendVarint(b, -300)
	n, k := binary.Varint(b[4:])
	fmt.Printf("% x %d %d\n", b, n, k)
	c := Config{Name: "n<1>", Timeout: Duration{90 * time.Second}, Hosts: []Host{{"a.b", 80}, {"c&d", 0}}, Note: " hi "}
	xb, err := xml.MarshalIndent(c, "", " ")
	fmt.Println(string(xb), err)
	var c2 Config
	fmt.Println(xml.Unmarshal(xb, &c2), c2.Hosts, c2.Timeout, c2.Name)
	jb, err := json.Marshal(&c)
	fmt.Println(string(jb), err)
	var c3 Config
	fmt.Println(json.Unmarshal([]byte(`{"timeout":"1m30s","hosts":[{"port":1}]}`), &c3), c3.Timeout.Seconds(), c3.Hosts)
	fmt.Println(json.Unmarshal([]byte(`{"timeout":"xx"}`), &c3), json.Unmarshal([]byte(`{"timeout":5}`), &c3))
	gob.Register(Sq{})
	gob.Register(&Ci{})
	buf.Reset()
	shapes := map[string][]Shape{"a": {Sq{2}, &Ci{1}}}
	fmt.Println(gob.NewEncoder(&buf).Encode(shapes))
	var back map[string][]Shape
	fmt.Println(gob.NewDecoder(&buf).Decode(&back), back["a"][0].Area(), back["a"][1].Area(), fmt.Sprintf("%T %T", back["a"][0], back["a"][1]))
	fmt.Println(base64.URLEncoding.EncodeToString([]byte("hi?>~")), fmt.Sprintf("%x", sha256.Sum256([]byte("x")))[:16], crc32.ChecksumIEEE([]byte("x")))
	f := fnv.New32a()
	io.WriteString(f, "hello")
	fmt.Println(f.Sum32())
	u, err := url.Parse("https://u:p@ex.com:8080/a%20b/c?q=1&q=2&z=%26#frag")
	fmt.Println(u.Host, u.Port(), u.Path, u.Query()["q"], u.Query().Get("z"), u.Fragment, u.User.Username(), err)
	q := url.Values{"b": {"2", "1"}, "a": {"x y"}}
	fmt.Println(q.Encode(), path.Join("a", "../b", "c"), path.Base("/x/y.go"), filepath.Ext("f.tar.gz"), path.Clean("/a/./b//c/.."))
	fsx := flag.NewFlagSet("prog", flag.ContinueOnError)
	fsx.SetOutput(os.Stdout)
	var l list
	var lv level = 3
	nn := fsx.Int("n", 5, "the `count`")
	d := fsx.Duration("d", time.Second, "delay")
	fsx.Var(&l, "l", "a list")
	fsx.TextVar(&lv, "lv", level(1), "level")
	fsx.BoolFunc("v", "verbose", func(s string) error { fmt.Println("v:", s); return nil })
	fmt.Println(fsx.Parse(strings.Fields("-n 7 -l a,b --l=c -v -lv L9 -d 2m rest -x")), *nn, *d, l, lv, fsx.Args(), fsx.NFlag())
	fmt.Println(fsx.Parse([]string{"-n", "x"}))
	fmt.Println(fsx.Parse([]string{"-l="}))
	fsx.VisitAll(func(f *flag.Flag) { fmt.Print(f.Name, "=", f.Value, "(", f.DefValue, ") ") })
	fmt.Println()
	lg := log.New(os.Stdout, "[p] ", log.Lmsgprefix)
	lg.Printf("%v %s", lv, &l)
	lg.SetFlags(log.Lshortfile & 0)
	lg.Println(Sq{1}, h.Version)
	fmt.Println(unicode.In('é', unicode.Latin, unicode.Greek))
	func() {
		defer func() { fmt.Println("rec:", recover()) }()
		lg.Panicf("bad %v", Duration{time.Minute})
	}()
	log.SetFlags(0)
	log.SetOutput(os.Stdout)
	log.Fatalln("fatal", c3.Timeout)
}
