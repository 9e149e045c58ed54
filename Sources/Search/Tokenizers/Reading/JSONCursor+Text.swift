// Strings: escapes and UTF-8 are checked where a string is read, not where it is skipped.
extension JSONCursor {
    /// Appends the text of the string that comes next to `text`, as UTF-8.
    ///
    /// Half of a surrogate pair, control characters and bytes that are no UTF-8 are errors.
    mutating func string(into text: inout [UInt8]) throws(TokenizerError) {
        try expect(0x22)
        var (start, place) = (position, position)
        while place < bytes.count {
            let byte = bytes[place]
            if Self.isPlain(byte) {
                place += 1
            } else if byte == 0x22 {
                bytes.append(start..<place, to: &text)
                advance(to: place + 1)
                return
            } else if byte == 0x5C {
                bytes.append(start..<place, to: &text)
                advance(to: place)
                try escape(into: &text)
                (start, place) = (position, position)
            } else {
                guard byte >= 0x80, let length = sequenceLength(at: place) else {
                    advance(to: place)
                    throw malformed("a byte that no string has")
                }
                place += length
            }
        }
        throw malformed("a string without end")
    }

    mutating func string() throws(TokenizerError) -> String {
        var text: [UInt8] = []
        try string(into: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// Moves behind the string that comes next.
    mutating func skipString() throws(TokenizerError) {
        try expect(0x22)
        var place = position
        while place < bytes.count {
            switch bytes[place] {
            case 0x22:
                advance(to: place + 1)
                return
            case 0x5C: place += 2
            default: place += 1
            }
        }
        throw malformed("a string without end")
    }

    private static func isPlain(_ byte: UInt8) -> Bool { 0x20..<0x80 ~= byte && byte != 0x22 && byte != 0x5C }

    /// The bytes of the character at a place, by table 3-7 of the Unicode Standard; nil where they are no UTF-8.
    private func sequenceLength(at place: Int) -> Int? {
        func follows(_ offset: Int, _ range: ClosedRange<UInt8> = 0x80...0xBF) -> Bool {
            place + offset < bytes.count && range ~= bytes[place + offset]
        }
        switch bytes[place] {
        case 0xC2...0xDF: return follows(1) ? 2 : nil
        case 0xE0...0xEF:
            let second: ClosedRange<UInt8> =
                switch bytes[place] {
                case 0xE0: 0xA0...0xBF
                case 0xED: 0x80...0x9F
                default: 0x80...0xBF
                }
            return follows(1, second) && follows(2) ? 3 : nil
        case 0xF0...0xF4:
            let second: ClosedRange<UInt8> =
                switch bytes[place] {
                case 0xF0: 0x90...0xBF
                case 0xF4: 0x80...0x8F
                default: 0x80...0xBF
                }
            return follows(1, second) && follows(2) && follows(3) ? 4 : nil
        default: return nil
        }
    }

    private mutating func escape(into text: inout [UInt8]) throws(TokenizerError) {
        guard position + 1 < bytes.count else { throw malformed("a string without end") }
        let letter = bytes[position + 1]
        let plain: UInt8? =
            switch letter {
            case 0x22, 0x5C, 0x2F: letter
            case 0x62: 0x08
            case 0x66: 0x0C
            case 0x6E: 0x0A
            case 0x72: 0x0D
            case 0x74: 0x09
            default: nil
            }
        if let plain {
            text.append(plain)
            advance(to: position + 2)
            return
        }
        guard letter == 0x75, var value = unit(at: position + 2) else { throw malformed("an unknown escape") }
        var length = 6
        if 0xD800..<0xDC00 ~= value {
            guard position + 7 < bytes.count, bytes[position + 6] == 0x5C, bytes[position + 7] == 0x75,
                let low = unit(at: position + 8), 0xDC00..<0xE000 ~= low
            else { throw malformed("half of a surrogate pair") }
            value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
            length = 12
        }
        guard let scalar = Unicode.Scalar(value) else { throw malformed("half of a surrogate pair") }
        text.append(scalar)
        advance(to: position + length)
    }

    /// The four hexadecimal digits at a place.
    private func unit(at place: Int) -> UInt32? {
        guard place + 4 <= bytes.count else { return nil }
        var value: UInt32 = 0
        for byte in (place..<place + 4).map({ bytes[$0] }) {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else { return nil }
            value = value << 4 | UInt32(digit)
        }
        return value
    }
}
