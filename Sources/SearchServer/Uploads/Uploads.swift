internal import Foundation
internal import ViSearchAPI

/// The uploaded pictures of clients, kept for a while, so that they may search again with another box.
///
/// In memory only: a picture is a few seconds' work for its client, and nobody's pictures stay on a disk. New pictures
/// replace the oldest ones.
package final class Uploads: Sendable {
    package struct Room: Hashable, Sendable {
        package var count: Int
        package var bytes: Int
        /// The time for which a picture is kept.
        package var seconds: Double

        /// - Parameters:
        ///   - count: pictures. Default 1,000.
        ///   - bytes: of all pictures. Default 256 MiB.
        ///   - seconds: from the upload on. Default an hour.
        package init(count: Int = 1000, bytes: Int = 256 << 20, seconds: Double = 3600) {
            self.count = count
            self.bytes = bytes
            self.seconds = seconds
        }
    }

    private struct State {
        var pictures: [String: (bytes: [UInt8], ends: ContinuousClock.Instant)] = [:]
        /// Oldest first.
        var line: [String] = []
        var first = 0
        var bytes = 0

        mutating func dropExpired(_ now: ContinuousClock.Instant) {
            while first < line.count, pictures[line[first]].map({ $0.ends <= now }) ?? true { dropFirst() }
        }

        mutating func dropFirst() {
            if let picture = pictures.removeValue(forKey: line[first]) { bytes -= picture.bytes.count }
            first += 1
            if first > 1024, first * 2 > line.count {
                line.removeFirst(first)
                first = 0
            }
        }
    }

    private let room: Room
    private let state = Locked(State())

    package init(_ room: Room = Room()) { self.room = room }

    /// Keeps a picture; returns the random name by which it is found again.
    package func add(_ bytes: [UInt8], now: ContinuousClock.Instant = .now) -> String {
        let name = Uploads.name()
        state.withLock { state in
            guard bytes.count <= room.bytes, room.count > 0 else { return }
            state.dropExpired(now)
            while state.first < state.line.count,
                state.line.count - state.first >= room.count || state.bytes + bytes.count > room.bytes
            {
                state.dropFirst()
            }
            state.pictures[name] = (bytes, now + .seconds(room.seconds))
            state.line.append(name)
            state.bytes += bytes.count
        }
        return name
    }

    /// The picture of this name; nil when it was never there, or is no longer.
    package func bytes(of name: String, now: ContinuousClock.Instant = .now) -> [UInt8]? {
        state.withLock { state in
            state.dropExpired(now)
            return state.pictures[name]?.bytes
        }
    }

    /// The number of pictures, and of their bytes.
    package var held: (count: Int, bytes: Int) { held(.now) }

    func held(_ now: ContinuousClock.Instant) -> (count: Int, bytes: Int) {
        state.withLock { state in
            state.dropExpired(now)
            return (state.pictures.count, state.bytes)
        }
    }

    /// The day and 40 random hex digits, in the form of the service: `20171012b9b9….jpg`.
    private static func name() -> String {
        var generator = SystemRandomNumberGenerator()
        let random = (0..<5).map { _ in
            let digits = String(UInt32.random(in: .min ... .max, using: &generator), radix: 16)
            return String(repeating: "0", count: 8 - digits.utf8.count) + digits
        }
        let day = Date.now.formatted(Date.ISO8601FormatStyle().year().month().day().dateSeparator(.omitted))
        return day + random.joined() + ".jpg"
    }
}
