<?php

function say(string $what, ...$values) { echo $what, "\t", implode(',', $values), "\n"; }

$url = parse_url(getenv('DATABASE_URL'));
[$from, $to] = array_map(fn ($name) => new DateTimeImmutable(getenv($name)), ['FROM_TIME', 'TO_TIME']);
foreach (['again' => true, 'during' => false] as $what => $emulate) {
    $db = new PDO("pgsql:host=$url[host];port=$url[port];dbname=" . substr($url['path'], 1), $url['user']);
    $db->setAttribute(PDO::ATTR_EMULATE_PREPARES, $emulate);
    <<1>>
    $page = $db->prepare('SELECT * FROM events WHERE id < ? ORDER BY id DESC LIMIT 50');
    $page->execute([getenv('LAST_ID')]);
    $many = $db->prepare('INSERT INTO events (payload) VALUES (?), (?), (?) RETURNING id');
    $many->execute(['a', 'b', 'c']);
    say($what, ...$during->fetchAll(PDO::FETCH_COLUMN, 1));
}
say('id', $id);
say('page', ...$page->fetchAll(PDO::FETCH_COLUMN, 1));
say('many', ...$many->fetchAll(PDO::FETCH_COLUMN, 0));
foreach (['again' => 'Y-m-d\TH:i:s.uP', 'wrong' => 'Y-m-d H:i:s'] as $what => $format) {
    $during->execute([$from->format($format), $to->format($format)]);
    say($what, ...$during->fetchAll(PDO::FETCH_COLUMN, 1));
}
