require 'active_record'
require 'time'

ActiveRecord::Base.establish_connection(ENV['DATABASE_URL'])
# which sets the session's time zone to UTC

<<model>>
Time.zone = 'America/New_York'
day = Time.zone.local(2024, 3, 10)
last, last_time = ENV['LAST_ID'], Time.iso8601(ENV['LAST_TIME'])
latest = Event.order(created_at: :desc).limit(20)
{
  insert: -> { [Event.create!(payload: 'new').reload.created_at.is_a?(Time) ? 1 : 0] },
  latest: -> { latest.map(&:payload) },
  page: -> { latest.offset(40).map(&:payload) },
  next: -> { Event.where('(created_at, id) < (?, ?)', last_time, last).order(created_at: :desc, id: :desc).limit(20).map(&:payload) },
  day: -> { Event.where('DATE(created_at) = ?', '2024-03-10').map(&:payload) },
  range: -> { Event.where(created_at: day.all_day).map(&:payload) },
  month: -> { Event.where("date_trunc('month', created_at) = ?", Time.utc(2024, 3)).map(&:payload) },
  count: -> { Event.where(created_at: day.all_week).group('DATE(created_at)').order(Arel.sql('DATE(created_at)')).count.values },
  max: -> { [Event.maximum(:created_at).utc.iso8601(3)] },
}.reverse_each { |name, question| puts([name, question.call.join(',')].join("\t")) }
