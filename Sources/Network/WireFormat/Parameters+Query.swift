extension Parameters {
    /// As a query string or an urlencoded body: everything but letters, digits and `-._~` percent-encoded.
    package var urlEncoded: String {
        var bytes: [UInt8] = []
        for parameter in all {
            if !bytes.isEmpty { bytes.append(UInt8(ascii: "&")) }
            Parameters.encode(parameter.name, into: &bytes)
            bytes.append(UInt8(ascii: "="))
            Parameters.encode(parameter.value, into: &bytes)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let digits = Array("0123456789ABCDEF".utf8)

    private static func encode(_ text: String, into bytes: inout [UInt8]) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                bytes.append(byte)
            default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
    }
}
