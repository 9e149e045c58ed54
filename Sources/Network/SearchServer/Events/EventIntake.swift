package import Recommendations

/// Keeps the events of trackers, within the rate of each address.
package struct EventIntake: Sendable {
    private let store: EventStore
    private let rate: SenderRate
    private let storeFaults: StoreFaults

    /// - Parameter perSecond: Events of one address; 0 for any number.
    init(_ store: EventStore, perSecond: Int, storeFaults: StoreFaults) {
        self.store = store
        rate = .events(perSecond: perSecond)
        self.storeFaults = storeFaults
    }

    /// Keeps all of them or throws; those of one request count as one burst.
    package func keep(_ events: [TrackedEvent], _ request: HTTPRequest) throws(TrackedEvent.Fault) {
        guard rate.takes(events.count, from: request.remoteAddress) else { throw .tooMany }
        do throws(SearchError) { try store.add(events) } catch {
            rate.giveBack(events.count, to: request.remoteAddress)
            storeFaults.note(error)
            throw .system(error.description)
        }
    }
}

extension SenderRate {
    /// The rate of one address: a burst is ten seconds' worth, or a whole batch.
    static func events(perSecond: Int) -> SenderRate {
        SenderRate(perSecond: perSecond, most: max(10 * perSecond, EventRoutes.batch))
    }
}
