#!/usr/bin/env bash
# exponea-python-sdk 0.2.0 of PyPI, the official client of Bloomreach Engagement: ids of catalog items go into the path as they are.
#
# Guess: the id 'bag/2' is sent as 'bag%2F2', and a question mark or a number sign as %3F and %23.
# Seen: of these nothing is encoded, only a blank. 'bag/2' becomes a path of one more part, and the text behind '?' or '#' is no part
# of the id: a write to 'bag#2' goes to the item 'bag'.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q exponea-python-sdk==0.2.0 requests==2.34.2
"$work/venv/bin/python" -W ignore - <<'PYTHON'
import http.server, threading
from exponea_python_sdk import Exponea

class Handler(http.server.BaseHTTPRequestHandler):
    asked = []

    def do_PUT(self):
        self.rfile.read(int(self.headers['Content-Length']))
        self.asked.append(self.path.split('/items/')[1])
        body = b'{"success": true}'
        self.send_response(200)
        self.send_header('Content-Type', 'application/json')
        self.send_header('Content-Length', str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass

server = http.server.HTTPServer(('127.0.0.1', 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
shop = Exponea('project', username='key', password='secret', url=f'http://127.0.0.1:{server.server_port}')
ids = ['bag/2', 'bag?2', 'bag#2', 'bag 2']
done = [shop.catalog.create_catalog_item('shop', each, {'price': 1}) for each in ids]
for each, path in zip(ids, Handler.asked):
    print(f'{each!r} is sent as {path!r}')
assert done == [True] * 4 and Handler.asked == ['bag/2', 'bag?2', 'bag', 'bag%202'], Handler.asked
PYTHON
# Output:
#   'bag/2' is sent as 'bag/2'
#   'bag?2' is sent as 'bag?2'
#   'bag#2' is sent as 'bag'
#   'bag 2' is sent as 'bag%202'
