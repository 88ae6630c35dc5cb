-- doc/read-on.md: the consumer gets each message once and in order

-- after Read on by the key
SET enable_seqscan = off;
SET enable_bitmapscan = off;
PREPARE next_messages (uuid) AS :{/PREPARE next_messages \(uuid\) AS\n +(.*)/};
EXPLAIN (COSTS OFF) EXECUTE next_messages ('00000000-0000-0000-0000-000000000000');
--~ Index Cond: \(\(id > '0.*'::uuid\) AND \(id < uuid_v7_horizon\(\)\)\)

-- after A consumer
-- needs dblink
UPDATE consumers SET last_id = DEFAULT;
CREATE EXTENSION dblink;
CREATE PROCEDURE put(connection text, body text) LANGUAGE plpgsql AS $$
DECLARE
  id uuid;
BEGIN
  SELECT r INTO id FROM dblink(connection, format('INSERT INTO messages (body)
  VALUES (%L) RETURNING id', body)) AS d (r uuid);
  WHILE uuid_v7_lower(clock_timestamp() - interval '1 millisecond') <= id LOOP END LOOP;
END $$;
SELECT dblink_connect(name, format('host=%s port=%s dbname=%s', split_part(current_setting('unix_socket_directories'),
  ',', 1), current_setting('port'), current_database())) FROM unnest('{slow,fast}'::text[]) AS u (name);
LISTEN messages;
CALL put('fast', 'first'); --~ Asynchronous notification "messages"
SELECT dblink_exec('slow', 'BEGIN');
CALL put('slow', 'slow');
CALL put('fast', 'fast');
:{A consumer 3.2} \gset
:{A consumer 3.3}; --~ \A\S+\|first\z
SELECT dblink_exec('slow', 'COMMIT');
:{A consumer 3.3}; --~ \A\S+\|first\n\S+\|slow\n\S+\|fast\z
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
