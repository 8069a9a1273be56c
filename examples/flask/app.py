"""A gate for adults with Flask and the standard library."""

import base64
import hashlib
import hmac
import json
import os
import secrets
import time
import urllib.parse
import urllib.request

from flask import Flask, abort, make_response, redirect, request

AVOUCH = os.environ.get("AVOUCH_API_URL") or os.environ["AVOUCH_URL"]
KEY = os.environ["AVOUCH_KEY"]
SECRET = base64.b64decode(os.environ["AVOUCH_WEBHOOK_SECRET"].removeprefix("whsec_"))
SHOP = os.environ["SHOP_URL"]
GATE = '<form method="post" action="/age-check"><button>Confirm that you are 18</button></form>'
PAGES = {"yes": "The film", "no": "This film is for adults."}

app = Flask(__name__)
answers = {}  # visit -> "yes" or "no"; yours is a database


def call(path, body=None, headers=None):
    data = None if body is None else json.dumps(body).encode()
    sent = {"Authorization": f"Bearer {KEY}", "Content-Type": "application/json", **(headers or {})}
    with urllib.request.urlopen(urllib.request.Request(AVOUCH + path, data, sent), timeout=10) as answer:
        return json.load(answer)


@app.get("/")
@app.get("/back")
def film():
    return PAGES.get(answers.get(request.cookies.get("visit")), GATE)


@app.post("/age-check")
def ask():
    visit = request.cookies.get("visit") or secrets.token_urlsafe(16)
    wish = {"redirect_uri": f"{SHOP}/back", "reference": visit}
    # The same key gives the same intent: a second click creates no second one.
    intent = call("/provider/v1/intents", wish, {"Idempotency-Key": visit})
    if intent["status"] in ("expired", "cancelled"):
        intent = call("/provider/v1/intents", wish, {"Idempotency-Key": secrets.token_urlsafe(16)})
    # The language of your page goes along: the visitor reads on in it.
    response = make_response(redirect(intent["url"] + "&lng=en", 303))
    response.set_cookie("visit", visit, httponly=True, samesite="Lax", secure=SHOP.startswith("https:"))
    return response


@app.post("/webhooks/avouch")
def webhook():
    event, sent_at, given = (request.headers.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature"))
    signed = f"{event}.{sent_at}.".encode() + request.get_data()
    expected = "v1," + base64.b64encode(hmac.new(SECRET, signed, hashlib.sha256).digest()).decode()
    fresh = sent_at.isdigit() and abs(time.time() - int(sent_at)) < 300
    if not fresh or not any(hmac.compare_digest(expected, one) for one in given.split()):
        abort(401)
    # The event is signed by the product; what is read with the key is as good as the verdict's own signature.
    intent = call("/provider/v1/intents/" + urllib.parse.quote(request.get_json()["data"]["intent_id"]))
    if intent["result"] is not None:
        answers[intent["reference"]] = intent["result"]
    return "", 204


if __name__ == "__main__":
    app.run(port=int(os.environ["PORT"]))
