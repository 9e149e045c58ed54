#!/usr/bin/env bash
# pyvips 3.2.0 with the extra 'binary', where libvips-dev is installed: the older libvips of the system answers, not the one of the wheel.
#
# Guess: pip install 'pyvips[binary]' uses the libvips that comes with it, on every machine.
# Seen: pyvips comes as source, finds the headers and compiles the module _libvips against them, under the very name of the module in
# pyvips-binary. Both packages are listed as installed. Installing the wheel once more brings its libvips back.
set -euo pipefail
dpkg-query -W -f='${Status}' libvips-dev 2>/dev/null | grep -q 'install ok installed' ||
  apt-get install -y -qq --no-install-recommends libvips-dev pkg-config gcc python3-dev >&2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
version() {
  "$work/venv/bin/python" -c 'import pyvips; print(*(pyvips.version(part) for part in range(3)), sep=".")'
}
"$work/venv/bin/pip" install -q 'pyvips[binary]==3.2.0' pyvips-binary==8.18.7
first=$(version)
system=$(pkg-config --modversion vips)
echo "pip lists: $("$work/venv/bin/pip" list 2>/dev/null | awk '/^pyvips-binary/ { print $1, $2 }'); libvips that runs: $first; of the system: $system"
"$work/venv/bin/pip" install -q --force-reinstall --no-deps pyvips-binary==8.18.7
second=$(version)
echo "after the wheel was installed once more: $second"
[ "$first" = "$system" ] && [ "$first" != 8.18.7 ] && [ "$second" = 8.18.7 ]
# Output on Debian 12:
#   pip lists: pyvips-binary 8.18.7; libvips that runs: 8.14.1; of the system: 8.14.1
#   after the wheel was installed once more: 8.18.7
