# RandomTime - random expressions of the clock, and times counted from the bytes
#
# What a query by time means, in plain SQL that calls nothing of the extension, so that an error of
# both the extension's functions and its planner is seen. The same seed of srand gives the same
# expressions.
package RandomTime;

use strict;
use warnings;

use Exporter 'import';

our @EXPORT = qw(one_of time_zone usual_zone clock_expression calendar_comparison bytes_functions in_words in_bytes);

sub one_of { return $_[ int rand @_ ] }

my @units = qw(hour day day week month month quarter year decade century millennium);
my @intervals = ('1 hour', '90 minutes', '1 day', '2 days', '7 days', '36 hours', '1 month', '1 month 1 day', '3 months -40 days', '1 year',
	'13 months', '-1 day', '-1 month', '23:59:59.999');
my @named = ('UTC', 'America/New_York', 'Asia/Tokyo', 'Asia/Kathmandu', 'Europe/Berlin', 'Africa/Cairo', 'Pacific/Apia', 'Pacific/Kiritimati',
	'Australia/Lord_Howe', 'America/St_Johns', 'Etc/GMT+12');
my @far = ('FAR-167', 'FAR+167', '<-100>+100', 'FAR-100FAS-101,M3.2.0,M11.1.0');

# time_zone(): the name of a time zone, a distant one of POSIX at times.
#
# usual_zone(): the name of a time zone of the time zone database: only these execute all cached
# plans.
sub usual_zone { return one_of(@named) }

sub time_zone { return rand() < 0.3 ? one_of(@far) : usual_zone() }

sub quoted_zone { return q{'} . time_zone() . q{'} }

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
		return "date_trunc('${\ one_of(@units)}', ${\ $inner->($type)})" if $kind < 0.3;
		return "date_trunc('${\ one_of(@units)}', ${\ $inner->($type)}, ${\ quoted_zone()})" if $kind < 0.55;
		return "(${\ $inner->($type)} ${\ one_of('-', '-', '+')} interval '${\ one_of(@intervals)}')" if $kind < 0.75;
		return "(${\ $inner->('timestamp')} AT TIME ZONE ${\ quoted_zone()})" if $kind < 0.88;
		return $inner->($type) . '::timestamptz(' . one_of(0, 3) . ')' if $kind < 0.91;
		return '(' . $inner->(one_of('timestamp', 'date')) . ')::timestamptz';
	}
	if ($type eq 'timestamp')
	{
		return "date_trunc('${\ one_of(@units)}', ${\ $inner->($type)})" if $kind < 0.35;
		return "(${\ $inner->(one_of($type, 'date'))} ${\ one_of('-', '-', '+')} interval '${\ one_of(@intervals)}')" if $kind < 0.6;
		return "(${\ $inner->('timestamptz')} AT TIME ZONE ${\ quoted_zone()})" if $kind < 0.85;
		return '(' . $inner->('timestamptz') . ')::timestamp';
	}
	return "(${\ $inner->($type)} ${\ one_of('-', '+')} ${\ one_of(0, 1, 7, 40)})" if $kind < 0.4;
	return '(' . $inner->(one_of('timestamptz', 'timestamp')) . ')::date';
}

# calendar_comparison($time, ...): a comparison of functions of an instant with a date, a time, a year
# or the clock: the same one for each expression of that instant.
sub calendar_comparison
{
	my @types = qw(timestamptz timestamp date);
	my $value = clock_expression(one_of(@types), 1 + int rand 3, '@');
	my $operator = one_of('=', '=', '<', '<=', '>=', '>');
	my $day = sprintf '%d-%02d-%02d', one_of(2025, 2026, 2026, 2027), 1 + int rand 12, 1 + int rand 28;
	my $other = one_of("date '$day'", "timestamp '$day'", "timestamptz '$day 05:00+00'", clock_expression(one_of(@types), 1 + int rand 3));

	$value = "extract(year from $value)", $other = one_of(2025, 2026, 2026.5, 'extract(year from now())') if rand() < 0.2;
	return map { "$value $operator $other" =~ s/@/$_/gr } @_;
}

# bytes_functions(): the SQL that creates bytes_v7(uuid), bytes_v7_us(uuid), bytes_any(uuid) and
# bytes_version(uuid): what the extension's functions mean, read from the octets by core's functions
# alone.
sub bytes_functions
{
	return q{
	CREATE FUNCTION bytes_version(id uuid) RETURNS integer LANGUAGE sql IMMUTABLE STRICT
	  RETURN CASE WHEN get_byte(uuid_send(id), 8) >> 6 = 2 THEN get_byte(uuid_send(id), 6) >> 4 END;
	CREATE FUNCTION bytes_instant(start timestamp, us bigint) RETURNS timestamptz LANGUAGE sql IMMUTABLE STRICT
	  RETURN (start + make_interval(days => (us / 86400000000)::integer, secs => (us % 86400000000) / 1000000.0)) AT TIME ZONE 'UTC';
	CREATE FUNCTION bytes_number(hex text) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT
	  RETURN ('x' || lpad(hex, 16, '0'))::bit(64)::bigint;
	CREATE FUNCTION bytes_v7(id uuid) RETURNS timestamptz LANGUAGE plpgsql IMMUTABLE STRICT AS $$
	DECLARE
	  hex text := encode(uuid_send(id), 'hex');
	BEGIN
	  IF bytes_version(id) IS DISTINCT FROM 7 THEN RETURN NULL; END IF;
	  RETURN bytes_instant('1970-01-01', 1000 * bytes_number(left(hex, 12)));
	END $$;
	CREATE FUNCTION bytes_v7_us(id uuid) RETURNS timestamptz LANGUAGE plpgsql IMMUTABLE STRICT AS $$
	DECLARE
	  hex text := encode(uuid_send(id), 'hex');
	BEGIN
	  IF bytes_version(id) IS DISTINCT FROM 7 THEN RETURN NULL; END IF;
	  RETURN bytes_instant('1970-01-01', 1000 * bytes_number(left(hex, 12)) + least(999, ((bytes_number(substr(hex, 14, 3)) + 1) * 1000) >> 12));
	END $$;
	CREATE FUNCTION bytes_any(id uuid) RETURNS timestamptz LANGUAGE plpgsql IMMUTABLE STRICT AS $$
	DECLARE
	  hex text := encode(uuid_send(id), 'hex');
	BEGIN
	  CASE bytes_version(id)
	    WHEN 7 THEN RETURN bytes_instant('1970-01-01', 1000 * bytes_number(left(hex, 12)));
	    WHEN 6 THEN RETURN bytes_instant('1582-10-15', bytes_number(left(hex, 12) || substr(hex, 14, 3)) / 10);
	    WHEN 1 THEN RETURN bytes_instant('1582-10-15', bytes_number(substr(hex, 14, 3) || substr(hex, 9, 4) || left(hex, 8)) / 10);
	    ELSE RETURN NULL;
	  END CASE;
	END $$;
	CREATE FUNCTION bytes_is(id uuid, version integer) RETURNS boolean LANGUAGE sql IMMUTABLE STRICT
	  RETURN coalesce(bytes_version(id) = version, false);
	CREATE FUNCTION bytes_carries_time(id uuid) RETURNS boolean LANGUAGE sql IMMUTABLE STRICT
	  RETURN coalesce(bytes_version(id) IN (1, 6, 7), false);
	};
}

# in_words($query), in_bytes($query): a query in which {{id|OP|other}} is one of the extension's
# operators: with that, and with what it means. in_bytes replaces the extension's functions as well.
my $operation = qr/\{\{([^|{}]*)\|([^|{}]*)\|([^{}]*)\}\}/;

sub in_words { return $_[0] =~ s/$operation/($1 $2 $3)/gr }

sub meaning
{
	my ($id, $operator, $other) = @_;

	return "(bytes_carries_time($id) AND bytes_any($id) $operator $other)" if $operator =~ s/^~(.*)~$/$1/;
	return "(bytes_is($id, 7) AND bytes_v7($id) $operator $other)";
}

my %function = (
	uuid_v7_timestamp_us => 'bytes_v7_us',
	uuid_v7_timestamp => 'bytes_v7',
	uuid_extract_timestamp => 'bytes_any',
	uuid_time => 'bytes_any',
	born => 'bytes_any');

sub in_bytes
{
	my ($query) = @_;

	$query =~ s/$operation/meaning($1, $2, $3)/ge;
	$query =~ s/(?:public\.)?\b(${\ join '|', sort { length $b <=> length $a } keys %function})\(/$function{$1}(/g;
	$query =~ s/\buuid_is_v([67])\((\w+(?:\.\w+)?)\)/bytes_is($2, $1)/g;
	return $query;
}

1;
