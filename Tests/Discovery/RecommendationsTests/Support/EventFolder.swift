import Foundation
import Recommendations
import SearchAPI
import TestSupport

/// A folder with a file of events.
struct EventFolder {
    let folder: TemporaryFolder
    let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.url.appending(path: "shop.magpie.events").path
    }

    var counts: EventCounts { EventCounts(path: path) }

    /// All bytes of all files.
    func bytes() throws -> [Data] {
        try FileManager.default.contentsOfDirectory(at: folder.url, includingPropertiesForKeys: nil).map {
            try Data(contentsOf: $0)
        }
    }

    func holds(_ text: String) throws -> Bool {
        try bytes().contains { $0.range(of: Data(text.utf8)) != nil }
    }
}

extension TrackedEvent {
    /// An event so many minutes ago.
    static func ago(
        _ minutes: Double, _ action: String, _ item: String?, user: String? = nil, session: String? = nil,
        query: String? = nil, members: [String: String] = [:]
    ) -> TrackedEvent {
        let time = Int((Date.now.timeIntervalSince1970 - minutes * 60) * 1000)
        return TrackedEvent(
            action: action, user: user, session: session, query: query, item: item, time: time, members: members)
    }
}

extension Behavior {
    /// The names of the companions, best first.
    func together(_ item: String, _ relation: Companionship = .wanted) throws -> [String] {
        try companions(of: item, by: relation, limit: 100).map(\.item)
    }
}
