/// The characters with which byte-level vocabularies write bytes: printable ones of Latin-1 stand for themselves, all
/// others for the characters from U+0100 on, in their order.
enum ByteAlphabet {
    private static let scalars: [Unicode.Scalar] = {
        var more: UInt32 = 0x100
        return (UInt8(0)...255).map { byte in
            switch byte {
            case 0x21...0x7E, 0xA1...0xAC, 0xAE...0xFF: return Unicode.Scalar(byte)
            default:
                defer { more += 1 }
                return Unicode.Scalar(more) ?? " "
            }
        }
    }()

    static func spell(_ text: ArraySlice<Unicode.Scalar>) -> [Unicode.Scalar] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        for scalar in text { bytes.append(scalar) }
        let scalars = Self.scalars
        return bytes.map { scalars[Int($0)] }
    }
}
