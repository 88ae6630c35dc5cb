package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
)

func say(what string, values ...string) {
	fmt.Println(what + "\t" + strings.Join(values, ","))
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

type event struct {
	Id      [16]byte
	Payload *string
}

func main() {
	ctx := context.Background()
	db, err := pgx.Connect(ctx, os.Getenv("DATABASE_URL"))
	check(err)
	from, err := time.Parse(time.RFC3339, os.Getenv("FROM_TIME"))
	check(err)
	to, err := time.Parse(time.RFC3339, os.Getenv("TO_TIME"))
	check(err)
	// each result is read before the next query
	<<1:0>>
	check(err)
	say("id", fmt.Sprintf("%x", id))
	<<1:1>>
	check(err)
	events, err := pgx.CollectRows(during, pgx.RowToStructByPos[event])
	check(err)
	var payloads []string
	for _, e := range events {
		payloads = append(payloads, *e.Payload)
	}
	say("during", payloads...)
	wrong, _ := db.Query(ctx, "SELECT * FROM events WHERE id >= $1", from)
	wrong.Close()
	say("trap", fmt.Sprint(wrong.Err()))
}
