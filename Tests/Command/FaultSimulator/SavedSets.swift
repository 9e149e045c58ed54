import Essentials
import Recommendations
import SQLite
import SearchAPI
import SearchServer
import StepwiseSearch
import ViSearchRoutes
import VisualSearch

/// The backups of all files, and what is in each.
final class SavedSets {
    typealias State = (shop: Shop, sides: Sides)

    /// The backups that stay.
    private static let count = 2
    private static let forms: [FileKind: Int] = [
        .catalog: CatalogStore.form, .content: CatalogStore.form, .events: EventFile.steps.count,
        .jobs: JobStore.version, .steps: StepStore.form,
    ]

    private let folder: Folder
    private var held: [String: State] = [:]
    /// The one that a restore takes, until that has ended.
    private var chosen: String?

    init(_ folder: Folder) { self.folder = folder }

    /// True for the name of the store and a year, of this thousand.
    static func isSet(_ name: String) -> Bool { name.hasPrefix(Folder.store + "-2") }

    private var names: [String] { folder.names().filter(Self.isSet) }

    private func places(_ steps: Bool) -> BackupPlaces {
        BackupPlaces(
            store: folder.path(Folder.store), steps: steps ? folder.path("places") : nil, uploads: folder.root)
    }

    func effect(
        _ operation: Operation, _ sides: Sides, _ files: SideFiles, _ random: inout SplitMix
    ) -> Effect {
        if operation == .saveAll {
            return Effect { [self] _ throws(SearchError) in
                let backup = Backup(of: places(folder.names().contains("places")), version: "1")
                _ = try backup.make(in: folder.root)
                _ = try backup.removeOlder(in: folder.root, keeping: Self.count)
            }
        }
        guard !held.isEmpty else { return Effect() }
        let name = random.pick(held.keys.sorted())
        guard let saved = held[name] else { return Effect() }
        var effect = Effect(states: [saved.shop], needsStore: false, closesStore: true)
        var after = saved.sides
        // Not among what a server has, or named as lacking.
        (after.copied, after.followed) = (sides.copied, sides.followed)
        after.places = saved.sides.places ?? sides.places
        effect.sides = after
        effect.isDurableBeside = true
        effect.run = { [self] _ throws(SearchError) in
            chosen = name
            files.pictures.mayComeBack(try self.pictures(of: name))
            try restore(name)
        }
        return effect
    }

    private func restore(_ name: String) throws(SearchError) {
        let set = try BackupSet(folder.path(name))
        _ = try Restoration(of: set, to: places(true), only: nil, forms: Self.forms).run()
    }

    private func pictures(of name: String) throws(SearchError) -> [[UInt8]] {
        try BackupSet(folder.path(name)).manifest.files.filter { $0.role == .uploads }.compactMap { file in
            FileManager.default.contents(atPath: folder.path("\(name)/\(file.name)")).map { Array($0) }
        }
    }

    /// Completes a restore that was cut off between its note and its end; until then no store may open.
    func finish() throws(Mismatch) {
        guard folder.names().contains("\(Folder.store).restore"), let chosen else { return }
        if (try? CatalogStore(path: folder.path(Folder.store))) != nil {
            throw Mismatch(text: "a store between two states was opened")
        }
        do throws(SearchError) { try restore(chosen) } catch {
            throw Mismatch(text: "a restore that was cut off cannot be completed: \(error)")
        }
    }

    /// Compares the backups that are there with those that may be, and demands that each is whole.
    ///
    /// - Parameter before: The state before the step.
    func check(after operation: Operation, isAcknowledged: Bool, _ before: State) throws(Mismatch) {
        let present = names
        let gone = held.keys.filter { !present.contains($0) }
        let new = present.filter { held[$0] == nil }
        guard operation == .saveAll || gone.isEmpty && new.isEmpty else {
            throw Mismatch(text: "the backups \(gone) are gone, \(new) are new")
        }
        if isAcknowledged, operation == .saveAll, new.count != 1 || present.count > Self.count {
            throw Mismatch(text: "a backup was acknowledged, and the backups are \(present)")
        }
        if !gone.isEmpty, new.isEmpty { throw Mismatch(text: "the backups \(gone) are gone without a new one") }
        for name in gone { held[name] = nil }
        for name in new {
            held[name] = before
            do throws(SearchError) {
                let set = try BackupSet(folder.path(name))
                try set.verify(Set(BackupRole.allCases))
                let own = set.manifest.roles.filter { $0 != .uploads }
                let isWhole = own.contains(.catalog) && (before.sides.events == 0 || own.contains(.events))
                guard isWhole else { throw .service("it has \(own)") }
            } catch {
                throw Mismatch(text: "the backup \(name) looks whole and is not: \(error)")
            }
        }
    }
}

extension Operation {
    /// True for what an attempt has left that was cut off, and the next one removes.
    func isRemains(_ name: String, of made: String?) -> Bool {
        func begins(_ words: String...) -> Bool { words.contains { name.hasPrefix($0) } }
        return switch self {
        case .putBack: begins("\(Folder.store).restoring-", "\(Folder.store).making")
        case .saveAll: begins("\(Folder.store).partial-", "\(Folder.store).making")
        case .restoreAll: name.contains(".incoming-") || begins("\(Folder.store).restore", "\(Folder.store).restoring")
        case .places: begins("places.importing-", "places.making")
        // The lock of who describes pictures, which the next one takes over.
        case .describe: name == Folder.store + ".describing"
        default: made.map { name.hasPrefix($0 + ".") } ?? false
        }
    }
}
