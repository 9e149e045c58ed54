#!/usr/bin/env bash
# feedparser 6.0.11 of PyPI: a feed for Google Merchant in RSS, whose products have several pictures and a price of shipping.
#
# Guess: elements that stand twice become a list, as `links` and `tags` do, so that both further pictures are there; the price inside
# of `g:shipping` is a part of the shipping.
# Seen: of several `g:additional_image_link` the last one is there, as a text, and nothing tells of the others (`bozo` is 0). What
# is in `g:shipping` stands beside what is in the product: a product without a price of its own has that of its shipping, and one
# with a price keeps it, whichever stands first.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q feedparser==6.0.11 sgmllib3k==1.0.0
"$work/venv/bin/python" - <<'PYTHON'
import feedparser


def product(inner):
    feed = feedparser.parse(
        '<?xml version="1.0"?><rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><title>Shop</title>'
        f"<item><g:id>A</g:id>{inner}</item></channel></rss>")
    assert not feed.bozo
    return {name: value for name, value in feed.entries[0].items() if name.startswith("g_")}


pictures = product("".join(
    f"<g:additional_image_link>https://c.example/{n}.jpg</g:additional_image_link>" for n in (1, 2, 3)))
shipping = "<g:shipping><g:country>DE</g:country><g:price>9 EUR</g:price></g:shipping>"
price = "<g:price>49 EUR</g:price>"
for seen in (pictures, product(shipping), product(shipping + price), product(price + shipping)):
    print(seen)
assert pictures == {"g_id": "A", "g_additional_image_link": "https://c.example/3.jpg"}
assert product(shipping)["g_price"] == "9 EUR" and product(shipping)["g_shipping"] == ""
assert product(shipping + price)["g_price"] == product(price + shipping)["g_price"] == "49 EUR"
PYTHON
