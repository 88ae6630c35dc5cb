-- One chart as gnuplot's variables: title, metrics and units, and $data with the rows, the
-- first at the top: label, whether it is ours, and for each metric its median and quartiles.
-- Without the items that match :without.

CREATE TEMP TABLE chosen AS
  SELECT n, metric, item, unit, median, p25, p75, place
  FROM string_to_table(:'metrics', ',') WITH ORDINALITY AS m (metric, n) JOIN summary USING (metric)
  WHERE workload = :'workload' AND size = '' AND median > 0 AND item !~ :'without';

SELECT 'title = ' || quote_literal(title) FROM workload WHERE workload = :'workload';
SELECT format(E'metrics = ''%s''\nunits = ''%s''', string_agg(format('"%s"', metric), ' ' ORDER BY n),
              string_agg(unit, ' ' ORDER BY n))
FROM (SELECT DISTINCT n, metric, unit FROM chosen) AS m;

\qecho '$data << END'
SELECT item, (item ~ '^uuid_')::int,
  string_agg(coalesce(median || E'\t' || p25 || E'\t' || p75, E'\t\t'), E'\t' ORDER BY n)
FROM (SELECT DISTINCT item FROM chosen) AS i CROSS JOIN (SELECT DISTINCT n FROM chosen) AS m
LEFT JOIN chosen USING (item, n)
GROUP BY item
ORDER BY CASE WHEN (SELECT ratio_metric IS NOT NULL FROM workload WHERE workload = :'workload')
              THEN min(median) FILTER (WHERE n = 1) END, min(place);
\qecho END
DROP TABLE chosen;
