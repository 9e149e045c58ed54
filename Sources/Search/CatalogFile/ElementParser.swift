/// A reader of a JSON array of objects that is fed in portions: no more than one object is held.
struct ElementParser {
    private let path: String
    private var line: Int
    /// The bytes before those that come next.
    private var place = 0
    private var (depth, isText, isEscaped) = (0, false, false)
    private var (hasBegun, hasEnded) = (false, false)
    /// The object at hand, with the line and the place where it begins.
    private var object: [UInt8] = []
    private var (start, startLine) = (0, 1)

    /// - Parameter line: The number of the first line; another one than 1 is that of an object in the array.
    init(path: String, line: Int = 1, isInside: Bool = false) {
        self.path = path
        self.line = line
        hasBegun = isInside
    }

    /// Calls `body` for each object that ends in the portion, with the line where it begins, the bytes before it, and its
    /// own. Returns false where `body` did.
    ///
    /// - Throws: `invalidArgument` for an element that is no object, for one of more than ``TableFile/longestLine`` bytes, and for an
    ///   array that is cut off.
    mutating func feed(
        _ bytes: ArraySlice<UInt8>, isLast: Bool,
        _ body: (_ line: Int, _ start: Int, _ bytes: ArraySlice<UInt8>) throws(SearchError) -> Bool
    ) throws(SearchError) -> Bool {
        for byte in bytes {
            if byte == UInt8(ascii: "\n") { line += 1 }
            if depth > 0 {
                object.append(byte)
                guard object.count <= TableFile.longestLine else {
                    throw .invalidArgument(
                        "\(path): line \(startLine): the object is longer than \(TableFile.longestLine) bytes, the most "
                            + "that is read")
                }
                if take(byte), try !body(startLine, start, object[...]) { return false }
            } else if byte == UInt8(ascii: "{"), hasBegun, !hasEnded {
                object.removeAll(keepingCapacity: true)
                object.append(byte)
                (depth, start, startLine) = (1, place, line)
            } else if byte == UInt8(ascii: "["), !hasBegun {
                hasBegun = true
            } else if byte == UInt8(ascii: "]"), hasBegun {
                hasEnded = true
            } else if !TableFile.isBlank(byte), byte != UInt8(ascii: ","), !(place < 3 && byte >= 0x80) {
                throw .invalidArgument("\(path): line \(line): an element of the array is no object")
            }
            place += 1
        }
        if isLast, !hasEnded {
            throw .invalidArgument("\(path): line \(depth > 0 ? startLine : line): the array is cut off")
        }
        return true
    }

    /// Returns true for the byte that ends the object.
    private mutating func take(_ byte: UInt8) -> Bool {
        if isText {
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isText = false
            }
            return false
        }
        switch byte {
        case UInt8(ascii: "\""): isText = true
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
        default: break
        }
        return depth == 0
    }
}
