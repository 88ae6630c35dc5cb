
# The schedules of masking keys: a session keeps those of the last four, and no other
# is left in its memory, which is searched for one.

use strict;
use warnings;

use FindBin;
use lib "$FindBin::RealBin/lib";
use Fcntl qw(SEEK_SET);
use PostgreSQL::Test::Utils;
use Test::More;
use UuidxTest;

plan skip_all => 'AddressSanitizer has more memory than can be searched' if ($ENV{UUIDX_TOOL} // '') eq 'sanitize';

my $node = uuidx_node('wipe');

plan skip_all => 'this server was built without OpenSSL' unless value($node, 'SHOW ssl_library') eq 'OpenSSL';

# The example of FIPS 197, appendix A.1: a key, and the first round key that is made of it
my $key = '2b7e151628aed2a6abf7158809cf4f3c';
my $round_key = pack('H*', 'a0fafe1788542cb123a339392a6c7605');

my $session = uuidx_session($node);
my $pid = $session->query('SELECT pg_backend_pid()') =~ s/\s//gr;

# How often the octets are in the memory of the session alone; undef if it cannot be read
sub found
{
	my ($octets) = @_;
	my $count = 0;

	open(my $maps, '<', "/proc/$pid/maps") && open(my $memory, '<:raw', "/proc/$pid/mem") or return undef;
	while (my $line = <$maps>)
	{
		my ($from, $to) = $line =~ /^(\w+)-(\w+) rw-p/ or next;
		my $length = hex($to) - hex($from);
		my $content;

		sysseek($memory, hex $from, SEEK_SET) && sysread($memory, $content, $length) or next;
		$count += () = $content =~ /\Q$octets\E/g;
	}
	return $count;
}

sub mask_with
{
	$session->query("SELECT uuid_mask(uuid_generate_v7(), '\\x$_')") foreach @_;
	return;
}

my @others = map { sprintf '%032x', $_ } 1 .. 6;

is(found($round_key) // 0, 0, 'not there before');
mask_with($key);
SKIP:
{
	skip 'the memory of a session cannot be read, or AES has another form of schedule here', 5 unless found($round_key);

	is(found($round_key), 1, 'a key that was used is kept');
	mask_with(@others[ 0 .. 2 ]);
	is(found($round_key), 1, 'with three more');
	mask_with($key, $others[3]);
	is(found($round_key), 1, 'and the last one used is not the first one to go');
	mask_with(@others[ 4, 5, 0 ]);
	is(found($round_key), 0, 'after four others nothing is left of it');
	mask_with($key, @others, $key);
	is(found($round_key), 1, 'it comes again');
}

$session->quit;
$node->stop;
done_testing();
