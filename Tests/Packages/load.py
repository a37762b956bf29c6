"""Requests a page until a file appears, over new and over persistent connections, and counts the requests that fail.

    load.py PORT HOST PATH STOP
"""

import http.client
import sys
import threading
from pathlib import Path

port, host, path, stop = int(sys.argv[1]), sys.argv[2], sys.argv[3], Path(sys.argv[4])
answered, failed = [0] * 4, [[] for _ in range(4)]


def ask(number, keeps):
    connection = None
    while not stop.exists():
        try:
            if connection is None:
                connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
            connection.request("GET", path, headers={"Host": host, **({} if keeps else {"Connection": "close"})})
            answer = connection.getresponse()
            answer.read()
            assert answer.status == 200, answer.status
            answered[number] += 1
            if answer.will_close:
                connection = None
        except Exception as error:
            failed[number].append(repr(error))
            connection = None


threads = [threading.Thread(target=ask, args=(number, number % 2 == 0)) for number in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
errors = [error for each in failed for error in each]
print(f"{sum(answered)} requests answered, {len(errors)} failed {errors[:3] if errors else ''}".rstrip())
sys.exit(bool(errors) or sum(answered) < 100)
