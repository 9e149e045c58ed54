"""Two servers with the same keys behind nginx with the sample's settings: python many_servers.py MAGPIE

A token that one has given opens the other, each visitor has limits of its own, nobody passes for another visitor, and no
answer names a path of the servers' machine. Needs nginx. Exits with 1, and the reasons, where one of that does not hold.
"""

import base64
import collections
import http.client
import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

SAMPLES = pathlib.Path(__file__).parents[2] / "samples"
KEYS = "APPKEY\nDATAKEY search data\nak:sk\ndk:ds data\n"
JSON = {"Content-Type": "application/json"}


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def call(port, path, body, headers, source="127.0.0.1"):
    """Status and body of the answer to a POST from an address of this machine."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60, source_address=(source, 0))
    connection.request("POST", path, body if isinstance(body, str) else json.dumps(body), headers)
    answer = connection.getresponse()
    return answer.status, answer.read().decode()


def wait(port):
    for _ in range(600):
        try:
            return urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=5).read()
        except OSError:
            time.sleep(0.1)
    raise RuntimeError(f"port {port} is not ready")


def configure(folder, port, servers):
    """The sample's settings with the ports and the folder of this test."""
    settings = (SAMPLES / "balancer" / "nginx.conf").read_text()
    settings = settings.replace("10.0.0.11:8080", f"127.0.0.1:{servers[0]}")
    settings = settings.replace("10.0.0.12:8080", f"127.0.0.1:{servers[1]}")
    # As another user it could not write to the folder.
    if os.getuid() == 0:
        settings = "user root;\n" + settings
    settings = settings.replace("listen 80;", f"listen 127.0.0.1:{port};").replace("http {", f"""http {{
        access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
        fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;""", 1)
    (folder / "nginx.conf").write_text(settings)


def check(port):
    """What does not hold."""
    faults = []

    def expect(holds, text):
        if not holds:
            faults.append(text)

    form = {"Content-Type": "application/x-www-form-urlencoded"}
    _, body = call(port, "/api/oauth/token", "grant_type=client_credentials&client_id=ak&client_secret=sk", form)
    token = json.loads(body)["access_token"]
    statuses = collections.Counter(
        call(port, "/api/generalcontent/instance/search", {"pagination": {"limit": 1}},
             {**JSON, "Authorization": "Bearer " + token})[0] for _ in range(20))
    expect(statuses == {200: 20}, f"20 searches of content with one token: {dict(statuses)}")

    page = {"user": {"dyid": "u"}, "context": {"page": {"type": "HOMEPAGE", "location": "x", "data": [], "locale": "en"}}}
    key = {**JSON, "DY-API-Key": "APPKEY"}
    for _ in range(4):
        _, body = call(port, "/v2/serve/user/search", {
            **page, "selector": {"name": "Semantic Search"}, "query": {"text": "bag", "pagination": {"numItems": 1, "offset": 0}}}, key)
        slot = json.loads(body)["choices"][0]["variations"][0]["payload"]["data"]["slots"][0]["slotId"]
        status, body = call(port, "/v2/collect/user/engagement", {**page, "engagements": [{"type": "SLOT_CLICK", "slotId": slot}]}, key)
        expect(status == 200, f"a click on a result: {status} {body}")

    events = {"events": [{"action": "product_click", "queryId": "q", "pid": "bag-001"}] * 500}
    one = {"events": events["events"][:1]}
    flood = [call(port, "/v3/events?code=APPKEY", events, JSON, "127.0.0.7")[0] for _ in range(8)]
    expect(429 in flood, f"a flood of events from one address: {flood}")
    # A visitor at another address is heard, and the first one cannot pass for yet another.
    status, _ = call(port, "/v3/events?code=APPKEY", one, JSON, "127.0.0.9")
    expect(status == 200, f"an event from another address after the flood: {status}")
    claims = [call(port, "/v3/events?code=APPKEY", events, {**JSON, "X-Forwarded-For": f"192.0.2.{number}"}, "127.0.0.7")[0]
              for number in range(4)]
    expect(200 not in claims, f"a flood that claims other addresses: {claims}")

    for pair in ("dk:ds", "ak:sk"):
        headers = {**JSON, "X-Magpie-Paths": "wanted", "Authorization": "Basic " + base64.b64encode(pair.encode()).decode()}
        status, body = call(port, "/engine/item", json.dumps("bag-001"), headers)
        expect(status == 200 and str(SAMPLES) not in body, f"an item for {pair}: {status} {body[:300]}")
    return faults


def main(magpie):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        store = folder / "one.magpie"
        subprocess.run([magpie, "index", SAMPLES / "images", "--catalog", SAMPLES / "catalog.csv", "--store", store, "-q"], check=True)
        (folder / "books.jsonl").write_text('{"id": "b1", "title": "A book of the sea"}\n')
        subprocess.run([magpie, "content", "import", folder / "books.jsonl", "--store", store, "-q"], check=True, stdout=subprocess.DEVNULL)
        for end in ("", ".content"):
            shutil.copy(f"{store}{end}", f"{folder}/two.magpie{end}")
        (folder / "keys").write_text(KEYS)
        (folder / "keys").chmod(0o600)
        ports, port = [free_port(), free_port()], free_port()
        processes = [
            subprocess.Popen(
                [magpie, "serve", "--store", folder / f"{store_name}.magpie", "--port", str(each), "--quiet", "--keys",
                 folder / "keys", "--trusted-proxy", "127.0.0.1"], stdout=subprocess.DEVNULL)
            for store_name, each in zip(("one", "two"), ports)]
        configure(folder, port, ports)
        processes.append(subprocess.Popen(
            ["nginx", "-c", folder / "nginx.conf", "-g", f"daemon off; pid {folder}/pid; error_log {folder}/error.log;"]))
        try:
            for each in [*ports, port]:
                wait(each)
            faults = check(port)
        finally:
            for process in processes:
                process.terminate()
                process.wait(60)
    for fault in faults:
        print("FAILED:", fault)
    print(f"done: {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
