import Foundation

/// The error of a wait for something that did not happen.
public struct WaitedInVain: Error, CustomStringConvertible {
    public let description: String
}

/// The longest wait in seconds for something that must happen: below the time limit of a test, whose error says less.
public let longestWait = 240.0

/// Blocks until `condition` holds, and looks each millisecond. Throws ``WaitedInVain`` after ``longestWait`` seconds.
public func wait(for what: String, until condition: () throws -> Bool) throws {
    let end = Date().addingTimeInterval(longestWait)
    while try !condition() {
        guard Date() < end else { throw WaitedInVain(description: "waited \(longestWait) s for \(what)") }
        usleep(1000)
    }
}

/// Suspends until `condition` holds, and looks every 5 ms. Throws ``WaitedInVain`` after ``longestWait`` seconds.
public func waitAsync(for what: String, until condition: () async throws -> Bool) async throws {
    let end = Date().addingTimeInterval(longestWait)
    while try await !condition() {
        guard Date() < end else { throw WaitedInVain(description: "waited \(longestWait) s for \(what)") }
        try await Task.sleep(for: .milliseconds(5))
    }
}

/// Runs what blocks on a thread of its own, and returns what it returns.
///
/// Tasks share as many threads as there are cores. A test that holds one of them while it waits for another task keeps all
/// tests waiting for ever once there are as many of its kind.
public func onOwnThread<Result: Sendable, Failure: Error>(
    _ body: @escaping @Sendable () throws(Failure) -> Result
) async throws(Failure) -> Result {
    let result = await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: Swift.Result { () throws(Failure) in try body() }) }
    }
    return try result.get()
}
