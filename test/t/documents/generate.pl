package document::generate;

use UuidxDocument;
use UuidxGuide;
use UuidxTest;

my %guide = map { $_->{heading} => $_ } guide('generate.md');

sub error { return state_of($node, $_[0], $db) }

# The plan of a query, by an index where there is one
sub plan_of { return query("SET enable_seqscan = off; SET enable_bitmapscan = off; EXPLAIN (COSTS OFF) $_[0]") }

# What a query for ids of old_orders makes: how many, whether in the order of the rows,
# and whether of their times
sub made
{
	my ($sql, $function) = @_;

	$sql =~ s/^SELECT uuid_generate_v7\(/SELECT old_id, created_at, uuid_generate_v7(/ or die;
	$sql =~ s/;\n\z//;
	return query("WITH made (old_id, created_at, id) AS ($sql)
		SELECT count(DISTINCT id), array_agg(old_id ORDER BY id) = array_agg(old_id ORDER BY old_id),
		  bool_and($function(id) = created_at) FROM made");
}

database('generate');
run_document(
	'generate',
	'Nodes 1' => sub {
		is(error('SELECT uuid_generate_v8_node()'), '55000', 'no node is set');
		$node->append_conf('document.conf', $guide{Nodes}{others}[0]);
		$node->reload;
		$node->poll_query_until('postgres', q{SELECT current_setting('uuidx.node_id', true) = '7'})
		  or die 'the node is not set';
	},
	'Nodes end' => sub {
		my ($node_of, $range) = (split(/\n/, $guide{Nodes}{blocks}[0]{sql}))[ 1, 2 ];

		query(q{INSERT INTO readings (payload) VALUES ('one')});
		is(query($node_of) =~ s/\|.*\|/|/r, '7|one', 'the node');
		query(q{INSERT INTO readings SELECT (left(i::text, 14) || '8' || right(i::text, 21))::uuid, 'two'
			FROM uuid_generate_v7(now() - interval '2 hours') AS v (i)});
		is(query('WITH found AS (' . $range =~ s/;.*//r . ')
			SELECT string_agg(payload, $$ $$ ORDER BY payload) FROM found'), 'one', 'the last hour');
		like(plan_of($range), qr/Scan using readings_pkey .*\n +Index Cond: \(+id /, 'by the primary key');
		is(query(q{SELECT count(*) FROM readings WHERE id <= timestamptz 'infinity'}), '0', 'the operators find none');
	},

	'Backfilling 1' => sub {
		query(q{
			CREATE TABLE old_orders (old_id bigint PRIMARY KEY, created_at timestamptz);
			INSERT INTO old_orders SELECT n, timestamptz '2026-06-15Z' + n / 10000 * interval '1 us'
			  FROM generate_series(1, 50000) AS n});
		is(made($_[0]{sql}, 'uuid_v7_timestamp_us'), '50000|t|t', 'in the order of the rows, of their times');
		query(q{UPDATE old_orders SET created_at = '2026-06-15Z'});
		is(error($_[0]{sql}), '22023', 'too many rows of one time');
		query('DELETE FROM old_orders WHERE old_id > 16384');
	},

	'Names end' => sub {
		is(error("INSERT INTO hosts VALUES ('$_')"), '23514', "no host $_")
		  foreach ('www.example.com.', 'WWW.example.com');
		is(error(q{INSERT INTO hosts VALUES (U&'e\0301.example')}), '23514', 'no host that is not normalized');
		is(query(q{INSERT INTO hosts VALUES ('www.example.com') RETURNING id}),
			'2ed6657d-e927-568b-95e1-2665a8aea6a2', 'the id of a host');
	},
	'A namespace of your own end' => sub {
		is(query(q{SELECT uuid_generate_v8(substr(sha512(uuid_send(uuid_namespace('dns')) ||
			convert_to('www.example.com', 'UTF8')), 1, 16)) = uuid_generate_v8_hash('sha512',
			uuid_namespace('dns'), 'www.example.com')}), 't', 'a hash by hand');
		is(error(q{SELECT uuid_generate_v8('\x00112233445566778899aabbccddee')}), '22023', 'a hash that is too short');
		is(error(qq{SELECT uuid_generate_v8_hash('$_', uuid_namespace('dns'), 'a')}), '22023', "$_ belongs elsewhere")
		  foreach ('md5', 'sha1');
	},

	# What the table of chances says is computed from the bits
	'Probability of a duplicate end' => sub {
		my ($rows) = map { $_->{text} }
		  grep { $_->{heading} eq 'Probability of a duplicate' } sections('doc/generate.md');
		# after n ids of b random bits it is n^2 / 2^(b + 1); at r ids a second, the ids of each microsecond are r /
		# 10^6
		my $numbers = query(q{
			SELECT string_agg(CASE WHEN bits IN (122, 62) THEN round(sqrt(2 * 2 ^ bits::numeric * 1e-9))
			  ELSE round(2e6 * 2 ^ bits::numeric * 1e-9) END::text, ' ' ORDER BY bits DESC)
			FROM unnest(ARRAY[122, 62, 61, 60, 45]) AS bits});
		is($numbers, '103120434280890 96038 4611686018427388 2305843009213694 70368744178', 'chances');
		like($rows, qr/^\| .* \| \Q$_\E/m, "in the table: $_")
		  foreach '122 | 1.0 * 10^14', '62 | 96 * 10^3', '61 in each microsecond | 4.6 * 10^15',
			'60 in each microsecond | 2.3 * 10^15', '45 in each microsecond | 7.0 * 10^10';
	});

1;
