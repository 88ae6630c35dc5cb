--
-- Operator class uuid_time_ops: what it consists of, and its order seen on a few
-- UUIDs. 200,000 random ones are the business of t/time_order.pl.
-- In make test: quick, and the main test of the order by time.
--
\set test time_ops
\i test/sql/include/begin.sql
\echo '-- The access methods accept the operator classes'
SELECT opcname, amname, opcintype::regtype AS type, opcdefault AS default, opcfamily = (SELECT oid FROM pg_opfamily
    WHERE opfname = opcname AND opfmethod = opcmethod) AS own_family, amvalidate(c.oid)
FROM pg_opclass AS c JOIN pg_am AS a ON a.oid = opcmethod WHERE opcname ~ '^uuid_time_' ORDER BY 1;
SELECT opcname, amprocnum AS n, amproclefttype::regtype AS left, amprocrighttype::regtype AS right,
  amproc::regproc AS function
FROM pg_amproc JOIN pg_opclass ON opcfamily = amprocfamily WHERE opcname ~ '^uuid_time_' ORDER BY 1, 2;

\echo '-- Equality is core''s, so an index may be unique, deduplicate, and serve as partition key'
SELECT amopopr = 'pg_catalog.=(uuid,uuid)'::regoperator AS core
FROM pg_amop JOIN pg_opclass ON opcfamily = amopfamily WHERE opcname ~ '^uuid_time_' AND amopstrategy = 3;

\echo '-- Every operator has its commutator, its negator and the estimators of its name'
SELECT o.oid::regoperator AS operator, o.oprcom::regoperator AS commutator, o.oprnegate::regoperator AS negator,
  o.oprrest AS restrict, o.oprjoin AS join, o.oprcanhash AS hashes, o.oprcanmerge AS merges
FROM pg_operator AS o WHERE o.oprname ~ '^~.*~$' AND 'uuid'::regtype IN (o.oprleft, o.oprright)
ORDER BY o.oprleft::regtype::text, o.oprright::regtype::text, o.oprname COLLATE "C";

\echo '-- The order: by 100 ns, then version, then bytes; without time at the end'
CREATE TABLE ids (n integer, id uuid, remark text);
INSERT INTO ids VALUES (1, '00000000-0000-1000-8000-000000000000', '1582, v1, the smallest of all'),
  (2, '00000000-0000-1000-bfff-ffffffffffff', '1582, v1'), (3, '00000000-0000-6000-8000-000000000000', '1582, v6'),
  (4, '00000001-0000-1000-8000-000000000000', '100 ns later, v1'),
  (5, '00000000-0000-6001-8000-000000000000', '100 ns later, v6'),
  (6, '13813fff-1dd2-11b2-bfff-ffffffffffff', '100 ns before 1970, v1'),
  (7, '13814000-1dd2-11b2-8000-000000000000', '1970, v1'), (8, '1b21dd21-3814-6000-8000-000000000000', '1970, v6'),
  (9, '00000000-0000-7000-8000-000000000000', '1970, v7'),
  (10, '13814001-1dd2-11b2-8000-000000000000', '100 ns later, v1'),
  (11, '00000000-0001-7000-8000-000000000000', '1 ms, v7'),
  (12, 'c232aaff-9414-11ec-b3c8-9f6bdeced846', '100 ns before'),
  (13, 'c232ab00-9414-11ec-b3c8-9f6bdeced846', '2022-02-22 19:22:22, RFC 9562 A.1'),
  (14, '1ec9414c-232a-6b00-b3c8-9f6bdeced846', '2022-02-22 19:22:22, RFC 9562 A.5'),
  (15, '017f22e2-79b0-7000-8000-000000000000', '2022-02-22 19:22:22, v7'),
  (16, '017f22e2-79b0-7cc3-98c4-dc0c0c07398f', '2022-02-22 19:22:22, RFC 9562 A.6'),
  (17, 'c232ab01-9414-11ec-8000-000000000000', '100 ns later, v1'),
  (18, '1ec9414c-232a-6b01-8000-000000000000', '100 ns later, v6'),
  (19, '017f22e2-79b1-7000-8000-000000000000', '1 ms later, v7'),
  (20, 'ffffffff-ffff-1fff-bfff-ffffffffffff', '5236, the last v1'),
  (21, 'ffffffff-ffff-6fff-bfff-ffffffffffff', '5236, the last v6'),
  (22, 'ffffffff-ffff-7fff-bfff-ffffffffffff', '10889, the last v7'),
  (23, '00000000-0000-0000-0000-000000000000', 'nil'),
  (24, '017f22e2-79b0-7cc3-c8c4-dc0c0c07398f', 'version 7, but another variant'),
  (25, '2489e9ad-2ee2-8e00-8ec9-32d5f69181c0', 'v8, RFC 9562 B.1'),
  (26, '5df41881-3aed-3515-88a7-2f4a814cf09e', 'v3, RFC 9562 A.2'),
  (27, '919108f7-52d1-4320-9bac-f847db4148a8', 'v4, RFC 9562 A.3'),
  (28, 'ffffffff-ffff-ffff-ffff-ffffffffffff', 'max');
\echo '-- twice, and mixed up'
INSERT INTO ids SELECT * FROM ids ORDER BY md5(id::text);
CREATE INDEX ids_time ON ids (id uuid_time_ops);
ANALYZE ids;

SELECT n, id, uuid_version(id) AS v, uuid_time(id), remark FROM (SELECT DISTINCT * FROM ids) AS ids
  ORDER BY id USING ~<~;
SELECT array_agg(n ORDER BY id USING ~>~) FROM ids;
\echo '-- the sign, and every operator, both ways round'
SELECT count(*), count(*) FILTER (WHERE sign(uuidx_time_cmp(a.id, b.id)) <> sign(a.n - b.n)) AS cmp,
  count(*) FILTER (WHERE a.id ~<~ b.id <> (a.n < b.n)) AS lt,
  count(*) FILTER (WHERE a.id ~<=~ b.id <> (a.n <= b.n)) AS le,
  count(*) FILTER (WHERE a.id ~>~ b.id <> (a.n > b.n)) AS gt,
  count(*) FILTER (WHERE a.id ~>=~ b.id <> (a.n >= b.n)) AS ge
FROM ids AS a, ids AS b;

\echo '-- Through the index: forwards, backwards, every strategy; the smallest and the largest of the rows'
\echo '-- above one'
SET enable_seqscan = off;
SET enable_sort = off;
SET enable_bitmapscan = off;
SELECT q, nodes('SELECT n FROM ids ' || q) AS nodes, answer('SELECT n FROM ids ' || q, true) AS answer
FROM unnest(ARRAY['ORDER BY id USING ~<~', 'ORDER BY id USING ~>~',
  $$WHERE id ~<~ '017f22e2-79b0-7000-8000-000000000000' AND id ~>=~ '00000000-0000-7000-8000-000000000000'$$,
  $$WHERE id ~<=~ '1ec9414c-232a-6b00-b3c8-9f6bdeced846' AND id ~>~ '1b21dd21-3814-6000-8000-000000000000'$$,
  $$WHERE id IN ('ffffffff-ffff-7fff-bfff-ffffffffffff', '00000000-0000-0000-0000-000000000000')$$,
  $$WHERE id ~<~ '00000000-0000-0000-0000-000000000000' ORDER BY id USING ~>~ LIMIT 1$$]) AS q;
\echo '-- core''s order is another one, and this index does not serve it'
SELECT count(*) AS served FROM conditions('SELECT * FROM ids WHERE id < ''00000000-0000-7000-8000-000000000000''') AS c
WHERE c ~ 'Cond';
\echo '-- DISTINCT and GROUP BY in this order'
SELECT nodes('SELECT DISTINCT ON (id) id FROM ids ORDER BY id USING ~<~');

\echo '-- Duplicates are refused by bytes'
CREATE TABLE keys (id uuid, PRIMARY KEY (id));
CREATE UNIQUE INDEX keys_time ON keys (id uuid_time_ops);
\set VERBOSITY terse
INSERT INTO keys SELECT DISTINCT id FROM ids;
ALTER TABLE keys DROP CONSTRAINT keys_pkey;
INSERT INTO keys VALUES ('017f22e2-79b0-7cc3-98c4-dc0c0c07398f');
\echo :LAST_ERROR_SQLSTATE
INSERT INTO keys VALUES ('017f22e2-79b0-7cc3-98c4-dc0c0c07398f') ON CONFLICT (id uuid_time_ops) DO NOTHING;
\echo '-- also for a foreign key'
CREATE TABLE refs (id uuid REFERENCES keys (id) ON DELETE CASCADE);
INSERT INTO refs VALUES ('017f22e2-79b0-7cc3-98c4-dc0c0c07398f');
DELETE FROM keys WHERE id ~>=~ '2022-02-22 19:22:22+00'::timestamptz AND id ~<~ '2022-02-23'::timestamptz;
SELECT * FROM refs;
DROP TABLE keys, refs;

\echo '-- Not what a column''s order is by default; the definition says so'
SELECT pg_get_indexdef('ids_time'::regclass);
CREATE INDEX ON ids USING hash (id uuid_time_ops);
\i test/sql/include/end.sql
