# RandomTime - random expressions of the clock, and times counted from the bytes
#
# What a query by time means, in plain SQL that calls nothing of the extension, so that an error of
# both the extension's functions and its planner is seen. The same seed of srand gives the same
# expressions.
package RandomTime;

use strict;
use warnings;

use Exporter 'import';

our @EXPORT = qw(one_of compared combined time_zone clock_expression calendar_comparison bytes);

sub one_of { return $_[ int rand @_ ] }

# compared($time, $other, [$operators]): a time, or an id, beside something: by one of the operators of a text, on
# either side.
my %commuted = ('<' => '>', '<=' => '>=', '=' => '=', '<>' => '<>', '>=' => '<=', '>' => '<');

sub compared
{
	my ($time, $other, $operators) = @_;
	my $operator = one_of(split / /, $operators // '< <= = >= > < <= >= > <>');

	return "$time $operator $other" if rand() < 0.7;
	return "$other $commuted{$operator} $time";
}

# combined($depth, $comparison, $number): conditions below AND, OR, NOT and what is true of nulls,
# down to so many levels; each is a call of $comparison. $number is the number of a row.
sub combined
{
	my ($depth, $comparison, $number) = @_;
	my $kind = rand;

	return $comparison->() if $depth == 0 || $kind < 0.35;
	my $left = combined($depth - 1, $comparison, $number);
	return one_of("NOT ($left)", "($left) IS NOT TRUE", "($left) IS NULL",
		"coalesce($left, true)", "CASE WHEN $left THEN $number % 2 = 0 ELSE $number % 3 = 0 END")
	  if $kind < 0.5;
	return "($left " . ($kind < 0.8 ? 'AND' : 'OR') . ' ' . combined($depth - 1, $comparison, $number) . ')';
}

my @units = qw(hour day day week month month quarter year decade century millennium);
my @intervals = ('1 hour', '90 minutes', '1 day', '2 days', '7 days',
	'36 hours', '1 month', '1 month 1 day', '3 months -40 days', '1 year',
	'13 months', '-1 day', '-1 month', '23:59:59.999');
my @strides = ('1 hour', '90 minutes', '1 day', '7 days', '1 day 00:00:00.000001', '0.5 milliseconds');
my @refused = ('0', '-1 day', '1 day -36 hours');
my @named = ('UTC', 'America/New_York', 'Asia/Tokyo', 'Asia/Kathmandu',
	'Europe/Berlin', 'Africa/Cairo', 'Pacific/Apia', 'Pacific/Kiritimati',
	'Australia/Lord_Howe', 'America/St_Johns', 'Etc/GMT+12');
my @far = ('FAR-167', 'FAR+167', '<-100>+100', 'FAR-100FAS-101,M3.2.0,M11.1.0');

# time_zone(): the name of a time zone, a distant one of POSIX at times.
sub time_zone { return rand() < 0.3 ? one_of(@far) : one_of(@named) }

sub quoted_zone { return q{'} . time_zone() . q{'} }

# binned($type, $inner): date_bin() of a timestamptz or timestamp, rarely with a stride that is an
# error, which no range may hide.
sub binned
{
	my ($type, $inner) = @_;

	return "date_bin('${\ one_of(rand() < 0.03 ? @refused : @strides)}', $inner, $type '2020-01-01 07:00Z')";
}

# clock_expression($type, $depth, [$base]): an expression of the clock: of timestamptz, timestamp or
# date, with up to so many functions around it; with a third argument, an expression of that
# timestamptz.
sub clock_expression
{
	my ($type, $depth, $base) = @_;
	my $kind = rand;

	if ($depth == 0 && defined $base)
	{
		return $type eq 'timestamptz' ? $base : "($base)::$type";
	}
	if ($depth == 0)
	{
		return one_of('now()', 'now()', 'current_timestamp', 'statement_timestamp()') if $type eq 'timestamptz';
		return $type eq 'timestamp' ? 'localtimestamp' : 'current_date';
	}
	my $inner = sub { return clock_expression(shift, $depth - 1, $base) };
	return one_of('least', 'greatest') . '(' . $inner->($type) . ', ' . $inner->($type) . ')' if $kind < 0.06;
	if ($type eq 'timestamptz')
	{
		return binned($type, $inner->($type)) if $kind < 0.12;
		return "date_trunc('${\ one_of(@units)}', ${\ $inner->($type)})" if $kind < 0.3;
		return "date_trunc('${\ one_of(@units)}', ${\ $inner->($type)}, ${\ quoted_zone()})" if $kind < 0.55;
		return "(${\ $inner->($type)} ${\ one_of('-', '-', '+')} interval '${\ one_of(@intervals)}')" if $kind < 0.75;
		return "(${\ $inner->('timestamp')} AT TIME ZONE ${\ quoted_zone()})" if $kind < 0.88;
		return $inner->($type) . '::timestamptz(' . one_of(0, 3) . ')' if $kind < 0.91;
		return '(' . $inner->(one_of('timestamp', 'date')) . ')::timestamptz';
	}
	if ($type eq 'timestamp')
	{
		return binned($type, $inner->($type)) if $kind < 0.12;
		return "(${\ $inner->('date')} + time '${\ one_of('00:00', '08:00', '24:00')}')" if $kind < 0.2;
		return "date_trunc('${\ one_of(@units)}', ${\ $inner->($type)})" if $kind < 0.35;
		return "(${\ $inner->(one_of($type, 'date'))} ${\ one_of('-', '-', '+')} interval '${\ one_of(@intervals)}')"
		  if $kind < 0.6;
		return "(${\ $inner->('timestamptz')} AT TIME ZONE ${\ quoted_zone()})" if $kind < 0.85;
		return '(' . $inner->('timestamptz') . ')::timestamp';
	}
	return "(${\ $inner->($type)} ${\ one_of('-', '+')} ${\ one_of(0, 1, 7, 40)})" if $kind < 0.4;
	return '(' . $inner->(one_of('timestamptz', 'timestamp')) . ')::date';
}

# calendar_comparison($time): a comparison of functions of an instant with a date, a time, a year or
# the clock.
sub calendar_comparison
{
	my ($time) = @_;
	my @types = qw(timestamptz timestamp date);
	my $value = clock_expression(one_of(@types), 1 + int rand 3, $time);
	my $operator = one_of('=', '=', '<', '<=', '>=', '>');
	my $day = sprintf '%d-%02d-%02d', one_of(2025, 2026, 2026, 2027), 1 + int rand 12, 1 + int rand 28;
	my $other = one_of("date '$day'", "timestamp '$day'", "timestamptz '$day 05:00+00'",
		clock_expression(one_of(@types), 1 + int rand 3));

	$value = "extract(year from $value)", $other = one_of(2025, 2026, 2026.5, 'extract(year from now())')
	  if rand() < 0.2;
	return "$value $operator $other";
}

# bytes($hosted): the SQL that creates functions and operators that have the names of the extension's and mean the
# same, but call core's functions alone: those of hosted/uuidx.sql in the schema hosted, and in the schema bytes
# operators as they are defined. With both at the head of search_path, a query returns what it means.
sub bytes
{
	my ($hosted) = @_;

	return "CREATE SCHEMA hosted; SET search_path = hosted; $hosted; RESET search_path;" . q{
	CREATE SCHEMA bytes;
	CREATE FUNCTION bytes.uuid_v8_node_timestamp(id uuid) RETURNS timestamptz LANGUAGE sql IMMUTABLE
	  RETURN CASE hosted.uuid_version(id) WHEN 8
	    THEN hosted.uuid_v7_timestamp_us(overlay(id::text PLACING '7' FROM 15)::uuid) END;
	CREATE FUNCTION bytes.within(id uuid, r tstzrange) RETURNS boolean LANGUAGE sql IMMUTABLE
	  RETURN hosted.uuid_is_v7(id) AND hosted.uuid_v7_timestamp(id) <@ r;
	CREATE OPERATOR bytes.<@ (LEFTARG = uuid, RIGHTARG = tstzrange, FUNCTION = bytes.within);
	DO $do$
	DECLARE
	  op text;
	  meaning text;
	BEGIN
	  FOREACH op IN ARRAY '{<,<=,>=,>,~<~,~<=~,~>=~,~>~}'::text[] LOOP
	    meaning := CASE WHEN op ~ '~'
	      THEN 'coalesce(hosted.uuid_version($1) IN (1, 6, 7), $1 IS NULL) AND hosted.uuid_time($1)'
	      ELSE 'hosted.uuid_is_v7($1) AND hosted.uuid_v7_timestamp($1)' END;
	    EXECUTE format('
	      CREATE FUNCTION bytes.%1$I(uuid, timestamptz) RETURNS boolean LANGUAGE sql IMMUTABLE RETURN %2$s %3$s $2;
	      CREATE OPERATOR bytes.%1$s (LEFTARG = uuid, RIGHTARG = timestamptz, FUNCTION = bytes.%1$I)',
	      op, meaning, trim('~' FROM op));
	  END LOOP;
	  FOREACH op IN ARRAY '{<,<=,>=,>,~<~,~<=~,~>=~,~>~}'::text[] LOOP
	    EXECUTE format('
	      CREATE FUNCTION bytes.%1$I(timestamptz, uuid) RETURNS boolean LANGUAGE sql IMMUTABLE
	        RETURN $2 OPERATOR(bytes.%2$s) $1;
	      CREATE OPERATOR bytes.%1$s (LEFTARG = timestamptz, RIGHTARG = uuid, FUNCTION = bytes.%1$I)',
	      op, translate(op, '<>', '><'));
	  END LOOP;
	END $do$;
	};
}

1;
