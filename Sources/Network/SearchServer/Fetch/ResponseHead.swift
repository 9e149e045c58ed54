/// The head of an answer, parsed line by line.
struct ResponseHead {
    private(set) var status = 0
    private(set) var location: String?
    /// The announced length; nil without a valid one.
    private(set) var length: Int?
    /// The body is compressed, or in another form that somebody would have to undo.
    private(set) var isEncoded = false
    private(set) var isWhole = false

    /// Parses a line with its end; the empty one ends the head. Interim answers (1xx) are ignored.
    mutating func take(_ line: String) {
        let line = line.prefix { $0 != "\r\n" && $0 != "\n" && $0 != "\r" }
        if line.isEmpty {
            if status >= 200 { isWhole = true }
        } else if line.hasPrefix("HTTP/") {
            self = ResponseHead()
            status = line.split(separator: " ", maxSplits: 2).dropFirst().first.flatMap { Int($0) } ?? 0
        } else if let colon = line.firstIndex(of: ":") {
            let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
            let value = line[line.index(after: colon)...].drop(while: isBlank)
            take(name: line[..<colon].lowercased(), value: String(value.trimmingSuffix(while: isBlank)))
        }
    }

    private mutating func take(name: String, value: String) {
        switch name {
        case "location": location = location ?? value
        case "content-length": length = Int(value)
        case "content-encoding": isEncoded = isEncoded || !["", "identity"].contains(value.lowercased())
        case "transfer-encoding":
            let codings = value.lowercased().split(separator: ",").map { $0.filter { $0 != " " && $0 != "\t" } }
            isEncoded = isEncoded || codings.contains { !["chunked", "identity"].contains($0) }
        default: break
        }
    }
}

extension Substring {
    fileprivate func trimmingSuffix(while fits: (Character) -> Bool) -> Substring {
        guard let last = lastIndex(where: { !fits($0) }) else { return prefix(0) }
        return self[...last]
    }
}
