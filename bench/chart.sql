-- One chart as gnuplot's variables: title, captions, metrics and units, and $data with the
-- rows, the first at the top: label, what it is (0 other, 1 uuidx, 2 core's version 7), and
-- for each metric its median and quartiles. Without the items that match :without. The
-- captions are the versions and the machine, :marks with %s for the number of rounds, and
-- :note if it is not empty. The first line is the alternative text, as a comment: of a chart
-- of bars all numbers, of the other kinds (:kind) their range.

CREATE TEMP TABLE chosen AS
  SELECT n, metric, item, unit, rounds, median, p25, p75, place
  FROM string_to_table(:'metrics', ',') WITH ORDINALITY AS m (metric, n) JOIN summary USING (metric)
  WHERE workload = :'workload' AND size = '' AND median > 0 AND item !~ :'without';

SELECT format('# %s. %s.%s', title, CASE :'kind'
    WHEN 'chart' THEN
      (SELECT string_agg(format('%s: %s', item, numbers), '; ' ORDER BY first, place)
       FROM (SELECT item, min(place) AS place, min(median) FILTER (WHERE n = 1) AS first,
               string_agg(concat_ws(' ', CASE WHEN metric <> 'added' THEN metric END, show(median), unit), ', '
                          ORDER BY n) AS numbers
             FROM chosen GROUP BY item) AS i)
    WHEN 'compare' THEN
      (SELECT string_agg(format('%s takes %s (%s) to %s (%s) times as long as %s', ours, show(times[1]), items[1],
                show(times[count]), items[count], theirs), '; ' ORDER BY n)
       FROM (SELECT a.n, b.metric AS ours, a.metric AS theirs, count(*),
               array_agg(b.median / a.median ORDER BY b.median / a.median) AS times,
               array_agg(item ORDER BY b.median / a.median) AS items
             FROM chosen AS a JOIN chosen AS b USING (item)
             WHERE a.n % 2 = 1 AND b.n = a.n + 1 GROUP BY a.n, b.metric, a.metric) AS p)
    ELSE
      (SELECT string_agg(format('%s: %s to %s %s', metric, show(low), show(high), unit), '; ' ORDER BY n)
       FROM (SELECT n, metric, unit, min(median) AS low, max(median) AS high FROM chosen GROUP BY n, metric, unit) AS m)
  END, ' ' || nullif(:'note', ''))
FROM workload WHERE workload = :'workload';
SELECT 'title = ' || quote_literal(title) FROM workload WHERE workload = :'workload';
SELECT format(E'array captions[%s]\n', count(*))
  || string_agg(format('captions[%s] = %L', n, line), E'\n' ORDER BY n)
FROM (VALUES
        (1, format('uuidx %s, PostgreSQL %s, %s; %s',
          (SELECT extversion FROM pg_extension WHERE extname = 'uuidx'),
          split_part(current_setting('server_version'), ' ', 1), :'machine', current_date)),
        (2, format(:'marks', (SELECT max(rounds) FROM chosen))),
        (3, nullif(:'note', ''))) AS c (n, line) WHERE line IS NOT NULL;
SELECT format(E'metrics = ''%s''\nunits = ''%s''', string_agg(format('"%s"', metric), ' ' ORDER BY n),
              string_agg(unit, ' ' ORDER BY n))
FROM (SELECT DISTINCT n, metric, unit FROM chosen) AS m;

\qecho '$data << END'
SELECT item, CASE WHEN item ~ '^uuid_' THEN 1 WHEN item ~ '^core uuidv7' THEN 2 ELSE 0 END,
  string_agg(coalesce(median || E'\t' || p25 || E'\t' || p75, E'\t\t'), E'\t' ORDER BY n)
FROM (SELECT DISTINCT item FROM chosen) AS i CROSS JOIN (SELECT DISTINCT n FROM chosen) AS m
LEFT JOIN chosen USING (item, n)
GROUP BY item
ORDER BY CASE WHEN (SELECT ratio_metric IS NOT NULL FROM workload WHERE workload = :'workload')
              THEN min(median) FILTER (WHERE n = 1) END, min(place);
\qecho END
DROP TABLE chosen;
