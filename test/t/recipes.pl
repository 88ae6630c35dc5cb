# A table that has one of everything goes through each recipe of the documents that changes
# a table.  All catalogs are compared before and after: what differs is what the recipe says.
#
# Two servers are enough: the oldest and the newest.
# Only in make test-all: documents, not code.

use UuidxDocument;
use UuidxTest;

$node = uuidx_node('recipes', extension => 0,
	conf => "timezone = 'UTC'\nwal_level = logical\nclient_min_messages = warning");
my $version = int(value($node, 'SHOW server_version_num') / 10000);
value($node, 'CREATE ROLE alice; CREATE ROLE app');

# What the catalogs say of all that is in the schema public, one row for each property
my $catalog = q{
	CREATE SCHEMA look;
	CREATE VIEW look.catalog AS
	WITH mine AS (
	  SELECT c.* FROM pg_class AS c WHERE relnamespace = 'public'::regnamespace
	    AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = c.oid AND deptype = 'e')
	), named (key, properties) AS (
	  SELECT format('relation %s', relname), jsonb_build_object('kind', relkind,
	    'owner', relowner::regrole, 'privileges', relacl::text[], 'options', reloptions,
	    'toast', (SELECT reloptions FROM pg_class AS t WHERE t.oid = mine.reltoastrelid),
	      'identity', relreplident, 'persistence', relpersistence, 'tablespace', reltablespace,
	    'security', relrowsecurity, 'forced', relforcerowsecurity, 'comment', obj_description(oid, 'pg_class'),
	      'definition', CASE WHEN relkind IN ('v', 'm') THEN pg_get_viewdef(oid) END)
	    FROM mine WHERE relkind IN ('r', 'p', 'v', 'm', 'f', 'S')
	  UNION ALL SELECT format('column %s.%s', relname, attname), jsonb_build_object('type', format_type(atttypid,
	    atttypmod), 'required', attnotnull, 'collation', attcollation::regcollation, 'identity', attidentity,
	    'generated', attgenerated, 'default', pg_get_expr(adbin, adrelid), 'storage', attstorage,
	      'compression', attcompression, 'statistics', nullif(attstattarget, -1), 'privileges', attacl::text[],
	    'options', (SELECT jsonb_agg(o) FROM unnest(attoptions) AS u (o) WHERE o NOT LIKE 'pg\_%'),
	      'comment', col_description(attrelid, attnum), 'inherited', attinhcount)
	    FROM mine JOIN pg_attribute ON attrelid = mine.oid LEFT JOIN pg_attrdef ON adrelid = attrelid
	      AND adnum = attnum WHERE relkind IN ('r', 'p') AND attnum > 0 AND NOT attisdropped
	  UNION ALL SELECT format('constraint %s.%s', relname, conname), jsonb_build_object('definition',
	    pg_get_constraintdef(k.oid), 'valid', convalidated, 'comment', obj_description(k.oid, 'pg_constraint'))
	    FROM mine JOIN pg_constraint AS k ON conrelid = mine.oid WHERE conparentid = 0 AND contype <> 'n'
	  UNION ALL SELECT format('index %s', i.relname), jsonb_build_object('definition',
	    replace(pg_get_indexdef(i.oid), ' ON ONLY ', ' ON '), 'owner', i.relowner::regrole, 'valid', indisvalid,
	    'identity', indisreplident, 'clustered', indisclustered, 'comment', obj_description(i.oid, 'pg_class'))
	    FROM mine JOIN pg_index ON indrelid = mine.oid JOIN pg_class AS i ON i.oid = indexrelid
	  UNION ALL SELECT format('trigger %s.%s', relname, tgname), jsonb_build_object('definition',
	    pg_get_triggerdef(g.oid), 'enabled', tgenabled, 'comment', obj_description(g.oid, 'pg_trigger'))
	    FROM mine JOIN pg_trigger AS g ON tgrelid = mine.oid WHERE NOT tgisinternal AND tgparentid = 0
	  UNION ALL SELECT format('rule %s.%s', relname, rulename), jsonb_build_object('definition',
	    pg_get_ruledef(r.oid), 'enabled', ev_enabled, 'comment', obj_description(r.oid, 'pg_rewrite'))
	    FROM mine JOIN pg_rewrite AS r ON ev_class = mine.oid WHERE rulename <> '_RETURN'
	  UNION ALL SELECT format('policy %s.%s', relname, polname), jsonb_build_object('for', polcmd, 'permissive',
	    polpermissive, 'to', polroles::regrole[]::text[], 'using', pg_get_expr(polqual, polrelid),
	    'check', pg_get_expr(polwithcheck, polrelid), 'comment', obj_description(p.oid, 'pg_policy'))
	    FROM mine JOIN pg_policy AS p ON polrelid = mine.oid
	  UNION ALL SELECT format('statistics %s', pg_get_statisticsobjdef_columns(s.oid)) || ' of ' || relname,
	    jsonb_build_object('kinds', stxkind::text[], 'owner', stxowner::regrole,
	    'comment', obj_description(s.oid, 'pg_statistic_ext'))
	    FROM mine JOIN pg_statistic_ext AS s ON stxrelid = mine.oid
	  UNION ALL SELECT format('sequence %s', relname), jsonb_build_object('of', (SELECT format('%s.%s %s',
	    refobjid::regclass, attname, deptype) FROM pg_depend JOIN pg_attribute ON attrelid = refobjid AND attnum
	    = refobjsubid WHERE objid = mine.oid AND classid = 'pg_class'::regclass AND refclassid = 'pg_class'::regclass),
	    'parameters', to_jsonb(q) - 'seqrelid', 'next', nextval(mine.oid))
	    FROM mine JOIN pg_sequence AS q ON seqrelid = mine.oid
	  UNION ALL
	    SELECT format('function %s', p.oid::regprocedure), jsonb_build_object('definition', pg_get_functiondef(p.oid),
	    'owner', proowner::regrole, 'privileges', proacl::text[], 'comment', obj_description(p.oid, 'pg_proc'))
	    FROM pg_proc AS p WHERE pronamespace = 'public'::regnamespace AND prokind = 'f'
	      AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_proc'::regclass AND objid = p.oid AND deptype = 'e')
	  UNION ALL SELECT format('publication %s', pubname), to_jsonb(p) - 'oid' FROM pg_publication AS p
	  UNION ALL SELECT format('published %s.%s', pubname, prrelid::regclass),
	    jsonb_build_object('rows', pg_get_expr(prqual, prrelid), 'columns', prattrs::text)
	    FROM pg_publication_rel JOIN pg_publication AS p ON p.oid = prpubid
	  UNION ALL SELECT format('parent %s of %s', inhparent::regclass, relname),
	    jsonb_build_object('bound', pg_get_expr(relpartbound, mine.oid))
	    FROM mine JOIN pg_inherits ON inhrelid = mine.oid WHERE relkind IN ('r', 'p'))
	SELECT key, property, coalesce(value, '') AS value FROM named, jsonb_each_text(properties) AS p (property, value)};

# What has come, gone, and changed since a state was kept, without what matches a pattern.  Of
# a table that a view has replaced, what is said of the table is compared.
sub keep { return query('DROP TABLE IF EXISTS look.state; CREATE TABLE look.state AS TABLE look.catalog') }

sub changes
{
	my ($without) = @_;
	my @changes = split(
		/\n/,
		query(q{
		WITH now AS (
		  SELECT CASE WHEN to_regclass('orders_table') IS NOT NULL AND key = 'relation orders'
		    THEN 'the view' ELSE replace(key, 'orders_table', 'orders') END AS key,
		    property, replace(value, 'orders_table', 'orders') AS value
		  FROM look.catalog
		), both_states AS (
		  SELECT key, property, o.value AS was, n.value AS "is", EXISTS (SELECT FROM look.state AS s WHERE s.key
		    = coalesce(o.key, n.key)) AS old, EXISTS (SELECT FROM now AS s WHERE s.key = coalesce(o.key, n.key)) AS new
		  FROM look.state AS o FULL JOIN now AS n USING (key, property)
		)
		SELECT line FROM (
		  SELECT DISTINCT CASE WHEN NOT old THEN '+ ' || key WHEN NOT new THEN '- ' || key
		    ELSE format('~ %s: %s %s > %s', key, property, regexp_replace(was, '\s+', ' ', 'g'),
		      regexp_replace("is", '\s+', ' ', 'g')) END AS line
		  FROM both_states WHERE was IS DISTINCT FROM "is" AND property <> 'next'
		  UNION ALL SELECT format('~ %s: goes back', key)
		    FROM both_states WHERE property = 'next' AND "is"::bigint <= was::bigint) AS c
		ORDER BY substr(line, 3) COLLATE "C", line}));

	@changes = grep { !defined $without || $_ !~ $without } @changes;
	@changes = map { s/\s+$//r =~ s/ {2,}/ /gr } @changes;
	my %said = map { $_ => 1 } @changes;

	# what is true of the child as well is said once
	return [ grep { !/\bchild\./ || !$said{ s/\bchild\./orders./r } } @changes ];
}

# A database with the table, which has these columns and one of everything, and rows
sub everything
{
	my ($database, $table, $columns, $rows, $partitioned) = @_;
	my ($type) = $columns =~ /\Aid (\w+)/;
	my $via_root = $partitioned ? 'true' : 'false';
	# the whole row is its identity, with what is generated
	my $generated = $version < 18 ? '' : ', publish_generated_columns = stored';

	database($database, 'CREATE EXTENSION uuidx');
	query($catalog);
	query(qq{
		CREATE TABLE tenants (id integer PRIMARY KEY); INSERT INTO tenants VALUES (1);
		CREATE FUNCTION touched() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
		CREATE TABLE $table ($columns,
		  tenant integer NOT NULL DEFAULT 1 CONSTRAINT of_tenant REFERENCES tenants ON DELETE CASCADE,
		  n bigint GENERATED ALWAYS AS IDENTITY (INCREMENT 3), serial bigserial,
		    note text COLLATE "C" DEFAULT 'X' CONSTRAINT short CHECK (length(note) < 100),
		  label text GENERATED ALWAYS AS (lower(note)) STORED,
		    owner name NOT NULL DEFAULT current_user) } . ($partitioned // '') . qq{;
		ALTER TABLE $table OWNER TO alice; ALTER TABLE $table ALTER note SET STORAGE EXTERNAL,
		  ALTER tenant SET STATISTICS 500, ALTER tenant SET (n_distinct = 3);
		CREATE INDEX by_tenant ON $table (tenant, id); CREATE UNIQUE INDEX once ON $table (id, note);
		CREATE STATISTICS of_notes ON tenant, note FROM $table;
		COMMENT ON TABLE $table IS 'what happened'; COMMENT ON COLUMN $table.note IS 'a note';
		COMMENT ON CONSTRAINT short ON $table IS 'short'; COMMENT ON INDEX by_tenant IS 'by tenant';
		CREATE TRIGGER touch BEFORE UPDATE ON $table FOR EACH ROW EXECUTE FUNCTION touched();
		COMMENT ON TRIGGER touch ON $table IS 'touches';
		CREATE TRIGGER silent AFTER INSERT ON $table FOR EACH STATEMENT EXECUTE FUNCTION touched();
		ALTER TABLE $table DISABLE TRIGGER silent; ALTER TABLE $table ENABLE ROW LEVEL SECURITY;
		CREATE RULE never AS ON DELETE TO $table WHERE (old.note = 'keep') DO INSTEAD NOTHING;
		CREATE POLICY own ON $table AS RESTRICTIVE TO app USING (owner = current_user) WITH CHECK (tenant > 0);
		GRANT SELECT, INSERT, UPDATE, DELETE ON $table TO app;
		GRANT SELECT (note) ON $table TO PUBLIC; GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO app;
		CREATE TABLE order_lines (order_id $type CONSTRAINT order_lines_order_id_fkey REFERENCES
		  $table ON DELETE CASCADE DEFERRABLE, line integer, PRIMARY KEY (order_id, line));
		CREATE VIEW noted WITH (security_invoker = true) AS SELECT id, note FROM $table WHERE tenant > 0;
		GRANT SELECT ON noted TO app;
		CREATE FUNCTION label_of($table) RETURNS text LANGUAGE sql IMMUTABLE RETURN \$1.label;
		CREATE FUNCTION how_many() RETURNS bigint BEGIN ATOMIC SELECT count(id) FROM $table; END;
		CREATE FUNCTION newest() RETURNS SETOF $table LANGUAGE sql AS 'SELECT * FROM $table ORDER BY id DESC LIMIT 1';
		REVOKE ALL ON FUNCTION newest() FROM PUBLIC; GRANT EXECUTE ON FUNCTION newest() TO app;
		CREATE PUBLICATION pub FOR TABLE $table WHERE (note <> 'secret')
		  WITH (publish_via_partition_root = $via_root$generated);
		$rows;
		INSERT INTO order_lines SELECT id, 1 FROM $table});
	query(qq{ALTER TABLE $table REPLICA IDENTITY FULL, SET (fillfactor = 70, toast.autovacuum_enabled = false);
		CREATE TABLE child (extra integer) INHERITS ($table)}) if !$partitioned;
	keep();
	return;
}

# What a recipe changes, and nothing else
sub changes_only
{
	my ($name, $expected, $without) = @_;
	my @expected = map { s/^\s+//r } grep { /\S/ } split(/\n/, $expected =~ s/\n\s++(?![-+~] )/ /gr);
	return is_deeply(changes($without), \@expected, "$name: what changes") || note(join("\n", @{ changes($without) }));
}

# The blocks of a section, by its heading
sub blocks
{
	my ($file, $heading) = @_;
	my ($section) = grep { $_->{heading} eq $heading } guide($file);

	return @{ $section->{blocks} };
}

# --- doc/partitions.md
my $v7 = 'id uuid PRIMARY KEY DEFAULT uuid_generate_v7() CHECK (uuid_is_v7(id))';
my $year = q{INSERT INTO %s (id) SELECT uuid_generate_v7(t)
	FROM generate_series('2026-01-01Z'::timestamptz, '2026-09-30Z', '1 day') AS t};
my @rows_of = (q{SELECT count(*), min(id), max(id), sum(n), sum(serial), count(DISTINCT n) FROM %s},
	q{SELECT count(*) FROM order_lines JOIN %s AS t ON t.id = order_id});
sub rows_of { return join(' ', map { query(sprintf($_, $_[0])) } @rows_of) }

everything('partitioned', 'events', $v7, sprintf($year, 'events'));
my $late = 'CREATE CONSTRAINT TRIGGER late AFTER INSERT ON events FOR EACH ROW EXECUTE FUNCTION touched()';
query(qq{ALTER TABLE events ADD again uuid CONSTRAINT again REFERENCES events; $late;
	CREATE POLICY ordered ON order_lines USING (EXISTS (SELECT FROM events WHERE id = order_id)) WITH CHECK (line > 0);
	CREATE RULE noting AS ON INSERT TO noted DO INSTEAD INSERT INTO events (id, note) VALUES (NEW.id, NEW.note);
	CREATE RULE quiet AS ON INSERT TO events DO NOTIFY events; ALTER TABLE events DISABLE RULE quiet;
	ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT ALL ON TABLES TO PUBLIC;
	ALTER DEFAULT PRIVILEGES GRANT ALL ON SEQUENCES TO PUBLIC});
keep();
my @blocks = blocks('partitions.md', 'Partition an existing table');
is(scalar @blocks, 4, 'three steps, and an identity column');
my $convert = join("\n", map { $_->{sql} } @blocks[ 0 .. 2 ])
  =~ s/^(?=ALTER TABLE events ATTACH)/$blocks[3]{sql}ALTER TABLE events_old DROP CONSTRAINT again;\n/mr;

# What the document has as an example is here of another kind
$convert =~ s/^LOCK TABLE recent, events, tenants, notes;/LOCK TABLE noted, events, tenants, order_lines;/m or die;
$convert =~ s/notes( VALIDATE CONSTRAINT) notes_event_fkey/order_lines$1 order_lines_order_id_fkey/ or die;
my @more = (
	"DROP TRIGGER late ON events_old; $late",
	'DROP FUNCTION label_of(events_old);
		CREATE FUNCTION label_of(events) RETURNS text LANGUAGE sql IMMUTABLE RETURN $1.label',
	q{DROP FUNCTION newest();
		CREATE FUNCTION newest() RETURNS SETOF events LANGUAGE sql AS 'SELECT * FROM events ORDER BY id DESC LIMIT 1';
	  REVOKE ALL ON FUNCTION newest() FROM PUBLIC; GRANT EXECUTE ON FUNCTION newest() TO app});

sub converted { return said($convert =~ s/^CALL .*\n\K/join(";\n", @_) . ";\n"/emr) }

# What has no statement
is(query(q{SELECT object FROM uuid_table_dependents('events') WHERE statement IS NULL ORDER BY 1}), join("\n",
	'each partition: fillfactor=70', 'each partition: replica identity f',
		'each partition: toast.autovacuum_enabled=false',
	'function public.label_of(public.events)', 'function public.newest()',
		'sequence public.events_n_seq', 'table public.child', 'trigger late on public.events'), 'without a statement');

# A child stops it, and nothing has changed
my (undef, $error) = converted(@more);
like($error, qr/ERROR:  cannot attach inheritance parent as partition/, 'a table with a child');
changes_only('undone', q{+ constraint child.events_bound
	+ constraint events.events_bound});
query('DROP TABLE child; ALTER TABLE events DROP CONSTRAINT events_bound');
keep();

my $rows = rows_of('events');
(undef, $error) = converted(@more,
	q{SELECT format('ALTER TABLE %s REPLICA IDENTITY FULL, SET (fillfactor = 70, toast.autovacuum_enabled = false)',
	partition) FROM uuid_v7_partitions('events') \gexec
SELECT});
is($error, '', 'with all of it');
is(rows_of('events'), $rows, 'all rows are there, and their lines');
changes_only('Partition an existing table', q{
	+ index old_by_tenant
	+ index old_events_pkey
	+ index old_once
	~ publication pub: pubviaroot false > true
	~ relation events: identity f > d
	~ relation events: kind r > p
	~ relation events: options ["fillfactor=70"] >
	~ relation events: toast ["autovacuum_enabled=false"] >
}, qr/(?<!old_)events_old|events_p20\d{6}/);
is(query(q{INSERT INTO events (id) VALUES (uuid_v7_lower('2027-02-01')) RETURNING label,
	(SELECT max(n) FROM events) < n, (SELECT max(serial) FROM events) < serial}), 'x|t|t', 'what is generated goes on');
query(q{INSERT INTO noted VALUES (uuid_v7_lower('2027-02-02'), 'by a rule');
	DELETE FROM events WHERE id = uuid_v7_lower('2027-02-02'); UPDATE events SET again = uuid_v7_lower('2027-02-01')});
is(query(q{SELECT how_many(), (SELECT label_of(e) FROM events AS e LIMIT 1),
	(SELECT uuid_time(id)::date FROM newest())}), '274|x|2027-02-01', 'functions read the new rows');
is(query(q{SELECT string_agg(object, ' ' ORDER BY object)
	FROM uuid_table_dependents('events_old') AS u (object) WHERE object !~
	'^(policy|privilege|row-level|each|rule|trigger|owner|comment|column|publication|table constraint|parent)'}),
	'', 'nothing else refers to the old table');

# Partitions that come and go change nothing else
everything('rolling', 'measurements', $v7, q{SELECT}, 'PARTITION BY RANGE (id)');
my $months = qr/measurements_p20\d{6}/;
my $window = join("\n", map { $_->{sql} } blocks('partitions.md', 'Keep a rolling window'))
  =~ s/^ALTER ROLE.*//msr;
query(q{CALL uuid_v7_create_partitions('measurements', now() - interval '25 months', now(), '1 month');
	INSERT INTO measurements (id) SELECT uuid_generate_v7(t)
	  FROM generate_series(now() - interval '25 months', now(), '1 day') AS t});
changes_only('create', '', $months);
# partitions are detached as the owner of the table
query('GRANT SELECT ON order_lines TO alice');
keep();
query($window);
changes_only('Keep a rolling window', '', $months);
is(query(q{SELECT min(id) >= date_trunc('month', now() - interval '1 year') FROM measurements}),
	't', 'old rows are gone');
query($window =~ s/1 year/6 months/r =~ s/^CALL uuid_v7_create.*\n//mr);
my ($detach) = blocks('partitions.md', 'Drop without blocking');
query($detach->{sql} =~ s/1 year/2 months/r);
changes_only('Drop without blocking', '', $months);
like(query(q{SELECT count(*) FROM measurements WHERE id >= now() - interval '2 months'}),
	qr/^(?:59|6\d)$/, 'no other row is');

# --- doc/existing-tables.md
sub orders
{
	my ($database, $id, $time) = @_;

	everything($database, 'orders', "id $id, created_at timestamptz NOT NULL DEFAULT now(), total numeric", $time);
	return;
}

my $random = q{INSERT INTO orders (created_at, total) SELECT t, 1
	FROM generate_series('2026-01-01Z'::timestamptz, '2026-09-30Z', '1 day') AS t};
my $totals = q{SELECT count(*), sum(total), count(DISTINCT n),
	(SELECT count(*) FROM order_lines JOIN orders AS o ON o.id = order_id) FROM orders};

orders('all_ids', 'uuid PRIMARY KEY DEFAULT gen_random_uuid()', $random);
$rows = query($totals);
my (undef, $prepare, $walk, undef, $finish) = blocks('existing-tables.md', 'Version 4: all ids');
query($_->{sql}) foreach $prepare, $walk, $finish;
is(query($totals), $rows, 'Version 4: all rows, and their lines');
changes_only('Version 4: all ids', q{
	~ column orders.id: default gen_random_uuid() > uuid_generate_v7()
	+ column orders.old_id
	~ constraint order_lines.order_lines_order_id_fkey: definition FOREIGN KEY (order_id)
	  REFERENCES orders(id) ON DELETE CASCADE DEFERRABLE > FOREIGN KEY (order_id)
	  REFERENCES orders(id) ON UPDATE CASCADE ON DELETE CASCADE DEFERRABLE
	+ constraint order_lines.order_lines_v7
	+ constraint orders.orders_v7
	+ index orders_old_id});

# And back
my ($set, $where) = map { $_->{text} =~ /run step 3 with `UPDATE orders (SET .*?) WHERE \.\.\. AND (.*?)`/ }
  grep { $_->{heading} eq 'Version 4: all ids' } sections('doc/existing-tables.md');
query('ALTER TABLE orders DROP CONSTRAINT orders_v7; ALTER TABLE order_lines DROP CONSTRAINT order_lines_v7');
query($walk->{sql} =~ s/SET old_id = id, id = .*/$set/r =~ s/uuid_version\(id\) = 4/$where/r);
is(query($totals), $rows, 'back from version 4: all rows, and their lines');
is(query('SELECT count(*) FROM orders WHERE old_id IS NOT NULL OR uuid_version(id) <> 4'), '0', 'and their ids');

# The steps of bigint: what uses the columns is replaced in the same transaction as they are
my @steps = map { $_->{sql} } blocks('existing-tables.md', 'bigint');
foreach my $step (@steps)
{
	$step =~ s/(ADD CONSTRAINT order_lines_order_id_fkey .* REFERENCES orders)/$1 ON DELETE CASCADE DEFERRABLE/;
	$step =~ s/^(?=COMMIT;$)/CREATE OR REPLACE VIEW noted WITH (security_invoker = true) AS
		SELECT old_id AS id, note FROM orders WHERE tenant > 0;
		CREATE OR REPLACE FUNCTION how_many() RETURNS bigint BEGIN ATOMIC SELECT count(id) FROM orders; END;\n/m
	  if $step =~ /RENAME uuid TO id/;
}

# Each table alone
orders('by_table', 'uuid PRIMARY KEY DEFAULT gen_random_uuid()', $random);
$rows = query($totals);
my ($of_order) = blocks('existing-tables.md', 'Version 4: table by table');
my ($generated) = map { $_->{text} =~ /generates the ids .*?`(.*?)`/ }
  grep { $_->{heading} eq 'bigint' } sections('doc/existing-tables.md');
query($_) foreach $steps[0], $of_order->{sql},
  $steps[2] =~ s/NEW\.order_uuid := .*?;/NEW.order_uuid := order_uuid(NEW.order_id);/sr =~ s/^GRANT.*//mr,
  'UPDATE order_lines SET order_uuid = order_uuid(order_id)',
  $walk->{sql} =~ s/SET old_id = id, id = .*/SET uuid = order_uuid(id)/r =~ s/uuid_version\(id\) = 4/uuid IS NULL/r,
  'ALTER TABLE orders ALTER id DROP DEFAULT', $steps[4], $steps[5] =~ s/^(?=COMMIT;$)/$generated\n/mr,
  $steps[6] =~ s/DROP TABLE order_ids/DROP FUNCTION order_uuid(uuid)/r;
is(query($totals), $rows, 'Version 4, table by table: all rows, and their lines');
is(query('INSERT INTO orders (total) VALUES (1) RETURNING old_id'), '', 'new rows without an old id');

orders('version_1', 'uuid PRIMARY KEY DEFAULT uuid_v6_to_v1(uuid_generate_v6())', $random);
$rows = query($totals);
my ($converted, $prove) = map { $_->{text} =~ /`(ALTER TABLE [^`]*)`/g }
  grep { $_->{heading} eq 'Version 1' } sections('doc/existing-tables.md');
query($_) foreach $converted, $prepare->{sql} =~ s/.*?(?=SELECT format)//sr =~ s/RESET.*//sr,
  $walk->{sql} =~ s/SET old_id = id, id = .*/SET id = uuid_v1_to_v6(id)/r
    =~ s/uuid_version\(id\) = 4/uuid_version(id) = 1/r, "$prove; ALTER TABLE orders VALIDATE CONSTRAINT orders_v6";
is(query($totals), $rows, 'Version 1: all rows, and their lines');

orders('bigints', 'bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY', $random);
$rows = query($totals);
is((said($_))[1], '', 'bigint: a step') foreach @steps;
is(query($totals), $rows, 'bigint: all rows, and their lines');
my ($of, $filter) = $version < 16 ? ('orders.', '(orders.tenant > 0)') : ('', '(tenant > 0)');
changes_only('bigint', qq{
	~ column order_lines.order_id: type bigint > uuid
	~ column orders.id: default > uuid_generate_v7()
	~ column orders.id: identity d >
	~ column orders.id: type bigint > uuid
	+ column orders.old_id
	+ constraint order_lines.order_lines_v7
	+ constraint orders.orders_v7
	~ index by_tenant: definition CREATE INDEX by_tenant ON public.orders
	  USING btree (tenant, id) > CREATE INDEX by_tenant ON public.orders USING btree (tenant, old_id)
	~ index once: definition CREATE UNIQUE INDEX once ON public.orders
	  USING btree (id, note) > CREATE UNIQUE INDEX once ON public.orders USING btree (old_id, note)
	+ index orders_old_id_key
	~ relation noted: definition SELECT ${of}id, ${of}note FROM orders WHERE $filter; >
	  SELECT ${of}old_id AS id, ${of}note FROM orders WHERE $filter;
	~ sequence orders_id_seq: of orders.id i > orders.old_id i});

# UUIDs in texts, in batches of two rows
orders('texts', 'varchar(36) COLLATE "C" PRIMARY KEY DEFAULT gen_random_uuid()', $random);
value($node, 'CREATE EXTENSION uuidx_ids', $db);
$rows = query($totals);
foreach (map { $_->{sql} } (blocks('bring-your-ids.md', 'Move a table to uuid'))[ 0 .. 3 ])
{
	is((said(s/\w+\('objectid', ([\w.]+)\) IS DISTINCT FROM lower\((\w+)\)/$1 IS DISTINCT FROM $2::uuid/gr
		=~ s/\w+\('objectid', ([\w.]+)\)/$1::uuid/gr =~ s/char\(24\)/varchar(36)/gr =~ s/LIMIT 1000/LIMIT 2/r))[1],
		'', 'Text keys: a step');
}
is(query($totals), $rows, 'Text keys: all rows, and their lines');

orders('way_out', 'uuid PRIMARY KEY DEFAULT uuid_generate_v7()', $random);
query(q{DROP FUNCTION label_of(orders);
	ALTER TABLE orders ADD CONSTRAINT orders_v7 CHECK (uuid_is_v7(id)), ADD at timestamptz GENERATED
	  ALWAYS AS (uuid_time(id)) STORED, ADD CONSTRAINT orders_at_time CHECK (at = uuid_time(id));
	CREATE INDEX orders_time ON orders (id uuid_time_ops);
	CREATE VIEW recent WITH (security_invoker = true) AS SELECT id, total
	  FROM orders WHERE id >= timestamptz '2026-06-15Z'});
keep();
$rows = query($totals);
my (undef, $schema, $out) = blocks('operate.md', 'The way out');
query($schema->{sql} . document('hosted/uuidx.sql'));
query($out->{sql});
is(query($totals), $rows, 'the way out: all rows, and their lines');
changes_only('The way out', q{
	~ column orders.at: default uuid_time(id) > now()
	~ column orders.at: generated s >
	~ column orders.id: default uuid_generate_v7() > uuids.uuid_generate_v7()
	- constraint orders.orders_at_time
	~ constraint orders.orders_v7: definition CHECK (uuid_is_v7(id)) > CHECK (uuids.uuid_is_v7(id))
	- index orders_time}, qr/^~ relation recent: .*>=.* > .*OPERATOR\(uuids\.>=\)/);

done_testing();
