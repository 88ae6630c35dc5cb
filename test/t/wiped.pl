# What is random or secret is in the memory of a session no longer than it must be: bits
# of UUIDs that were made, all masking keys but the last four and their schedules, and
# what is computed while a UUID is masked or unmasked.
#
# In make test: nothing else looks for secrets in memory.
# One server is enough: nothing in it depends on the version of the server.

use Fcntl qw(SEEK_SET);
use UuidxTest;

plan skip_all => 'AddressSanitizer has more memory than can be searched' if ($ENV{UUIDX_TOOL} // '') eq 'sanitize';

my $node = uuidx_node('wiped');
my $session = uuidx_session($node);
my $pid = $session->pid;
my $openssl = value($node, 'SHOW ssl_library') eq 'OpenSSL';

# The memory of the session alone, or the part of it that is 'library' or 'stack'; undef
# if it cannot be read
sub memory
{
	my $part = $_[0] // '';
	my ($all, $end) = ('', '');

	open(my $maps, '<', "/proc/$pid/maps") && open(my $memory, '<:raw', "/proc/$pid/mem") or return undef;
	while (my $line = <$maps>)
	{
		my ($from, $to, $file) = $line =~ /^(\w+)-(\w+) rw-p \S+ \S+ \S+ *(.*)/ or next;
		my $content;

		next if $part eq 'stack' && $file ne '[stack]';
		# what begins as zeros is mapped behind the file
		next if $part eq 'library' && $file !~ /\buuidx\.so$/ && ($file ne '' || $from ne $end);
		$end = $to;
		sysseek($memory, hex $from, SEEK_SET) && sysread($memory, $content, hex($to) - hex($from)) or next;
		$all .= $content;
	}
	return $all;
}

# --- The pool of random bits

# The first six octets of so many new UUIDs, all of them random
sub made
{
	my ($count) = @_;

	return map { pack('H12', s/-//gr) } split(/\s+/,
		$session->query("SELECT uuid_generate_v4_random() FROM generate_series(1, $count)"));
}

sub how_many_in
{
	my ($memory, @octets) = @_;

	return scalar grep { index($memory, $_) >= 0 || index($memory, reverse $_) >= 0 } @octets;
}

my @past = made(100);
my $pool = memory('library');
SKIP:
{
	skip 'the memory of a session cannot be read', 5 unless $pool;

	my @future = made(100);

	is(how_many_in($pool, @future), 100, 'the pool has the bits of UUIDs to come');
	is(how_many_in($pool, @past), 0, 'and none of those that were made');
	is(how_many_in(memory('library'), @past, @future), 0, 'nor later');

	# what is left of the pool is the longest part without zeros, less what stands beside it
	my ($from, $length) = (0, 0);
	$pool = memory('library');
	while ($pool =~ /(?:(?!\0{4}).{4}){256,}/gs)
	{
		($from, $length) = ($-[0] + 64, $+[0] - $-[0] - 128) if $+[0] - $-[0] - 128 > $length;
	}
	cmp_ok($length, '>', 4096, 'there is more of it');
	$session->query('SET uuidx.entropy_pool = off; SELECT uuid_generate_v4_random()');
	is(unpack('H*', substr(memory('library'), $from, $length)),
		'00' x $length, 'the pool is wiped when it is turned off');
}

# --- Masking keys
# The example of FIPS 197, appendix A.1: a key, and the first round key that is made of it
my $key = '2b7e151628aed2a6abf7158809cf4f3c';
my $round_key = pack('H*', 'a0fafe1788542cb123a339392a6c7605');

# How often the octets are in the memory of the session
sub found { return scalar(() = (memory() // '') =~ /\Q$_[0]\E/g) }

sub mask_with { $session->query("SELECT uuid_mask(uuid_generate_v7(), '\\x$_')") foreach @_; return }

my @others = map { sprintf '%032x', $_ } 1 .. 6;

# A long key, a short one takes the place of: of its last octets nothing is left
my $long = 'f0e1d2c3b4a5968778695a4b3c2d1e0f' . '8091a2b3c4d5e6f708192a3b4c5d6e7f';

SKIP:
{
	skip 'this server was built without OpenSSL', 8 unless $openssl;

	is(found($round_key), 0, 'not there before');
	mask_with($key);
	skip 'the memory of a session cannot be read, or AES has another form of schedule here', 5 unless found($round_key);

	is(found($round_key), 1, 'a key that was used is kept');
	mask_with(@others[ 0 .. 2 ]);
	is(found($round_key), 1, 'it is kept beside three more keys');
	mask_with($key, $others[3]);
	is(found($round_key), 1, 'the most recently used key is not replaced');
	mask_with(@others[ 4, 5, 0 ]);
	is(found($round_key), 0, 'after four others nothing is left of it');
	mask_with($key, @others, $key);
	is(found($round_key), 1, 'it comes again');

	my $end = pack('H*', substr($long, 32));
	my $kept = sub { return scalar(() = memory('library') =~ /\Q$end\E/g) };

	mask_with($long);
	is($kept->(), 1, 'a long key that was used is kept');
	mask_with(@others[ 0 .. 3 ]);
	is($kept->(), 0, 'until short ones take its place');
}

# What is computed: the id is in both halves of FF1's state.  The call is made while the
# query is planned, deep inside an expression, and an error ends the query thereafter, so
# that nothing overwrites that part of the stack.
SKIP:
{
	skip 'this server was built without OpenSSL', 2 unless $openssl;
	my $face = '919108f7-52d1-4320-9bac-f847db4148a8';
	my $id = value($node, "SELECT uuid_unmask('$face', '\\x$key')");
	my ($hi, $lo) = unpack('Q>2', pack('H*', $id =~ s/-//gr));
	my @halves = ((($hi >> 16) << 12 | $hi & 0xFFF) << 1 | $lo >> 61 & 1, $lo & (1 << 61) - 1);
	my $nested = "uuid_unmask('$face', '\\x$key')";

	$nested = "CASE WHEN random() < 0 THEN NULL ELSE $nested END" foreach 1 .. 50;
	$session->query("SELECT $nested, 1 / 0");
	my $stack = memory('stack');
	skip 'the stack of a session cannot be read', 2 unless $stack;
	is(scalar(grep { index($stack, pack('Q<', $_)) >= 0 } @halves), 0, 'no half is left on the stack');
	is(scalar(grep { index($stack, substr(pack('Q>', $_), 1)) >= 0 } @halves), 0, 'nor as octets');
}

$session->quit;

done_testing();
