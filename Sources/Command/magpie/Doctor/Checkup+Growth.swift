import Essentials
import Recommendations
import SearchServer

// The files that grow: events and access log; and the last backup.
extension Checkup {
    /// The events, and the time for which they are kept at their present rate.
    var growth: Finding? {
        guard let status = try? FileStatus.of(events) else { return nil }
        let limit = serve.setup.eventBytes
        let size = "\(events) has \(Numbers.bytes(Double(status.size))) of \(Numbers.bytes(Double(limit)))"
        let days: [EventStore.Count]
        do throws(SearchError) { days = try EventStore(reading: events.text).counts(by: .day, limit: 100_000) } catch {
            return .fault("events", error.sentence, "restore it from a backup; it holds events and consents")
        }
        guard let last = days.first, let first = days.last else { return .ok("events", size) }
        if last.name > now.day {
            return .fault(
                "events", "the last event is of \(last.name), which is in the future",
                "set the clock right; reports by day count such events when their day has come")
        }
        let all = days.reduce(0) { $0 + $1.events }
        // Of the days before today with events, at most a week.
        let week = days.drop { $0.name == now.day }.prefix(7)
        let rate = week.isEmpty ? last.events : week.reduce(0) { $0 + $1.events } / week.count
        let daily = Double(status.size) / Double(all) * Double(max(rate, 1))
        let seen =
            "\(size), \(Numbers.plural(all, "event")) since \(first.name), \(Numbers.bytes(daily)) a day of late"
        // The file keeps its size when old events leave.
        if status.size > limit / 10 * 9 {
            return .warning(
                "events", seen + "; the oldest now leave for new ones",
                "raise --events-bytes to keep them for longer, or copy them with 'magpie backup'")
        }
        return .ok(
            "events", "\(seen); the oldest leave after \(Numbers.count(Int(min(Double(limit) / daily, 1e6)))) days")
    }

    /// The access log of the settings.
    var log: Finding? {
        guard let log = serve.log else { return nil }
        guard let folder = try? FileStatus.of(log.absolute(from: .current).parent) else {
            return .fault(
                "log", "there is no folder for \(log)",
                "make it, or enable LogsDirectory= in the unit; the server does not start without it")
        }
        guard let status = try? FileStatus.of(log) else { return .ok("log", "\(log) is not begun yet") }
        if status.owner != folder.owner {
            return .fault(
                "log",
                "\(log) belongs to \(FileStatus.name(ofUser: status.owner)), and its folder to "
                    + FileStatus.name(ofUser: folder.owner),
                "chown --reference=\(log.parent.text.shellWord) \(log.text.shellWord)")
        }
        let seen = "\(log) has \(Numbers.bytes(Double(status.size)))"
        if status.size > 1_000_000_000 {
            return .warning("log", seen, "rotate it, as /etc/logrotate.d/magpie of the package does: it has addresses")
        }
        return .ok("log", seen)
    }

    /// The newest backup, and the space for the next one.
    var backup: [Finding] {
        let advice = "'magpie backup' with a timer: systemctl enable --now magpie-backup.timer"
        guard let backups else {
            return [.warning("backup", "no folder of backups is named", "name it with --backups; or begin: \(advice)")]
        }
        guard let newest = times(in: backups).max() else {
            return [.warning("backup", "\(backups) has no backup of \(store)", "begin: \(advice)")]
        }
        let days = newest.days(to: now)
        let seen = "the last backup in \(backups) is \(days < 1 ? "of today" : Numbers.plural(days, "day") + " old")"
        let age: Finding =
            days > 7
            ? .fault("backup", seen, "find out why it stopped: systemctl status magpie-backup.service")
            : days > 1 ? .warning("backup", seen, "systemctl list-timers magpie-backup.timer") : .ok("backup", seen)
        guard let room = Room(of: backups), room.free < bytes else { return [age] }
        return [
            age,
            .warning(
                "backup",
                "\(backups) has \(Numbers.bytes(Double(room.free))) left, and the store has "
                    + Numbers.bytes(Double(bytes)), "free space, or keep fewer backups"),
        ]
    }

    /// The times of the backups of this store, by their names, such as catalog-2026-11-30T224500Z. One without a manifest,
    /// which is written last, does not count.
    private func times(in folder: Path) -> [Date] {
        let stem = String(decoding: store.name.prefix { $0 != UInt8(ascii: ".") }, as: UTF8.self)
        guard let listing = try? DirectoryListing(of: folder, where: { _, kind in kind != .file }) else { return [] }
        return (0..<listing.count).compactMap { index in
            let name = String(decoding: listing[index].name, as: UTF8.self)
            guard name.hasPrefix(stem + "-"), (folder.appending(listing[index].name) / Path("manifest.json")).isThere
            else { return nil }
            return try? Date(String(name.dropFirst(stem.count + 1)), strategy: .iso8601.timeSeparator(.omitted))
        }
    }
}
