internal import ViSearchAPI

/// Recent answers, for as long as the store is unchanged: popular requests repeat.
final class AnswerCache: Sendable {
    struct Key: Hashable, Sendable {
        var operation: ViSearch.Operation
        /// In the order in which they were sent, without those that make no difference.
        var parameters: [Parameters.Parameter]

        init(_ operation: ViSearch.Operation, _ parameters: Parameters) {
            self.operation = operation
            self.parameters = parameters.all.filter { $0.name != "access_key" && !$0.name.hasPrefix("va_") }
        }
    }

    private struct State {
        var revision = -1
        var answers: [Key: [UInt8]] = [:]
        var bytes = 0
    }

    /// Bytes of all answers, and of one.
    private let (limit, answerLimit): (Int, Int)
    private let state = Locked(State())

    /// - Parameter limit: in bytes. When it is reached, all are forgotten.
    init(limit: Int = 64 << 20) {
        (self.limit, answerLimit) = (limit, limit / 64)
    }

    func answer(to key: Key, at revision: Int) -> [UInt8]? {
        state.withLock { $0.revision == revision ? $0.answers[key] : nil }
    }

    /// - Parameter revision: That of the store before the search.
    func keep(_ answer: [UInt8], for key: Key, at revision: Int) {
        let bytes = answer.count + key.parameters.reduce(128) { $0 + $1.name.utf8.count + $1.value.utf8.count + 64 }
        guard bytes <= answerLimit else { return }
        state.withLock { state in
            if revision < state.revision { return }
            if revision > state.revision || state.bytes + bytes > limit {
                state.answers.removeAll(keepingCapacity: revision == state.revision)
                (state.revision, state.bytes) = (revision, 0)
            }
            if state.answers.updateValue(answer, forKey: key) == nil { state.bytes += bytes }
        }
    }
}
