-- doc/read-on.md; t/horizon.pl has transactions that overlap

-- after Read on by the key
SET enable_seqscan = off;
SET enable_bitmapscan = off;
PREPARE next_messages (uuid) AS :{/PREPARE next_messages \(uuid\) AS\n +(.*)/};
EXPLAIN (COSTS OFF) EXECUTE next_messages ('00000000-0000-0000-0000-000000000000');
--~ Index Cond: \(\(id > '0.*'::uuid\) AND \(id < uuid_v7_horizon\(\)\)\)

-- after A consumer
UPDATE consumers SET last_id = DEFAULT;
LISTEN messages;
INSERT INTO messages (body) VALUES ('first'), ('second'); --~ Asynchronous notification "messages"
DO $$BEGIN WHILE uuid_v7_lower(clock_timestamp() - interval '1 ms') <= (SELECT max(id)
  FROM messages) LOOP END LOOP; END$$;
:{A consumer 3.2} \gset
:{A consumer 3.3}; --~ \A\S+\|first\n\S+\|second\z
UPDATE consumers SET last_id = (SELECT max(id) FROM messages) WHERE name = 'mailer';
:{A consumer 3.2} \gset
:{A consumer 3.3}; -->

-- after Several consumers
SELECT (SELECT count(*) FROM (:{Several consumers 1.2}) AS m)
  + (SELECT count(*) FROM messages WHERE (uuid_hash(id) & 2147483647) % 3 <> 0) = count(*) FROM messages; --> t

-- before Long transactions 1
-- database waiting from read_on

-- after Long transactions
BEGIN;
CREATE TABLE t ();
PREPARE TRANSACTION 'left behind';
:{Long transactions 1.2}; --~ \Aleft behind\|.*\|prepared\|\z
:{Long transactions 1.1}; -->
ROLLBACK PREPARED 'left behind';

-- after Other versions
INSERT INTO visits SELECT FROM generate_series(1, 10);
SELECT count(*) FROM visits WHERE id < uuid_v6_lower(uuid_time(uuid_v7_horizon()) + interval '1 hour'); --> 10
