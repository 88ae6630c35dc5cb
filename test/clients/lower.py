import sys
from datetime import datetime, timedelta, timezone
from uuid import UUID

<<python>>

for line in sys.stdin:
    print(uuid_v7_lower(datetime.fromisoformat(line.strip())))
