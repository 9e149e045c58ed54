"""Restarts two servers of one Milvus catalog behind nginx, one after the other, while clients search, upload, insert and
remove through it: python rolling_restart.py MAGPIE MILVUS [ROUNDS]

No request may fail, and all that was acknowledged must be there in the end. Needs nginx, and a Milvus at MILVUS
(HOST:PORT), such as Tests/Search/MilvusTests/with-milvus starts."""

import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

SAMPLES = pathlib.Path(__file__).parents[2] / "samples"


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def call(port, path, fields=None, files=None, timeout=60):
    """The reply as JSON; raises for a status that is no success."""
    url = f"http://127.0.0.1:{port}{path}"
    if files is None:
        return json.load(urllib.request.urlopen(f"{url}?{urllib.parse.urlencode(fields or {})}", timeout=timeout))
    boundary = uuid.uuid4().hex
    body = b""
    for name, value in (fields or {}).items():
        body += f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
    for name, data in files.items():
        body += f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"; filename="a.jpg"\r\n\r\n'.encode() + data + b"\r\n"
    body += f"--{boundary}--\r\n".encode()
    request = urllib.request.Request(url, body, {"Content-Type": f"multipart/form-data; boundary={boundary}"})
    return json.load(urllib.request.urlopen(request, timeout=timeout))


class Site:
    """Two servers, and nginx before them with the sample's settings."""

    def __init__(self, magpie, milvus, folder):
        self.magpie, self.folder = magpie, folder
        self.store = f"milvus://{milvus}/rolling_{uuid.uuid4().hex[:8]}?index=flat"
        self.ports, self.servers = [free_port(), free_port()], [None, None]
        self.port = free_port()
        (folder / "uploads").mkdir()
        for number in (0, 1):
            self.start(number)
        settings = (SAMPLES / "balancer" / "nginx.conf").read_text()
        settings = settings.replace("10.0.0.11:8080", f"127.0.0.1:{self.ports[0]}")
        settings = settings.replace("10.0.0.12:8080", f"127.0.0.1:{self.ports[1]}")
        # As another user it could not write to the folder.
        if os.getuid() == 0:
            settings = "user root;\n" + settings
        settings = settings.replace("listen 80;", f"listen 127.0.0.1:{self.port};").replace("http {", f"""http {{
            access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
            fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;""", 1)
        (folder / "nginx.conf").write_text(settings)
        self.nginx = subprocess.Popen(
            ["nginx", "-c", folder / "nginx.conf", "-g", f"daemon off; pid {folder}/pid; error_log {folder}/error.log;"])
        self.wait(self.port)

    def start(self, number):
        environment = os.environ | {"XDG_CACHE_HOME": str(self.folder / f"cache{number}")}
        (self.folder / f"cache{number}").mkdir(exist_ok=True)
        self.servers[number] = subprocess.Popen(
            [self.magpie, "serve", "--store", self.store, "--port", str(self.ports[number]), "--quiet",
             "--upload-folder", self.folder / "uploads"],
            env=environment, stdout=subprocess.DEVNULL)
        self.wait(self.ports[number])

    def wait(self, port):
        for _ in range(600):
            try:
                return urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=5).read()
            except OSError:
                time.sleep(0.1)
        raise RuntimeError(f"port {port} is not ready")

    def restart(self, number):
        self.servers[number].send_signal(signal.SIGTERM)
        self.servers[number].wait(60)
        self.start(number)

    def stop(self):
        for process in [*self.servers, self.nginx]:
            process.terminate()
            process.wait(60)


class Load:
    """Clients that do one thing each, over and over, and the requests that failed."""

    def __init__(self, site):
        self.site, self.ends = site, False
        self.done, self.failures = {}, []
        self.kept, self.removed = set(), set()
        # The inserted items, oldest first, and since when they are known to be there.
        self.seen = {}
        self.threads = [threading.Thread(target=self.repeat, args=(task,)) for task in (
            self.search, self.search, self.upload, self.insert)]
        for thread in self.threads:
            thread.start()

    def repeat(self, task):
        number = 0
        while not self.ends:
            try:
                task(number)
                self.done[task.__name__] = self.done.get(task.__name__, 0) + 1
            except Exception as error:
                self.failures.append(f"{task.__name__} {number}: {error!r}")
            number += 1

    def expect(self, reply):
        if reply.get("status") != "OK":
            raise RuntimeError(json.dumps(reply))
        return reply

    def search(self, number):
        reply = self.expect(call(self.site.port, "/search", {"im_name": f"bag-{number % 14 + 1:03}"}))
        if not reply["result"]:
            raise RuntimeError("no hits")

    def upload(self, number):
        picture = (SAMPLES / "images" / f"bag-{number % 14 + 1:03}.jpg").read_bytes()
        reply = self.expect(call(self.site.port, "/uploadsearch", {}, {"image": picture}))
        # The next request goes to another server.
        for _ in range(2):
            self.expect(call(self.site.port, "/uploadsearch", {"im_id": reply["im_id"], "box": "10,10,200,200"}, {}))

    def insert(self, number):
        name = f"new-{number}"
        picture = (SAMPLES / "images" / f"shoe-{number % 14 + 1:03}.jpg").read_bytes()
        reply = self.expect(call(self.site.port, "/insert", {"im_name[0]": name}, {"image[0]": picture}))
        if reply.get("error"):
            raise RuntimeError(json.dumps(reply))
        self.kept.add(name)
        self.seen.setdefault(name, None)
        if number % 3 == 2:
            self.remove_one()

    def remove_one(self):
        """Removes an item that was there seconds ago: a server does not know what waits for another one, nor what another
        one has written just now."""
        for name, since in list(self.seen.items())[:4]:
            if since is None and exists(self.site.port, name):
                self.seen[name] = time.monotonic()
            elif since is not None and time.monotonic() - since > 5:
                del self.seen[name]
                self.kept.discard(name)
                self.expect(call(self.site.port, "/remove", {"im_name[0]": name}, {}))
                self.removed.add(name)
                return

    def stop(self):
        self.ends = True
        for thread in self.threads:
            thread.join()


def main(magpie, milvus, rounds=2):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        index = folder / "first"
        index.mkdir()
        site = Site(magpie, milvus, folder)
        environment = os.environ | {"XDG_CACHE_HOME": str(index)}
        subprocess.run([magpie, "index", SAMPLES / "images", "--store", site.store, "--quiet"], env=environment, check=True)
        while not all(exists(port, f"bag-{each:03}") for port in site.ports for each in range(1, 15)):
            time.sleep(0.1)
        load = Load(site)
        try:
            for each in range(rounds):
                for number in (0, 1):
                    time.sleep(2)
                    site.restart(number)
                    print(f"round {each + 1}: server {number + 1} restarted, {sum(load.done.values())} requests done, "
                          f"{len(load.failures)} failed", flush=True)
        finally:
            load.stop()
        names = wait_for(site, load)
        site.stop()
    print(f"done: {load.done}; kept {len(load.kept)}, removed {len(load.removed)}")
    for failure in load.failures[:10]:
        print(f"FAILED: {failure}")
    missing, extra = load.kept - names, load.removed & names
    if missing or extra:
        print(f"FAILED: {len(missing)} insertions are lost, {len(extra)} removals: {sorted(missing | extra)[:5]}")
    return 1 if load.failures or missing or extra else 0


def wait_for(site, load):
    """The inserted items of both servers, once neither has insertions left and both agree."""
    for _ in range(300):
        found = []
        for port in site.ports:
            metrics = urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics").read().decode()
            waiting = float(re.search(r"^magpie_inserts_waiting (\S+)", metrics, re.M).group(1))
            names = {n for n in load.kept | load.removed if exists(port, n)}
            found.append((waiting, names))
        if found[0][0] == found[1][0] == 0 and found[0][1] == found[1][1]:
            return found[0][1]
        time.sleep(0.2)
    raise RuntimeError("the servers do not agree")


def exists(port, name):
    try:
        return call(port, "/search", {"im_name": name, "limit": 1}).get("status") == "OK"
    except urllib.error.HTTPError:
        return False


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], *map(int, sys.argv[3:])))
