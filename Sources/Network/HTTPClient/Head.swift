/// The head of a reply, parsed line by line.
package struct Head: Hashable, Sendable {
    /// The HTTP status code.
    package private(set) var status = 0
    /// The header fields in their order, with names in lower case.
    package private(set) var fields: [Field] = []
    private(set) var isWhole = false

    package struct Field: Hashable, Sendable {
        package var name: String
        package var value: String
    }

    /// The value of the first field with this name, which is in lower case.
    package subscript(_ name: String) -> String? { fields.first { $0.name == name }?.value }

    /// The announced length; nil without a valid one.
    package var length: Int? { fields.last { $0.name == "content-length" }.flatMap { Int($0.value) } }

    /// True for a body that is compressed, or in another form that somebody would have to undo.
    package var isEncoded: Bool {
        fields.contains { field in
            let value = field.value.lowercased()
            switch field.name {
            case "content-encoding": return !["", "identity"].contains(value)
            case "transfer-encoding":
                let codings = value.split(separator: ",").map { $0.filter { !Head.isBlank($0) } }
                return codings.contains { !["chunked", "identity"].contains($0) }
            default: return false
            }
        }
    }

    /// Parses a line with its end; the empty one ends the head. Interim replies (1xx) are ignored.
    mutating func take(_ line: String) {
        let line = line.prefix { $0 != "\r\n" && $0 != "\n" && $0 != "\r" }
        if line.isEmpty {
            if status >= 200 { isWhole = true }
        } else if line.hasPrefix("HTTP/") {
            self = Head()
            status = line.split(separator: " ", maxSplits: 2).dropFirst().first.flatMap { Int($0) } ?? 0
        } else if let colon = line.firstIndex(of: ":") {
            let value = line[line.index(after: colon)...].drop(while: Head.isBlank)
            let end = value.lastIndex { !Head.isBlank($0) }
            fields.append(
                Field(name: line[..<colon].lowercased(), value: end.map { String(value[...$0]) } ?? ""))
        }
    }

    private static func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" }
}
