<?php
// What all PHP programs share: the server, and how they report what they are asked for

error_reporting(E_ALL & ~E_DEPRECATED & ~E_USER_DEPRECATED);
$url = parse_url(getenv('DATABASE_URL'));
$server = ['host' => $url['host'], 'port' => $url['port'], 'user' => $url['user'], 'dbname' => substr($url['path'], 1)];

function say(string $what, ...$values)
{
    echo $what, "\t", implode(',', array_map(fn ($v) => $v->payload ?? $v, $values)), "\n";
}

// Reports whether something is as the document states
function check(string $what, bool $is_so) { say('check', $is_so ? 'true' : 'false', $what); }

// Loads libraries of the distribution
function load(string ...$libraries)
{
    foreach ($libraries as $library) {
        require "/usr/share/php/$library/autoload.php";
    }
}
