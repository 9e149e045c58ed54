internal import Foundation

/// Whether a request may be answered.
package enum Authentication: Sendable { case notRequired, accepted, refused }

/// The app keys, and pairs of access and secret key, that a server accepts.
public struct Credentials: Sendable {
    /// A line of a key file that cannot be read. The text names the line by its number, never what is in it.
    public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
        public var description: String

        public init(description: String) { self.description = description }
    }

    private var keys: [Secret] = []
    private var pairs: [Secret] = []

    public var isEmpty: Bool { keys.isEmpty && pairs.isEmpty }

    public init() {}

    /// Reads a key file: an app key on a line of its own, or an access and a secret key as `ACCESS:SECRET`. Blank
    /// lines and lines that start with `#` are ignored. Keys have 1 to 128 bytes, a pair at most 128 together, and
    /// neither blanks nor more than one colon.
    public init(lines text: String) throws(Failure) {
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let line = line.trimmingCharacters(in: .whitespacesAndNewlines)
            if line.isEmpty || line.hasPrefix("#") { continue }
            let pieces = line.split(separator: ":", omittingEmptySubsequences: false)
            guard pieces.count <= 2, pieces.allSatisfy({ !$0.isEmpty }), !line.contains(where: \.isWhitespace),
                let secret = Secret(line)
            else {
                throw Failure(description: "line \(number + 1) is neither KEY nor ACCESS:SECRET")
            }
            if pieces.count == 1 { keys.append(secret) } else { pairs.append(secret) }
        }
    }

    /// Adds one app key; false where it is empty or longer than 128 bytes.
    public mutating func add(key: String) -> Bool {
        guard let secret = Secret(key), !key.isEmpty else { return false }
        keys.append(secret)
        return true
    }

    /// A valid pair in the `Authorization` header wins, else `access_key` counts, where it is not empty.
    func check(authorization: String?, accessKey: String?) -> Authentication {
        if isEmpty { return .notRequired }
        let pair = authorization.flatMap(Self.decodeBasic).flatMap(Secret.init)
        let key = accessKey.flatMap { $0.isEmpty ? nil : Secret($0) }
        let hasPair = (pair ?? Secret()).isAmong(pairs)
        let hasKey = (key ?? Secret()).isAmong(keys)
        return hasPair || hasKey ? .accepted : .refused
    }

    private static func decodeBasic(_ header: String) -> String? {
        guard header.prefix(6).lowercased() == "basic ",
            let data = Data(base64Encoded: header.dropFirst(6).trimmingCharacters(in: .whitespaces))
        else { return nil }
        return String(decoding: data, as: UTF8.self)
    }
}

/// A key, padded to a fixed length behind its length, so that a comparison always looks at as many bytes.
private struct Secret: Sendable {
    static let size = 128
    private var bytes = [UInt8](repeating: 0, count: size + 1)

    /// One that is no key's equal.
    init() {}

    /// nil where the text is empty or too long.
    init?(_ text: String) {
        guard (1...Self.size).contains(text.utf8.count) else { return nil }
        bytes.replaceSubrange(0..<text.utf8.count, with: text.utf8)
        bytes[Self.size] = UInt8(text.utf8.count)
    }

    /// Compares with all of them to the end, whether or not one is the same.
    func isAmong(_ all: [Secret]) -> Bool {
        all.reduce(false) { found, each in each.differs(from: self) == 0 || found }
    }

    /// 0 where they are the same; takes as long wherever they differ.
    @inline(never)
    private func differs(from other: Secret) -> UInt8 {
        var difference: UInt8 = 0
        for index in 0...Self.size { difference |= bytes[index] ^ other.bytes[index] }
        return difference
    }
}
