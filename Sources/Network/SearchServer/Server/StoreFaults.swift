/// The recent errors of the store, for the health check.
package final class StoreFaults: Sendable {
    /// The time for which an error is reported.
    private static let memory = Duration.seconds(60)
    private let last = Locked<(read: ContinuousClock.Instant?, write: ContinuousClock.Instant?)>((nil, nil))

    package func note(_ error: SearchError) {
        switch error {
        case .store, .damaged: last.withLock { $0.read = .now }
        case .diskFull: last.withLock { $0.write = .now }
        case .invalidArgument, .itemNotFound, .image, .wrongType, .describerMismatch, .service, .cancelled: break
        }
    }

    /// The store could not be read or used within the last minute.
    var isUnreadable: Bool { last.withLock { StoreFaults.isRecent($0.read) } }
    /// True if the disk was full within the last minute.
    var isFull: Bool { last.withLock { StoreFaults.isRecent($0.write) } }

    private static func isRecent(_ moment: ContinuousClock.Instant?) -> Bool {
        moment.map { $0.duration(to: .now) < memory } ?? false
    }
}
