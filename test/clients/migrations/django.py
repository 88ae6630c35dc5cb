import io
import os
import sys
from importlib import import_module
from pathlib import Path
from urllib.parse import urlsplit

import django
from django.conf import settings

where = urlsplit(os.environ["DATABASE_URL"])
os.chdir(sys.argv[2])
Path("app/migrations").mkdir(parents=True, exist_ok=True)
Path("app/__init__.py").write_text("")
Path("app/migrations/__init__.py").write_text("")
imports = """
from pathlib import Path
from django.db import migrations
from django.db.models import DateTimeField, Func, GeneratedField, Model, TextField, Transform, UUIDField
"""
Path("app/models.py").write_text(imports + """
class Base(Model):
    class Meta:
        abstract = True
        db_table = "events"
Model = Base
""" + r'''
<<model>>
''')
Path("app/migrations/0001_initial.py").write_text(imports + """
class Migration(migrations.Migration):
    operations = [migrations.CreateModel("Event", [
        ("id", UUIDField(primary_key=True, db_default=Func(function="gen_random_uuid"), editable=False, serialize=False)),
        ("created_at", DateTimeField(db_default=Func(function="now"))), ("payload", TextField(null=True))], {"db_table": "events"})]
""")
helper, *rest = Path("created_at.block").read_text().split("\n# ")
before = "0001_initial"
for part in rest:
    name, _, text = part.partition(".py\n")
    Path(f"app/migrations/{name}.py").write_text(
        imports + "from app.models import UuidV7\n" + helper + f"\nclass Migration(migrations.Migration):\n    dependencies = [('app', {before!r})]\n"
        + "".join("    " + line for line in text.splitlines(True))
    )
    before = name
for file in Path("migrations").iterdir():
    (Path("app/migrations") / file.name).write_text(file.read_text())

sys.path.insert(0, "")
settings.configure(
    USE_TZ=True,
    INSTALLED_APPS=["app"],
    DEFAULT_AUTO_FIELD="django.db.models.AutoField",
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

from django.core.management import call_command
from django.db import connection

Event = import_module("app.models").Event


def check(what, is_so):
    print("check", f"{str(is_so).lower()}, {what}", sep="\t")


if sys.argv[1] in ("init", "down"):
    call_command("migrate", "app", "0001", verbosity=0)
    sys.exit()
call_command("migrate", verbosity=0)
changes = io.StringIO()
call_command("makemigrations", dry_run=True, stdout=changes)
check(f"nothing is left to migrate: {' '.join(changes.getvalue().split())}", "No changes detected" in changes.getvalue())
event = Event.objects.create(payload="new")
newest = Event.objects.order_by("-created_at")[0]
print("new", event.id, newest.id, newest.created_at.isoformat(), sep="\t")
connection.creation.create_test_db(verbosity=0, autoclobber=True)
check("the test database has the extension", Event.objects.create(payload="test").id.version == 7)
connection.creation.destroy_test_db(where.path[1:], verbosity=0)
