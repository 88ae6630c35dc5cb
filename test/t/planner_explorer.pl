# The planner changes no result, and makes no plan worse: lib/Explorer.pm has the law, and what is
# random.
#
# In make test: the strongest single test of the planner: random queries.

use Explorer;
use UuidxTest;

explore('planner_explorer', seed => 20260801, queries => 1, world => 100, settings => 1, small => 'i', large => 'f');
done_testing();
