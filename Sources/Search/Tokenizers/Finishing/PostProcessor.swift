/// The tokens that are put around those of a text.
struct PostProcessor: Sendable {
    /// A part of the result: tokens with their type, or the text with its type.
    private enum Part: Sendable {
        case tokens([Int32], type: Int32)
        /// Nil keeps the types.
        case text(type: Int32?)
    }

    /// Steps, each of which goes around what the one before made.
    private var steps: [[Part]] = []

    /// The tokens that are added.
    var count: Int {
        steps.joined().reduce(0) { if case .tokens(let ids, _) = $1 { $0 + ids.count } else { $0 } }
    }

    init(_ section: Section, depth: Int = 0) throws(TokenizerError) {
        guard depth < Limits.depth else { throw .unsupported("\(section.place) is too deep") }
        switch try section.type {
        case "TemplateProcessing": steps = [try Self.template(section)]
        case "BertProcessing":
            try section.allow("sep", "cls")
            steps = [try Self.around(section)]
        case "RobertaProcessing":
            try section.allow("sep", "cls", "trim_offsets", "add_prefix_space")
            steps = [try Self.around(section)]
        // It is about places in the text, which are not told.
        case "ByteLevel": try section.allow("add_prefix_space", "trim_offsets", "use_regex")
        case "Sequence":
            try section.allow("processors")
            for part in try section.sections("processors") {
                steps += try PostProcessor(part, depth: depth + 1).steps
            }
            guard steps.count <= Limits.steps else { throw .unsupported("\(section.place) has too many steps") }
        case let type: throw .unsupported("\(section.place) \"\(type)\"")
        }
    }

    func apply(to text: EncodedText) -> EncodedText {
        var text = text
        for step in steps {
            var result = EncodedText()
            for part in step {
                switch part {
                case .tokens(let ids, let type): for id in ids { result.append(id, type: type) }
                case .text(let type):
                    for (id, own) in zip(text.ids, text.types) { result.append(id, type: type ?? own) }
                }
            }
            text = result
        }
        return text
    }

    private static func around(_ section: Section) throws(TokenizerError) -> [Part] {
        func token(_ name: String) throws(TokenizerError) -> Part {
            let pair = try section.list(name)
            guard pair.count == 2, case .text = pair[0] else {
                throw .invalid("\(section.place).\(name) is no token with its id")
            }
            return .tokens([Int32(try Section.integer(pair[1], at: "\(section.place).\(name)"))], type: 0)
        }
        return [try token("cls"), .text(type: 0), try token("sep")]
    }

    /// The template of a single text; that of pairs is not used.
    private static func template(_ section: Section) throws(TokenizerError) -> [Part] {
        try section.allow("single", "pair", "special_tokens")
        let special = try Section(section.value("special_tokens") ?? .members([:]), at: "special_tokens")
        var parts: [Part] = []
        for part in try section.sections("single") {
            try part.allow("SpecialToken", "Sequence")
            guard part.members.count == 1, let (kind, value) = part.members.first else {
                throw .invalid("\(part.place) is not one part")
            }
            let inner = try Section(value, at: "\(part.place).\(kind)")
            try inner.allow("id", "type_id")
            let (name, type) = (try inner.text("id"), Int32(try inner.integer("type_id") ?? 0))
            if kind == "Sequence" {
                guard name == "A" else { throw .invalid("\(inner.place).id is not A") }
                parts.append(.text(type: type))
            } else {
                guard let token = special.value(name) else {
                    throw .invalid("\(section.place) has no special token \"\(name)\"")
                }
                let entry = try Section(token, at: "special_tokens.\(name)")
                try entry.allow("id", "ids", "tokens")
                var ids: [Int32] = []
                for id in try entry.list("ids") { ids.append(Int32(try Section.integer(id, at: entry.place))) }
                parts.append(.tokens(ids, type: type))
            }
        }
        // Steps that repeat the text would make it grow without bounds.
        let texts = parts.filter { if case .text = $0 { true } else { false } }
        guard texts.count == 1 else { throw .unsupported("\(section.place).single without just one text") }
        return parts
    }
}
