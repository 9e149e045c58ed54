/// The names by which a request is known beyond this process: those of W3C Trace Context
/// (<https://www.w3.org/TR/trace-context/>), and `X-Request-ID`.
///
/// A value of another form is as good as absent: nothing that a client invents gets into a log or on to another server.
package struct RequestTrace: Hashable, Sendable {
    /// The request that this task works for.
    @TaskLocal package static var current: RequestTrace?

    /// `traceparent`: version, trace, span and flags, in hexadecimal digits with hyphens between them.
    package let parent: String?
    /// `X-Request-ID`: 1…128 ASCII letters, digits and `-_.:@=+/`.
    package let requestID: String?

    /// Nil without either.
    package init?(parent: String?, requestID: String?) {
        self.parent = parent.flatMap { RequestTrace.isParent($0) ? $0 : nil }
        self.requestID = requestID.flatMap { RequestTrace.isIdentifier($0) ? $0 : nil }
        if self.parent == nil, self.requestID == nil { return nil }
    }

    /// The trace of ``parent``: 32 digits.
    package var trace: String? { parent.map { String($0.dropFirst(3).prefix(32)) } }

    /// The headers that tell another server, and the client.
    package var headers: [(name: String, value: String)] {
        [parent.map { ("traceparent", $0) }, requestID.map { ("X-Request-ID", $0) }].compactMap { $0 }
    }

    private static func isParent(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.count >= 4, zip(parts, [2, 32, 16, 2]).allSatisfy({ $0.count == $1 }) else { return false }
        let isZero = { (part: Substring.UTF8View) in part.allSatisfy { $0 == UInt8(ascii: "0") } }
        // Version 0 has no more parts; ff is invalid, and a later version may have more.
        guard parts[0].elementsEqual("00".utf8) ? parts.count == 4 : !parts[0].elementsEqual("ff".utf8) else {
            return false
        }
        let digits = parts.prefix(4).joined()
        return text.utf8.count <= 128 && digits.allSatisfy(\.isLowercaseHexDigit) && !isZero(parts[1])
            && !isZero(parts[2])
            && text.utf8.allSatisfy { 0x21...0x7E ~= $0 }
    }

    private static func isIdentifier(_ text: String) -> Bool {
        1...128 ~= text.utf8.count
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "-_.:@=+/".utf8.contains(byte)
                }
            }
    }
}

extension UInt8 {
    fileprivate var isLowercaseHexDigit: Bool {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= self || UInt8(ascii: "a")...UInt8(ascii: "f") ~= self
    }
}
