require 'active_record'
require 'time'

def say(what, *values) = puts([what, values.join(',')].join("\t"))

from, to = ENV['FROM_TIME'], ENV['TO_TIME']
from, to = Time.iso8601(from), Time.iso8601(to)
last = ENV['LAST_ID']
ActiveRecord::Base.establish_connection(ENV['DATABASE_URL'])

ActiveRecord::Schema.verbose = false
ActiveRecord::Schema.define do
  enable_extension 'uuidx_ids'
  <<1>>
end

class Event < ActiveRecord::Base
end

id = Event.create!(payload: 'hello').id
<<2>>
page = Event.where('id < ?', last).order(id: :desc).limit(50)
many = Event.insert_all([{ payload: 'a' }, { payload: 'b' }, { payload: 'c' }]).rows.flatten
say('id', id)
say('during', *during.map(&:payload))
say('page', *page.map(&:payload))
say('many', *many)
say('again', *(Event.where('id <@ tstzrange(?, ?)', from, nil).map(&:payload) - Event.where('id <@ tstzrange(?, ?)', to, nil).map(&:payload)))
found = ActiveRecord::Base.connection.extension_enabled?('uuidx_ids')
say('check', found, 'the extension is there')
say('nothing', *Event.where(id: from...to).map(&:payload))
