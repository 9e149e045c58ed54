internal import SearchServer
internal import ViSearchAPI

/// Which of the accepted insertions is begun next.
///
/// Entries of one item are processed one after the other, in their order; all others may overtake each other. Hosts
/// take turns. A host that did not answer the last time shares a quarter of the downloads with others like it, and no
/// host has more than three quarters, so that one that hangs never blocks the rest. With fewer than four downloads at a
/// time these shares are one download each at the least; with a single one a host that hangs blocks the others.
struct InsertionLine {
    struct Entry: Hashable, Sendable {
        /// Grows in the order of acceptance.
        var place: Int
        /// Of the item.
        var name: String
        /// From where its picture is to be fetched; nil where nothing is.
        var host: String?
    }

    /// Entries of one host, oldest first.
    private struct Queue {
        var entries: ArraySlice<Entry> = []
        var underWay = 0
    }

    /// The number of entries of a host that are searched for one that need not wait for another of its item.
    private static let sight = 256

    /// The number of the last entry that was appended.
    private(set) var last = 0
    private let downloads: Int
    private let others: Int
    private var queues: [String?: Queue] = [:]
    /// Hosts with entries, those whose turn is next first.
    private var hosts: [String] = []
    /// The numbers of unfinished entries, oldest first, by item.
    private var places: [String: ArraySlice<Int>] = [:]
    private var underWay: [Int: Entry] = [:]
    private var silent: Set<String> = []

    /// - Parameters:
    ///   - downloads: Entries that are fetched at a time, at least 1.
    ///   - others: Entries without a download at a time, at least 1.
    init(downloads: Int, others: Int) {
        precondition(downloads > 0 && others > 0, "a line without a place for an entry begins none")
        self.downloads = downloads
        self.others = others
    }

    /// True if no begun entry is unfinished.
    var isIdle: Bool { underWay.isEmpty }

    mutating func append(_ entry: Entry) {
        last = max(last, entry.place)
        places[entry.name, default: []].append(entry.place)
        if let host = entry.host, queues[host]?.entries.isEmpty ?? true { hosts.append(host) }
        queues[entry.host, default: Queue()].entries.append(entry)
    }

    /// Returns the next entry to begin; nil if none may begin now. Entries without a download go first.
    mutating func next() -> Entry? {
        if let entry = begin(nil, most: others) { return entry }
        guard underWay.values.lazy.filter({ $0.host != nil }).count < downloads else { return nil }
        let few = max(downloads / 4, 1)
        let most = max(downloads - few, 1)
        let waiting = silent.reduce(0) { $0 + (queues[$1]?.underWay ?? 0) }
        for (turn, host) in hosts.enumerated() {
            let isSilent = silent.contains(host)
            if isSilent, waiting >= few { continue }
            guard let entry = begin(host, most: isSilent ? few : most) else { continue }
            hosts.remove(at: turn)
            if !(queues[host]?.entries.isEmpty ?? true) { hosts.append(host) }
            return entry
        }
        return nil
    }

    private mutating func begin(_ host: String?, most: Int) -> Entry? {
        guard let queue = queues[host], queue.underWay < most,
            let turn = queue.entries.prefix(InsertionLine.sight).firstIndex(where: { isFirst($0) })
        else { return nil }
        let entry = queue.entries[turn]
        queues[host]?.entries.remove(at: turn)
        queues[host]?.underWay += 1
        underWay[entry.place] = entry
        return entry
    }

    /// Returns true if no earlier entry of its item is unfinished.
    private func isFirst(_ entry: Entry) -> Bool { places[entry.name]?.first == entry.place }

    /// Records whether the host of a running entry has answered.
    mutating func heard(_ host: String, answered: Bool) {
        if answered { silent.remove(host) } else { silent.insert(host) }
    }

    /// Returns a begun entry that could not be processed now: it is the next one of its host again.
    mutating func putBack(_ place: Int) {
        guard let entry = underWay.removeValue(forKey: place) else { return }
        if let host = entry.host, queues[host]?.entries.isEmpty ?? true { hosts.insert(host, at: 0) }
        var queue = queues[entry.host] ?? Queue()
        queue.underWay -= 1
        queue.entries.insert(entry, at: queue.entries.startIndex)
        queues[entry.host] = queue
    }

    /// Removes a begun entry that is finished: written, failed or dropped.
    mutating func finish(_ place: Int) {
        guard let entry = underWay.removeValue(forKey: place) else { return }
        places[entry.name]?.removeFirst()
        if places[entry.name]?.isEmpty ?? true { places[entry.name] = nil }
        queues[entry.host]?.underWay -= 1
        if let queue = queues[entry.host], queue.underWay == 0, queue.entries.isEmpty {
            queues[entry.host] = nil
            // The state of a host without entries is not kept for ever.
            if silent.count > 1000, let host = entry.host { silent.remove(host) }
        }
    }
}
