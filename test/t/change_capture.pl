# What triggers and change data capture read of a generated created_at: each cell of the table in
# doc/operate.md that the tests run is what is seen, and so is what the text says of the setting
# that refuses output plugins.
#
# Only in make test-all: a document, not code.

use UuidxDocument qw(sections);
use UuidxPackages;
use UuidxTest;

my $node = uuidx_node('change_capture', conf => "timezone = 'UTC'\nwal_level = logical");
my $version = int(value($node, 'SHOW server_version_num') / 10000);
my ($section) = grep { $_->{heading} eq 'Change data capture' } sections('doc/operate.md');
my ($list) = $section->{text} =~ /`(ALTER SYSTEM SET output_plugin_libraries = [^`]*)`/;
my @rows = map { [ split / *\| */ ] } $section->{text} =~ /^\| (.*) \|$/mg;
my $at = '2026-06-15 12:00:00Z';

# What of the time is in the text of a row
sub what { return $_[0] =~ /2026-06-15.12(?::|%3a)00|1781524800000000/
  ? 'time' : $_[0] =~ /created_at/ ? 'null' : $_[0] =~ /total/ ? 'left out' : "nothing: $_[0]" }

sub slot { return state_of($node, "SELECT pg_create_logical_replication_slot('s', '$_[0]')") }

# What a plugin sends of an INSERT and an UPDATE
sub decoded
{
	my ($plugin, $options) = @_;
	my $read = $plugin eq 'pgoutput' ? q{encode(data, 'escape'), '') FROM pg_logical_slot_get_binary_changes}
	  : q{data, '') FROM pg_logical_slot_get_changes};

	return slot($plugin) || what(value($node, "INSERT INTO orders VALUES (uuid_generate_v7('$at'), 1);
		UPDATE orders SET total = total + 1 WHERE id = (SELECT max(id) FROM orders);
		SELECT string_agg($read('s', NULL, NULL$options); SELECT FROM pg_drop_replication_slot('s')"));
}

# Creates an extension, if it is installed
sub has { return !state_of($node, "SET client_min_messages = error; CREATE EXTENSION IF NOT EXISTS $_[0]") }

# What is seen, by the first cell of a row
sub seen
{
	my ($published, $row_trigger) = (q{, 'proto_version', '1', 'publication_names', }, 'ON orders FOR EACH ROW');
	my %seen = (test_decoding => decoded('test_decoding', ''),
		decoderbufs => decoded('decoderbufs', q{, 'debug-mode', '1'}));

	value($node, 'CREATE PUBLICATION p FOR TABLE orders');
	$seen{pgoutput} = decoded('pgoutput', "$published 'p'");
	$seen{'pgoutput with `publish_generated_columns = stored` (18)'} = decoded('pgoutput', "$published 'g'")
	  if $version >= 18 && !state_of($node,
	  'CREATE PUBLICATION g FOR TABLE orders WITH (publish_generated_columns = stored)');
	my %formats = map { decoded('wal2json', ", 'format-version', '$_'") => 1 } 1, 2;
	$seen{wal2json} = join(' ', sort keys %formats);

	my $insert = "INSERT INTO orders VALUES (uuid_generate_v7('$at'), 1)";
	if (has('pgq'))
	{
		value($node, join ';', q{SELECT pgq.create_queue('q')}, (map { "CREATE TRIGGER $_ AFTER INSERT $row_trigger
			EXECUTE FUNCTION pgq.$_('q')" } 'jsontriga', 'logutriga', 'sqltriga'), $insert);
		my %what = map { what($_) => 1 } split /\n/, value($node, 'SELECT ev_data FROM pgq.event_template');
		$seen{"pgq's triggers"} = join ' ', sort keys %what;
		value($node, 'SET client_min_messages = error; DROP EXTENSION pgq CASCADE');
	}
	if (has('pg_ivm'))
	{
		value($node, "TRUNCATE orders; SELECT pgivm.create_immv('held', 'SELECT id, created_at FROM orders'); $insert");
		$seen{pg_ivm} = what(value($node, 'SELECT to_json(held) FROM held'));
		my $state = state_of($node, 'UPDATE orders SET total = 2');
		$seen{pg_ivm} .= "; `UPDATE`: `$state`" if $state;
		value($node, 'DROP TABLE held');
	}

	value($node, qq{
		TRUNCATE orders; INSERT INTO orders VALUES (uuid_generate_v7('$at'), 1);
		CREATE TABLE seen (reader text, what text);
		CREATE FUNCTION see() RETURNS trigger LANGUAGE plpgsql AS \$\$BEGIN
		  INSERT INTO seen SELECT format('`%s` trigger: %s', TG_WHEN, reader), what
		    FROM (VALUES ('`NEW`', NEW.created_at::text), ('`NEW`', to_json(NEW)::text),
		    ('`OLD`', OLD.created_at::text), ('`OLD`', to_json(OLD)::text)) AS v (reader, what)
		      WHERE TG_NARGS = 0 UNION ALL SELECT '`AFTER` trigger: `WHEN`', TG_ARGV[0] WHERE TG_NARGS > 0;
		  RETURN NEW; END\$\$;
		CREATE TRIGGER before BEFORE UPDATE $row_trigger EXECUTE FUNCTION see();
		CREATE TRIGGER after AFTER UPDATE $row_trigger EXECUTE FUNCTION see();
		CREATE TRIGGER "when" AFTER UPDATE $row_trigger WHEN (NEW.created_at = '$at') EXECUTE FUNCTION see('$at');
		UPDATE orders SET total = 2;
		CREATE FUNCTION see_all() RETURNS trigger LANGUAGE plpgsql AS
		  'BEGIN INSERT INTO seen SELECT \$\$transition table\$\$, created_at FROM rows; RETURN NULL; END';
		CREATE TRIGGER all_rows AFTER INSERT ON orders REFERENCING NEW TABLE AS rows EXECUTE FUNCTION see_all()});
	my $state = state_of($node, "INSERT INTO orders VALUES (uuid_generate_v7('$at'), 3)");
	%seen = (%seen, map { split(/\|/) } split(/\n/, value($node, q{SELECT reader, string_agg(DISTINCT CASE
		WHEN what ~ '2026-06-15.12:00' THEN 'time' ELSE 'null' END, ' ') FROM seen GROUP BY reader})));
	$seen{'transition table'} = "`$state`" if $state;
	value($node, "DROP PUBLICATION $_") foreach split(/\n/, value($node, 'SELECT pubname FROM pg_publication'));
	value($node, 'DROP TABLE orders, seen; DROP FUNCTION see, see_all');
	return %seen;
}

# A setting for all sessions from here on
sub set
{
	my ($sql) = @_;
	my ($name, $value) = $sql =~ /ALTER SYSTEM SET (\w+) = (.*)/;

	value($node, $sql);
	$node->reload;
	return $node->poll_query_until('postgres', "SELECT current_setting('$name') = '$value'");
}

SKIP:
{
	skip('this minor release refuses no output plugin', 4)
	  if !value($node, q{SELECT count(*) FROM pg_settings WHERE name = 'output_plugin_libraries'});
	compare(
		\&slot,
		[ 'a plugin that is not in the list is refused', 'wal2json', '42501' ],
		[ 'one that is, is not', 'test_decoding', '' ]);
	set('ALTER SYSTEM SET output_plugin_libraries = pgoutput');
	is(state_of($node, q{SELECT pg_logical_slot_get_changes('s', NULL, NULL)}),
		'42501', 'an existing slot is refused as well');
	value($node, q{SELECT pg_drop_replication_slot('s')});
	set($list);
	isnt(slot('wal2json'), '42501', 'as the text says, it is in the list');
	value($node, q{SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots});
}

foreach my $column (1, $version < 18 ? () : 2)
{
	my $form = ('(uuid_time(id)) STORED', '(uuid_extract_timestamp(id)) VIRTUAL')[ $column - 1 ];

	value($node, "CREATE TABLE orders (id uuid PRIMARY KEY CHECK (uuid_is_v7(id)), total numeric,
		created_at timestamptz GENERATED ALWAYS AS $form)");
	my %seen = seen();
	foreach my $row (@rows[ 1 .. $#rows ])
	{
		foreach my $reader (split(/; /, $row->[0]))
		{
			my $what = delete $seen{$reader} // '58P01';

		  SKIP:
			{
				skip("$reader: it is not installed, or came with PostgreSQL 18", 1) if $what =~ /58P01/;
				is($what, $row->[$column], "$rows[0][$column]: $reader");
			}
		}
	}
	is_deeply([ sort keys %seen ], [], "$rows[0][$column]: every reader is in the table");
}

done_testing();
