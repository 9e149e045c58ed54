/// A pattern for names: `*` is any run of characters, `?` one character, `[a-z]` one of these and `[!a-z]` any other
/// one; `\` quotes the next character. No pattern matches a slash, but `**` is any number of folders.
///
/// Without a slash it is a pattern for the last component of a path, else for the whole path. It compares bytes, so
/// that it works on names that are not UTF-8. Upper and lower case differ.
struct Glob: Hashable, Sendable {
    /// The bytes of one character, or one byte that is part of no character.
    private typealias Character = ArraySlice<UInt8>

    private enum Piece: Hashable {
        case literal(Character)
        case any
        case run
        case set([[Character]], isNegated: Bool)

        func matches(_ character: Character) -> Bool {
            switch self {
            case .literal(let wanted): return wanted.elementsEqual(character)
            case .any, .run: return true
            case .set(let ranges, let isNegated):
                return isNegated
                    != ranges.contains { range in
                        !character.lexicographicallyPrecedes(range[0]) && !range[1].lexicographicallyPrecedes(character)
                    }
            }
        }
    }

    /// Nil is any number of components.
    private let components: [[Piece]?]
    private let isForNames: Bool

    /// Nil for a pattern without any component.
    init?(_ text: Path) {
        components = text.components.map { $0.elementsEqual("**".utf8) ? nil : Glob.pieces($0) }
        isForNames = !text.bytes.contains(UInt8(ascii: "/"))
        if components.isEmpty { return nil }
    }

    func matches(_ path: Path) -> Bool {
        let names = isForNames ? [path.name] : path.components
        return Glob.match(
            names, components, isRun: { $0 == nil },
            one: { name, pieces in
                guard let pieces else { return true }
                let characters = Glob.characters(name)
                return Glob.match(characters, pieces, isRun: { $0 == .run }, one: { $1.matches($0) })
            })
    }

    /// Returns true if the elements match the parts, of which some are runs. A run is tried as short as possible, and
    /// only the last one is ever made longer, so the cost is at most the product of both lengths.
    private static func match<Element, Part>(
        _ elements: [Element], _ parts: [Part], isRun: (Part) -> Bool, one: (Element, Part) -> Bool
    ) -> Bool {
        var (element, part) = (0, 0)
        var retry: (element: Int, part: Int)?
        while element < elements.count {
            if part < parts.count, isRun(parts[part]) {
                part += 1
                retry = (element, part)
            } else if part < parts.count, one(elements[element], parts[part]) {
                (element, part) = (element + 1, part + 1)
            } else if let last = retry {
                (element, part) = (last.element + 1, last.part)
                retry = (element, part)
            } else {
                return false
            }
        }
        return parts[part...].allSatisfy(isRun)
    }

    private static func characters(_ bytes: ArraySlice<UInt8>) -> [Character] {
        var characters: [Character] = []
        var start = bytes.startIndex
        while start < bytes.endIndex {
            let next = bytes[(start + 1)...].firstIndex { $0 & 0xc0 != 0x80 } ?? bytes.endIndex
            characters.append(bytes[start..<next])
            start = next
        }
        return characters
    }

    private static func pieces(_ text: ArraySlice<UInt8>) -> [Piece] {
        var pieces: [Piece] = []
        var rest = characters(text)[...]
        while let character = rest.popFirst() {
            switch character.first {
            case UInt8(ascii: "*"): pieces.append(.run)
            case UInt8(ascii: "?"): pieces.append(.any)
            case UInt8(ascii: "\\"): pieces.append(.literal(rest.popFirst() ?? character))
            case UInt8(ascii: "["): pieces.append(set(&rest) ?? .literal(character))
            default: pieces.append(.literal(character))
            }
        }
        return pieces
    }

    /// Reads the set whose `[` was just read; returns nil and reads nothing where no `]` ends it.
    private static func set(_ rest: inout ArraySlice<Character>) -> Piece? {
        var inner = rest
        let isNegated = inner.first?.first == UInt8(ascii: "!")
        if isNegated { inner = inner.dropFirst() }
        // A ] at the start is one of the set.
        guard let end = inner.dropFirst().firstIndex(where: { $0.first == UInt8(ascii: "]") }) else { return nil }
        rest = rest[(end + 1)...]
        inner = inner[..<end]
        var ranges: [[Character]] = []
        while let first = inner.popFirst() {
            if inner.count > 1, inner.first?.first == UInt8(ascii: "-") {
                ranges.append([first, inner[inner.startIndex + 1]])
                inner = inner.dropFirst(2)
            } else {
                ranges.append([first, first])
            }
        }
        return .set(ranges, isNegated: isNegated)
    }
}
