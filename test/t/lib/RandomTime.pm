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

# compared($time, $other, [$operators]): a time, or an id, beside something: by one of the operators,
# on either side.
my %commuted = ('<' => '>', '<=' => '>=', '=' => '=', '<>' => '<>', '>=' => '<=', '>' => '<');

sub compared
{
	my ($time, $other, $operators) = @_;
	my $operator = one_of(@{ $operators || [ '<', '<=', '=', '>=', '>', '<', '<=', '>=', '>', '<>' ] });

	return "$time $operator $other" if rand() < 0.7;
	return "$other $commuted{$operator} $time";
}

# combined($depth, $comparison, [$number]): conditions below AND, OR, NOT and what is true of nulls,
# down to so many levels; each is a call of $comparison. $number is the number of a row.
sub combined
{
	my ($depth, $comparison, $number) = @_;
	my $kind = rand;

	return $comparison->() if $depth == 0 || $kind < 0.35;
	my $left = combined($depth - 1, $comparison, $number);
	return one_of("NOT ($left)", "($left) IS NOT TRUE", "($left) IS NULL",
		"coalesce($left, true)", "CASE WHEN $left THEN $number % 2 = 0 ELSE $number % 3 = 0 END")
	  if $kind < 0.5 && $number;
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

# bytes(): the SQL that creates the schema bytes with functions and operators that have the names of
# the extension's and mean the same, but read the octets by core's functions alone. With that schema
# at the head of search_path, a query returns what it means.
sub bytes
{
	return q{
	CREATE SCHEMA bytes;
	CREATE FUNCTION bytes.version(id uuid) RETURNS integer LANGUAGE sql IMMUTABLE
	  RETURN CASE WHEN get_byte(uuid_send(id), 8) >> 6 = 2 THEN get_byte(uuid_send(id), 6) >> 4 END;
	CREATE FUNCTION bytes.number(hex text) RETURNS bigint LANGUAGE sql IMMUTABLE
	  RETURN ('x' || lpad(hex, 16, '0'))::bit(64)::bigint;
	CREATE FUNCTION bytes.instant(start timestamp, us bigint) RETURNS timestamptz LANGUAGE sql IMMUTABLE
	  RETURN (start + make_interval(days => (us / 86400000000)::integer,
	    secs => (us % 86400000000) / 1000000.0)) AT TIME ZONE 'UTC';
	-- of these versions, with microseconds or without
	CREATE FUNCTION bytes.time(id uuid, versions integer[], us boolean DEFAULT false) RETURNS timestamptz
	  LANGUAGE plpgsql IMMUTABLE STRICT AS $$
	DECLARE
	  hex text := encode(uuid_send(id), 'hex');
	  v integer := bytes.version(id);
	BEGIN
	  RETURN CASE
	    WHEN v IS NULL OR v <> ALL (versions) THEN NULL
	    WHEN v = 1
	      THEN bytes.instant('1582-10-15', bytes.number(substr(hex, 14, 3) || substr(hex, 9, 4) || left(hex, 8)) / 10)
	    WHEN v = 6 THEN bytes.instant('1582-10-15', bytes.number(left(hex, 12) || substr(hex, 14, 3)) / 10)
	    ELSE bytes.instant('1970-01-01', 1000 * bytes.number(left(hex, 12))
	      + CASE WHEN us THEN least(999, ((bytes.number(substr(hex, 14, 3)) + 1) * 1000) >> 12) ELSE 0 END) END;
	END $$;
	CREATE FUNCTION bytes.uuid_time(id uuid) RETURNS timestamptz
	  LANGUAGE sql IMMUTABLE RETURN bytes.time(id, '{1,6,7}');
	CREATE FUNCTION bytes.uuid_extract_timestamp(id uuid) RETURNS timestamptz
	  LANGUAGE sql IMMUTABLE RETURN bytes.time(id, '{1,6,7}');
	CREATE FUNCTION bytes.uuid_v7_timestamp(id uuid) RETURNS timestamptz
	  LANGUAGE sql IMMUTABLE RETURN bytes.time(id, '{7}');
	CREATE FUNCTION bytes.uuid_v7_timestamp_us(id uuid) RETURNS timestamptz
	  LANGUAGE sql IMMUTABLE RETURN bytes.time(id, '{7}', true);
	CREATE FUNCTION bytes.uuid_v8_node_timestamp(id uuid) RETURNS timestamptz
	  LANGUAGE sql IMMUTABLE RETURN bytes.time(id, '{8}', true);
	CREATE FUNCTION bytes.uuid_is_v7(id uuid) RETURNS boolean LANGUAGE sql IMMUTABLE RETURN CASE
	  WHEN id IS NOT NULL THEN coalesce(bytes.version(id) = 7, false) END;
	CREATE FUNCTION bytes.uuid_is_v6(id uuid) RETURNS boolean LANGUAGE sql IMMUTABLE RETURN CASE
	  WHEN id IS NOT NULL THEN coalesce(bytes.version(id) = 6, false) END;
	CREATE FUNCTION bytes.within(id uuid, r tstzrange) RETURNS boolean LANGUAGE sql IMMUTABLE
	  RETURN bytes.uuid_is_v7(id) AND bytes.uuid_v7_timestamp(id) <@ r;
	CREATE OPERATOR bytes.<@ (LEFTARG = uuid, RIGHTARG = tstzrange, FUNCTION = bytes.within);
	DO $do$
	DECLARE
	  op text;
	  meaning text;
	BEGIN
	  FOREACH op IN ARRAY '{<,<=,>=,>,~<~,~<=~,~>=~,~>~}'::text[] LOOP
	    meaning := CASE WHEN op ~ '~'
	      THEN 'coalesce(bytes.version($1) IN (1, 6, 7), $1 IS NULL) AND bytes.uuid_time($1)'
	      ELSE 'bytes.uuid_is_v7($1) AND bytes.uuid_v7_timestamp($1)' END;
	    EXECUTE format('CREATE FUNCTION bytes.%I(uuid, timestamptz) RETURNS boolean
	      LANGUAGE sql IMMUTABLE RETURN %s %s $2', op, meaning, trim('~' FROM op));
	    EXECUTE format('CREATE OPERATOR bytes.%s (LEFTARG = uuid, RIGHTARG = timestamptz, FUNCTION = bytes.%I)',
	      op, op);
	  END LOOP;
	  FOREACH op IN ARRAY '{<,<=,>=,>,~<~,~<=~,~>=~,~>~}'::text[] LOOP
	    EXECUTE format('CREATE FUNCTION bytes.%I(timestamptz, uuid) RETURNS boolean
	      LANGUAGE sql IMMUTABLE RETURN $2 OPERATOR(bytes.%s) $1', op, translate(op, '<>', '><'));
	    EXECUTE format('CREATE OPERATOR bytes.%s (LEFTARG = timestamptz, RIGHTARG = uuid, FUNCTION = bytes.%I)',
	      op, op);
	  END LOOP;
	END $do$;
	};
}

1;
