internal import Essentials

/// The uploaded pictures of clients, kept for a while, so that they may search again with another box.
///
/// In memory: a picture is a few seconds' work for its client, and nobody's pictures stay on a disk. New pictures replace
/// the oldest ones. Where several servers share a folder, also there, until they expire.
package final class Uploads: Sendable {
    package struct Capacity: Hashable, Sendable {
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

    private struct Picture {
        var bytes: [UInt8]
        var ends: ContinuousClock.Instant
        var sender: [UInt8]?
    }

    /// The part of all uploads that one client has.
    private struct Share {
        var count = 0
        var bytes = 0
    }

    private struct State {
        var pictures: [String: Picture] = [:]
        var shares: [[UInt8]: Share] = [:]
        /// Oldest first, beside some that are gone.
        var line: [String] = []
        var first = 0
        var bytes = 0

        mutating func dropExpired(_ now: ContinuousClock.Instant) {
            while first < line.count, pictures[line[first]].map({ $0.ends <= now }) ?? true { dropFirst() }
        }

        mutating func drop(_ name: String) {
            guard let picture = pictures.removeValue(forKey: name) else { return }
            bytes -= picture.bytes.count
            guard let sender = picture.sender, var share = shares[sender] else { return }
            share.count -= 1
            share.bytes -= picture.bytes.count
            shares[sender] = share.count > 0 ? share : nil
        }

        /// Drops the oldest picture of a client; returns its name.
        mutating func dropFirst(of sender: [UInt8]) -> String? {
            guard let name = line[first...].first(where: { pictures[$0]?.sender == sender }) else { return nil }
            drop(name)
            if line.count - first > 2 * pictures.count + 1024 {
                line = line[first...].filter { pictures[$0] != nil }
                first = 0
            }
            return name
        }

        mutating func dropFirst() {
            drop(line[first])
            first += 1
            if first > 1024, first * 2 > line.count {
                line.removeFirst(first)
                first = 0
            }
        }
    }

    private let capacity: Capacity
    private let state = Locked(State())
    private let folder: UploadFolder?
    /// True while pictures cannot be written to the folder.
    private let isFailing = Locked(false)
    private let note: @Sendable (String) -> Void

    /// Keeps pictures in memory only.
    package init(_ capacity: Capacity = Capacity()) { (self.capacity, folder, note) = (capacity, nil, { _ in }) }

    /// - Parameters:
    ///   - folder: The path of the folder that several servers share; nil for none.
    ///   - note: Called when pictures cannot be written to it, and when they can again.
    /// - Throws: `invalidArgument` where nothing can be written to the folder.
    package init(
        _ capacity: Capacity, folder: String?, note: @escaping @Sendable (String) -> Void
    ) throws(SearchError) {
        self.capacity = capacity
        self.note = note
        if let folder { self.folder = try UploadFolder(folder, capacity) } else { self.folder = nil }
    }

    /// Keeps a picture; returns the random name by which it is found again.
    ///
    /// - Parameter sender: The client, which has half of the space at most: beyond it, its own oldest pictures are
    ///   dropped. Nil, the default, shares with nobody.
    package func add(_ bytes: [UInt8], of sender: [UInt8]? = nil, now: ContinuousClock.Instant = .now) -> String {
        let name = Uploads.name()
        let own = state.withLock { state -> [String] in
            guard bytes.count <= capacity.bytes, capacity.count > 0 else { return [] }
            state.dropExpired(now)
            var own: [String] = []
            while let sender, let share = state.shares[sender],
                share.count >= max(capacity.count / 2, 1) || share.bytes + bytes.count > capacity.bytes / 2,
                let dropped = state.dropFirst(of: sender)
            {
                own.append(dropped)
            }
            while state.first < state.line.count,
                state.pictures.count >= capacity.count || state.bytes + bytes.count > capacity.bytes
            {
                state.dropFirst()
            }
            state.pictures[name] = Picture(bytes: bytes, ends: now + .seconds(capacity.seconds), sender: sender)
            state.line.append(name)
            state.bytes += bytes.count
            if let sender {
                state.shares[sender, default: Share()].count += 1
                state.shares[sender]?.bytes += bytes.count
            }
            return own
        }
        if let folder {
            for name in own { folder.remove(name) }
            share(bytes, name, in: folder)
        }
        return name
    }

    private func share(_ bytes: [UInt8], _ name: String, in folder: UploadFolder) {
        var failure: String?
        do { try folder.add(bytes, as: name) } catch { failure = error.systemReason }
        let isNew = isFailing.withLock { isFailing in
            defer { isFailing = failure != nil }
            return isFailing != (failure != nil)
        }
        guard isNew else { return }
        note(
            failure.map { "uploaded pictures are known to this server only, their folder fails: \($0)" }
                ?? "uploaded pictures are shared again")
    }

    /// The picture of this name; nil when it was never there, or is no longer.
    package func bytes(of name: String, now: ContinuousClock.Instant = .now) -> [UInt8]? {
        let held = state.withLock { state in
            state.dropExpired(now)
            return state.pictures[name]?.bytes
        }
        return held ?? folder?.bytes(of: name)
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
    static func name() -> String {
        var generator = SystemRandomNumberGenerator()
        let random = (0..<20).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        let day = Date.now.formatted(Date.ISO8601FormatStyle().year().month().day().dateSeparator(.omitted))
        return day + random.hexadecimal + ".jpg"
    }

    /// Returns true for a text that can be such a name.
    static func isName(_ text: String) -> Bool {
        let isHex = text.utf8.dropLast(4).allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
        return text.utf8.count == 52 && text.hasSuffix(".jpg") && isHex
    }
}
