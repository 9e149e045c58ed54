"""Runs the whole repertoire of the official Python SDK against a server, and stops at the first surprise.

python_sdk.py URL PICTURES WEB: the server with the keys ak:sk, a folder with pictures, and the address under which
the server may fetch the same folder.
"""

import sys
import time

from visearch import client
from visearch.bind import ViSearchAPIError

url, pictures, web = sys.argv[1:]
api = client.ViSearchAPI("ak", "sk", host=url)
names = ["shoe-001", "shoe-002", "bag-001", "bag-002", "mug-001", "lamp-001"]


def ok(answer, method):
    assert answer["status"] == "OK", answer
    assert answer["method"] == method, answer
    assert not answer["error"], answer
    assert answer["reqid"], answer
    return answer


def found(answer):
    return [hit["im_name"] for hit in answer["result"]]


def finish(answer):
    for _ in range(600):
        status = ok_status(api.insert_status(answer["trans_id"]))
        if status["processed_percent"] == 100:
            return status
        time.sleep(0.1)
    raise AssertionError("the insertion does not end: %s" % status)


def ok_status(answer):
    assert answer["status"] == "OK" and answer["method"] == "insert/status", answer
    return answer["result"][0]


# insert, and how it goes
images = [
    {"im_name": name, "im_url": "%s/%s.jpg" % (web, name), "price": 10.5 + index, "brand": "A & B", "title": "Ünï " + name}
    for index, name in enumerate(names)
]
status = finish(ok(api.insert(images), "insert"))
assert (status["total"], status["success_count"], status["fail_count"]) == (6, 6, 0), status
answer = api.insert([{"im_name": "not valid", "im_url": web}, {"im_name": "gone", "im_url": web + "/none.jpg"}])
assert answer["status"] == "warning" and answer["error"][0]["error_code"] == 107, answer
status = finish(answer)
assert status["error_list"][0]["error_code"] == 201, status
assert api.insert_status(1)["error"][0]["error_code"] == 101

# search
answer = ok(api.search("shoe-001", fl=["price", "im_url"], fq={"price": "0, 12"}, score=True), "search")
assert found(answer) == ["shoe-002"], answer
assert answer["result"][0]["value_map"] == {"price": "11.500000", "im_url": web + "/shoe-002.jpg"}, answer
assert 0 <= answer["result"][0]["score"] <= 1, answer
answer = ok(api.search("shoe-001", facets="brand,price", facets_limit=10, facets_show_count=True, qinfo=True), "search")
assert answer["facets"][0]["items"] == [{"value": "A & B", "count": 5}], answer
assert answer["facets"][1]["range"] == {"min": "11", "max": "16"}, answer
assert answer["qinfo"]["title"] == "Ünï shoe-001", answer
assert answer["limit"] == 30 and answer["total"] == 5, answer
assert len(found(api.search("bag-001", page=2, limit=2))) == 2
assert all(len(hit["value_map"]) == 4 for hit in api.search("bag-001", get_all_fl=True)["result"])
assert api.search("none")["error"] == ["Image not found with im_name."]
assert api.search("shoe-001", score_max=2)["error"] == ["score_max must be no more than 1"]

# recommendation, colors
assert len(found(ok(api.recommendation("mug-001", score=True), "recommendations"))) == 5
assert len(found(ok(api.colorsearch("#c4302b", fl=["price"]), "colorsearch"))) == 6
assert api.colorsearch("red")["error"] == ["color is invalid."]

# upload search: file, resized file, box, detection, URL
path = "%s/bag-002.jpg" % pictures
answer = ok(api.uploadsearch(image_path=path, score=True, fl=["price"]), "uploadsearch")
assert found(answer)[0] == "bag-002" and answer["im_id"].endswith(".jpg"), answer
for size in ["STANDARD", "HIGH", (300, 300, 90)]:
    assert found(ok(api.uploadsearch(image_path=path, resize=size), "uploadsearch"))[0] == "bag-002", size
answer = ok(api.uploadsearch(image_path=path, box=[10, 10, 200, 200], detection="all"), "uploadsearch")
assert len(answer["result"]) == 6, answer
answer = ok(api.uploadsearch(image_path=path, detection="all"), "uploadsearch")
assert all(len(thing["box"]) == 4 for thing in answer["product_types"]), answer
url_answer = ok(api.uploadsearch(image_url="%s/lamp-001.jpg?x=1&y=a%%20b" % web, box=[0, 0, 100, 100]), "uploadsearch")
assert len(url_answer["result"]) == 6, url_answer
assert found(ok(api.uploadsearch(image_url=web + "/lamp-001.jpg"), "uploadsearch"))[0] == "lamp-001"
assert api.uploadsearch(image_url="not a url")["error"] == ["Invalid image or im_url."]

# discover search: file, URL, the upload of before
answer = ok(api.discoversearch(image=path, detection_limit=3, result_limit=2), "discoversearch")
assert 1 <= len(answer["objects"]) <= 3 and answer["detection_limit"] == 3, answer
assert all(len(thing["result"]) == 2 and thing["attributes"] is not None for thing in answer["objects"]), answer
again = ok(api.discoversearch(im_id=answer["im_id"], detection_limit=3, result_limit=2), "discoversearch")
assert again["objects"] == answer["objects"], again
ok(api.discoversearch(im_url=web + "/mug-001.jpg"), "discoversearch")
ok(api.discoversearch(image=path, box=[10, 10, 200, 200]), "discoversearch")

# update, remove
finish(ok(api.update([{"im_name": "shoe-001", "price": 99.5}]), "insert"))
answer = api.search("shoe-002", fq={"price": "99,100"}, fl=["price", "brand"])
assert answer["result"] == [{"im_name": "shoe-001", "value_map": {"price": "99.500000", "brand": "A & B"}}], answer
answer = ok(api.remove(["shoe-001", "shoe-002"]), "remove")
assert answer["total"] == 2, answer
assert api.remove("shoe-001")["error"][0]["error_code"] == 102
assert api.search("shoe-001")["status"] == "fail"

# a key that is none
answer = client.ViSearchAPI("ak", "other", host=url).search("mug-001")
assert answer["error"] == ["Invalid access key or secret key."], answer
try:
    client.ViSearchAPI("ak", "sk", host=url + "nowhere/").search("x")
    raise AssertionError("there is nothing there")
except ViSearchAPIError:
    pass
print("all went well")
