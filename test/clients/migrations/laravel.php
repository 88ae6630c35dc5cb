<?php
require '/usr/share/php/Illuminate/Database/autoload.php';
require '/usr/share/php/Illuminate/Filesystem/autoload.php';
require '/usr/share/php/Illuminate/Support/autoload.php';

use Illuminate\Database\Capsule\Manager;
use Illuminate\Database\Eloquent\Model;
use Illuminate\Database\Migrations\DatabaseMigrationRepository;
use Illuminate\Database\Migrations\Migrator;
use Illuminate\Filesystem\Filesystem;
use Illuminate\Support\Facades\Facade;

error_reporting(E_ALL & ~E_DEPRECATED);
chdir($argv[2]);
function in_database($path) { return getcwd() . "/database/$path"; }
if (!function_exists('database_path')) {
    function database_path($path = '') { return in_database($path); }
}
@mkdir('database/migrations');
foreach (['v7' => 2, 'created_at' => 3] as $name => $n) {
    file_put_contents("database/migrations/$n" . "_$name.php",
        "<?php\nuse Illuminate\Database\Migrations\Migration;\nuse Illuminate\Support\Facades\DB;\n" . file_get_contents("$name.block"));
}
$url = parse_url(getenv('DATABASE_URL'));
$manager = new Manager();
$manager->addConnection(['driver' => 'pgsql', 'host' => $url['host'], 'port' => $url['port'], 'username' => $url['user'],
    'password' => '', 'database' => substr($url['path'], 1), 'timezone' => 'UTC', 'charset' => 'utf8']);
$manager->setAsGlobal();
$manager->bootEloquent();
$databases = $manager->getDatabaseManager();
$manager->getContainer()->instance('db', $databases);
Facade::setFacadeApplication($manager->getContainer());
$repository = new DatabaseMigrationRepository($databases, 'migrations');
$repository->repositoryExists() || $repository->createRepository();
$migrator = new Migrator($repository, $databases, new Filesystem());
if ($argv[1] == 'down') {
    $migrator->rollback([in_database('migrations')], ['step' => 2]);
    exit(0);
}
$migrator->run([in_database('migrations')]);

<<model>>
$event = Event::create(['payload' => 'new']);
$newest = Event::orderBy('created_at', 'desc')->first();
echo implode("\t", ['new', $event->id, $newest->id, $newest->created_at->format('Y-m-d\TH:i:s.uP')]), "\n";

[$from, $to] = [new DateTimeImmutable('2024-03-10T06:30:00Z'), new DateTimeImmutable('2024-03-10T01:30:00-06:00')];
<<during>>
$real = Event::where('created_at_was', '>=', '2024-03-10 06:30:00')->where('created_at_was', '<', '2024-03-10 07:30:00')->count();
echo "check\t", count($during) == $real && $real > 0 ? 'true' : 'false', ", rows of an hour: $real\n";
