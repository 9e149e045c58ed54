import Essentials

/// The time in which all certificates of a chain are valid.
struct CertificateValidity: Hashable, Sendable {
    let begin: Date
    let end: Date

    /// Nil for a text without a certificate in PEM, or with one that cannot be read.
    init?(chain text: String) {
        let blocks = text.matches(of: /-----BEGIN CERTIFICATE-----([^-]*)-----END CERTIFICATE-----/)
        let times = blocks.map { block -> (begin: Date, end: Date)? in
            let letters = block.1.filter { !$0.isWhitespace }
            guard let data = Data(base64Encoded: String(letters)) else { return nil }
            return Self.times(of: Array(data)[...])
        }
        guard !times.contains(where: { $0 == nil }), let begin = times.compactMap({ $0?.begin }).max(),
            let end = times.compactMap({ $0?.end }).min()
        else { return nil }
        (self.begin, self.end) = (begin, end)
    }

    /// The fields of X.509 in their order (RFC 5280, 4.1): version, number, algorithm, issuer, validity.
    private static func times(of certificate: ArraySlice<UInt8>) -> (begin: Date, end: Date)? {
        var rest = certificate
        guard var whole = element(of: &rest)?.content, var fields = element(of: &whole)?.content,
            var field = element(of: &fields)
        else { return nil }
        // The version, which the first version leaves out.
        if field.tag == 0xa0 {
            guard let next = element(of: &fields) else { return nil }
            field = next
        }
        guard field.tag == 0x02, element(of: &fields) != nil, element(of: &fields) != nil,
            var validity = element(of: &fields)?.content, let first = element(of: &validity),
            let second = element(of: &validity), let begin = time(first), let end = time(second)
        else { return nil }
        return (begin, end)
    }

    /// Takes the next element of DER off; nil where the bytes end before it does.
    private static func element(of bytes: inout ArraySlice<UInt8>) -> (tag: UInt8, content: ArraySlice<UInt8>)? {
        guard let tag = bytes.popFirst(), let first = bytes.popFirst() else { return nil }
        var length = Int(first)
        if first >= 0x80 {
            let count = Int(first & 0x7f)
            guard (1...4).contains(count), bytes.count >= count else { return nil }
            length = bytes.prefix(count).reduce(0) { $0 << 8 | Int($1) }
            bytes.removeFirst(count)
        }
        guard bytes.count >= length else { return nil }
        defer { bytes.removeFirst(length) }
        return (tag, bytes.prefix(length))
    }

    /// UTCTime has two digits of the year, GeneralizedTime four; both end with Z.
    private static func time(_ element: (tag: UInt8, content: ArraySlice<UInt8>)) -> Date? {
        let text = String(decoding: element.content, as: UTF8.self)
        guard let match = text.wholeMatch(of: /(\d{2}|\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})Z/) else { return nil }
        let year = match.1.count == 2 ? (match.1 < "50" ? "20" : "19") + match.1 : String(match.1)
        return try? Date(
            "\(year)-\(match.2)-\(match.3)T\(match.4):\(match.5):\(match.6)Z", strategy: .iso8601)
    }
}
