import Essentials

/// A key of a terminal.
enum Key: Hashable {
    case up, down, left, right, pageUp, pageDown, first, last, enter, escape, backspace, clear
    /// Ctrl-C, Ctrl-D, or the end of the input.
    case end
    case text(String)
}

/// Reads keys from a terminal in raw mode: letters in UTF-8, control characters, and the sequences of other keys.
struct KeyReader {
    private let descriptor: Int32
    private var bytes: [UInt8] = []
    private var isAtEnd = false

    /// The time in which the rest of a sequence comes; Escape alone has none.
    private static let pause: Int32 = 50

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// Returns the next key; nil where none was pressed in time, or one without a meaning was.
    mutating func next(milliseconds: Int32) -> Key? {
        guard let byte = read(milliseconds) else { return isAtEnd ? .end : nil }
        switch byte {
        case 0x03, 0x04: return .end
        case 0x0D, 0x0A: return .enter
        case 0x7F, 0x08: return .backspace
        case 0x15: return .clear
        case 0x1B: return sequence()
        case 0..<0x20: return nil
        default: return letter(byte)
        }
    }

    /// The key after an Escape.
    private mutating func sequence() -> Key? {
        guard let second = read(Self.pause) else { return .escape }
        guard second == UInt8(ascii: "[") || second == UInt8(ascii: "O") else {
            // A second Escape counts as one.
            return second == 0x1B ? .escape : nil
        }
        var parameter: [UInt8] = []
        while let byte = read(Self.pause) {
            if (0x30...0x3F).contains(byte), parameter.count < 16 {
                parameter.append(byte)
                continue
            }
            switch (byte, String(decoding: parameter, as: UTF8.self)) {
            case (UInt8(ascii: "A"), _): return .up
            case (UInt8(ascii: "B"), _): return .down
            case (UInt8(ascii: "C"), _): return .right
            case (UInt8(ascii: "D"), _): return .left
            case (UInt8(ascii: "H"), _), (UInt8(ascii: "~"), "1"), (UInt8(ascii: "~"), "7"): return .first
            case (UInt8(ascii: "F"), _), (UInt8(ascii: "~"), "4"), (UInt8(ascii: "~"), "8"): return .last
            case (UInt8(ascii: "~"), "5"): return .pageUp
            case (UInt8(ascii: "~"), "6"): return .pageDown
            default: return nil
            }
        }
        return nil
    }

    private mutating func letter(_ first: UInt8) -> Key? {
        var letter = [first]
        let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        while letter.count < length, let byte = read(Self.pause) { letter.append(byte) }
        guard let text = String(validating: letter, as: UTF8.self) else { return nil }
        return .text(text)
    }

    private mutating func read(_ milliseconds: Int32) -> UInt8? {
        if !bytes.isEmpty { return bytes.removeFirst() }
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        // Safe: one structure, which outlives the call.
        guard !isAtEnd, unsafe poll(&waiting, 1, milliseconds) > 0 else { return nil }
        var buffer = [UInt8](repeating: 0, count: 256)
        // Safe: the count is that of the buffer.
        let count = unsafe Essentials.read(descriptor, &buffer, buffer.count)
        if count <= 0 {
            isAtEnd = count == 0 || errno != EINTR && errno != EAGAIN
            return nil
        }
        bytes = Array(buffer[..<count])
        return bytes.removeFirst()
    }
}
