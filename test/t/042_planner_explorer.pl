# The planner changes no result, and makes no plan worse: lib/Explorer.pm has the law, and what is
# random.
#
# In make test: the strongest single test of the planner: random queries.

use FindBin;
use lib "$FindBin::RealBin/lib";
use Explorer;
use UuidxTest;

explore('planner_explorer', seed => 20260801, queries => 200, world => 200, settings => 2, small => 'i', large => 'f');
done_testing();
