# A computed created_at is asked with the SQL that object-relational mappers send: latest,
# page, next page, hour, day, month, count by day, maximum.  Each question goes to each form
# of the column (view, computed field, stored and virtual generated column), on one table,
# on partitions by quarter and on a table with children, with custom and generic plans, in
# sessions of four time zones.
# It returns the rows that it returns with uuidx.planner = off, reads no more of the table
# than a real column with an index would, and sorts nothing that the key has in order.
#
# Only in make test-all: takes a minute; sql/created_at.sql notices most of this.
# Two servers are enough: the oldest and the newest.

use FindBin;
use JSON::PP;
use lib "$FindBin::RealBin/lib";
use UuidxTest;

my $node = uuidx_node('created_at', conf => "session_preload_libraries = 'uuidx'\nmax_parallel_workers_per_gather = 0");
my $virtual = value($node, 'SHOW server_version_num') >= 180000;

#
# Rows of four years, one every 105 minutes, and more on the days on which New York's
# clocks change; every hundredth time has three of them.  The newest are of the last days,
# five minutes away from any full ten.
#
value(
	$node, q{
	SET TimeZone = 'UTC';
	CREATE TABLE row (id uuid PRIMARY KEY, tenant int, payload text);
	INSERT INTO row
	SELECT uuid_generate_v7(t, copy), n % 10, format('%s.%s', n, copy)
	FROM generate_series(0, 20000) AS n, LATERAL (SELECT timestamptz '2022-07-01 00:00Z' + n * interval '105 minutes 17 ms') AS s (t),
	  generate_series(1, CASE n % 100 WHEN 0 THEN 3 ELSE 1 END) AS copy;
	INSERT INTO row
	SELECT uuid_generate_v7(t), n % 10, format('clock %s', t)
	FROM unnest('{2025-11-02,2026-03-08}'::date[]) AS day, generate_series(0, 59) AS n,
	  LATERAL (SELECT day::timestamptz + n * interval '10 minutes') AS s (t);
	INSERT INTO row
	SELECT uuid_generate_v7(now() - interval '5 minutes' - n * interval '10 minutes'), n % 10, format('recent %s', n)
	FROM generate_series(0, 1999) AS n;

	CREATE TABLE rows_view (id uuid PRIMARY KEY CHECK (uuid_is_v7(id)), tenant int, payload text);
	CREATE INDEX ON rows_view (tenant, id);
	CREATE TABLE rows_field (LIKE rows_view INCLUDING ALL);
	CREATE TABLE rows_stored (LIKE rows_view INCLUDING ALL, created_at timestamptz GENERATED ALWAYS AS (uuid_time(id)) STORED, CHECK (created_at = uuid_time(id)));
	CREATE TABLE parts_view (LIKE rows_view INCLUDING ALL) PARTITION BY RANGE (id);
	CREATE TABLE parts_field (LIKE rows_view INCLUDING ALL) PARTITION BY RANGE (id);
	CREATE TABLE parts_stored (LIKE rows_stored INCLUDING ALL) PARTITION BY RANGE (id);
	CREATE TABLE real_rows AS SELECT id, tenant, payload, uuid_time(id) AS created_at FROM row;
	ALTER TABLE real_rows ADD PRIMARY KEY (id);
	CREATE INDEX ON real_rows (created_at);
	CREATE INDEX ON real_rows (tenant, created_at, id);
	VACUUM ANALYZE real_rows});
value(
	$node, q{
	CREATE TABLE rows_virtual (LIKE rows_view INCLUDING ALL, created_at timestamptz GENERATED ALWAYS AS (uuid_extract_timestamp(id)) VIRTUAL);
	CREATE TABLE parts_virtual (LIKE rows_virtual INCLUDING ALL) PARTITION BY RANGE (id)}) if $virtual;
my @forms = ('view', 'field', 'stored', $virtual ? 'virtual' : ());
value(
	$node, qq{
	CREATE TABLE family_$_ (LIKE rows_$_ INCLUDING ALL);
	CREATE TABLE family_${_}_1 (PRIMARY KEY (id)) INHERITS (family_$_);
	CREATE TABLE family_${_}_2 (PRIMARY KEY (id)) INHERITS (family_$_);
	CREATE INDEX ON family_${_}_1 (tenant, id);
	CREATE INDEX ON family_${_}_2 (tenant, id)}) foreach @forms;
my @tables = map { my $kind = $_; map { "${kind}_$_" } @forms } ('rows', 'parts', 'family');
foreach my $table (@tables)
{
	# the last one takes what is newer
	value(
		$node, qq{
		SET client_min_messages = warning;
		CALL uuid_v7_create_partitions('$table', '2022-07-01Z', '2026-07-01Z', '3 months');
		CREATE TABLE ${table}_last PARTITION OF $table FOR VALUES FROM (uuid_v7_lower('2026-07-01Z')) TO (MAXVALUE)}) if $table =~ /^parts/;
	my %share = $table =~ /^family/ ? ($table => '= 0', "${table}_1" => '% 2 = 1', "${table}_2" => 'IN (2, 4, 6, 8)') : ($table => 'IS NOT NULL');
	value($node, "INSERT INTO $_ (id, tenant, payload) SELECT * FROM row WHERE tenant $share{$_}; VACUUM ANALYZE $_") foreach sort keys %share;
	value($node, "CREATE FUNCTION created_at($table) RETURNS timestamptz LANGUAGE sql IMMUTABLE RETURN uuid_time(\$1.id)") if $table =~ /field/;
	value($node, "ALTER TABLE $table RENAME TO ${table}_table; CREATE VIEW $table AS SELECT *, uuid_time(id) AS created_at FROM ${table}_table") if $table =~ /view/;
}

# Values that are asked for, and what the oracle says of them
my ($first, $mid, $mid_id, $tied, $tied_id) = split(
	/\|/,
	value($node, q{
	SELECT min(a.created_at), max(b.created_at), max(b.id::text), max(c.created_at), max(c.id::text) FROM real_rows AS a,
	  (SELECT created_at, id FROM real_rows WHERE payload = '12345.1') AS b, (SELECT created_at, id FROM real_rows WHERE payload = '12300.2') AS c}));

#
# The questions: a name, who writes it so, the SQL with o.created_at and %s for the table,
# its parameters, how many rows may be read (a number, a condition on real_rows, or as many
# as with a real column), and whether a sort is needed.
#
my $ordered = 'SELECT o.created_at FROM %s AS o';
my $all = 'SELECT o.id, o.payload, o.created_at FROM %s AS o';
my $day = "'2026-03-08'";
my $days_around = q{created_at >= '2026-03-06 00:00Z' AND created_at < '2026-03-11 12:00Z'};
my $month_around = q{created_at >= '2026-02-27 00:00Z' AND created_at < '2026-04-03 12:00Z'};
my $year_around = q{created_at >= '2025-12-30 00:00Z' AND created_at < '2027-01-03 12:00Z'};
my $this_month = q{created_at >= date_trunc('month', now()) - interval '3 days'};
my $week = q{created_at >= '2026-03-02 00:00Z' AND created_at < '2026-03-09 00:00Z'};
my $older = q{created_at < '2022-07-10 00:00Z'};
my $feed = '(SELECT o.id, o.created_at FROM %s AS o UNION ALL SELECT p.id, p.created_at FROM %s AS p)';
my $as_real = '';
my $whole = 'true';
my @questions = (
	# latest
	[ 'latest 20', 'Django', "$ordered ORDER BY o.created_at DESC LIMIT 20", [], 20 ],
	[ '.latest()', 'Django', "$all ORDER BY o.created_at DESC LIMIT 1", [], 1 ],
	[ 'earliest 20', 'Django', "$ordered ORDER BY o.created_at ASC LIMIT 20", [], 20 ],
	[ 'latest 20, a parameter', 'SQLAlchemy, ActiveRecord', "$ordered ORDER BY o.created_at DESC LIMIT \$1", [ 'integer', 20 ], 20 ],
	[ 'latest 20, nulls last', 'Django', "$ordered ORDER BY o.created_at DESC NULLS LAST LIMIT 20", [], 20 ],
	[ 'latest 20 by an alias', 'Sequelize', 'SELECT o.created_at AS "createdAt" FROM %s AS o ORDER BY "createdAt" DESC LIMIT 20', [], 20 ],
	[ 'latest 20, 1=1', 'Prisma', "$ordered WHERE 1=1 ORDER BY o.created_at DESC LIMIT \$1 OFFSET \$2", [ 'bigint', 20, 'bigint', 0 ], 20 ],
	[ 'latest by key', 'all', "$all ORDER BY o.id DESC LIMIT 1", [], 1 ],
	[ 'page 3', 'all', "$ordered ORDER BY o.created_at DESC LIMIT 20 OFFSET 40", [], 60 ],
	[ 'latest 20 of a subquery', 'Django', "SELECT max(s.c) FROM ($ordered ORDER BY o.created_at DESC LIMIT 20) AS s (c)", [], 20 ],

	# last hour, last day
	[ 'last hour', 'all', "$all WHERE o.created_at >= \$1", [ 'timestamptz', "now() - interval '1 hour'" ], q{created_at >= now() - interval '1 hour'} ],
	[ 'last hour of the statement', 'Django', "$all WHERE o.created_at >= (STATEMENT_TIMESTAMP() - '1:00:00'::interval)", [], q{created_at >= now() - interval '1 hour'} ],
	[ 'last hour of now()', 'SQLAlchemy', "$all WHERE o.created_at >= now() - \$1", [ 'interval', "'1 hour'" ], q{created_at >= now() - interval '1 hour'} ],
	[ 'last day, newest 20', 'Django, ActiveRecord', "$ordered WHERE o.created_at >= \$1 ORDER BY o.created_at DESC LIMIT 20", [ 'timestamptz', "now() - interval '1 day'" ], 20 ],
	[ 'last day, page 2', 'TypeORM, Sequelize', "$ordered WHERE o.created_at >= \$1 ORDER BY o.created_at DESC LIMIT 20 OFFSET 20", [ 'timestamptz', "now() - interval '1 day'" ], 40 ],

	# rows of a day
	[ 'day, BETWEEN', 'ActiveRecord, Django', "$all WHERE o.created_at BETWEEN \$1 AND \$2", [ 'timestamptz', "'2026-03-08 00:00'", 'timestamptz', "'2026-03-08 23:59:59.999999'" ], $days_around ],
	[ 'day, >= and <', 'Prisma, Drizzle', "$all WHERE o.created_at >= \$1 AND o.created_at < \$2", [ 'timestamptz', "'2026-03-08'", 'timestamptz', "'2026-03-09'" ], $days_around ],
	[ '__date', 'Django', "$all WHERE (o.created_at AT TIME ZONE 'UTC')::date = $day", [], $days_around ],
	[ '__date of New York', 'Django', "$all WHERE (o.created_at AT TIME ZONE 'America/New_York')::date = $day", [], $days_around ],
	[ '__date, the other clock change', 'Django', "$all WHERE (o.created_at AT TIME ZONE 'America/New_York')::date = '2025-11-02'", [], q{created_at >= '2025-10-31 00:00Z' AND created_at < '2025-11-05 12:00Z'} ],
	[ '__date__gte', 'Django', "$all WHERE (o.created_at AT TIME ZONE 'UTC')::date >= '2026-06-20'", [], q{created_at >= '2026-06-17 00:00Z'} ],
	[ 'date()', 'SQLAlchemy, ActiveRecord', "$all WHERE date(o.created_at) = \$1", [ 'date', $day ], $days_around ],
	[ 'CAST AS DATE', 'SQLAlchemy', "$all WHERE CAST(o.created_at AS DATE) = \$1::DATE", [ 'date', $day ], $days_around ],
	[ '::date BETWEEN', 'Knex', "$all WHERE o.created_at::date BETWEEN \$1 AND \$2", [ 'date', $day, 'date', $day ], $days_around ],
	[ '::date, newest 20', 'Rails', "$ordered WHERE o.created_at::date = $day ORDER BY o.created_at DESC LIMIT 20", [], $days_around ],

	# month
	[ 'all_month', 'ActiveRecord', "$all WHERE o.created_at BETWEEN \$1 AND \$2", [ 'timestamptz', "'2026-03-01'", 'timestamptz', "'2026-03-31 23:59:59.999999'" ], $month_around ],
	[ '__year and __month', 'Django', "$all WHERE EXTRACT(MONTH FROM o.created_at AT TIME ZONE 'UTC') = 3 AND o.created_at BETWEEN '2026-01-01 00:00Z' AND '2026-12-31 23:59:59.999999Z'", [], $year_around ],
	[ '__year', 'Django', "$all WHERE o.created_at BETWEEN '2026-01-01 00:00Z' AND '2026-12-31 23:59:59.999999Z'", [], $year_around ],
	[ '>= TruncMonth(Now())', 'Django', "$all WHERE o.created_at >= (DATE_TRUNC('month', STATEMENT_TIMESTAMP() AT TIME ZONE 'UTC'))", [], $this_month ],
	[ '>= date_trunc of now()', 'SQLAlchemy', "$all WHERE o.created_at >= date_trunc(\$1::varchar, now())", [ 'varchar', "'month'" ], $this_month ],
	[ 'extract year and month', 'SQLAlchemy', "$all WHERE EXTRACT(year FROM o.created_at) = \$1 AND EXTRACT(month FROM o.created_at) = \$2", [ 'numeric', 2026, 'numeric', 3 ], $year_around ],
	[ 'date_trunc = m', 'SQLAlchemy', "$all WHERE date_trunc('month', o.created_at) = \$1", [ 'timestamptz', "'2026-03-01'" ], $month_around ],
	[ 'TruncMonth = m', 'Django', "$all WHERE DATE_TRUNC('month', o.created_at AT TIME ZONE 'UTC') = '2026-03-01'::timestamp", [], $month_around ],

	[ 'TruncMonth = an instant', 'Django', "$all WHERE DATE_TRUNC('month', o.created_at AT TIME ZONE 'UTC') = '2026-03-01 00:00Z'::timestamptz", [], q{created_at >= '2026-02-20 00:00Z' AND created_at < '2026-04-11 00:00Z'} ],

	# count by day
	[ 'count by day of a week', 'all', "SELECT date_trunc('day', o.created_at), count(*) FROM %s AS o WHERE o.created_at >= \$1 AND o.created_at < \$2 GROUP BY 1", [ 'timestamptz', "'2026-03-02 00:00Z'", 'timestamptz', "'2026-03-09 00:00Z'" ], $week, 1 ],
	[ 'count by DATE() of a week', 'ActiveRecord, Knex', "SELECT DATE(o.created_at), count(*) FROM %s AS o WHERE o.created_at >= \$1 AND o.created_at < \$2 GROUP BY 1", [ 'timestamptz', "'2026-03-02 00:00Z'", 'timestamptz', "'2026-03-09 00:00Z'" ], $week, 1 ],
	[ 'groupdate', 'ActiveRecord', "SELECT DATE_TRUNC('day', o.created_at::timestamptz AT TIME ZONE 'Etc/UTC') AT TIME ZONE 'Etc/UTC', count(*) FROM %s AS o WHERE o.created_at >= \$1 AND o.created_at < \$2 GROUP BY 1", [ 'timestamptz', "'2026-03-02 00:00Z'", 'timestamptz', "'2026-03-09 00:00Z'" ], $week, 1 ],
	[ 'count by day, all', 'all', "SELECT date_trunc('day', o.created_at), count(*) FROM %s AS o GROUP BY 1", [], $as_real, 1 ],

	# next page, poll
	[ 'next page by time', 'all', "$ordered WHERE o.created_at < \$1 ORDER BY o.created_at DESC LIMIT 20", [ 'timestamptz', "'$mid'" ], 22 ],
	[ 'next page by row', 'SQLAlchemy, ActiveRecord, Knex', "$all WHERE (o.created_at, o.id) < (\$1, \$2) ORDER BY o.created_at DESC, o.id DESC LIMIT 20", [ 'timestamptz', "'$mid'", 'uuid', "'$mid_id'" ], 24 ],
	[ 'next page by row, within a tie', 'SQLAlchemy, ActiveRecord, Knex', "$all WHERE (o.created_at, o.id) < (\$1, \$2) ORDER BY o.created_at DESC, o.id DESC LIMIT 20", [ 'timestamptz', "'$tied'", 'uuid', "'$tied_id'" ], 24 ],
	[ 'next page by row, forwards', 'SQLAlchemy', "$all WHERE (o.created_at, o.id) > (\$1, \$2) ORDER BY o.created_at, o.id LIMIT 20", [ 'timestamptz', "'$tied'", 'uuid', "'$tied_id'" ], 24 ],
	[ 'next page by OR', 'Django, SQLAlchemy, Drizzle, Sequelize, Prisma', "$all WHERE (o.created_at < \$1 OR (o.created_at = \$2 AND o.id < \$3)) ORDER BY o.created_at DESC, o.id DESC LIMIT 20", [ 'timestamptz', "'$tied'", 'timestamptz', "'$tied'", 'uuid', "'$tied_id'" ], 24 ],
	[ 'next page by OR, forwards', 'Django', "$all WHERE (o.created_at > \$1 OR (o.created_at = \$2 AND o.id > \$3)) ORDER BY o.created_at, o.id LIMIT 20", [ 'timestamptz', "'$tied'", 'timestamptz', "'$tied'", 'uuid', "'$tied_id'" ], 24 ],
	[ 'cursor by created_at and id', 'Prisma', "$all WHERE ((o.created_at = (SELECT c.created_at FROM %s AS c WHERE c.id = \$1) AND o.id <= (SELECT c.id FROM %s AS c WHERE c.id = \$2)) OR o.created_at < (SELECT c.created_at FROM %s AS c WHERE c.id = \$3)) ORDER BY o.created_at DESC, o.id DESC LIMIT 20", [ map { ('uuid', "'$tied_id'") } 1 .. 3 ], $as_real, 1 ],
	[ 'cursor by id', 'Prisma', "$all WHERE o.id <= (SELECT c.id FROM %s AS c WHERE c.id = \$1) ORDER BY o.id DESC LIMIT 20", [ 'uuid', "'$mid_id'" ], 21 ],
	[ 'next page by id', 'all', "$all WHERE o.id < \$1 ORDER BY o.id DESC LIMIT 20", [ 'uuid', "'$mid_id'" ], 20 ],
	[ 'poll', 'all', "$ordered WHERE o.created_at > \$1 ORDER BY o.created_at LIMIT 100", [ 'timestamptz', "'$mid'" ], 102 ],

	# first and last
	[ 'max', 'all', 'SELECT MAX(o.created_at) FROM %s AS o', [], 1 ],
	[ 'min', 'all', 'SELECT MIN(o.created_at) FROM %s AS o', [], 1 ],
	[ 'min and max', 'all', 'SELECT MIN(o.created_at), MAX(o.created_at) FROM %s AS o', [], 2 ],
	[ 'max of a day', 'all', 'SELECT MAX(o.created_at) FROM %s AS o WHERE o.created_at < $1', [ 'timestamptz', "'2026-03-09 00:00Z'" ], 3 ],
	[ 'max of a subquery', 'Prisma', 'SELECT MAX(s.c) FROM (SELECT o.created_at FROM %s AS o WHERE 1=1 OFFSET $1) AS s (c)', [ 'bigint', 0 ], $as_real ],
	[ 'count and max', 'ActiveRecord', 'SELECT COUNT(*), MAX(o.created_at) FROM %s AS o', [], $as_real ],

	# by age
	[ 'delete', 'all', 'DELETE FROM %s AS o WHERE o.created_at < $1 RETURNING o.id', [ 'timestamptz', "'2022-07-09 00:00Z'" ], $older ],
	[ 'update', 'all', "UPDATE %s AS o SET payload = '' WHERE o.created_at < \$1 RETURNING o.id, o.created_at", [ 'timestamptz', "'2022-07-09 00:00Z'" ], $older ],

	# others
	[ 'exists', 'all', 'SELECT EXISTS (SELECT FROM %s AS o WHERE o.created_at >= $1)', [ 'timestamptz', "'2026-06-20 00:00Z'" ], $as_real ],
	[ 'tenant and time', 'all', "$all WHERE o.tenant = \$1 AND o.created_at >= \$2", [ 'integer', 5, 'timestamptz', "'2026-06-20 00:00Z'" ], q{created_at >= '2026-06-20 00:00Z'} ],
	[ 'DISTINCT ON', 'Django', 'SELECT DISTINCT ON (o.tenant) o.tenant, o.created_at FROM %s AS o WHERE o.created_at >= $1 ORDER BY o.tenant, o.created_at DESC', [ 'timestamptz', "'2026-06-20 00:00Z'" ], q{created_at >= '2026-06-20 00:00Z'}, 1 ],
	[ 'row_number', 'SQLAlchemy', 'SELECT s.tenant, s.created_at FROM (SELECT o.tenant, o.created_at, row_number() OVER (PARTITION BY o.tenant ORDER BY o.created_at DESC) AS n FROM %s AS o WHERE o.created_at >= $1) AS s WHERE s.n = 1', [ 'timestamptz', "'2026-06-20 00:00Z'" ], q{created_at >= '2026-06-20 00:00Z'}, 1 ],
	[ 'in_batches', 'ActiveRecord', 'SELECT o.id FROM %s AS o WHERE o.created_at < $1 ORDER BY o.id LIMIT 100', [ 'timestamptz', "'2026-06-20 00:00Z'" ], 100 ],
	[ 'count of a range', 'Prisma, Drizzle', 'SELECT count(*) FROM %s AS o WHERE o.created_at >= $1', [ 'timestamptz', "'2026-06-20 00:00Z'" ], q{created_at >= '2026-06-20 00:00Z'} ],
	[ 'Count(filter=)', 'Django', "SELECT count(*) FILTER (WHERE o.created_at >= '2026-06-20 00:00Z') FROM %s AS o", [], $as_real ],

	# between tables
	[ 'feed, a day', 'all', "SELECT f.id, f.created_at FROM $feed AS f WHERE f.created_at >= \$1 AND f.created_at < \$2", [ 'timestamptz', "'2026-03-02 00:00Z'", 'timestamptz', "'2026-03-03 00:00Z'" ], 34 ],
	[ 'feed with a label', 'all', "SELECT f.kind, f.id FROM (SELECT 'a' AS kind, o.id, o.created_at FROM %s AS o UNION ALL SELECT 'b', p.id, p.created_at FROM %s AS p) AS f WHERE f.created_at >= \$1 AND f.created_at < \$2 AND f.kind = 'b'", [ 'timestamptz', "'2026-03-02 00:00Z'", 'timestamptz', "'2026-03-03 00:00Z'" ], 34 ],
	[ 'feed of feeds', 'all', "SELECT f.id FROM (SELECT * FROM $feed AS g UNION ALL SELECT q.id, q.created_at FROM %s AS q) AS f WHERE f.created_at BETWEEN '2026-03-02 00:00Z' AND '2026-03-03 00:00Z'", [], 52 ],
	[ 'feed, newest 20', 'Kysely, Drizzle', "SELECT f.created_at FROM $feed AS f ORDER BY f.created_at DESC LIMIT 20", [], 22 ],
	[ 'feed, next page', 'all', "SELECT f.created_at FROM $feed AS f WHERE f.created_at < \$1 ORDER BY f.created_at DESC LIMIT 20", [ 'timestamptz', "'$mid'" ], 26 ],
	[ 'feed, next page by row', 'all', "SELECT f.created_at, f.id FROM $feed AS f WHERE (f.created_at, f.id) < (\$1, \$2) ORDER BY f.created_at DESC, f.id DESC LIMIT 20", [ 'timestamptz', "'$tied'", 'uuid', "'$tied_id'" ], 30 ],
	[ 'feed, max and min', 'all', "SELECT max(f.created_at), min(f.created_at) FROM $feed AS f", [], 8 ],
	[ 'feed, ::date', 'all', "SELECT f.id FROM $feed AS f WHERE f.created_at::date = $day", [], 300 ],
	[ 'after another row', 'all', "SELECT p.id FROM %s AS o JOIN %s AS p ON p.created_at BETWEEN o.created_at AND o.created_at + interval '4 hours' WHERE o.id = \$1", [ 'uuid', "'$mid_id'" ], 10 ],
	[ 'after another row, the other way', 'all', "SELECT p.id FROM %s AS p JOIN %s AS o ON p.created_at BETWEEN o.created_at AND o.created_at + interval '4 hours' WHERE o.id = \$1", [ 'uuid', "'$mid_id'" ], 10 ],
	[ 'latest by a join with max', 'SQLAlchemy', 'SELECT p.id FROM (SELECT max(o.created_at) AS m FROM %s AS o WHERE o.created_at < $1) AS x JOIN %s AS p ON p.created_at = x.m', [ 'timestamptz', "'$mid'" ], 8 ],
	[ 'equal times, outer join', 'all', 'SELECT o.id, p.id FROM %s AS o LEFT JOIN %s AS p ON p.created_at = o.created_at WHERE o.id = $1', [ 'uuid', "'$tied_id'" ], 8 ],
	[ 'IN', 'all', "$all WHERE o.created_at IN (\$1, \$2)", [ 'timestamptz', "'$mid'", 'timestamptz', "'$tied'" ], 8 ],
	[ '= ANY', 'SQLAlchemy, Kysely', "$all WHERE o.created_at = ANY ('{$mid,$tied}'::timestamptz[])", [], 8 ],
	[ '::date IN', 'all', "$all WHERE o.created_at::date IN ('2026-03-08', '2025-11-02')", [], 400 ],
	[ 'next page by row behind a tenant', 'SQLAlchemy', "$all WHERE (o.tenant, o.created_at, o.id) < (5, \$1, \$2) ORDER BY o.tenant DESC, o.created_at DESC, o.id DESC LIMIT 20", [ 'timestamptz', "'$tied'", 'uuid', "'$tied_id'" ], 24 ],
	[ 'by tenant and time', 'all', 'SELECT o.tenant, o.created_at FROM %s AS o ORDER BY o.tenant, o.created_at LIMIT 3', [], 4 ],
	[ 'row_number by tenant', 'SQLAlchemy', 'SELECT s.tenant, s.created_at, s.n FROM (SELECT o.tenant, o.created_at, row_number() OVER (PARTITION BY o.tenant ORDER BY o.created_at) AS n FROM %s AS o) AS s LIMIT 3', [], 5 ],

	# what the order of the key does not answer
	[ 'equal times by another key', 'all', "$all ORDER BY o.created_at DESC, o.payload LIMIT 20", [], $whole, 1 ],
	[ 'equal times by id the other way', 'all', "$all ORDER BY o.created_at DESC, o.id ASC LIMIT 20", [], $whole, 1 ],
	[ 'WITH TIES', 'all', "$ordered WHERE o.created_at <= '$tied' ORDER BY o.created_at DESC FETCH FIRST 2 ROWS WITH TIES", [], $whole, 1 ],
	[ 'rank()', 'all', "SELECT max(s.r) FROM (SELECT rank() OVER (ORDER BY o.created_at) AS r FROM %s AS o) AS s", [], $whole, 1 ],
	[ 'DISTINCT', 'all', "SELECT count(*) FROM (SELECT DISTINCT o.created_at FROM %s AS o) AS s", [], $whole, 1 ],
	[ 'GROUP BY', 'all', "SELECT max(s.n) FROM (SELECT count(*) AS n FROM %s AS o GROUP BY o.created_at) AS s", [], $whole, 1 ]);

#
# Asking
#

# A statement with the table's name in it, and its EXECUTE
sub prepared
{
	my ($table, $sql, $arguments) = @_;
	my @arguments = @$arguments;
	my (@types, @values);

	while (my ($type, $value) = splice(@arguments, 0, 2)) { push @types, $type; push @values, $value }
	$sql =~ s/%s/$table/g;
	return ("PREPARE q" . (@types ? ' (' . join(', ', @types) . ')' : '') . " AS $sql", 'q' . (@values ? ' (' . join(', ', @values) . ')' : ''));
}

# Rows as they come, or sorted where the question says nothing of order
sub rows
{
	my ($sql, $output) = @_;

	return $output if $sql =~ /ORDER BY[^()]*$/;
	return join("\n", sort split(/\n/, $output));
}

# What a plan reads and sorts
sub look
{
	my ($plan, $seen) = @_;
	my $type = $plan->{'Node Type'};

	if ($type =~ /^(?:Seq Scan|Index Scan|Index Only Scan|Bitmap Heap Scan)$/)
	{
		$seen->{rows} += $plan->{'Actual Loops'} * ($plan->{'Actual Rows'} + ($plan->{'Rows Removed by Filter'} || 0) + ($plan->{'Rows Removed by Index Recheck'} || 0));
	}
	$seen->{sort}++ if $type =~ /Sort$/ && $plan->{'Actual Loops'};
	look($_, $seen) foreach @{ $plan->{Plans} || [] };
	return $seen;
}

# A table alone is asked in two time zones, the others in one more each
sub zones_of
{
	my ($table) = @_;

	return 'Asia/Kathmandu' if $table =~ /^parts/;
	return 'Pacific/Apia' if $table =~ /^family/;
	return ('UTC', 'America/New_York', $table eq 'real_rows' ? ('Asia/Kathmandu', 'Pacific/Apia') : ());
}

# How many rows more than asked for may be read of a table: a partition is read as a whole
# where much of it is asked for; of children each is read up to its next row. To look into each
# partition for each row of a join may cost more than to read all of them.
sub more
{
	my ($table, $reads, $sql) = @_;

	return 23_000 if $table =~ /^parts/ && $sql =~ /p.created_at = o/;
	return $reads =~ /\D/ ? 1400 : $sql =~ /%s.*%s|tenant/s ? 60 : 0 if $table =~ /^parts/;
	return $table =~ /^family/ ? 10 : 0;
}

# All that is asked of one table in one time zone, in one transaction that is given up: rows
# without the planner's part, then rows and plan with it, with a custom and a generic plan
sub asked
{
	my ($table, $zone, $prepare, $execute) = @_;
	my $sql = "BEGIN;\nSET LOCAL TimeZone = '$zone';\nSET LOCAL uuidx.planner = off;\n$prepare;\nSAVEPOINT s;\nEXECUTE $execute;\n\\echo ===\n";

	foreach my $mode ('custom', 'generic')
	{
		$sql .= "ROLLBACK TO s;\nDEALLOCATE q;\nSET LOCAL uuidx.planner = on;\nSET LOCAL plan_cache_mode = force_${mode}_plan;\n$prepare;\nSAVEPOINT s;\n"
		  . "EXECUTE $execute;\n\\echo ===\nROLLBACK TO s;\nEXPLAIN (ANALYZE, TIMING OFF, SUMMARY OFF, FORMAT JSON) EXECUTE $execute;\n\\echo ===\n";
	}
	return "${sql}ROLLBACK;\nDEALLOCATE ALL;\n";
}

foreach my $question (@questions)
{
	my ($what, $who, $sql, $arguments, $reads, $sorts) = @$question;
	my $may_read = $reads =~ /^\d*$/ ? $reads : value($node, "SELECT count(*) FROM real_rows WHERE $reads");
	my @places = map { my $table = $_; map { [ $table, $_ ] } zones_of($table) } ('real_rows', @tables);
	my @said = split(/^===\n/m, value($node, join('', map { asked(@$_, prepared($_->[0], $sql, $arguments)) } @places)) . "\n");
	my (@wrong_rows, @wrong_plans, %real_rows, %real_reads);

	foreach my $place (@places)
	{
		my ($table, $zone) = @$place;
		my $off = rows($sql, shift @said);

		$real_rows{$zone} //= $off;
		push @wrong_rows, "$table, $zone: unlike a real column" if $off ne $real_rows{$zone};
		foreach my $mode ('custom', 'generic')
		{
			my $on = rows($sql, shift @said);
			my $seen = look(decode_json(shift @said)->[0]{Plan}, { rows => 0, sort => 0 });

			$real_reads{$mode} //= $seen->{rows};
			next if $table eq 'real_rows';
			my $at_most = ($may_read eq '' ? $real_reads{$mode} : $may_read) + more($table, $reads, $sql);
			push @wrong_rows, "$table, $zone, $mode" if $on ne $off;
			push @wrong_plans, "$table, $zone, $mode: reads $seen->{rows} rows, may read $at_most" if $seen->{rows} > $at_most;
			push @wrong_plans, "$table, $zone, $mode: sorts" if $seen->{sort} && !$sorts;
		}
	}
	ok(!@wrong_rows, "$what ($who): rows") or diag(join("\n", $sql, @wrong_rows));
	ok(!@wrong_plans, "$what ($who): plan") or diag(join("\n", $sql, @wrong_plans));
}
$node->stop;
done_testing();
