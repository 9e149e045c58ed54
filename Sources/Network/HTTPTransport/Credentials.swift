internal import Essentials

/// The app keys, and pairs of access and secret key, that a server accepts, each with its rights.
public struct Credentials: Sendable {
    /// A line of a key file that cannot be read. The text names the line by its number, never its content.
    public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// The number of the line and the fault in it.
        public var description: String

        /// Creates a failure with its description.
        package init(description: String) { self.description = description }
    }

    fileprivate struct Entry {
        var secret: Secret
        var rights: Rights
    }

    private var keys: [Entry] = []
    fileprivate private(set) var pairs: [Entry] = []

    /// True without any app key and without any pair.
    package var isEmpty: Bool { keys.isEmpty && pairs.isEmpty }

    /// Creates an empty set of credentials.
    public init() {}

    /// Reads a key file: an app key on a line of its own, or an access and a secret key as `ACCESS:SECRET`.
    ///
    /// An app key is public, every page and app carries it: it may `search`. A pair may do `all`. Words behind the key
    /// replace these rights: `APPKEY search data`, `ACCESS:SECRET metrics`; see ``Rights``. Blank lines and lines that
    /// start with `#` are ignored. Keys have 1 to 128 bytes, a pair at most 128 together, and neither blanks nor more
    /// than one colon.
    public init(lines text: String) throws(Failure) {
        // CR LF is one Character, which is no "\n".
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let words = line.split(whereSeparator: \.isWhitespace)
            guard let key = words.first, !key.hasPrefix("#") else { continue }
            let pieces = key.split(separator: ":", omittingEmptySubsequences: false)
            guard pieces.count <= 2, pieces.allSatisfy({ !$0.isEmpty }), let secret = Secret(String(key)) else {
                throw Failure(description: "line \(index + 1) is neither KEY nor ACCESS:SECRET")
            }
            var rights: Rights = []
            for word in words.dropFirst() {
                guard let right = Rights(word: word) else {
                    let place = "line \(index + 1) has an unknown right after its key"
                    throw Failure(description: "\(place); the rights are search, data, metrics and all")
                }
                rights.formUnion(right)
            }
            if pieces.count == 1 {
                keys.append(Entry(secret: secret, rights: rights.isEmpty ? .search : rights))
            } else {
                pairs.append(Entry(secret: secret, rights: rights.isEmpty ? .all : rights))
            }
        }
    }

    /// Adds one app key; false where it is empty or longer than 128 bytes.
    public mutating func add(key: String, rights: Rights = .search) -> Bool {
        guard let secret = Secret(key) else { return false }
        keys.append(Entry(secret: secret, rights: rights))
        return true
    }

    /// Returns the rights of the keys of a request: the pair of an `Authorization` header, an `access_key` that is not
    /// empty, and the codes of a tracker. Nil where none is valid.
    ///
    /// - Parameter codes: an app key each, alone or, as `APPKEY:PLACEMENT`, before a colon.
    func rights(authorization: String?, accessKey: String?, codes: [String] = []) -> Rights? {
        let pair = authorization.flatMap(Self.decodeBasic).flatMap(Secret.init)
        let keys = [accessKey ?? ""] + codes.flatMap { [$0, String($0.prefix { $0 != ":" })] }
        let found = keys.reduce((pair ?? Secret()).rights(among: pairs)) { found, key in
            found.union((Secret(key) ?? Secret()).rights(among: self.keys))
        }
        return found.isEmpty ? nil : found
    }

    /// Returns the rights of an access and a secret key; nil where they are no pair.
    package func rights(access: String, secret: String) -> Rights? {
        if access.contains(":") { return nil }
        let found = (Secret("\(access):\(secret)") ?? Secret()).rights(among: pairs)
        return found.isEmpty ? nil : found
    }

    /// The token in an `Authorization` header: the header itself, or what is behind `Token`, `Bearer` or `JWT`. Empty
    /// for another scheme.
    package static func token(in header: String) -> [String] {
        let words = header.split(separator: " ")
        switch words.count {
        case 1: return [String(words[0])]
        case 2 where ["token", "bearer", "jwt"].contains(words[0].lowercased()): return [String(words[1])]
        default: return []
        }
    }

    /// True for an app key, and for a pair in one text.
    func knows(_ text: String) -> Bool {
        guard let key = Secret(text) else { return false }
        return !key.rights(among: keys).union(key.rights(among: pairs)).isEmpty
    }

    static func decodeBasic(_ header: String) -> String? {
        guard header.prefix(6).lowercased() == "basic ",
            let data = Data(base64Encoded: header.dropFirst(6).trimmingBlanks())
        else { return nil }
        return String(decoding: data, as: UTF8.self)
    }

    /// A key, padded to a fixed length behind its length, so that a comparison always reads as many bytes.
    fileprivate struct Secret: Sendable {
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

        /// The key as it was written.
        var written: [UInt8] { Array(bytes.prefix(Int(bytes[Self.size]))) }

        /// Compares with all of them to the end, even after a match.
        func rights(among all: [Entry]) -> Rights {
            all.reduce(into: Rights()) { found, each in
                if each.secret.differs(from: self) == 0 { found.formUnion(each.rights) }
            }
        }

        /// Returns 0 for equal keys; takes as long wherever they differ.
        @inline(never)
        private func differs(from other: Secret) -> UInt8 {
            var difference: UInt8 = 0
            for index in 0...Self.size { difference |= bytes[index] ^ other.bytes[index] }
            return difference
        }
    }
}

// Signatures with a server's pairs of keys, which each server with the same keys can check.
extension Credentials {
    /// The code of a message by an access and a secret key, 64 hexadecimal digits.
    package static func seal(_ message: String, access: String, secret: String) -> String {
        seal(message, by: Array("\(access):\(secret)".utf8))
    }

    /// The code of a message by any key.
    package static func seal(_ message: String, by key: [UInt8]) -> String {
        SHA256.code(of: Array(message.utf8), by: key).hexadecimal
    }

    /// The code of a message by the first pair; nil without any pair.
    package func seal(_ message: String) -> String? {
        pairs.first.map { Credentials.seal(message, by: $0.secret.written) }
    }

    /// The pair by which a message was sealed; nil where it was none of this server.
    ///
    /// - Parameter access: The access key of the pair.
    package func pair(
        thatSealed message: String, _ seal: String, access: String
    ) -> (access: String, secret: String)? {
        let seal = Array(seal.utf8)
        for pair in pairs {
            let text = String(decoding: pair.secret.written, as: UTF8.self)
            guard let colon = text.firstIndex(of: ":"), access == String(text[..<colon]) else { continue }
            let code = Array(Credentials.seal(message, by: pair.secret.written).utf8)
            if Credentials.areEqual(code, seal) {
                return (String(text[..<colon]), String(text[text.index(after: colon)...]))
            }
        }
        return nil
    }

    /// True if any of the pairs has sealed the message.
    ///
    /// - Parameter digits: The digits of its code that are kept.
    package func sealed(_ message: String, _ seal: String, digits: Int) -> Bool {
        pairs.contains { pair in
            let code = Credentials.seal(message, by: pair.secret.written).prefix(digits)
            return Credentials.areEqual(Array(code.utf8), Array(seal.utf8))
        }
    }

    /// Takes as long wherever they differ.
    @inline(never)
    package static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        guard one.count == other.count else { return false }
        return zip(one, other).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
