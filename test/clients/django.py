import io
from importlib import import_module
from pathlib import Path
from urllib.parse import urlsplit
from uuid import UUID

import django
from django.conf import settings

from report import *

where = urlsplit(url)
imports = "from pathlib import Path\nfrom django.db import migrations\nfrom django.db.models import *\n"
models = imports + """
class Base(Model):
    class Meta:
        abstract = True
        db_table = "events"
Model = Base
""" + r"""
<<model>>
"""
first = """0001_initial.py
operations = [migrations.CreateModel("Event", [
    ("id", UUIDField(primary_key=True, db_default=Func(function="gen_random_uuid"), editable=False, serialize=False)),
    ("created_at", DateTimeField(db_default=Func(function="now"))), ("payload", TextField(null=True))], {"db_table": "events"})]
"""
Path("app/migrations").mkdir(parents=True, exist_ok=True)
for package in "app", "app/migrations":
    Path(package, "__init__.py").touch()
Path("app/models.py").write_text(models)
helper, *rest = r"""
<<created_at>>
""".split("\n# ")
helper += "\nfrom app.models import UuidV7\nclass Migration(migrations.Migration):\n"
dependencies = []
for part in [first, *rest]:
    name, _, operations = part.partition(".py\n")
    operations = "".join("    " + line for line in operations.splitlines(True))
    Path(f"app/migrations/{name}.py").write_text(f"{imports}{helper}    dependencies = {dependencies}\n{operations}")
    dependencies = [("app", name)]
for file in Path("migrations").iterdir():
    (Path("app/migrations") / file.name).write_text(file.read_text())

sys.path.insert(0, work)
database = {"NAME": where.path[1:], "USER": where.username, "HOST": where.hostname, "PORT": where.port}
settings.configure(
    USE_TZ=True,
    TIME_ZONE="America/New_York",
    INSTALLED_APPS=["app"],
    DEFAULT_AUTO_FIELD="django.db.models.AutoField",
    DATABASES={"default": {"ENGINE": "django.db.backends.postgresql", **database}},
)
django.setup()

from django.contrib.postgres.operations import CreateExtension
from django.core.management import call_command
from django.db import connection
from django.db.models import *
from django.db.models.functions import TruncDay, TruncMonth

Event = import_module("app.models").Event
events = Event.objects


def examples():
    id = events.create(payload="hello").id
    <<2>>
    again = events.filter(id__gte=Value(start), id__lt=Value(end))
    report(id, during=during, again=again)
    many = events.bulk_create([Event(payload="a"), Event(payload="b"), Event(payload="c")])
    check("bulk_create() leaves the ids out", not isinstance(many[0].pk, UUID))
    with connection.schema_editor(collect_sql=True) as editor:
        editor.create_model(Event)
        check("the default in a migration", "DEFAULT (uuid_generate_v7())" in "".join(editor.collected_sql))
    with connection.schema_editor() as editor:
        CreateExtension("uuidx_ids").database_forwards("app", editor, None, None)
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_extension WHERE extname = 'uuidx_ids'")
        check("the extension is there", cursor.fetchone()[0] == 1)
    try:
        events.filter(id__gte=start)
        say("trap", "nothing failed")
    except TypeError as error:
        trap(type(error).__name__)


def up():
    call_command("migrate", verbosity=0)
    changes = io.StringIO()
    call_command("makemigrations", dry_run=True, stdout=changes)
    check(f"nothing is left to migrate: {' '.join(changes.getvalue().split())}", "No changes detected" in changes.getvalue())
    connection.creation.create_test_db(verbosity=0, autoclobber=True)
    check("the test database has the extension", events.create(payload="test").id.version == 7)
    connection.creation.destroy_test_db(where.path[1:], verbosity=0)


run(
    examples=examples,
    add=lambda: events.create(payload="new"),
    latest=lambda: events.order_by("-created_at")[:20],
    next=lambda: events.filter(Q(created_at__lt=last_time) | Q(created_at=last_time, id__lt=last)).order_by("-created_at", "-id")[:20],
    day=lambda: events.filter(created_at__date=day.date()),
    range=lambda: events.filter(created_at__range=(day, next_day - timedelta(microseconds=1))),
    utc_month=lambda: events.annotate(m=TruncMonth("created_at", tzinfo=timezone.utc)).filter(m=utc_month),
    year_and_month=lambda: events.filter(created_at__year=2024, created_at__month=3),
    count=lambda: events.filter(created_at__gte=week, created_at__lt=next_day)
    .annotate(d=TruncDay("created_at")).values("d").annotate(n=Count("id")).order_by("d").values_list("n"),
    up=up,
    down=lambda: call_command("migrate", "app", "0001", verbosity=0),
    init=lambda: call_command("migrate", "app", "0001", verbosity=0),
)
