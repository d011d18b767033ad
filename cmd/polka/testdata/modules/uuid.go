package main

import (
	"encoding/json"
	"fmt"

	"github.com/google/uuid"
)

type Entry struct {
	ID     uuid.UUID
	Parent uuid.NullUUID
}

type Key uuid.UUID

func (k Key) String() string { return "key:" + uuid.UUID(k).String()[:8] }

func main() {
	id := uuid.NewSHA1(uuid.NameSpaceDNS, []byte("example.org"))
	e := Entry{ID: id}
	b, err := json.Marshal(e)
	fmt.Println(string(b), err)
	var back Entry
	fmt.Println(json.Unmarshal(b, &back), back == e, back.ID.Version(), back.ID.Variant())
	fmt.Println(map[Key]int{Key(id): 1})
	fmt.Println(json.Unmarshal([]byte(`{"ID":"x"}`), &back))
	_, err = uuid.Parse("zz")
	fmt.Println(err, uuid.IsInvalidLengthError(err))
	fmt.Printf("%v %T\n", Key(id), Key(id))
}
