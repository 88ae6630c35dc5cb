<?php

function say(string $what, array $values)
{
    echo $what, "\t", implode(',', $values), "\n";
}

$url = parse_url(getenv('DATABASE_URL'));
$from = new DateTimeImmutable(getenv('FROM_TIME'));
$to = new DateTimeImmutable(getenv('TO_TIME'));
$last = getenv('LAST_ID');
foreach (['again' => true, 'during' => false] as $what => $emulate) {
    $db = new PDO("pgsql:host=$url[host];port=$url[port];dbname=" . substr($url['path'], 1), $url['user']);
    $db->setAttribute(PDO::ATTR_EMULATE_PREPARES, $emulate);
    <<1>>
    $page = $db->prepare('SELECT * FROM events WHERE id < ? ORDER BY id DESC LIMIT 50');
    $page->execute([$last]);
    $many = $db->prepare('INSERT INTO events (payload) VALUES (?), (?), (?) RETURNING id');
    $many->execute(['a', 'b', 'c']);
    say($what, $during->fetchAll(PDO::FETCH_COLUMN, 1));
}
say('id', [$id]);
say('page', $page->fetchAll(PDO::FETCH_COLUMN, 1));
say('many', $many->fetchAll(PDO::FETCH_COLUMN, 0));
$during->execute([$from->format('Y-m-d\TH:i:s.uP'), $to->format('Y-m-d\TH:i:s.uP')]);
say('again', $during->fetchAll(PDO::FETCH_COLUMN, 1));
$during->execute([$from->format('Y-m-d H:i:s'), $to->format('Y-m-d H:i:s')]);
say('wrong', $during->fetchAll(PDO::FETCH_COLUMN, 1));
