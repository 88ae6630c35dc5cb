# More of what planner_explorer.pl does: other tables, and each query in five random settings.
# UUIDX_SEED and UUIDX_QUERIES choose others, and how many.
#
# Only in make test-all: chance, where planner_explorer.pl has the telling queries.
# Two servers are enough: the oldest and the newest.

use Explorer;
use UuidxTest;

explore('planner_explorer_long', seed => 20260901, queries => 300,
	world => 150, settings => 5, small => 'l', large => 'h');
done_testing();
