#!/usr/bin/env bash
# visearch 0.5.2 of PyPI, the official client: an address of the host without a slash at its end is no address.
#
# Guess: host='http://127.0.0.1:8080' works as the default host and those of other clients do, and '/search' is asked for.
# Seen: the client appends 'search' to the text, so that the port becomes '8080search'; nothing is sent. With the slash it works.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q visearch==0.5.2 requests==2.34.2
"$work/venv/bin/python" - <<'PYTHON'
import http.server, threading
from visearch import client

class Handler(http.server.BaseHTTPRequestHandler):
    asked = []

    def do_GET(self):
        self.asked.append(self.path.split('?')[0])
        body = b'{"status": "OK"}'
        self.send_response(200)
        self.send_header('Content-Type', 'application/json')
        self.send_header('Content-Length', str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass

server = http.server.HTTPServer(('127.0.0.1', 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
address = f'http://127.0.0.1:{server.server_port}'
try:
    client.ViSearchAPI('access', 'secret', host=address).search('bag-001')
    first = 'answered'
except Exception as error:
    first = type(error).__name__
second = client.ViSearchAPI('access', 'secret', host=address + '/').search('bag-001')['status']
print(f'without the slash: {first}; with it: {second}, asked for {Handler.asked}')
assert (first, second, Handler.asked) == ('InvalidURL', 'OK', ['/search'])
PYTHON
# Output:
#   without the slash: InvalidURL; with it: OK, asked for ['/search']
