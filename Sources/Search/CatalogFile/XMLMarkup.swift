/// One piece of XML markup that is fed byte by byte: a tag, a comment, character data or a declaration.
struct XMLMarkup {
    enum Kind {
        case opening, empty, closing
        case characters
        /// A comment, an instruction or a declaration.
        case other
    }

    /// From `<` on; empty outside of markup.
    private(set) var bytes: [UInt8] = []
    private var quote: UInt8?
    /// Those of a declaration of a document's type.
    private var brackets = 0

    var isEmpty: Bool { bytes.isEmpty }

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        (quote, brackets) = (nil, 0)
    }

    /// Adds a byte, the first of which is `<`. Returns true for the one that ends the markup.
    mutating func add(_ byte: UInt8) -> Bool {
        bytes.append(byte)
        guard bytes.count > 2 else { return false }
        switch bytes[1] {
        case UInt8(ascii: "!") where begins("<!--"): return bytes.count > 6 && ends("-->")
        case UInt8(ascii: "!") where begins("<![CDATA["): return ends("]]>")
        case UInt8(ascii: "!"):
            // Its first bytes may still become those of a comment.
            if byte == UInt8(ascii: "[") { brackets += 1 }
            if byte == UInt8(ascii: "]") { brackets -= 1 }
            return byte == UInt8(ascii: ">") && brackets <= 0
        case UInt8(ascii: "?"): return ends("?>")
        default:
            if let open = quote {
                if byte == open { quote = nil }
                return false
            }
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { quote = byte }
            return byte == UInt8(ascii: ">")
        }
    }

    var kind: Kind {
        switch bytes[1] {
        case UInt8(ascii: "!"): begins("<![CDATA[") ? .characters : .other
        case UInt8(ascii: "?"): .other
        case UInt8(ascii: "/"): .closing
        default: bytes[bytes.count - 2] == UInt8(ascii: "/") ? .empty : .opening
        }
    }

    /// The name of a tag, with its prefix.
    var name: String {
        let start = bytes[1] == UInt8(ascii: "/") ? 2 : 1
        return String(decoding: bytes[start...].prefix { !Self.endsName($0) }, as: UTF8.self)
    }

    /// The content of character data.
    var characters: ArraySlice<UInt8> { bytes.dropFirst("<![CDATA[".utf8.count).dropLast("]]>".utf8.count) }

    /// The attributes of a tag, with their prefixes.
    var attributes: [(name: String, value: String)] {
        var found: [(name: String, value: String)] = []
        var rest = bytes.dropFirst().drop { !Self.endsName($0) }
        while true {
            rest = rest.drop(while: TableFile.isBlank)
            let name = rest.prefix { !Self.endsName($0) && $0 != UInt8(ascii: "=") }
            rest = rest.dropFirst(name.count).drop(while: TableFile.isBlank)
            guard !name.isEmpty, rest.first == UInt8(ascii: "=") else { return found }
            rest = rest.dropFirst().drop(while: TableFile.isBlank)
            guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
                return found
            }
            let value = rest.dropFirst().prefix { $0 != quote }
            found.append((String(decoding: name, as: UTF8.self), XMLMembers.text(value)))
            rest = rest.dropFirst(value.count + 2)
        }
    }

    private static func endsName(_ byte: UInt8) -> Bool {
        TableFile.isBlank(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">")
    }

    private func begins(_ text: StaticString) -> Bool { text.withUTF8Buffer { unsafe bytes.starts(with: $0) } }

    private func ends(_ text: StaticString) -> Bool {
        text.withUTF8Buffer { unsafe bytes.count >= $0.count && bytes.suffix($0.count).elementsEqual($0) }
    }
}
