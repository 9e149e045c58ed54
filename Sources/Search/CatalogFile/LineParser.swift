/// A reader of JSON lines that is fed in portions.
struct LineParser {
    private let path: String
    private var number: Int
    /// The beginning of a line whose end is not read yet.
    private var begun: [UInt8] = []
    /// The bytes before the line that comes next.
    private var start = 0

    /// - Parameter line: The number of the first line.
    init(path: String, line: Int = 1) {
        self.path = path
        number = line
    }

    /// Calls `body` for each line that ends in the portion and is not blank, with its number, the bytes before it, and
    /// without its end. A byte order mark is skipped. Returns false where `body` did.
    ///
    /// - Throws: `invalidArgument` for a line of more than ``TableFile/longestLine`` bytes, and what `body` throws.
    mutating func feed(
        _ bytes: ArraySlice<UInt8>, isLast: Bool,
        _ body: (_ line: Int, _ start: Int, _ bytes: ArraySlice<UInt8>) throws(SearchError) -> Bool
    ) throws(SearchError) -> Bool {
        var rest = bytes
        while let index = rest.firstIndex(of: UInt8(ascii: "\n")) {
            guard try end(with: rest[..<index], body) else { return false }
            rest = rest[(index + 1)...]
        }
        if isLast { return try end(with: rest, body) }
        try check(begun.count + rest.count)
        begun += rest
        return true
    }

    private mutating func end(
        with bytes: ArraySlice<UInt8>,
        _ body: (_ line: Int, _ start: Int, _ bytes: ArraySlice<UInt8>) throws(SearchError) -> Bool
    ) throws(SearchError) -> Bool {
        try check(begun.count + bytes.count)
        var line = begun.isEmpty ? bytes : (begun + bytes)[...]
        begun.removeAll(keepingCapacity: true)
        let place = start
        start += line.count + 1
        if number == 1, line.starts(with: [0xEF, 0xBB, 0xBF]) { line = line.dropFirst(3) }
        if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
        let goesOn = line.allSatisfy(TableFile.isBlank) ? true : try body(number, place, line)
        number += 1
        return goesOn
    }

    private func check(_ count: Int) throws(SearchError) {
        guard count > TableFile.longestLine else { return }
        throw .invalidArgument(
            "\(path): line \(number): it is longer than \(TableFile.longestLine) bytes, the most that is read")
    }
}
