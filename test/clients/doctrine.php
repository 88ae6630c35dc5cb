<?php
require 'report.php';
load('Doctrine/DBAL', 'Doctrine/ORM');

use Doctrine\DBAL\{DriverManager, Platforms\AbstractPlatform, Types\DateTimeTzType, Types\Type};
use Doctrine\ORM\{Configuration, EntityManager, EntityManagerInterface, Id\AbstractIdGenerator, Tools\SchemaTool};
use Doctrine\ORM\Mapping\{Column, CustomIdGenerator, Driver\AttributeDriver, Entity, GeneratedValue, Id, Table};
use Doctrine\ORM\Query\ResultSetMappingBuilder;

<<2>>

<<1>>

// The page's model with its created_at, for the table notes
#[Entity, Table(name: 'notes')]
class Note
{
    #[Id, Column(type: 'guid', options: ['default' => 'uuid_generate_v7()'])]
    #[GeneratedValue(strategy: 'CUSTOM'), CustomIdGenerator(class: IdFromServer::class)]
    public string $id;
    <<4>>
}

// a zone of the client that is not that of the database
[$from, $to] = array_map(fn ($name) => (new DateTime(getenv($name)))->setTimezone(new DateTimeZone('Asia/Tokyo')), ['FROM_TIME', 'TO_TIME']);
$configuration = new Configuration();
$configuration->setMetadataDriverImpl(new AttributeDriver([]));
$configuration->setProxyDir(__DIR__);
$configuration->setProxyNamespace('Proxies');
$connection = DriverManager::getConnection(['driver' => 'pdo_pgsql'] + $server, $configuration);
$em = new EntityManager($connection, $configuration);

function changes(): string
{
    global $em;
    return implode('; ', (new SchemaTool($em))->getUpdateSchemaSql(array_map([$em, 'getClassMetadata'], [Event::class, Note::class])));
}
// Reports the message of an attempt that must fail; the document quotes it
function trap(callable $attempt)
{
    try {
        $attempt();
        say('trap', 'nothing failed');
    } catch (Exception $error) {
        say('trap', str_replace("\n", ' ', $error->getMessage()));
    }
}

<<3>>
say('during', ...$during);
$em->persist($event = new Event());
$event->payload = 'hello';
$em->flush();
say('id', $event->id);
say('page', ...$em->createQuery('SELECT e FROM Event e WHERE e.id < :last ORDER BY e.id DESC')->setParameter('last', getenv('LAST_ID'))->setMaxResults(50)->getResult());

$connection->executeStatement('CREATE TABLE notes (id uuid PRIMARY KEY DEFAULT uuid_generate_v7() CHECK (uuid_is_v7(id)),
    created_at timestamptz NOT NULL GENERATED ALWAYS AS (uuid_time(id)) STORED CHECK (created_at = uuid_time(id)))');
$em->persist($note = new Note());
$em->flush();
$seconds = $connection->fetchOne('SELECT extract(epoch FROM created_at) FROM notes');
check("the time of the note: {$note->createdAt->format('U.u')} $seconds", $note->createdAt->format('U.u') === $seconds);
$count = $em->createQuery('SELECT count(n) FROM Note n WHERE n.createdAt = :time');
$time = (clone $note->createdAt)->setTimezone(new DateTimeZone('Asia/Tokyo'));
check('a parameter with its type', 1 == $count->setParameter('time', $time, 'datetimetz')->getSingleScalarResult());
check('without it', 0 == $count->setParameter('time', $time)->getSingleScalarResult());

// DBAL 3, which has names of platforms, reads the expression as a default, and partitions as tables
$three = method_exists(AbstractPlatform::class, 'getName');
$metadata = $em->getClassMetadata(Note::class);
if ($three) {
    $metadata->fieldMappings['createdAt']['options'] = ['default' => 'uuid_time(id)'];
}
$configuration->setSchemaAssetsFilter(fn ($name) => preg_match('/^(events|notes|measurements_)/', $name));
check('nothing to migrate: ' . changes(), changes() === '');
$connection->executeStatement('CREATE TABLE measurements (id uuid PRIMARY KEY) PARTITION BY RANGE (id); CREATE TABLE measurements_1 PARTITION OF measurements DEFAULT');
check('a partition: ' . changes(), changes() === ($three ? 'DROP TABLE measurements_1' : ''));
$configuration->setSchemaAssetsFilter(fn ($name) => preg_match('/^(events|notes)$/', $name));
check('unless it is left out', changes() === '');
$connection->executeStatement('DROP TABLE measurements');
$em->clear();
trap(fn () => $connection->executeStatement(str_replace('events', 'others', current((new SchemaTool($em))->getCreateSchemaSql([$em->getClassMetadata(Event::class)])))));
unset($metadata->fieldMappings['createdAt']['options'], $metadata->fieldMappings['id']['options']);
check('without options: ' . changes(), str_contains(changes(), 'ALTER id DROP DEFAULT') && str_contains(changes(), 'ALTER created_at DROP DEFAULT') === $three);
$connection->executeStatement("INSERT INTO notes VALUES (uuid_generate_v7('2024-03-10 00:00:00.123Z'))");
Type::overrideType('datetimetz', DateTimeTzType::class);
trap(fn () => $em->getRepository(Note::class)->findAll());
$connection->executeStatement('DROP TABLE notes');
