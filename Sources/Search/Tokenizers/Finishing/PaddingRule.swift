/// The filling of results that are too short, as the file describes it.
struct PaddingRule: Sendable {
    /// Nil for the longest text of a batch, which a single text is.
    var length: Int?
    var multiple = 0
    var isLeft = false
    var id: Int32
    var type: Int32 = 0

    init(length: Int, id: Int32) { (self.length, self.id) = (length, id) }

    init(_ section: Section) throws(TokenizerError) {
        try section.allow("strategy", "direction", "pad_to_multiple_of", "pad_id", "pad_type_id", "pad_token")
        switch section.value("strategy") {
        case .text("BatchLongest"), nil: length = nil
        case .some(let part):
            let strategy = try Section(part, at: "\(section.place).strategy")
            try strategy.allow("Fixed")
            guard let fixed = try strategy.integer("Fixed") else { throw .invalid("\(strategy.place) has no length") }
            length = fixed
        }
        let direction = try section.optionalText("direction") ?? "Right"
        guard ["Left", "Right"].contains(direction) else {
            throw .unsupported("\(section.place).direction \"\(direction)\"")
        }
        isLeft = direction == "Left"
        multiple = try section.integer("pad_to_multiple_of") ?? 0
        id = Int32(try section.integer("pad_id") ?? 0)
        type = Int32(try section.integer("pad_type_id") ?? 0)
        guard max(length ?? 0, multiple) <= Limits.length else { throw .unsupported("\(section.place) is too long") }
    }

    func apply(to text: inout EncodedText) {
        var wanted = length ?? text.ids.count
        if multiple > 0 { wanted = (wanted + multiple - 1) / multiple * multiple }
        let missing = wanted - text.ids.count
        guard missing > 0 else { return }
        let place = isLeft ? 0 : text.ids.count
        text.ids.insert(contentsOf: Array(repeating: id, count: missing), at: place)
        text.types.insert(contentsOf: Array(repeating: type, count: missing), at: place)
        text.mask.insert(contentsOf: Array(repeating: 0, count: missing), at: place)
    }
}
