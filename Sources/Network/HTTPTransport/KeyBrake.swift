internal import ImageTypes

/// A brake on guessing keys: an address that sent many wrong ones learns of one more key a second, right or wrong.
///
/// Behind one address may be many people. Keys that the address has used before are accepted all the while, so that
/// whoever guesses locks out nobody who is at work.
final class KeyBrake: Sendable {
    private struct State {
        /// Addresses with the keys that they have used, as hashes; the second set is the one before.
        var used: Set<Int> = []
        var earlier: Set<Int> = []
    }

    /// Keys of addresses that are remembered, at least, and at most twice as many.
    private static let usedLimit = 50_000

    private let rate: SenderRate
    private let state = Locked(State())

    /// - Parameter wrongKeys: From one address, at once; later one a second. 0 is no limit.
    init(wrongKeys: Int) { rate = SenderRate(perSecond: wrongKeys == 0 ? 0 : 1, most: wrongKeys) }

    /// Returns false where the address must wait before it learns whether its key is right.
    func permits(_ key: Int, isRight: Bool, from address: String) -> Bool {
        var hasher = Hasher()
        hasher.combine(IPAddress.sender(address))
        hasher.combine(key)
        let mark = hasher.finalize()
        if isRight, state.withLock({ $0.used.contains(mark) || $0.earlier.contains(mark) }) { return true }
        guard rate.takes(1, from: address) else { return false }
        guard isRight else { return true }
        rate.giveBack(1, to: address)
        state.withLock { state in
            if state.used.count >= Self.usedLimit { (state.used, state.earlier) = ([], state.used) }
            state.used.insert(mark)
        }
        return true
    }
}

extension HTTPServer {
    /// A hash of everything in a request that may be a key; nil where nothing is.
    func keys(in request: HTTPRequest, _ route: HTTPRoute) -> Int? {
        var keys = [request.headers["Authorization"], request.parameters["access_key"]]
        keys += route.codeNames.map { request.parameters[$0] }
        keys.append(route.keyHeader.flatMap { request.headers[$0] })
        if route.findsKeys { keys += request.parameters.all.map(\.value) }
        // A refusal says that a key is right elsewhere: that is an attempt, too.
        if request.authentication == .refused { keys += request.strayKeys.map(\.key) }
        let named = keys.compactMap { $0 }.filter { !$0.isEmpty }
        if named.isEmpty { return nil }
        var hasher = Hasher()
        hasher.combine(named)
        return hasher.finalize()
    }
}
