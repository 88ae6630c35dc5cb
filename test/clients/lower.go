package main

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"os"
	"time"
)

<<go>>

func main() {
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		at, err := time.Parse(time.RFC3339Nano, lines.Text())
		if err != nil {
			panic(err)
		}
		id := uuidV7Lower(at)
		fmt.Printf("%x-%x-%x-%x-%x\n", id[:4], id[4:6], id[6:8], id[8:10], id[10:])
	}
}
