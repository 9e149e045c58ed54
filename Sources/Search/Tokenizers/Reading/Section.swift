/// An object of the file with the place where it stands, which errors name.
struct Section: Sendable {
    let place: String
    let members: [String: Part]

    init(_ part: Part, at place: String) throws(TokenizerError) {
        guard case .members(let members) = part else { throw .invalid("\(place) is no object") }
        (self.place, self.members) = (place, members)
    }

    /// The name of what the object describes.
    var type: String {
        get throws(TokenizerError) { try text("type") }
    }

    /// Refuses members that nothing here heeds.
    func allow(_ names: String...) throws(TokenizerError) {
        let unknown = members.keys.filter { $0 != "type" && !names.contains($0) }.sorted().first
        if let unknown { throw .unsupported("\(place).\(unknown)") }
    }

    /// A member; nil where it is absent or null.
    func value(_ name: String) -> Part? {
        if case .null = members[name] { nil } else { members[name] }
    }

    func text(_ name: String) throws(TokenizerError) -> String {
        guard let text = try optionalText(name) else { throw .invalid("\(place).\(name) is missing") }
        return text
    }

    func optionalText(_ name: String) throws(TokenizerError) -> String? {
        guard let value = value(name) else { return nil }
        guard case .text(let text) = value else { throw .invalid("\(place).\(name) is no text") }
        return text
    }

    func flag(_ name: String, default standard: Bool) throws(TokenizerError) -> Bool {
        guard let value = value(name) else { return standard }
        guard case .flag(let flag) = value else { throw .invalid("\(place).\(name) is neither true nor false") }
        return flag
    }

    /// A whole number from 0 below 2147483647; nil where it is absent.
    func integer(_ name: String) throws(TokenizerError) -> Int? {
        guard let value = value(name) else { return nil }
        return try Self.integer(value, at: "\(place).\(name)")
    }

    static func integer(_ part: Part, at place: String) throws(TokenizerError) -> Int {
        guard case .number(let number) = part, let value = Int(exactly: number), 0..<Int(Int32.max) ~= value else {
            throw .invalid("\(place) is no whole number from 0")
        }
        return value
    }

    func list(_ name: String) throws(TokenizerError) -> [Part] {
        guard case .list(let parts) = members[name] else { throw .invalid("\(place).\(name) is no list") }
        return parts
    }

    /// The objects of a list.
    func sections(_ name: String) throws(TokenizerError) -> [Section] {
        var sections: [Section] = []
        for (index, part) in try list(name).enumerated() {
            sections.append(try Section(part, at: "\(place).\(name)[\(index)]"))
        }
        return sections
    }
}
