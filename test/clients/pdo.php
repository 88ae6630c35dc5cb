<?php
require 'report.php';

[$from, $to] = array_map(fn ($name) => new DateTimeImmutable(getenv($name)), ['FROM_TIME', 'TO_TIME']);
foreach (['again' => true, 'during' => false] as $what => $emulate) {
    $db = new PDO('pgsql:' . http_build_query($server, '', ';'));
    $db->setAttribute(PDO::ATTR_EMULATE_PREPARES, $emulate);
    <<1>>
    say($what, ...$during->fetchAll(PDO::FETCH_COLUMN, 1));
}
say('id', $id);
foreach (['again' => 'Y-m-d\TH:i:s.uP', 'wrong' => 'Y-m-d H:i:s'] as $what => $format) {
    $during->execute([$from->format($format), $to->format($format)]);
    say($what, ...$during->fetchAll(PDO::FETCH_COLUMN, 1));
}
