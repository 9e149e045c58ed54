/// A step that splits the text into the pieces for the model.
indirect enum PreTokenizer: Sendable {
    case sequence([PreTokenizer])
    /// Words, and runs of what is neither word nor blank.
    case whitespace
    case blanks
    case bert
    case split(Finder, SplitBehavior, inverted: Bool)
    case delimiter(Unicode.Scalar)
    case byteLevel(ByteLevel)
    case metaspace(Metaspace)
    case punctuation(SplitBehavior)
    case digits(SplitBehavior)

    init(_ section: Section, depth: Int = 0) throws(TokenizerError) {
        guard depth < Limits.depth else { throw .unsupported("\(section.place) is too deep") }
        switch try section.type {
        case "Sequence":
            try section.allow("pretokenizers")
            var steps: [PreTokenizer] = []
            for part in try section.sections("pretokenizers") {
                steps.append(try PreTokenizer(part, depth: depth + 1))
            }
            guard steps.count <= Limits.steps else { throw .unsupported("\(section.place) has too many steps") }
            self = .sequence(steps)
        case "Whitespace": self = try Self.plain(section, .whitespace)
        case "WhitespaceSplit": self = try Self.plain(section, .blanks)
        case "BertPreTokenizer": self = try Self.plain(section, .bert)
        case "Split":
            try section.allow("pattern", "behavior", "invert")
            let inverted = try section.flag("invert", default: false)
            self = .split(try Finder(section), try SplitBehavior(section), inverted: inverted)
        case "CharDelimiterSplit":
            try section.allow("delimiter")
            let scalars = Array(try section.text("delimiter").unicodeScalars)
            guard scalars.count == 1 else { throw .invalid("\(section.place).delimiter is not one character") }
            self = .delimiter(scalars[0])
        case "ByteLevel": self = .byteLevel(try ByteLevel(section))
        case "Metaspace": self = .metaspace(try Metaspace(section))
        case "Punctuation":
            try section.allow("behavior")
            self = .punctuation(section.value("behavior") == nil ? .isolated : try SplitBehavior(section))
        case "Digits":
            try section.allow("individual_digits")
            self = .digits(try section.flag("individual_digits", default: false) ? .isolated : .contiguous)
        case let type: throw .unsupported("\(section.place) \"\(type)\"")
        }
    }

    private static func plain(_ section: Section, _ step: PreTokenizer) throws(TokenizerError) -> PreTokenizer {
        try section.allow()
        return step
    }

    func split(_ piece: Piece) throws(TokenizerError) -> [Piece] {
        switch self {
        case .sequence(let steps):
            var pieces = [piece]
            for step in steps {
                var next: [Piece] = []
                for piece in pieces where !piece.text.isEmpty { next += try step.split(piece) }
                pieces = next
            }
            return pieces
        case .whitespace: return Self.words(piece)
        case .blanks: return piece.split(.removed, where: \.isSpace)
        case .bert:
            return piece.split(.removed, where: \.isSpace).flatMap { $0.split(.isolated, where: \.isPunctuation) }
        case .split(let finder, let behavior, let inverted):
            return try piece.split(behavior, at: finder, inverted: inverted)
        case .delimiter(let scalar): return piece.split(.removed) { $0 == scalar }
        case .byteLevel(let step): return try step.split(piece)
        case .metaspace(let step): return step.split(piece)
        case .punctuation(let behavior): return piece.split(behavior, where: \.isPunctuation)
        case .digits(let behavior): return piece.split(behavior, where: \.isNumber)
        }
    }

    private static func words(_ piece: Piece) -> [Piece] {
        func kind(_ scalar: Unicode.Scalar) -> Int { scalar.isWord ? 1 : scalar.isSpace ? 0 : 2 }
        var (ranges, start, former): ([Range<Int>], Int, Int) = ([], piece.text.startIndex, 0)
        for index in piece.text.indices {
            let current = kind(piece.text[index])
            guard current != former else { continue }
            if former != 0 { ranges.append(start..<index) }
            (start, former) = (index, current)
        }
        if former != 0 { ranges.append(start..<piece.text.endIndex) }
        return piece.parts(ranges)
    }
}
