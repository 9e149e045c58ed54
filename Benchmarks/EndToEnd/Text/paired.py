#!/usr/bin/env python3
"""usage: paired.py FORMER NEW [--items N] [--rounds N] [--kind KIND ...]

CPU of a search by words with facets, rules and variants, of two programs in turns: as a request to a server, and as a call of
`search --text`. Both answer from copies of one store, whose rows are drawn here and share the sample pictures. Totals that
differ are counted. The words of requests repeat, as those of a shop's visitors do; each call of the command reads its words anew.
"""
import argparse, csv, http.client, json, os, random, resource, shutil, socket, statistics, subprocess, tempfile, time

KINDS, COLORS = ['bag', 'shoe', 'mug', 'lamp', 'hat', 'chair', 'table'], ['red', 'blue', 'green', 'black', 'white', 'brown']
STUFFS = ['leather', 'canvas', 'wool', 'steel', 'oak', 'linen']
TICK = os.sysconf('SC_CLK_TCK')
WORDS = [f'{color} {kind}' for color in COLORS[:4] for kind in KINDS] + [f'{stuff} bag' for stuff in STUFFS] + ['bag', 'oak', 'red']
FACETS = {'facets': {'fields': ['brand', 'color', 'category', 'price'], 'limit': 10}}
VARIANTS = {'variants': {'field': 'group_id'}}
RULES = {'rules': {'inline': [{
    'name': 'first', 'when': {'words': {'match': 'contains', 'phrases': ['bag', 'lamp', 'hat', 'shoe']}},
    'then': {'pins': [{'id': 'i7', 'place': 1}, {'id': 'i11', 'place': 3}], 'boosts': [{'filter': 'brand:brand3', 'weight': 0.5}]}}]}}
REQUESTS = {
    'words': {}, 'facets': FACETS, 'rules': RULES, 'variants': VARIANTS, 'all': FACETS | RULES | VARIANTS,
    'item': None, 'command': None, 'unmet': None,
}


def make_store(program, folder, items):
    images = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../../samples/images')
    pictures = sorted(name for name in os.listdir(images) if name.endswith('.jpg'))
    dice = random.Random(54)
    with open(f'{folder}/catalog.csv', 'w', newline='') as file:
        table = csv.writer(file)
        table.writerow(['id', 'file', 'title', 'category', 'brand', 'color', 'price', 'group_id'])
        for number in range(items):
            color, kind = dice.choice(COLORS), dice.choice(KINDS)
            title = f'{color} {dice.choice(STUFFS)} {kind} number {number % 977}'
            table.writerow([
                f'i{number}', pictures[number % len(pictures)], title, kind, f'brand{dice.randrange(40)}', color,
                f'{dice.uniform(5, 300):.2f}', f'g{number // 4}'])
    command = [program, 'index', images, '--catalog', f'{folder}/catalog.csv', '--store', f'{folder}/new.magpie', '-q']
    subprocess.run(command, check=True)
    shutil.copy(f'{folder}/new.magpie', f'{folder}/former.magpie')


class Server:
    def __init__(self, program, store):
        with socket.socket() as free:
            free.bind(('127.0.0.1', 0))
            self.port = free.getsockname()[1]
        command = [program, 'serve', '--store', store, '--port', str(self.port), '--quiet']
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(600):
            try:
                self.ask({'query': {'text': 'bag'}})
                return
            except OSError:
                time.sleep(0.1)
        raise SystemExit(f'{program} does not serve')

    def cpu(self):
        fields = open(f'/proc/{self.process.pid}/stat').read().rsplit(') ', 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICK

    def ask(self, request):
        connection = http.client.HTTPConnection('127.0.0.1', self.port, timeout=60)
        connection.request('POST', '/engine/search', json.dumps(request), {'Content-Type': 'application/json'})
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        assert answer.status == 200, body[:300]
        return json.loads(body)


def requests(kind):
    for place, words in enumerate(WORDS * 3):
        if kind == 'item':
            yield {'query': {'example': {'item': f'i{place * 31}'}}, 'limit': 20}
        else:
            yield {'query': {'text': words}, 'limit': 20 + place % 3} | REQUESTS[kind]


def of_server(server, kind, round):
    start, count = server.cpu(), 0
    for request in requests(kind):
        server.ask(request | {'page': 1 + round % 2})
        count += 1
    return (server.cpu() - start) / count


def of_command(program, store, kind):
    words = 'crimson satchel' if kind == 'unmet' else 'red bag'
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([program, 'search', '--text', words, '--store', store, '--json'], stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split('\n')[0][7:], description=__doc__.split('\n\n', 1)[1])
    parser.add_argument('former')
    parser.add_argument('new')
    parser.add_argument('--items', type=int, default=20_000)
    parser.add_argument('--rounds', type=int, default=7)
    parser.add_argument('--kind', nargs='*', choices=REQUESTS, default=list(REQUESTS))
    options = parser.parse_args()
    programs = {'former': os.path.abspath(options.former), 'new': os.path.abspath(options.new)}
    with tempfile.TemporaryDirectory() as folder:
        make_store(programs['new'], folder, options.items)
        servers = {name: Server(program, f'{folder}/{name}.magpie') for name, program in programs.items()}
        print(f'{"":10} {"former ms":>10} {"new ms":>10} {"new/former":>11} {"least":>6} {"most":>6}  totals that differ')
        for kind in options.kind:
            times, differing = {name: [] for name in programs}, ''
            if REQUESTS[kind] is not None or kind == 'item':
                totals = {name: [server.ask(request)['answer']['total'] for request in requests(kind)] for name, server in servers.items()}
                differing = sum(left != right for left, right in zip(totals['former'], totals['new']))
            for round in range(options.rounds):
                for name, program in programs.items():
                    isCommand = kind in ('command', 'unmet')
                    seconds = (of_command(program, f'{folder}/{name}.magpie', kind) if isCommand
                               else of_server(servers[name], kind, round))
                    times[name].append(1000 * seconds)
            ratios = [new / former for new, former in zip(times['new'], times['former'])]
            former, new = (statistics.median(times[name]) for name in ('former', 'new'))
            print(f'{kind:10} {former:10.2f} {new:10.2f} {statistics.median(ratios):11.3f} {min(ratios):6.2f} {max(ratios):6.2f}  {differing}',
                  flush=True)
        for server in servers.values():
            server.process.terminate()


if __name__ == '__main__':
    main()
