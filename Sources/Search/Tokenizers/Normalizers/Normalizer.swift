/// A step that changes the text before it is split.
indirect enum Normalizer: Sendable {
    case sequence([Normalizer])
    case lowercase
    case form(CanonicalForm)
    case stripAccents
    case strip(left: Bool, right: Bool)
    case replace(Finder, [Unicode.Scalar])
    case prepend([Unicode.Scalar])
    case controls
    case bert(BertNormalizer)
    case precompiled(PrecompiledMap)
    case byteLevel

    init(_ section: Section, depth: Int = 0) throws(TokenizerError) {
        guard depth < Limits.depth else { throw .unsupported("\(section.place) is too deep") }
        switch try section.type {
        case "Sequence":
            try section.allow("normalizers")
            var steps: [Normalizer] = []
            for part in try section.sections("normalizers") { steps.append(try Normalizer(part, depth: depth + 1)) }
            guard steps.count <= Limits.steps else { throw .unsupported("\(section.place) has too many steps") }
            self = .sequence(steps)
        case "Lowercase": self = try Self.plain(section, .lowercase)
        case "StripAccents": self = try Self.plain(section, .stripAccents)
        case "Nmt": self = try Self.plain(section, .controls)
        case "ByteLevel": self = try Self.plain(section, .byteLevel)
        case "Strip":
            try section.allow("strip_left", "strip_right")
            self = .strip(
                left: try section.flag("strip_left", default: true),
                right: try section.flag("strip_right", default: true))
        case "Replace":
            try section.allow("pattern", "content")
            self = .replace(try Finder(section), Array(try section.text("content").unicodeScalars))
        case "Prepend":
            try section.allow("prepend")
            self = .prepend(Array(try section.text("prepend").unicodeScalars))
        case "BertNormalizer": self = .bert(try BertNormalizer(section))
        case "Precompiled":
            try section.allow("precompiled_charsmap")
            self = .precompiled(try PrecompiledMap(base64: try section.text("precompiled_charsmap")))
        case let type:
            guard let form = CanonicalForm(rawValue: type) else { throw .unsupported("\(section.place) \"\(type)\"") }
            self = try Self.plain(section, .form(form))
        }
    }

    private static func plain(_ section: Section, _ normalizer: Normalizer) throws(TokenizerError) -> Normalizer {
        try section.allow()
        return normalizer
    }

    func apply(to text: [Unicode.Scalar]) throws(TokenizerError) -> [Unicode.Scalar] {
        guard text.count <= Limits.textBytes else { throw .unencodable("it is too long after its normalization") }
        switch self {
        case .sequence(let steps):
            var text = text
            for step in steps { text = try step.apply(to: text) }
            return text
        case .lowercase: return text.lowercased()
        case .form(let form): return form.apply(to: text)
        case .stripAccents: return text.filter { !Self.isAccent($0) }
        case .strip(let left, let right):
            var rest = text[...]
            if left { rest = rest.drop(while: \.isSpace) }
            if right { while let last = rest.last, last.isSpace { rest.removeLast() } }
            return Array(rest)
        case .replace(let finder, let content): return try Self.replace(finder, content, in: text)
        case .prepend(let prefix): return text.isEmpty ? text : prefix + text
        case .controls: return text.compactMap(Self.withoutControls)
        case .bert(let normalizer): return normalizer.apply(to: text)
        case .precompiled(let map): return try map.apply(to: text)
        case .byteLevel: return ByteAlphabet.spell(text[...])
        }
    }

    /// A mark of Unicode 9.0.
    private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x300: false
        // Of other kinds since then.
        case 0x111C9: false
        case 0x1CF2, 0x1CF3: true
        default: scalar.isIn(.marks) && scalar.isOf(9, 0)
        }
    }

    private static func replace(
        _ finder: Finder, _ content: [Unicode.Scalar], in text: [Unicode.Scalar]
    ) throws(TokenizerError) -> [Unicode.Scalar] {
        var (result, last): ([Unicode.Scalar], Int) = ([], 0)
        for match in try finder.matches(in: text[...]) {
            result += text[last..<match.lowerBound]
            result += content
            last = match.upperBound
            guard result.count <= Limits.textBytes else {
                throw .unencodable("it is too long after its normalization")
            }
        }
        return result + text[last...]
    }

    /// The replacement of controls and blanks of every kind that SentencePiece has for machine translation.
    private static func withoutControls(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar.value {
        case 0x01...0x08, 0x0B, 0x0E...0x1F, 0x7F, 0x8F, 0x9F: nil
        case 0x09, 0x0A, 0x0C, 0x0D, 0x1680, 0x200B...0x200F, 0x2028, 0x2029, 0x2581, 0xFEFF, 0xFFFD: " "
        default: scalar
        }
    }
}

extension [Unicode.Scalar] {
    /// Each character by itself, whatever stands beside it.
    func lowercased() -> [Unicode.Scalar] {
        var result: [Unicode.Scalar] = []
        result.reserveCapacity(count)
        for scalar in self {
            if scalar.value < 0x80 {
                let isUpper = 0x41...0x5A ~= scalar.value
                result.append(isUpper ? Unicode.Scalar(UInt8(scalar.value) + 0x20) : scalar)
            } else {
                result += scalar.properties.lowercaseMapping.unicodeScalars
            }
        }
        return result
    }
}
