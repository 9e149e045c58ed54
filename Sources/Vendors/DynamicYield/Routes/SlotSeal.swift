internal import SearchServer

/// Signs the names of results, so that only what this server has answered can be reported as seen or clicked.
///
/// Sealed with the first pair of keys, and known by every server that has it; with a key of this server's own where it
/// has no pairs.
struct SlotSeal {
    let credentials: Credentials
    /// See ``SearchTerms/key``.
    let ownKey: [UInt8]

    /// Hexadecimal digits of a seal: 128 bits.
    private static let length = 32

    func seal(_ name: String) -> String {
        let message = Self.message(name)
        return String((credentials.seal(message) ?? Credentials.seal(message, by: ownKey)).prefix(Self.length))
    }

    func isRight(_ seal: String, of name: String) -> Bool {
        let message = Self.message(name)
        let own = Credentials.seal(message, by: ownKey).prefix(Self.length)
        return Credentials.areEqual(Array(own.utf8), Array(seal.utf8))
            || credentials.sealed(message, seal, digits: Self.length)
    }

    /// The sealed text; no seal of another kind holds for it.
    private static func message(_ name: String) -> String { "slot\n" + name }
}
