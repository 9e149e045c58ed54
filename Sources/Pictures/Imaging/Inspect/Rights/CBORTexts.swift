/// The texts at one place in data of CBOR (RFC 8949): those of a key within the maps of a list, for example. A reader of so
/// many items and levels as assertions have.
struct CBORTexts {
    private var texts: [String] = []
    private let path: [String]
    private var position = 0
    private var items = 0

    private static let most = (items: 65_536, levels: 24, texts: 256)

    /// The texts that are reached by these keys, one after the other, whatever lists lie between; those before a fault where
    /// the data are damaged.
    static func texts(at path: [String], in bytes: Span<UInt8>) -> [String] {
        var reader = CBORTexts(path: path)
        _ = reader.read(bytes, passed: 0, level: 0)
        return reader.texts
    }

    private init(path: [String]) { self.path = path }

    /// The kind of an item, and its number; nil for the number of one whose end is marked.
    private mutating func head(_ bytes: Span<UInt8>) -> (kind: Int, number: Int?)? {
        guard let first = bytes.byte(at: position) else { return nil }
        position += 1
        let (kind, short) = (first >> 5, first & 31)
        if short < 24 { return (kind, short) }
        if short == 31 { return (kind, nil) }
        guard short < 28, let number = bytes.integer(at: position, width: 1 << (short - 24)) else { return nil }
        position += 1 << (short - 24)
        return (kind, number)
    }

    /// Reads one item. False at the end of the data, at a fault, and where there are too many items.
    ///
    /// - Parameter passed: The number of the keys that led here; nil beside the path.
    private mutating func read(_ bytes: Span<UInt8>, passed: Int?, level: Int) -> Bool {
        items += 1
        guard items <= Self.most.items, level < Self.most.levels, let (kind, number) = head(bytes) else { return false }
        switch kind {
        case 0, 1: return number != nil
        case 2, 3:
            guard let text = string(bytes, number, kind: kind) else { return false }
            if kind == 3, passed == path.count, texts.count < Self.most.texts { texts.append(text) }
            return true
        case 4, 5:
            var left = number ?? .max
            while left > 0 {
                if number == nil, bytes.byte(at: position) == 0xFF {
                    position += 1
                    return true
                }
                guard member(bytes, ofMap: kind == 5, passed: passed, level: level + 1) else { return false }
                left -= 1
            }
            return true
        case 6: return number != nil && read(bytes, passed: passed, level: level + 1)
        default: return number != nil
        }
    }

    /// A member of a list, or a key of a map and its value.
    private mutating func member(_ bytes: Span<UInt8>, ofMap: Bool, passed: Int?, level: Int) -> Bool {
        guard ofMap else { return read(bytes, passed: passed, level: level) }
        var next: Int?
        if let first = bytes.byte(at: position), first >> 5 == 3 {
            items += 1
            guard let (_, number) = head(bytes), let key = string(bytes, number, kind: 3) else { return false }
            if let passed, passed < path.count, path[passed] == key { next = passed + 1 }
        } else {
            guard read(bytes, passed: nil, level: level) else { return false }
        }
        return read(bytes, passed: next, level: level)
    }

    /// A string of so many bytes, or of the pieces up to the mark of its end. Only a short one is returned as it is.
    private mutating func string(_ bytes: Span<UInt8>, _ length: Int?, kind: Int) -> String? {
        if let length {
            guard let range = bytes.range(at: position, length: length) else { return nil }
            position = range.upperBound
            return length <= 1024 ? bytes.text(range) : ""
        }
        var text = ""
        while bytes.byte(at: position) != 0xFF {
            items += 1
            guard items <= Self.most.items, let (piece, length) = head(bytes), piece == kind, let length,
                let part = string(bytes, length, kind: kind)
            else { return nil }
            if text.utf8.count <= 1024 { text += part }
        }
        position += 1
        return text
    }
}
