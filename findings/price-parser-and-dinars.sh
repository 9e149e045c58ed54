#!/usr/bin/env bash
# price-parser 0.5.1 of PyPI: prices in money with fractions of three digits, as Kuwait, Bahrain and Oman have it.
#
# Guess: '12.500 KWD' is 12.5, since the parser names the currency itself; at least '1,234.500' and '0.750', which have one reading
# only, are 1234.5 and 0.75.
# Seen: three digits behind the last sign are thousands always. All of these come out a thousand times as large, without a doubt
# told: 12500, 1234500 and 750. With two digits behind the point they are right.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q price-parser==0.5.1 attrs==25.3.0
"$work/venv/bin/python" - <<'PYTHON'
from decimal import Decimal
from price_parser import Price

seen = {text: (price.amount, price.currency) for text in ("12.500 KWD", "BHD 1,234.500", "OMR 0.750", "BHD 1,234.50")
        for price in [Price.fromstring(text)]}
for text, (amount, currency) in seen.items():
    print(f"{text:15} {amount} {currency}")
assert seen == {
    "12.500 KWD": (Decimal("12500"), "KWD"),
    "BHD 1,234.500": (Decimal("1234500"), "BHD"),
    "OMR 0.750": (Decimal("750"), "OMR"),
    "BHD 1,234.50": (Decimal("1234.50"), "BHD"),
}, seen
PYTHON
