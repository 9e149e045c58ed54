package import Foundation
package import SearchAPI

/// The behavior of visitors where no events are kept.
package struct NoBehavior: Behavior {
    package init() {}

    package func companions(
        of item: String, by relation: Companionship, limit: Int
    ) throws(SearchError) -> [Companion] { [] }

    package func popular(since: Date?, limit: Int) throws(SearchError) -> [Companion] { [] }

    package func interests(of customer: [String], limit: Int) throws(SearchError) -> [Interest] { [] }

    package func purchases(of customer: [String]) throws(SearchError) -> Set<String> { [] }
}
