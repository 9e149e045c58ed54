/// A value of the small parts of a tokenizer file.
enum Part: Sendable {
    case null
    case flag(Bool)
    case number(Double)
    case text(String)
    case list([Part])
    case members([String: Part])
}

extension JSONCursor {
    /// Reads the value that comes next. `budget` falls by one for each value, and ends with an error.
    mutating func part(depth: Int = 0, budget: inout Int) throws(TokenizerError) -> Part {
        budget -= 1
        guard depth < Limits.depth, budget > 0 else { throw malformed("too many values inside each other or in all") }
        switch next() {
        case 0x7B:
            var members: [String: Part] = [:]
            guard try open(0x7B) else { return .members(members) }
            repeat {
                let name = try string()
                try expect(0x3A)
                let value = try part(depth: depth + 1, budget: &budget)
                guard members.updateValue(value, forKey: name) == nil else {
                    throw malformed("two members \"\(name)\" in an object")
                }
            } while try another(0x7B)
            return .members(members)
        case 0x5B:
            var elements: [Part] = []
            guard try open(0x5B) else { return .list(elements) }
            repeat { elements.append(try part(depth: depth + 1, budget: &budget)) } while try another(0x5B)
            return .list(elements)
        case 0x22: return .text(try string())
        case 0x74 where word("true"): return .flag(true)
        case 0x66 where word("false"): return .flag(false)
        case 0x6E where word("null"): return .null
        default: return .number(try double())
        }
    }

    /// Moves behind the value that comes next, and tells its bytes.
    mutating func skipValue(depth: Int = 0) throws(TokenizerError) -> Range<Int> {
        guard depth < Limits.depth else { throw malformed("too many values inside each other") }
        let first = next()
        let start = position
        switch first {
        case 0x7B:
            if try open(0x7B) {
                repeat {
                    try skipString()
                    try expect(0x3A)
                    _ = try skipValue(depth: depth + 1)
                } while try another(0x7B)
            }
        case 0x5B:
            if try open(0x5B) { repeat { _ = try skipValue(depth: depth + 1) } while try another(0x5B) }
        case 0x22: try skipString()
        case 0x74 where word("true"), 0x66 where word("false"), 0x6E where word("null"): break
        default: _ = try number()
        }
        return start..<position
    }
}
