internal import Essentials
internal import SearchAPI

/// Behavior without what one person did: no customer has interests or purchases.
struct BehaviorOfMany: Behavior {
    private let whole: any Behavior

    init(_ whole: any Behavior) { self.whole = whole }

    func companions(
        of item: String, by relation: Companionship, limit: Int
    ) throws(SearchError) -> [Companion] {
        try whole.companions(of: item, by: relation, limit: limit)
    }

    func popular(since: Date?, limit: Int) throws(SearchError) -> [Companion] {
        try whole.popular(since: since, limit: limit)
    }

    func popular(since: Date?, from start: Int, limit: Int) throws(SearchError) -> [Companion] {
        try whole.popular(since: since, from: start, limit: limit)
    }

    func interests(of customer: [String], limit: Int) -> [Interest] { [] }

    func purchases(of customer: [String]) -> Set<String> { [] }
}
