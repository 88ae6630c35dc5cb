# The consumer is run beside writers that commit late; it gets each message once, and in order.

package document::read_on;

use UuidxDocument;
use UuidxGuide;
use UuidxTest;

database('outbox');
my %sections = map { $_->{heading} => $_ } sections('doc/read-on.md');
my ($transaction) = grep { /\\gset/ } map { $_->{text} } @{ $sections{'A consumer'}{blocks} };
my ($behind, $holders) = split(/\n\n/, $sections{'Long transactions'}{blocks}[0]{text});

my $woken = 0;

# One turn of a consumer, in its session: the statements of the document, with the last id
# that it returned; returns what was read
sub turn
{
	my ($session, $name) = @_;
	my $sql = $transaction =~ s/'mailer'/'$name'/gr;
	my ($read, $update) = split(/^-- process.*\n/m, $sql);
	my @lines = split(/\n/, $session->query_safe($read));
	my @rows = map { [ split(/\|/) ] } grep { !/^Asynchronous/ } @lines;

	$update =~ s/'[-0-9a-f]{36}'(.*?;)  --.*/'$rows[-1][0]'$1/ or die 'no id to replace' if @rows;
	$update =~ s/^UPDATE.*\n//m if !@rows;
	$woken += grep { /^Asynchronous notification "messages"/ } @lines, split(/\n/, $session->query_safe($update));
	return map { $_->[1] } @rows;
}

run_document(
	'read-on',
	'Read on by the key end' => sub {
		like(query('SET enable_seqscan = off; SET enable_bitmapscan = off; PREPARE next_messages (uuid) AS '
				. ($sections{'Read on by the key'}{blocks}[0]{text} =~ /(SELECT .*?;)/s)[0] . q{ EXPLAIN (COSTS OFF)
					EXECUTE next_messages ('00000000-0000-0000-0000-000000000000')}),
			qr/Index Cond: \(\(id > '0.*'::uuid\) AND \(id < uuid_v7_horizon\(\)\)\)/, 'a range of the primary key');
	},
	'A consumer end' => sub {
		query(q{UPDATE consumers SET last_id = DEFAULT});
		my $consumer = uuidx_session($node, $db);
		my @writers = map { uuidx_session($node, $db) } 0 .. 2;
		my (@read, @open);

		$consumer->query_safe('LISTEN messages');
		foreach my $i (0 .. 29)
		{
			my $n = $i % 3;

			# each commits after two others have begun, and two of them have committed
			$writers[$n]->query_safe($i % 7 == 3 ? 'ROLLBACK' : 'COMMIT') if $open[$n];
			$writers[$n]->query_safe("BEGIN; INSERT INTO messages (body) VALUES ('$i')");
			$open[$n] = 1;
			query("INSERT INTO messages (body) VALUES ('at once $i')");
			push @read, turn($consumer, 'mailer');
		}
		$_->query_safe('COMMIT') foreach @writers;
		# the last row may be in the current millisecond
		for (1 .. 1000)
		{
			push @read, turn($consumer, 'mailer');
			last if query(q{SELECT max(id) = (SELECT last_id FROM consumers WHERE name = 'mailer')
				FROM messages}) eq 't';
		}
		is(join(',', @read), query(q{SELECT string_agg(body, ',' ORDER BY id)
			FROM messages}), 'the consumer gets each message once, and in order');
		cmp_ok(scalar(@read), '>', 50, 'messages');
		cmp_ok($woken, '>', 0, 'the consumer is woken');
	},
	'Several consumers end' => sub {
		my ($share) = $sections{'Several consumers'}{blocks}[0]{text} =~ /^(SELECT .*;)/ms;

		is(join(',',
			sort map { split(/\n/, query($share =~ s/% 3 = 0/% 3 = $_/r =~ s/^SELECT id, body/SELECT id/r)) } 0 .. 2),
			query(q{SELECT string_agg(id::text, ',' ORDER BY id) FROM messages}), 'they share all messages');
	},
	'Long transactions end' => sub {
		my ($tracked, $untracked, $prepared) = map { uuidx_session($node, $db) } 1 .. 3;

		$tracked->query_safe('BEGIN; SELECT 1');
		like(query($holders), qr/\A\d+\|.*\|idle in transaction\|SELECT 1\s*;?\z/,
			'an open transaction holds the horizon');
		my $begun = q{(SELECT xact_start FROM pg_stat_activity WHERE state = 'idle in transaction')};
			is(query($behind =~ s/SELECT (.*) AS behind;/SELECT $1 >= now() - $begun/r), 't', 'how far it is behind');
		$tracked->query_safe('COMMIT');
		$untracked->query_safe('SET track_activities = off; BEGIN; SELECT 1');
		like(query($holders), qr/\A\d+\|.*\|disabled\|\z/, 'one that is not tracked');
		$untracked->query_safe('COMMIT');
		is(query($holders), '', 'nobody');
		$prepared->query_safe(q{BEGIN; CREATE TABLE t (); PREPARE TRANSACTION 'left behind'});
		like(query($holders), qr/\Aleft behind\|.*\|prepared\|\z/, 'a prepared one');
		is(query($behind), '', 'null without a horizon');
		query(q{ROLLBACK PREPARED 'left behind'});
	},
	'Other versions end' => sub {
		query('INSERT INTO visits SELECT FROM generate_series(1, 10)');
		$node->poll_query_until($db, "SELECT ($_) = 10") or die "no rows: $_"
		  foreach map { s/;$//r } grep { /^SELECT/ } split(/\n/, $sections{'Other versions'}{blocks}[0]{text});
		pass('ids of version 6');
	});

1;
