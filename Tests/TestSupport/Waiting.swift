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
