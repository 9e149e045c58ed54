extension Parameters {
    /// Appends the pairs of a query or an urlencoded body. Empty pairs are ignored, names without a value have an
    /// empty one, `+` is a blank, and a `%` without two hex digits stays as it is. False where there are more than
    /// `limit` parameters.
    mutating func append(form bytes: some Collection<UInt8>, limit: Int) -> Bool {
        var pair = bytes.startIndex
        while pair != bytes.endIndex {
            let end = bytes[pair...].firstIndex(of: UInt8(ascii: "&")) ?? bytes.endIndex
            if pair != end {
                guard all.count < limit else { return false }
                let equals = bytes[pair..<end].firstIndex(of: UInt8(ascii: "=")) ?? end
                let value = equals == end ? end : bytes.index(after: equals)
                append(
                    String(percentDecoding: bytes[pair..<equals], plusIsBlank: true),
                    String(percentDecoding: bytes[value..<end], plusIsBlank: true))
            }
            pair = end == bytes.endIndex ? end : bytes.index(after: end)
        }
        return true
    }
}

extension String {
    /// Bytes that are no UTF-8 become U+FFFD.
    init(percentDecoding bytes: some Collection<UInt8>, plusIsBlank: Bool) {
        guard bytes.contains(where: { $0 == UInt8(ascii: "%") || (plusIsBlank && $0 == UInt8(ascii: "+")) }) else {
            self.init(decoding: bytes, as: UTF8.self)
            return
        }
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var at = bytes.startIndex
        while at != bytes.endIndex {
            let byte = bytes[at]
            bytes.formIndex(after: &at)
            if byte == UInt8(ascii: "+") && plusIsBlank {
                decoded.append(UInt8(ascii: " "))
            } else if byte == UInt8(ascii: "%"), let escaped = Self.escaped(bytes[at...].prefix(2)) {
                decoded.append(escaped)
                bytes.formIndex(&at, offsetBy: 2)
            } else {
                decoded.append(byte)
            }
        }
        self.init(decoding: decoded, as: UTF8.self)
    }

    private static func escaped(_ digits: some Collection<UInt8>) -> UInt8? {
        guard digits.count == 2 else { return nil }
        var value: UInt8 = 0
        for digit in digits {
            switch digit {
            case 0x30...0x39: value = value << 4 | (digit - 0x30)
            case 0x41...0x46: value = value << 4 | (digit - 0x37)
            case 0x61...0x66: value = value << 4 | (digit - 0x57)
            default: return nil
            }
        }
        return value
    }
}
