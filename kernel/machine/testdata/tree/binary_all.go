// encoding/binary with own types.

package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
)

type Kind uint16
type Sum [4]byte
type Head struct {
	Magic uint32
	Kind  Kind
	_     [2]byte
	Sum   Sum
	Parts [2]Part
}
type Part struct {
	Off, Len int32
	Ok       Flag
}
type Flag bool
type Bad struct {
	N    int
	Name string
}
type List []Kind

func main() {
	h := Head{0xcafe, 7, [2]byte{}, Sum{1, 2, 3, 4}, [2]Part{{1, 2, true}, {3, 4, false}}}
	var b bytes.Buffer
	fmt.Println(binary.Write(&b, binary.LittleEndian, h), b.Len(), binary.Size(h), binary.Size(Kind(1)), binary.Size(Bad{}))
	fmt.Printf("%x\n", b.Bytes())
	var r Head
	fmt.Println(binary.Read(&b, binary.LittleEndian, &r), r == h, r.Parts[1].Len)
	fmt.Println(binary.Write(&b, binary.BigEndian, Bad{}))
	fmt.Println(binary.Write(&b, binary.BigEndian, List{1, 2}), b.Bytes())
	l := make(List, 2)
	fmt.Println(binary.Read(&b, binary.BigEndian, l), l)
	fmt.Println(binary.Read(bytes.NewReader([]byte{0, 3, 0, 4}), binary.BigEndian, &l), l)
	fmt.Println(binary.Read(&b, binary.BigEndian, &h))
	var k Kind
	n, err := binary.Decode([]byte{1, 2}, binary.BigEndian, &k)
	fmt.Println(n, err, k)
	buf, err := binary.Append(nil, binary.BigEndian, []Part{{1, 2, true}})
	fmt.Println(buf, err)
	fmt.Println(binary.Read(&b, binary.BigEndian, h))
}
