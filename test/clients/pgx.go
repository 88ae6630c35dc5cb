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

func text(id [16]byte) string {
	return fmt.Sprintf("%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:])
}

type event struct {
	Id      [16]byte
	Payload *string
}

func payloads(rows pgx.Rows) (values []string) {
	events, err := pgx.CollectRows(rows, pgx.RowToStructByPos[event])
	check(err)
	for _, e := range events {
		values = append(values, *e.Payload)
	}
	return values
}

func main() {
	ctx := context.Background()
	db, err := pgx.Connect(ctx, os.Getenv("DATABASE_URL"))
	check(err)
	from, err := time.Parse(time.RFC3339, os.Getenv("FROM_TIME"))
	check(err)
	to, err := time.Parse(time.RFC3339, os.Getenv("TO_TIME"))
	check(err)
	last := os.Getenv("LAST_ID")
	// each result is read before the next query
	<<1:0>>
	check(err)
	say("id", text(id))
	<<1:1>>
	check(err)
	say("during", payloads(during)...)
	page, err := db.Query(ctx, "SELECT * FROM events WHERE id < $1 ORDER BY id DESC LIMIT 50", last)
	check(err)
	say("page", payloads(page)...)
	many, err := db.Query(ctx, "INSERT INTO events (payload) SELECT unnest($1::text[]) RETURNING id", []string{"a", "b", "c"})
	check(err)
	ids, err := pgx.CollectRows(many, pgx.RowTo[[16]byte])
	check(err)
	say("many", text(ids[0]), text(ids[1]), text(ids[2]))
	wrong, _ := db.Query(ctx, "SELECT * FROM events WHERE id >= $1", from)
	wrong.Close()
	say("trap", fmt.Sprint(wrong.Err()))
	again, err := db.Query(ctx, "SELECT * FROM events WHERE id >= $1::timestamptz AND id < $2::timestamptz", from, to)
	check(err)
	say("again", payloads(again)...)
}
