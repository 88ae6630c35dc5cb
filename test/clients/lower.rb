require 'time'

<<ruby>>
$stdin.each_line { |line| puts uuid_v7_lower(Time.iso8601(line.strip)) }
