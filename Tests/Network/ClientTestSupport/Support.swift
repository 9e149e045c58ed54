internal import Foundation
package import SearchClient
internal import SearchClientImaging
internal import TestSupport

/// The answer of a search with these hits.
package func found(_ names: [String], total: Int? = nil, limit: Int = 10, extra: String = "") -> String {
    let hits = names.map { "{\"im_name\":\"\($0)\"}" }.joined(separator: ",")
    return """
        {"status":"OK","method":"search","error":[],"page":1,"limit":\(limit),"total":\(total ?? names.count),\
        "result":[\(hits)]\(extra),"reqid":"77"}
        """
}

/// Pauses that are noted and not waited for, on a clock that stands still: a busy machine uses up no total timeout.
package final class NotedPauses: Sendable {
    private let noted = Locked<[Double]>([])
    package var seconds: [Double] { noted.withLock { $0 } }

    package init() {}

    package var pacing: Pacing {
        var pacing = Pacing()
        let now = Date()
        pacing.now = { now }
        pacing.wait = { seconds in self.noted.withLock { $0.append(seconds) } }
        pacing.random = { 0 }
        return pacing
    }
}

extension ScriptedServer {
    package func client(
        _ credentials: ClientConfiguration.Credentials = .appKey("APP"), pauses: NotedPauses = NotedPauses(),
        preparer: (any PicturePreparer)? = ImagingPreparer(), _ change: (inout ClientConfiguration) -> Void = { _ in }
    ) -> SearchClient {
        // Other tests may keep all cores for minutes; what is about time sets its own.
        var configuration = ClientConfiguration(credentials, at: url, timeout: 300, totalTimeout: 500)
        change(&configuration)
        var client = SearchClient(configuration, preparer: preparer)
        client.pacing = pauses.pacing
        return client
    }
}

/// The error that `body` throws.
package func error(of body: () async throws(ClientError) -> some Any) async -> ClientError? {
    do throws(ClientError) {
        _ = try await body()
        return nil
    } catch {
        return error
    }
}
