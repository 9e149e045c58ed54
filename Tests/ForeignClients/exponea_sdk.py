"""Asks a server for recommendations and consents with the official Python client of Exponea, and stops at the first
surprise.

exponea_sdk.py URL: the server with the keys ak:sk and APPKEY, and the models of the test that runs this.
"""

import sys

from exponea_python_sdk import Exponea
from exponea_python_sdk.exceptions import APIException

url = sys.argv[1]
api = Exponea("project-1", username="ak", password="sk", url=url, request_timeout=600)
customer = {"registered": "a@example.org", "cookie": "c-1"}

# Its own verbs. A category that is not there has no value, which the client tells as None.
consents = api.customer.get_customer_consents(customer, ["newsletter", "sms", "calls"])
assert consents == {"newsletter": True, "sms": False, "calls": None}, consents
assert api.customer.get_customer_consents({"cookie": "c-1"}, ["newsletter"]) == {"newsletter": False}

# Properties and segmentations are not kept here, which is a failure of each and not of the call.
attributes = api.customer.get_customer_attributes(customer, properties=["name"], segmentations=["s"])
assert attributes == {"properties": {"name": None}, "segmentations": {"s": None}}, attributes

# Calls without a verb of its own.
attribute = {
    "type": "recommendation", "id": "similar", "fillWithRandom": True, "size": 3, "items": {"it's \"9\"": "10"},
    "catalogAttributesWhitelist": ["item_id", "title"], "no_track": True,
}
whole = api.post("/data/v2/projects/project-1/customers/attributes",
                 {"customer_ids": customer, "attributes": [attribute]})
rows = whole["results"][0]["value"]
assert [row["item_id"] for row in rows] == ["it's \"0\"", "it's \"1\"", "it's \"2\""], rows
assert all(row["engine_name"] == "similar" and row["recommendation_variant_id"] == "B" for row in rows), rows
stream = api.post("/optimization/streams/s/recommend/user",
                  {"customer_ids": customer, "engine_id": "similar", "fill_with_random": False, "size": 3})
assert [row["item_id"] for row in stream["data"]] == [row["item_id"] for row in rows] and stream["errors"] == "[]"
categories = api.get("/data/v2/projects/project-1/consent/categories")["results"]
assert [category["id"] for category in categories] == ["newsletter", "sms"], categories


def refusal(call):
    try:
        call()
    except APIException as error:
        return str(error)
    raise AssertionError("nothing was refused")


path = "/data/v2/projects/project-1/customers/attributes"
attribute["size"] = 101
text = refusal(lambda: api.post(path, {"customer_ids": customer, "attributes": [attribute]}))
assert text == "attributes[0].size: must be from 1 to 100, not 101", text
assert "nothing here" in refusal(lambda: api.customer.get_customer(customer))
stranger = Exponea("project-1", username="ak", password="wrong", url=url, request_timeout=600)
assert "a valid key is required" in refusal(lambda: stranger.get("/data/v2/projects/project-1/consent/categories"))
