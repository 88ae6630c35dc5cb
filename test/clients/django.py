from urllib.parse import urlsplit
from uuid import UUID

import django
from django.conf import settings

from report import *

where = urlsplit(url)
settings.configure(
    USE_TZ=True,
    DATABASES={
        "default": {
            "ENGINE": "django.db.backends.postgresql",
            "NAME": where.path[1:],
            "USER": where.username,
            "HOST": where.hostname,
            "PORT": where.port,
        }
    },
)
django.setup()

from django.contrib.postgres.operations import CreateExtension
from django.db import connection
from django.db.models import DateTimeField, Func, Model, TextField, Transform, UUIDField, Value


class Base(Model):
    class Meta:
        abstract = True
        app_label = "app"
        db_table = "events"


Model = Base
<<1>>
id = Event.objects.create(payload="hello").id
<<2>>
page = Event.objects.filter(id__lt=last).order_by("-id")[:50]
many = Event.objects.bulk_create([Event(payload="a"), Event(payload="b"), Event(payload="c")])
report(id, [e.payload for e in during], [e.payload for e in page], [])
with connection.schema_editor(collect_sql=True) as editor:
    editor.create_model(Event)
    check("the default in a migration", "DEFAULT (uuid_generate_v7())" in "".join(editor.collected_sql))
with connection.schema_editor() as editor:
    CreateExtension("uuidx_ids").database_forwards("app", editor, None, None)
with connection.cursor() as cursor:
    cursor.execute("SELECT count(*) FROM pg_extension WHERE extname = 'uuidx_ids'")
    check("the extension is there", cursor.fetchone()[0] == 1)
check("bulk_create() leaves the ids out", not isinstance(many[0].pk, UUID))
try:
    Event.objects.filter(id__gte=start)
    say("trap", "nothing failed")
except TypeError as error:
    trap(type(error).__name__)
say("again", *[e.payload for e in Event.objects.filter(id__gte=Value(start), id__lt=Value(end))])
