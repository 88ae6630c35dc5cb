<?php
require 'report.php';
load('Illuminate/Database', 'Illuminate/Filesystem', 'Illuminate/Support');

use Illuminate\Database\Capsule\Manager;
use Illuminate\Database\Eloquent\Model;
use Illuminate\Database\Migrations\DatabaseMigrationRepository;
use Illuminate\Database\Migrations\Migrator;
use Illuminate\Filesystem\Filesystem;
use Illuminate\Support\Facades\Facade;

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
$manager = new Manager();
$manager->addConnection(['driver' => 'pgsql', 'username' => $server['user'], 'password' => '',
    'database' => $server['dbname'], 'timezone' => 'UTC', 'charset' => 'utf8'] + $server);
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
say('new', $event->id, $newest->id, $newest->created_at->format('Y-m-d\TH:i:s.uP'));

[$from, $to] = [new DateTimeImmutable('2024-03-10T06:30:00Z'), new DateTimeImmutable('2024-03-10T01:30:00-06:00')];
<<2>>
$real = Event::where('created_at_was', '>=', '2024-03-10 06:30:00')->where('created_at_was', '<', '2024-03-10 07:30:00')->count();
check("rows of an hour: $real", count($during) == $real && $real > 0);
