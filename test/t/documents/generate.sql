-- doc/generate.md; documents.pl sets the node

-- after Nodes
INSERT INTO readings (payload) VALUES ('one');
:{Nodes 1.2}; --~ ^7\|.*\|one$
INSERT INTO readings SELECT (left(i::text, 14) || '8' || right(i::text, 21))::uuid, 'two'
  FROM uuid_generate_v7(now() - interval '2 hours') AS v (i);
:{Nodes 1.3}; --~ \A[^\n]*\|one\z
SET enable_seqscan = off;
SET enable_bitmapscan = off;
EXPLAIN (COSTS OFF) :{Nodes 1.3}; --~ Scan using readings_pkey .*\n +Index Cond: \(+id >=
SELECT count(*) FROM readings WHERE id <= timestamptz 'infinity'; --> 0
-- no session sets the node, also before the library is there; a setting of the database or the connection leaves none
SET uuidx.node_id = 1; --! 55P02
SELECT set_config('uuidx.node_id', '1', false); --! 55P02
\! psql -XAt -c 'SET uuidx.node_id = 1' -c 'SELECT uuid_v8_node(uuid_generate_v8_node())' generate 2>&1
--~ "uuidx.node_id" cannot be changed now\n(?:.*\n)*7\z
\! PGOPTIONS='-c uuidx.node_id=1' psql -Xc 'SELECT uuid_generate_v8_node()' generate 2>&1
--~ ERROR:  parameter "uuidx.node_id" is not set
\c -
ALTER DATABASE generate SET uuidx.node_id = 1;
\c -
SELECT uuid_generate_v8_node(); --! 55000
\c -
ALTER DATABASE generate RESET uuidx.node_id;

-- before Backfilling 1
CREATE TABLE old_orders AS SELECT n AS old_id, timestamptz '2026-06-15Z' AS created_at
  FROM generate_series(0, 16384) AS n;
:{Backfilling 1}; --! 22023
DELETE FROM old_orders WHERE old_id = 0;

-- after Names
INSERT INTO hosts VALUES ('www.example.com.'); --! 23514
INSERT INTO hosts VALUES ('WWW.example.com'); --! 23514
INSERT INTO hosts VALUES (U&'e\0301.example'); --! 23514
INSERT INTO hosts VALUES ('www.example.com') RETURNING id; --> 2ed6657d-e927-568b-95e1-2665a8aea6a2

-- after A namespace of your own
SELECT uuid_generate_v8(substr(sha512(uuid_send(uuid_namespace('dns')) || convert_to('www.example.com', 'UTF8')), 1,
  16))
  = uuid_generate_v8_hash('sha512', uuid_namespace('dns'), 'www.example.com'); --> t
