internal import Essentials
internal import SQLite

/// The place of a text in the order of a dictionary, after the Unicode Collation Algorithm as far as names and titles need
/// it: letters first, in upper or lower case and with their accents or without; then the accents, then the case. Numbers
/// inside count by their value. Signs come before numbers, numbers before letters.
package struct CollationKey: Comparable, Sendable {
    /// Bytes that compare as the texts do: letters, a zero, accents, a zero, cases.
    private let bytes: [UInt8]
    /// Decides between texts with the same key.
    private let text: String

    package init(_ text: String) {
        self.text = text
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count * 2 + 8)
        // Small letters come first.
        if text.utf8.allSatisfy({ $0 < 0x80 }) {
            CollationKey.add(letters: text.unicodeScalars, to: &bytes)
            bytes.append(0)
            bytes.append(0)
            for byte in text.utf8 where 0x61...0x7A ~= byte | 0x20 { bytes.append(byte & 0x20 == 0 ? 2 : 1) }
        } else {
            CollationKey.add(letters: text.decomposedStringWithCompatibilityMapping.unicodeScalars, to: &bytes)
            bytes.append(0)
            for scalar in text.decomposedStringWithCanonicalMapping.unicodeScalars where scalar.isMark {
                bytes += Array(String(scalar).utf8)
            }
            bytes.append(0)
            for scalar in text.unicodeScalars where scalar.properties.isAlphabetic {
                bytes.append(scalar.properties.isUppercase ? 2 : 1)
            }
        }
        self.bytes = bytes
    }

    package static func < (left: CollationKey, right: CollationKey) -> Bool {
        let order = unsafe left.bytes.withUnsafeBytes { first in
            // Safe: both buffers have at least as many bytes as are compared.
            unsafe right.bytes.withUnsafeBytes { second in
                unsafe memcmp(first.baseAddress!, second.baseAddress!, min(first.count, second.count))
            }
        }
        if order != 0 { return order < 0 }
        if left.bytes.count != right.bytes.count { return left.bytes.count < right.bytes.count }
        return left.text < right.text
    }

    private static func add(letters: some Sequence<Unicode.Scalar>, to bytes: inout [UInt8]) {
        var digits: [UInt8] = []
        func endNumber(_ bytes: inout [UInt8]) {
            guard !digits.isEmpty else { return }
            let number = digits.drop { $0 == 0x30 }
            // The length first: a number of more digits is greater.
            bytes += [0x30, UInt8(min(number.count, 255))] + number
            digits = []
        }
        for scalar in letters {
            if 0x30...0x39 ~= scalar.value {
                digits.append(UInt8(scalar.value))
                continue
            }
            endNumber(&bytes)
            switch scalar.value {
            case 0x61...0x7A: bytes.append(UInt8(scalar.value))
            case 0x41...0x5A: bytes.append(UInt8(scalar.value | 0x20))
            case 0..<0x80:
                // Blanks, then signs; all below the digits.
                bytes.append(scalar.value <= 0x20 ? 1 : 2)
                if scalar.value > 0x20 { bytes.append(UInt8(scalar.value)) }
            default: add(scalar, to: &bytes)
            }
        }
        endNumber(&bytes)
    }

    private static func add(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
        if scalar.isMark { return }
        if let latin = latin[scalar.properties.lowercaseMapping] {
            bytes += Array(latin.utf8)
        } else if scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
            // Letters of other scripts stand behind the Latin ones, hiragana and katakana beside each other.
            let isKatakana = 0x30A1...0x30F6 ~= scalar.value
            let letter = isKatakana ? Unicode.Scalar(scalar.value - 0x60) ?? scalar : scalar
            bytes += Array(letter.properties.lowercaseMapping.utf8)
        } else {
            bytes += [2] + Array(String(scalar).utf8)
        }
    }

    /// Letters that no mapping of Unicode takes apart.
    private static let latin: [String: String] = [
        "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "ł": "l", "þ": "th", "ħ": "h", "ı": "i",
        "ŋ": "n",
    ]
}

extension Unicode.Scalar {
    /// An accent, which joins the letter before it.
    fileprivate var isMark: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark: value < 0x900 || 0x1AB0...0x20FF ~= value || value >= 0xFE00
        default: false
        }
    }
}

extension CollationKey {
    /// The first eight bytes of the key, as a number that compares as they do.
    fileprivate var beginning: UInt64 {
        bytes.prefix(8).enumerated().reduce(0) { $0 | UInt64($1.1) << (56 - 8 * $1.0) }
    }

    /// A number that is not above the ``beginning`` of the key of a text. Takes no memory: it is asked of every text, and
    /// most keys need not be made then. It ends at the first letter that is not of ASCII, whose key takes tables.
    fileprivate static func bound(of text: String) -> UInt64 {
        var (bound, shift) = (UInt64(0), 56)
        func add(_ byte: UInt8) {
            if shift >= 0 { bound |= UInt64(byte) << UInt64(shift) }
            shift -= 8
        }
        let utf8 = text.utf8
        var place = utf8.startIndex
        while shift >= 0, place < utf8.endIndex {
            let byte = utf8[place]
            switch byte {
            case 0x30...0x39:
                let number = utf8[place...].drop { $0 == 0x30 }.prefix { 0x30...0x39 ~= $0 }
                add(0x30)
                add(UInt8(min(number.count, 255)))
                for digit in number.prefix(8) { add(digit) }
                place = number.endIndex
                continue
            case 0x61...0x7A: add(byte)
            case 0x41...0x5A: add(byte | 0x20)
            case 0...0x20: add(1)
            case 0x80...: return bound
            default:
                add(2)
                add(byte)
            }
            utf8.formIndex(after: &place)
        }
        return bound
    }
}

extension [String] {
    /// The places in the order of their texts; each key is made once.
    func collated(at places: [Int]) -> [Int] {
        places.map { (place: $0, key: CollationKey(self[$0])) }.sorted { $0.key < $1.key }.map(\.place)
    }

    /// The first `limit` places in the order of their texts.
    func collated(at places: [Int], limit: Int) -> [Int] {
        guard limit > 0 else { return [] }
        if limit >= places.count / 4 { return [Int](collated(at: places).prefix(limit)) }
        var best: [(place: Int, key: CollationKey)] = []
        best.reserveCapacity(limit + 1)
        var highest = UInt64.max
        for place in places {
            let text = self[place]
            if best.count == limit, CollationKey.bound(of: text) > highest { continue }
            let key = CollationKey(text)
            var (low, high) = (0, best.count)
            while low < high {
                let middle = (low + high) / 2
                if key < best[middle].key { high = middle } else { low = middle + 1 }
            }
            if low == limit { continue }
            best.insert((place, key), at: low)
            if best.count > limit { best.removeLast() }
            if best.count == limit { highest = best[limit - 1].key.beginning }
        }
        return best.map(\.place)
    }
}
