"""Writes Sources/Search/CSearchData/Unicode/compatibility.txt, the compatibility decompositions of Unicode 15.0.

    apt-get install unicode-data
    python3 Benchmarks/Learning/compatibility.py [--unicode /usr/share/unicode]

A line is a character and what stands for it: canonical decompositions are not among them, and in the others no part has
a compatibility decomposition of its own.
"""
import argparse
import os

TARGET = os.path.join(os.path.dirname(__file__), "../../Sources/Search/CSearchData/Unicode/compatibility.txt")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--unicode", default="/usr/share/unicode", help="the folder of UnicodeData.txt")
    folder = parser.parse_args().unicode
    parts, compatible = {}, []
    with open(os.path.join(folder, "UnicodeData.txt"), encoding="ascii") as lines:
        for line in lines:
            fields = line.split(";")
            words = fields[5].split()
            if not words:
                continue
            character = chr(int(fields[0], 16))
            if words[0].startswith("<"):
                compatible.append(character)
                words = words[1:]
            parts[character] = [chr(int(word, 16)) for word in words]

    def whole(character):
        return "".join(map(whole, parts[character])) if character in parts else character

    with open(TARGET, "w", encoding="utf-8", newline="\n") as file:
        file.writelines(f"{character}{whole(character)}\n" for character in compatible)


if __name__ == "__main__":
    main()
