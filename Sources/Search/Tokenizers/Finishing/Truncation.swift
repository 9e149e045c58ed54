/// The cut of texts that are too long.
struct Truncation: Sendable {
    let length: Int
    let keepsEnd: Bool

    init(length: Int, keepsEnd: Bool) { (self.length, self.keepsEnd) = (length, keepsEnd) }

    /// Reads `truncation`. The stride is about the parts that are cut off, which are not told.
    init(_ section: Section) throws(TokenizerError) {
        try section.allow("max_length", "strategy", "stride", "direction")
        guard let length = try section.integer("max_length") else {
            throw .invalid("\(section.place).max_length is missing")
        }
        let strategy = try section.optionalText("strategy") ?? "LongestFirst"
        guard ["LongestFirst", "OnlyFirst"].contains(strategy) else {
            throw .unsupported("\(section.place).strategy \"\(strategy)\", which is for pairs")
        }
        _ = try section.integer("stride")
        let direction = try section.optionalText("direction") ?? "Right"
        guard ["Left", "Right"].contains(direction) else {
            throw .unsupported("\(section.place).direction \"\(direction)\"")
        }
        (self.length, keepsEnd) = (length, direction == "Left")
    }

    /// Cuts ids so that with `added` more they are no longer than allowed.
    func apply(to ids: inout [Int32], added: Int) throws(TokenizerError) {
        guard length >= added else {
            throw .unencodable("a length of \(length) is less than its \(added) special tokens")
        }
        let surplus = ids.count - (length - added)
        guard surplus > 0 else { return }
        if keepsEnd { ids.removeFirst(surplus) } else { ids.removeLast(surplus) }
    }
}
