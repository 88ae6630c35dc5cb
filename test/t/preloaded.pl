# Promise 3 of test/README.md, once more: a pool of random bits that a process has filled is of no use to the
# processes that it forks, whoever filled it.  Another module generates UUIDs in the
# postmaster, when it is loaded by shared_preload_libraries.
#
# In make test: nothing else notices random bits that processes share.
# Two servers are enough: the oldest and the newest.

use UuidxTest;

my $node = uuidx_node('preloaded');
my $module = server_module($node, 'early', <<'EOC');
#include "utils/builtins.h"
#include "utils/uuid.h"

void
_PG_init(void)
{
	PGFunction	generate = load_external_function("$libdir/uuidx", "uuidx_generate_v4_random", true, NULL);
	Datum		id = DirectFunctionCall1(generate, (Datum) 0);

	elog(LOG, "early: %s", DatumGetCString(DirectFunctionCall1(uuid_out, id)));
}
EOC

$node->append_conf('postgresql.conf', "shared_preload_libraries = 'uuidx, $module'");
# not restart, which would start the program that runs and not the one that is there
$node->stop;
$node->start;
my ($early) = slurp_file($node->logfile) =~ /early: ([-0-9a-f]{36})/;
ok($early, 'the postmaster has generated a UUID');

my @made = map { split(/\n/, value($node, 'SELECT uuid_generate_v4_random() FROM generate_series(1, 1000)')) } 1 .. 4;
my %times;
$times{$_}++ foreach ($early, @made);
is(scalar(@made), 4000, 'four sessions have generated ids, too');
is(join(' ', grep { $times{$_} > 1 } keys %times), '', 'none twice');

done_testing();
