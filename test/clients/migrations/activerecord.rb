require 'active_record'
require 'fileutils'
require 'stringio'

Dir.chdir(ARGV[1])
FileUtils.mkdir_p('db/migrate')
File.write('db/migrate/1_create_events.rb', <<~RUBY)
  class CreateEvents < ActiveRecord::Migration[6.1]
    def change
      create_table :events, id: :uuid do |t|
        t.datetime :created_at, precision: 6, null: false, default: -> { 'now()' }
        t.text :payload
      end
    end
  end
RUBY
{ 'v7' => 2, 'created_at' => 3 }.each { |name, n| FileUtils.cp("#{name}.block", "db/migrate/#{n}_#{name}.rb") }
ActiveRecord::Base.establish_connection(ENV['DATABASE_URL'])
ActiveRecord::Migration.verbose = false
ActiveRecord::Migrator.migrations_paths = ['db/migrate']
base = ActiveRecord::Base
pool = base.connection_pool
context = pool.respond_to?(:migration_context) ? pool.migration_context : base.connection.migration_context
if ARGV[0] == 'up'
  context.up
else
  ARGV[0] == 'init' ? context.up(1) : context.down(1)
  exit
end

<<model>>
event = Event.create!(payload: 'new')
newest = Event.order(created_at: :desc).first
puts ['new', event.id, newest.id, newest.created_at.iso8601(6)].join("\t")

# the test database is made from the schema, not from the migrations; earlier versions do not support
# generated columns
exit if ActiveRecord.version < Gem::Version.new('7.2')
schema = StringIO.new
ActiveRecord::SchemaDumper.dump(pool.respond_to?(:migration_context) ? pool : base.connection, schema)
base.connection.create_database('rails_test')
base.establish_connection(ENV['DATABASE_URL'].sub(%r{/\w+\z}, '/rails_test'))
eval(schema.string)
Event.reset_column_information
event = Event.create!(payload: 'test').reload
same = event.id[14] == '7' && base.connection.select_value("SELECT uuid_time(id) = created_at FROM events")
puts ['check', "#{same}, the test database has the extension, the default and the column"].join("\t")
