internal import Dispatch
internal import Essentials
internal import ImageTypes

/// Writes a line of JSON for each request, off the threads that answer.
///
/// Lines are written within a fifth of a second. A reader who is so slow that four megabytes wait, or who reads nothing
/// for a second, loses lines, and so does a full disk; a line of its own gives their number. The path of a request is
/// logged without its query, which may hold keys.
public final class AccessLog: Sendable {
    struct Entry {
        var id: String
        var method: String
        var path: String
        var status: Int
        /// Of the body of the answer.
        var bytes: Int
        var seconds: Double
        var remoteAddress: String
        /// The request came with no valid key, or with one that lacks the right; nil where all was well.
        var authentication: String?
        /// The error on this side.
        var reason: String?
        /// The names that the client gave the request.
        var trace: RequestTrace?
    }

    private struct State {
        var text: [UInt8] = []
        var isAwaited = false
        var lost = 0
        /// The last second that was written out, and its text.
        var second = 0
        var time = ""
    }

    /// Seconds in UTC; each line adds the fraction behind them.
    private static let format = Date.ISO8601FormatStyle().year().month().day().time(includingFractionalSeconds: false)
    private static let limit = 4_000_000
    private static let lineEnd = UInt8(ascii: "\n")
    /// Milliseconds to wait for a reader. Meanwhile lines are collected, up to `limit`.
    private static let patience: Int32 = 1000
    private let state = Locked(State())
    private let queue = DispatchQueue(label: "magpie.access-log")
    private let descriptor: Int32

    /// Writes to an open file descriptor, which stays the caller's.
    public init(descriptor: Int32) { self.descriptor = descriptor }

    /// A path without what follows an escaped question mark: a client that escapes its whole query has put its key there.
    static func shown(_ path: String) -> String { String(path.prefix { $0 != "?" && $0 != "#" }) }

    func append(_ entry: Entry) {
        let now = Date().timeIntervalSince1970
        let isFirst = state.withLock { state in
            guard state.text.count < Self.limit else {
                state.lost += 1
                return false
            }
            if state.second != Int(now) {
                state.second = Int(now)
                state.time = Date(timeIntervalSince1970: now.rounded(.down)).formatted(Self.format)
            }
            let fraction = Int((now - Double(Int(now))) * 1000)
            let digits = String(fraction)
            let padding = String(repeating: "0", count: 3 - digits.count)
            state.text += entry.line(at: "\(state.time).\(padding)\(digits)Z").utf8
            defer { state.isAwaited = true }
            return !state.isAwaited
        }
        if isFirst { queue.asyncAfter(deadline: .now() + 0.2) { self.write() } }
    }

    /// Returns when all lines are written, or counted as lost. The rest of a line of which only a part could be written
    /// waits for the next lines.
    public func flush() { queue.sync { write() } }

    private func write() {
        let (lines, lost) = state.withLock { state in
            defer {
                state.text = []
                state.lost = 0
                state.isAwaited = false
            }
            return (state.text, state.lost)
        }
        let all = lost == 0 ? lines : lines + Array(JSONWriter.line { $0.member("lost", lost) }.utf8)
        var text = all[...]
        var isBegun = false
        while !text.isEmpty {
            // Safe: the count is that of the buffer.
            let written = unsafe text.withUnsafeBytes { unsafe Essentials.write(descriptor, $0.baseAddress, $0.count) }
            if written > 0 {
                text = text.dropFirst(written)
                isBegun = all[..<text.startIndex].last != Self.lineEnd
            } else if errno == EAGAIN {
                // A pipe that does not block, and whose reader is slow.
                var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                // Safe: one entry, as the count states.
                if unsafe poll(&ready, 1, Self.patience) <= 0 { return lose(text, isBegun, lost) }
            } else if errno != EINTR {
                return lose(text, isBegun, lost)
            }
        }
    }

    /// Counts the lines that could not be written; the next lines report the count. The rest of a line that was begun
    /// goes before these.
    private func lose(_ text: ArraySlice<UInt8>, _ isBegun: Bool, _ before: Int) {
        let end = isBegun ? text.firstIndex(of: Self.lineEnd).map { $0 + 1 } ?? text.endIndex : text.startIndex
        let (rest, dropped) = (text[..<end], text[end...])
        // The last line of all is the one that reported the earlier losses.
        let lines = dropped.count { $0 == Self.lineEnd } + (before > 0 && !dropped.isEmpty ? before - 1 : 0)
        state.withLock { state in
            state.text = rest + state.text
            state.lost += lines
        }
    }
}

extension AccessLog.Entry {
    fileprivate func line(at time: String) -> String {
        JSONWriter.line { line in
            line.member("time", time)
            line.member("reqid", id)
            line.member("method", method)
            line.member("path", path)
            line.member("status", status)
            line.member("bytes", bytes)
            line.member("ms", seconds * 1000, places: 3)
            line.member("remote", remoteAddress)
            if let authentication { line.member("auth", authentication) }
            if let reason { line.member("reason", reason) }
            if let id = trace?.requestID { line.member("request_id", id) }
            if let id = trace?.trace { line.member("trace_id", id) }
        }
    }
}
