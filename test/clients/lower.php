<?php

<<php>>
while ($line = fgets(STDIN)) {
    echo uuid_v7_lower(new DateTimeImmutable(trim($line))), "\n";
}
