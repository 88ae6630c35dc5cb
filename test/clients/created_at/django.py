from urllib.parse import urlsplit

import django
from django.conf import settings

from report_created_at import *

where = urlsplit(url)
settings.configure(
    USE_TZ=True,
    TIME_ZONE="America/New_York",
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

from django.db.models import Count, DateTimeField, Func, GeneratedField, Max, Model, Q, TextField, Transform, UUIDField
from django.db.models.functions import TruncDay, TruncMonth


class Base(Model):
    class Meta:
        abstract = True
        app_label = "app"
        db_table = "events"


Model = Base
<<model>>
events = Event.objects.values_list("payload", flat=True)
ask(
    insert=lambda: [int(Event.objects.create(payload="new").created_at is not None)],
    latest=lambda: events.order_by("-created_at")[:20],
    page=lambda: events.order_by("-created_at")[40:60],
    next=lambda: events.filter(Q(created_at__lt=last_time) | Q(created_at=last_time, id__lt=last)).order_by("-created_at", "-id")[:20],
    day=lambda: events.filter(created_at__date=day.date()),
    range=lambda: events.filter(created_at__range=(day, next_day - resolution)),
    utc_month=lambda: events.annotate(m=TruncMonth("created_at", tzinfo=timezone.utc)).filter(m=utc_month),
    year_and_month=lambda: events.filter(created_at__year=2024, created_at__month=3),
    count=lambda: Event.objects.filter(created_at__gte=week, created_at__lt=next_day)
    .annotate(d=TruncDay("created_at")).values("d").annotate(n=Count("id")).order_by("d").values_list("n", flat=True),
    max=lambda: [iso(Event.objects.aggregate(m=Max("created_at"))["m"])],
)
