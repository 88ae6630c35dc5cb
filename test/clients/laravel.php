<?php
foreach (['Database', 'Filesystem', 'Support'] as $part) {
    require "/usr/share/php/Illuminate/$part/autoload.php";
}

use Illuminate\Database\Capsule\Manager;
use Illuminate\Database\Eloquent\Model;
use Illuminate\Database\Migrations\DatabaseMigrationRepository;
use Illuminate\Database\Migrations\Migrator;
use Illuminate\Filesystem\Filesystem;
use Illuminate\Support\Facades\Facade;

error_reporting(E_ALL & ~E_DEPRECATED);
[, $step, $work] = $argv;
chdir($work);
if (!function_exists('database_path')) {
    function database_path($path = '') { return getcwd() . "/database/$path"; }
}
@mkdir('database/migrations');
$migrations = ['2_v7' => ["<<v7_up>>", "<<v7_down>>"], '3_created_at' => ["<<created_at_up>>", "<<created_at_down>>"]];
foreach ($migrations as $name => [$up, $down]) {
    file_put_contents("database/migrations/$name.php", "<?php
        use Illuminate\Database\Migrations\Migration;
        use Illuminate\Support\Facades\DB;
        return new class extends Migration { public function up() { $up } public function down() { $down } };");
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
if ($step == 'down') {
    $migrator->rollback([getcwd() . '/database/migrations'], ['step' => 2]);
    exit(0);
}
$migrator->run([getcwd() . '/database/migrations']);

<<model>>
$event = Event::create(['payload' => 'new']);
$newest = Event::orderBy('created_at', 'desc')->first();
echo "new\t$event->id,$newest->id,", $newest->created_at->format('Y-m-d\TH:i:s.uP'), "\n";

[$from, $to] = [new DateTimeImmutable('2024-03-10T06:30:00Z'), new DateTimeImmutable('2024-03-10T01:30:00-06:00')];
<<2>>
$real = Event::where('created_at_was', '>=', '2024-03-10 06:30:00')->where('created_at_was', '<', '2024-03-10 07:30:00')->count();
echo "check\t", count($during) == $real && $real > 0 ? 'true' : 'false', ", rows of an hour: $real\n";
