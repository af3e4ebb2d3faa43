"""Reads a newsgauge feed page by page. Python 3.9 or later, without packages."""

import json
import os
import time
import urllib.error
import urllib.parse
import urllib.request

BASE = os.environ.get("NEWSGAUGE_URL", "http://localhost:8787")
KEY = os.environ["NEWSGAUGE_KEY"]


def get(path, **query):
    """Returns the JSON response of a GET request. Joins lists with commas, and waits if the service requests it."""
    values = {k: ",".join(map(str, v)) if isinstance(v, list) else v for k, v in query.items()}
    url = f"{BASE}{path}?{urllib.parse.urlencode(values)}"
    for attempt in range(4):
        request = urllib.request.Request(url, headers={"Authorization": f"Bearer {KEY}"})
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code not in (429, 503) or attempt == 3:
                raise RuntimeError(f"{error.code}: {error.read().decode()}") from None
            time.sleep(int(error.headers.get("Retry-After", 1)))


def articles(**query):
    """Yields all articles of a feed, newest first, one page at a time."""
    while True:
        page = get("/api/v2/feed/", **query)
        yield from page["items"]
        if "next_url" not in page:
            return
        query["cursor"] = urllib.parse.parse_qs(urllib.parse.urlsplit(page["next_url"]).query)["cursor"][0]


for topic in get("/api/v2/topics/trending/", limit=3)["data"]["topics"]:
    print("trending:", topic["name"])
for article in articles(articleTypes=["article", "report"], limit=2):
    print(article["title"], "-", article["_article"]["source"]["name"])
