require 'active_record'
require 'fileutils'
require 'stringio'
require 'time'

STEP, WORK = ARGV
Dir.chdir(WORK)

def say(what, *values) = puts([what, values.map { |v| v.is_a?(Time) ? v.utc.iso8601(3) : v.respond_to?(:payload) ? v.payload : v }.join(',')].join("\t"))

from, to, last_time = %w[FROM_TIME TO_TIME LAST_TIME].map { |name| Time.iso8601(ENV[name]) }
last = ENV['LAST_ID']
# which sets the session's time zone to UTC
ActiveRecord::Base.establish_connection(ENV['DATABASE_URL'])
base = ActiveRecord::Base

# Migrations, of which the first creates the table
if %w[init up down].include?(STEP)
  FileUtils.mkdir_p('db/migrate')
  first = "create_table :events, id: :uuid do |t|
    t.datetime :created_at, precision: 6, null: false, default: -> { 'now()' }
    t.text :payload
  end"
  [['CreateEvents', first, 'drop_table :events'], ['V7', "<<v7_up>>", "<<v7_down>>"],
   ['CreatedAt', "<<created_at_up>>", "<<created_at_down>>"]].each.with_index(1) do |(name, up, down), n|
    File.write("db/migrate/#{n}_#{name.underscore}.rb", "class #{name} < ActiveRecord::Migration[6.1]
  def up\n#{up}\nend\n  def down\n#{down}\nend\nend")
  end
  ActiveRecord::Migration.verbose = false
  ActiveRecord::Migrator.migrations_paths = ['db/migrate']
  pool = base.connection_pool
  context = pool.respond_to?(:migration_context) ? pool.migration_context : base.connection.migration_context
  STEP == 'up' ? context.up : STEP == 'init' ? context.up(1) : context.down(1)
  exit if STEP != 'up'
elsif STEP == 'examples'
  ActiveRecord::Schema.verbose = false
  ActiveRecord::Schema.define do
    enable_extension 'uuidx_ids'
    <<1>>
  end
end

<<model>>
if STEP == 'examples'
  say('id', Event.create!(payload: 'hello').id)
  <<2>>
  say('during', *during)
  say('again', *(Event.where('id <@ tstzrange(?, ?)', from, nil) - Event.where('id <@ tstzrange(?, ?)', to, nil)))
  say('check', base.connection.extension_enabled?('uuidx_ids'), 'the extension is there')
  say('nothing', *Event.where(id: from...to))
  exit
end

Time.zone = 'America/New_York'
day = Time.zone.local(2024, 3, 10)
latest = Event.order(created_at: :desc).limit(20)
{
  latest: -> { latest },
  next: -> { Event.where('(created_at, id) < (?, ?)', last_time, last).order(created_at: :desc, id: :desc).limit(20) },
  range: -> { Event.where(created_at: day.all_day) },
}.each { |name, question| say(name, *question.call) } if STEP == 'created_at'
added = Event.create!(payload: 'new').reload
newest = latest.reload.first
say('new', added.id, newest.id, newest.created_at, added.created_at)

# the test database is made from the schema, not from the migrations; earlier versions do not support
# generated columns
exit if STEP != 'up' || ActiveRecord.version < Gem::Version.new('7.2')
schema = StringIO.new
ActiveRecord::SchemaDumper.dump(pool.respond_to?(:migration_context) ? pool : base.connection, schema)
base.connection.create_database('rails_test')
base.establish_connection(ENV['DATABASE_URL'].sub(%r{/\w+\z}, '/rails_test'))
eval(schema.string)
Event.reset_column_information
event = Event.create!(payload: 'test').reload
same = event.id[14] == '7' && base.connection.select_value('SELECT uuid_time(id) = created_at FROM events')
say('check', same, 'the test database has the extension, the default and the column')
