// bytes, hex, base64, hashes, binary encoding, sha and crc.

package main

import (
	"bytes"
	"crypto/md5"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash/crc32"
	"hash/fnv"
	"io"
)

type header struct {
	Magic uint32
	Ver   uint8
	Flags [3]uint8
	Len   int16
}

func main() {
	var b bytes.Buffer
	b.WriteString("hello ")
	b.Write([]byte{'w', 0x6f})
	fmt.Fprintf(&b, "%s!", "rld")
	fmt.Println(b.String(), b.Len())
	x := make([]byte, 5)
	n, err := b.Read(x)
	fmt.Println(n, err, string(x), b.String())
	line, err := b.ReadString('w')
	fmt.Printf("%q %v %q\n", line, err, b.Bytes())
	fmt.Println(bytes.Equal([]byte("a"), []byte{97}), bytes.Compare([]byte("a"), []byte("b")), bytes.Contains([]byte("abc"), []byte("bc")))
	fmt.Printf("%s %q\n", bytes.ToUpper([]byte("up")), bytes.Split([]byte("a-b-c"), []byte("-")))
	fmt.Printf("%s\n", bytes.Map(func(r rune) rune { return r + 1 }, []byte("HAL")))
	fmt.Println(hex.EncodeToString([]byte("Go!")), base64.StdEncoding.EncodeToString([]byte("Go is fun")))
	d, err := base64.URLEncoding.DecodeString("_-8=")
	fmt.Println(d, err)
	_, err = hex.DecodeString("xyz")
	fmt.Println(err)
	fmt.Printf("%x\n", sha256.Sum256([]byte("abc")))
	fmt.Printf("%x %08x\n", md5.Sum([]byte("abc")), crc32.ChecksumIEEE([]byte("abc")))
	h := fnv.New32a()
	h.Write([]byte("abc"))
	io.WriteString(h, "def")
	fmt.Println(h.Sum32())
	var w bytes.Buffer
	err = binary.Write(&w, binary.BigEndian, header{0xCAFEBABE, 1, [3]uint8{1, 2, 3}, -2})
	fmt.Printf("% x %v\n", w.Bytes(), err)
	var hd header
	err = binary.Read(&w, binary.BigEndian, &hd)
	fmt.Printf("%+v %v\n", hd, err)
	buf := binary.LittleEndian.AppendUint16(nil, 0x1234)
	fmt.Println(buf, binary.BigEndian.Uint16(buf), binary.PutUvarint(make([]byte, 10), 300))
}
