-- COPY into the same table, the id column left out.

INSERT INTO workload
VALUES ('copy', DEFAULT, 'COPY into a table with a generated primary key', 'CPU time',
  'uuid_generate_v7()');
CALL key_items('copy');

\if :full
\set row_count 3000000
\set rounds 5
\else
\set row_count 1000000
\set rounds 3
\endif
SELECT quote_literal(current_setting('data_directory') || '/bench.copy') AS file \gset
COPY (SELECT n FROM generate_series(1, :row_count) AS n) TO :file;
CALL load('copy', format('COPY target (n) FROM %L', :file), :row_count, :rounds);
