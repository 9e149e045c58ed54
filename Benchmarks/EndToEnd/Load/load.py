"""Runs wrk against a server that holds a store, and prints what came of it. Called by run.sh."""

import glob
import json
import os
import random
import re
import subprocess
import sys
import time
import urllib.parse

url, pid, work, seconds, minutes, magpie = sys.argv[1:]
seconds, minutes = int(seconds), float(minutes)
names = [json.loads(line)["id"] for line in open(work + "/items.jsonl")]
random.seed(1)
random.shuffle(names)
picture = sorted(glob.glob(work + "/upload/**/*.jpg", recursive=True))[0]


def lua(name, text):
    path = "%s/%s.lua" % (work, name)
    with open(path, "w") as file:
        file.write(text)
    return path


def milliseconds(text):
    value, unit = re.fullmatch(r"([\d.]+)(us|ms|s|m)", text).groups()
    return float(value) * {"us": 0.001, "ms": 1, "s": 1000, "m": 60000}[unit]


def cpu():
    fields = open("/proc/%s/stat" % pid).read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident():
    return int(re.search(r"VmRSS:\s+(\d+)", open("/proc/%s/status" % pid).read()).group(1)) / 1024


def wrk(script, connections, duration=seconds):
    before, start = cpu(), time.time()
    command = ["wrk", "-t1", "-c%d" % connections, "-d%ds" % duration, "--latency", "-s", script, url]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    used, wall = cpu() - before, time.time() - start
    requests = int(re.search(r"(\d+) requests in", text).group(1))
    errors = re.search(r"Non-2xx or 3xx responses: (\d+)", text)
    sockets = re.search(r"Socket errors: (.*)", text)
    return {
        "requests_per_second": float(re.search(r"Requests/sec:\s+([\d.]+)", text).group(1)),
        "p50_ms": milliseconds(re.search(r"^ +50% +(\S+)", text, re.M).group(1)),
        "p99_ms": milliseconds(re.search(r"^ +99% +(\S+)", text, re.M).group(1)),
        "requests": requests,
        "errors": int(errors.group(1)) if errors else 0,
        "socket_errors": sockets.group(1) if sockets else None,
        "server_cpu_us_per_request": used / max(requests, 1) * 1e6,
        "server_cores": used / wall,
        "connections": connections,
    }


paths = "local paths = {%s}\n" % ",".join('"/search?im_name=%s&limit=10&score=true"' % urllib.parse.quote(name, safe="") for name in names)
# Each item in turn, in an order of chance.
search = lua("search", paths + "local n = 0\nrequest = function() n = n % #paths + 1; return wrk.format('GET', paths[n]) end")
# The same with a parameter that is never the same, so that no answer is known from before.
fresh = lua(
    "fresh",
    paths + "local n = 0\nrequest = function() n = n + 1; "
    "return wrk.format('GET', paths[n % #paths + 1] .. '&fresh=' .. n) end",
)
# Two in three requests are for the 200 items that most people look at.
popular = lua(
    "popular",
    paths + "local n = 0\nrequest = function() n = n + 1; local i = n % 3 == 0 and n % #paths + 1 or n % 200 + 1; "
    "return wrk.format('GET', paths[i]) end",
)
color = lua(
    "color",
    "local n = 7\nrequest = function() n = (n * 7919 + 104729) % 16777216; "
    "return wrk.format('GET', string.format('/colorsearch?color=%06x&limit=10', n)) end",
)
upload = lua(
    "upload",
    "local f = io.open('%s', 'rb'); local image = f:read('*all'); f:close()\n"
    "wrk.method = 'POST'\nwrk.headers['Content-Type'] = 'multipart/form-data; boundary=b0undary'\n"
    "wrk.body = '--b0undary\\r\\nContent-Disposition: form-data; name=\"image\"; filename=\"x.jpg\"\\r\\n"
    "Content-Type: image/jpeg\\r\\n\\r\\n' .. image .. '\\r\\n--b0undary--\\r\\n'\nwrk.path = '/uploadsearch'" % picture,
)


def library(count):
    """Seconds that `count` searches with the same picture take in each of as many processes as there are cores: the
    wall's, and all CPU."""
    command = [magpie, "search"] + [picture] * count + ["--store", work + "/load.magpie", "--limit", "10", "--json"]
    before, start = os.times(), time.time()
    each = [subprocess.Popen(command, stdout=subprocess.DEVNULL) for _ in range(os.cpu_count())]
    assert all(process.wait() == 0 for process in each)
    wall, after = time.time() - start, os.times()
    return wall, after.children_user + after.children_system - before.children_user - before.children_system


result = {"items": len(names), "cores": os.cpu_count(), "upload_bytes": os.path.getsize(picture), "runs": {}}
warm = wrk(search, 8, 3)
result["load_average_before"] = os.getloadavg()[0]
for name, script, connections in [
    ("search", search, 16), ("search_fresh", fresh, 16), ("search_popular", popular, 16), ("colorsearch", color, 8), ("uploadsearch", upload, 8),
]:
    result["runs"][name] = wrk(script, connections)
    result["runs"][name]["resident_mb"] = resident()
# Uploads and the same pictures through the library alone, in turn, on all cores. The difference of two runs leaves out
# the start of the processes.
searches, rounds = 400 * os.cpu_count(), []
for _ in range(3):
    served = wrk(upload, 8)["requests_per_second"]
    few, many = library(20), library(420)
    rounds.append({"served_per_second": served, "library_per_second": searches / (many[0] - few[0])})
    rounds[-1]["library_cpu_us"] = (many[1] - few[1]) / searches * 1e6
result["upload_rounds"] = rounds
total = {key: sum(each[key] for each in rounds) for key in rounds[0]}
result["upload_share_of_library"] = total["served_per_second"] / total["library_per_second"]
if minutes > 0:
    # A sample after each round of the three kinds of request; the first minute fills caches and pools.
    samples, served = [], 0
    start = time.time()
    while time.time() < start + minutes * 60:
        for script in (fresh, color, upload):
            served += wrk(script, 8, 10)["requests"]
        samples.append({"minute": round((time.time() - start) / 60, 1), "resident_mb": round(resident(), 1), "requests": served})
        print(samples[-1], file=sys.stderr)
    result["memory_under_load"] = samples
print(json.dumps(result, indent=2))
