internal import SearchServer
internal import ViSearchAPI

/// Recent answers, for as long as the store is unchanged and no rule begins or ends: popular requests repeat.
typealias AnswerCache = RevisionCache<AnswerKey, KeptAnswer>

/// An answer to equal requests.
struct KeptAnswer: Sendable {
    /// Without the name of the request.
    var response: HTTPResponse
    /// To be recorded for each request.
    let search: NotedSearch?
    let validity: Validity?

    var holds: Bool { validity?.holds() ?? false }
    /// In memory.
    var bytes: Int { response.body.count + (search?.bytes ?? 0) }
}

/// All that an answer depends on, beside the store.
struct AnswerKey: Hashable, Sendable {
    let operation: ViSearch.Operation
    /// In the order in which they were sent, without those that make no difference.
    let parameters: [Parameters.Parameter]

    init(_ operation: ViSearch.Operation, _ parameters: Parameters) {
        self.operation = operation
        self.parameters = parameters.all.filter { $0.name != "access_key" && !$0.name.hasPrefix("va_") }
    }

    /// In memory.
    var bytes: Int { parameters.reduce(128) { $0 + $1.name.utf8.count + $1.value.utf8.count + 64 } }
}
