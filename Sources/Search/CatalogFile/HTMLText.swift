internal import Essentials

/// The text of a piece of HTML as a browser shows it, for the descriptions that shop systems export: without tags, comments and
/// scripts, and with the characters that entities stand for.
package enum HTMLText {
    /// Elements that begin and end a line of their own.
    private static let blocks: Set<String> = [
        "address", "article", "aside", "blockquote", "br", "dd", "div", "dl", "dt", "figcaption", "figure", "footer",
        "form",
        "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "main", "nav", "ol", "option", "p", "pre", "section",
        "table",
        "td", "th", "tr", "ul",
    ]
    /// Elements whose contents nobody sees.
    private static let hidden: Set<String> = ["script", "style", "template", "title", "noscript", "svg"]

    /// Tags that texts hold which are HTML; `a < b`, `<3` and an address in angle brackets are no tags.
    private static let telling: Set<String> = blocks.union(hidden).union([
        "a", "abbr", "b", "em", "font", "i", "img", "label", "mark", "q", "s", "small", "span", "strong", "strike",
        "sub", "sup",
        "tbody", "thead", "u", "iframe", "video",
    ])

    /// True for a text with a tag of HTML.
    package static func isHTML(_ text: String) -> Bool {
        guard text.utf8.contains(UInt8(ascii: "<")) else { return false }
        var rest = text[...]
        while let start = rest.firstIndex(of: "<") {
            rest = rest[rest.index(after: start)...]
            if let tag = tag(rest), telling.contains(tag.name) { return true }
        }
        return false
    }

    /// The text that a browser shows; that of a line break, or of the end of a paragraph, is a blank.
    package static func shown(_ html: String) -> String {
        var (text, rest) = ("", html[...])
        while let start = rest.firstIndex(of: "<") {
            text += rest[..<start]
            rest = rest[start...]
            if rest.hasPrefix("<!--") {
                rest = rest.firstRange(of: "-->").map { rest[$0.upperBound...] } ?? ""
                continue
            }
            guard let tag = tag(rest.dropFirst()) else {
                text.append("<")
                rest = rest.dropFirst()
                continue
            }
            rest = rest[tag.end...]
            if blocks.contains(tag.name) { text.append(" ") }
            guard hidden.contains(tag.name), !tag.closes else { continue }
            rest = behind(tag.name, in: rest)
        }
        return joined(unescaped(text + rest))
    }

    /// The text behind the end of an element whose contents do not count; nothing where it does not end.
    private static func behind(_ name: String, in text: Substring) -> Substring {
        var rest = text
        while let end = rest.firstRange(of: "</") {
            rest = rest[end.upperBound...]
            if rest.prefix(name.count).lowercased() == name { return rest.drop { $0 != ">" }.dropFirst() }
        }
        return ""
    }

    /// The tag behind a `<`: its name in small letters, and the place behind its `>`.
    private static func tag(_ text: Substring) -> (name: String, closes: Bool, end: Substring.Index)? {
        let closes = text.first == "/"
        let inner = closes ? text.dropFirst() : text
        if inner.first == "!" || inner.first == "?" {
            return inner.firstIndex(of: ">").map { ("!", false, inner.index(after: $0)) }
        }
        let name = inner.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
        guard name.first?.isLetter == true else { return nil }
        let behind = inner[name.endIndex...]
        guard let next = behind.first, next == ">" || next == "/" || next.isWhitespace else { return nil }
        var quote: Character?
        for index in behind.indices {
            let character = behind[index]
            if let open = quote {
                if character == open { quote = nil }
            } else if character == "\"" || character == "'" {
                quote = character
            } else if character == ">" {
                return (name.lowercased(), closes, behind.index(after: index))
            }
        }
        return nil
    }

    /// The text with the characters that `&amp;`, `&#39;` and the like stand for; those of no known name stay.
    package static func unescaped(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
        var (found, rest) = ("", text[...])
        while let start = rest.firstIndex(of: "&") {
            found += rest[..<start]
            let name = rest[start...].dropFirst().prefix(32).prefix {
                $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "#")
            }
            let end = name.endIndex
            if end < rest.endIndex, rest[end] == ";", let character = character(String(name)) {
                found.append(character)
                rest = rest[rest.index(after: end)...]
            } else {
                found.append("&")
                rest = rest[rest.index(after: start)...]
            }
        }
        return found + rest
    }

    private static func character(_ name: String) -> String? {
        guard name.first == "#" else { return HTMLEntities.named[name] }
        let digits = name.dropFirst()
        let isHexadecimal = digits.first == "x" || digits.first == "X"
        let number = UInt32(isHexadecimal ? digits.dropFirst() : digits, radix: isHexadecimal ? 16 : 10)
        guard let scalar = number.flatMap(Unicode.Scalar.init), scalar.value >= 0x20 || scalar.value == 10 else {
            return nil
        }
        return String(Character(scalar))
    }

    /// Blanks and line ends as one blank, as in a paragraph.
    private static func joined(_ text: String) -> String {
        text.split { $0.isWhitespace && $0 != "\u{A0}" }.joined(separator: " ").replacing("\u{A0}", with: " ")
            .trimmingWhitespace()
    }
}
