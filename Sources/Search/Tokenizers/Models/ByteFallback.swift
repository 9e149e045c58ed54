/// The tokens `<0x00>` to `<0xFF>`, with which a model spells what its vocabulary does not have.
struct ByteFallback: Sendable {
    /// The id of each byte; -1 where the vocabulary has no token for it.
    private let ids: [Int32]

    init(_ tokens: TokenTable) {
        ids = (0..<256).map { byte in
            let digits = String(byte, radix: 16, uppercase: true)
            return tokens.id("<0x\(digits.count < 2 ? "0" : "")\(digits)>") ?? -1
        }
    }

    /// The ids of all bytes; nil where one has no token.
    func spell(_ bytes: ArraySlice<UInt8>) -> [Int32]? {
        let spelled = bytes.map { ids[Int($0)] }
        return spelled.contains(-1) ? nil : spelled
    }
}
