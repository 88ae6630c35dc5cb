--
-- Generators: v7, v6, v4 and v8 from a payload.
-- Order under a moving clock is the business of t/monotonic.pl and
-- t/clock.pl, randomness that of t/random.pl.
-- In make test: quick, and the main test of the layout of what is generated.
--
\set test generate
\i test/sql/include/begin.sql
\echo '-- version and variant of every form, a thousand times each'
SELECT form, uuid_version(id), uuid_variant(id), count(*), count(DISTINCT id)
FROM generate_series(1, 1000) AS i, LATERAL (VALUES
    ('v7', uuid_generate_v7()), ('v7 at', uuid_generate_v7('2022-02-22 19:22:22')),
    ('v7 at, ordinal', uuid_generate_v7('2022-02-22 19:22:22', i)),
    ('v7 shifted', uuid_generate_v7_shifted(interval '-1 hour' * i)), ('v6', uuid_generate_v6()),
    ('v6 at', uuid_generate_v6('2022-02-22 19:22:22')), ('v4', uuid_generate_v4_random()),
    ('v8 of a node', uuid_generate_v8_node(i))) AS generated (form, id)
GROUP BY 1, 2, 3
ORDER BY 1;

\echo '-- the time in a fresh UUID is now; the clock of a machine may be set back meanwhile'
SELECT uuid_v7_timestamp_us(uuid_generate_v7()) BETWEEN before AND after AS v7,
  uuid_time(uuid_generate_v6()) BETWEEN before AND after AS v6,
  uuid_v8_node_timestamp(uuid_generate_v8_node(1)) BETWEEN before AND after AS v8_of_a_node
FROM (VALUES (now() - interval '1 min', now() + interval '1 min')) AS bounds (before, after);

\echo '-- v8 of a node: every node, in the order of generation'
SELECT count(*), count(*) FILTER (WHERE uuid_v8_node(id) <> node) AS other_node,
  count(*) FILTER (WHERE id <= previous) AS out_of_order
FROM (SELECT node, id, lag(id) OVER (ORDER BY node DESC) AS previous
  FROM (SELECT node, uuid_generate_v8_node(node) AS id FROM generate_series(65535, 0, -1) AS node OFFSET 0) AS generated
) AS neighbours;

\echo '-- v7 shifted: the time is now plus the shift'
SELECT shift, uuid_v7_timestamp_us(uuid_generate_v7_shifted(shift)) - (now() + shift)
  BETWEEN interval '-1 min' AND interval '1 min' AS shifted
FROM (VALUES (interval '0'), ('-1001 us'), ('1 hour'), ('-25 years 3 months 1 day 02:03:04.567891'),
  ('8000 years')) AS shifts (shift);

\echo '-- in one statement: greater than every one before it of this shift, and of smaller ones'
SELECT count(*), count(DISTINCT id) = count(*) AS unique, count(*) FILTER (WHERE id <= previous) AS out_of_order,
  count(*) FILTER (WHERE shift >= interval '0' AND id <= previous_v7) AS before_v7
FROM (SELECT shift, id, lag(id) OVER (PARTITION BY shift ORDER BY n, position) AS previous,
    max(id) FILTER (WHERE shift IS NULL) OVER (ORDER BY n, position) AS previous_v7 FROM (
    SELECT n, position, id, shifts[position] AS shift FROM (
      SELECT n, shifts, ARRAY[uuid_generate_v7_shifted('-1 day'), uuid_generate_v7_shifted('-1 hour'),
        uuid_generate_v7(), uuid_generate_v7_shifted('0'), uuid_generate_v7_shifted('1 us'),
        uuid_generate_v7_shifted('1 month'), uuid_generate_v7_shifted('-1 day'),
        uuid_generate_v7(), uuid_generate_v7_shifted('0'), uuid_generate_v7_shifted('1 us')] AS ids
      FROM generate_series(1, 50000) AS n,
        (VALUES ('{-1 day,-1 hour,NULL,0,1 us,1 month,-1 day,NULL,0,1 us}'::interval[])) AS s (shifts)
      OFFSET 0) AS made, unnest(ids) WITH ORDINALITY AS u (id, position) OFFSET 0) AS single) AS neighbours;

\echo '-- v7 of a given time: every ordinal, in its order'
SELECT count(*), count(*) FILTER (WHERE id <= previous) AS out_of_order,
  count(*) FILTER (WHERE (uuid_inspect(id)).counter <> ordinal) AS other_counter
FROM (SELECT ordinal, id, lag(id) OVER (ORDER BY ordinal) AS previous FROM (
    SELECT ordinal, uuid_generate_v7('2022-02-22 19:22:22', ordinal) AS id FROM generate_series(0, 16383) AS ordinal
    OFFSET 0) AS generated) AS neighbours;

\echo '-- More rows of one time than there are ordinals: numbered within their millisecond,'
\echo '-- and spread over its microseconds by the number'
CREATE TABLE old_orders (n integer, created_at timestamptz);
INSERT INTO old_orders SELECT n, timestamptz '2022-02-22 19:22:22.000999' FROM generate_series(1, 50000) AS n
  UNION ALL SELECT n, '2022-02-22 19:22:22.001' FROM generate_series(50001, 50010) AS n
  UNION ALL SELECT n, '2022-02-22 19:22:22.001001' FROM generate_series(50011, 50020) AS n
  UNION ALL SELECT 50021, '2022-02-22 19:22:23';
\echo '-- the query that README shows'
CREATE TABLE new_orders AS
SELECT uuid_generate_v7(
    date_trunc('milliseconds', created_at) + i / 16384 * interval '1 microsecond', (i % 16384)::integer) AS id, o.*
FROM (
  SELECT *, row_number() OVER (PARTITION BY date_trunc('milliseconds', created_at) ORDER BY created_at, n) - 1 AS i
  FROM old_orders) AS o;
SELECT count(*), array_agg(n ORDER BY id) = array_agg(n ORDER BY n) AS in_order,
  count(*) FILTER (WHERE uuid_v7_timestamp(id) <> date_trunc('milliseconds', created_at)) AS other_ms,
  count(DISTINCT uuid_v7_timestamp_us(id)) AS microseconds
FROM new_orders;

\echo '-- backfill leaves the clock-driven generator alone, and the other way round'
SELECT uuid_generate_v7('10889-08-02 05:31:50.655999', 16383) > uuid_generate_v7() AS future_is_later,
  uuid_v7_timestamp_us(uuid_generate_v7()) <= now() + interval '1 min' AS still_now,
  uuid_v7_timestamp_us(uuid_generate_v7('1970-01-01')) AS past_stays_past;

\echo '-- the node is never a hardware address: its multicast bit is set'
SELECT count(*) FILTER (WHERE trunc((uuid_inspect(id)).node) & '01:00:00:00:00:00' = '00:00:00:00:00:00') AS unicast
FROM (SELECT uuid_generate_v6() AS id FROM generate_series(1, 1000) UNION ALL
  SELECT uuid_generate_v6('2022-02-22 19:22:22') FROM generate_series(1, 1000)) AS generated;

\echo '-- v8 from a payload: only version and variant are set'
SELECT payload, uuid_generate_v8(payload)
FROM (VALUES ('\x00000000000000000000000000000000'::bytea), ('\xffffffffffffffffffffffffffffffff'),
  ('\x2489e9ad2ee20e000ec932d5f69181c0'), ('\x00112233445566778899aabbccddeeff')) AS payloads (payload);

\echo '-- What is refused; the node of the configuration is not set'
SELECT call, state, message, detail, hint
FROM unnest(ARRAY[
    $$uuid_generate_v8_node(-1)$$, $$uuid_generate_v8_node(65536)$$, $$uuid_generate_v8_node()$$,
    $$uuid_generate_v7('1969-12-31 23:59:59.999999')$$, $$uuid_generate_v7('10889-08-02 05:31:50.656')$$,
    $$uuid_generate_v7('infinity')$$, $$uuid_generate_v7('-infinity')$$,
    $$uuid_generate_v7('2022-02-22 19:22:22', -1)$$, $$uuid_generate_v7('2022-02-22 19:22:22', 16384)$$,
    $$uuid_generate_v7('infinity', 0)$$, $$uuid_generate_v6('1582-10-14 23:59:59.999999')$$,
    $$uuid_generate_v6('5236-03-31 21:21:00.684698')$$, $$uuid_generate_v6('infinity')$$,
    $$uuid_generate_v8('\x00112233445566778899aabbccddee')$$,
    $$uuid_generate_v8(convert_to(repeat('x', 1000000), 'UTF8'))$$]) AS call, LATERAL error_of('SELECT ' || call);
SELECT * FROM error_of('SET uuidx.entropy_pol = off');
\echo '-- the time in these is that of the clock and the shift'
SELECT shift, (error_of(format('SELECT uuid_generate_v7_shifted(%L)', shift))).state
FROM unnest('{-1000 years,9000 years,-1000000 hours,146000 years,100000000 hours,178000000 years,
  -178000000 years}'::text[]) AS shift;
-- and no trace is left
SELECT uuid_v7_timestamp_us(uuid_generate_v7_shifted('0')) <= now() + interval '1 min' AS still_now;
\i test/sql/include/end.sql
