import SearchAPI
import VisualSearch

/// An operation with its outcome.
struct Effect {
    /// The states of the store after each of its transactions, in order. Empty for one that changes nothing.
    var states: [Shop] = []
    /// The file that it makes, and what that holds.
    var made: (name: String, shop: Shop)?
    /// The contents of the files beside it afterwards; nil for an operation on the catalog.
    var sides: Sides?
    /// An acknowledged change outlives a failure of the power, with all that came before in the same file. Events alone
    /// outlive only the process.
    var isDurableBeside = false
    /// True for one that makes a whole file under another name first.
    var isMaking: Bool { made != nil || closesStore || sides?.places != nil }
    /// False for an operation without a connection to the catalog.
    var needsStore = true
    /// True where no connection to the catalog may be open.
    var closesStore = false
    var run: (_ store: CatalogStore?) throws(SearchError) -> Void = { _ in }
}

/// The operation did something else than the model.
struct Mismatch: Error {
    var text: String
}

extension Operation {
    /// The operation on a store that holds `shop`; `files` names others that lie beside it.
    func effect(_ shop: Shop, in folder: Folder, files: [String: Shop], _ random: inout SplitMix) -> Effect {
        switch self {
        case .open: return Effect()
        case .put, .change: return putting(shop, &random)
        case .remove, .restore: return moving(shop, &random)
        case .rules: return keepingRules(shop, &random)
        case .compact:
            var after = shop
            after.removed = [:]
            return Effect(states: [after]) { store throws(SearchError) in _ = try store?.compact() }
        case .learn:
            var after = shop
            after.learned = shop.items.values.count { $0.attributes["brand"] != nil }
            return Effect(states: [after]) { store throws(SearchError) in _ = try store?.learn(fromTypesIn: ["brand"]) }
        case .backup:
            let name = files.keys.contains("backup") ? "backup 2" : "backup"
            return Effect(made: (name, shop)) { store throws(SearchError) in
                _ = try store?.backup(to: folder.path(name))
            }
        case .copy:
            return Effect(made: ("copy", shop.copied)) { store throws(SearchError) in
                _ = try store?.copyItems(toFile: folder.path("copy"))
            }
        case .repair:
            return Effect(made: ("repaired", shop)) { store throws(SearchError) in
                let report = try CatalogStore.repair(path: folder.path(Folder.store), to: folder.path("repaired"))
                guard report.lost.isEmpty, report.doubtful.isEmpty else {
                    throw .damaged(path: "", detail: "a repair of a sound store lost \(report)")
                }
            }
        case .merge: return merging(shop, in: folder, files)
        case .describe:
            let other = SimulatedDescriber.all[shop.describer == SimulatedDescriber.all[0].record ? 1 : 0]
            var after = shop
            after.describe(by: other)
            return Effect(states: [after], needsStore: false, closesStore: true) { _ throws(SearchError) in
                try other.describeAll(in: folder.path(Folder.store), from: shop.describer)
            }
        case .report, .consent, .forget, .content, .places, .follow, .jobs, .upload, .saveAll, .restoreAll:
            return Effect()
        case .putBack:
            guard let backup = files["backup"] else { return Effect() }
            return Effect(states: [backup], needsStore: false, closesStore: true) { _ throws(SearchError) in
                _ = try CatalogStore.putBack(folder.path("backup"), inPlaceOf: folder.path(Folder.store))
            }
        }
    }

    private func putting(_ shop: Shop, _ random: inout SplitMix) -> Effect {
        var batch: [StoredItem] = []
        let known = shop.items.keys.sorted()
        if self == .change, known.isEmpty { return Effect() }
        for _ in 0...random.below(4) {
            let id = random.pick(self == .put ? Shop.ids : known)
            batch.append(StoredItem(id, &random, withPicture: self == .put))
        }
        var after = shop
        for item in batch { after.put(item) }
        return Effect(states: [after]) { [batch] store throws(SearchError) in
            for problem in try store?.upsert(batch) ?? [] { if let problem { throw problem } }
        }
    }

    private func moving(_ shop: Shop, _ random: inout SplitMix) -> Effect {
        let known = (self == .remove ? shop.items : shop.removed).keys.sorted()
        let ids = (0...random.below(3)).map { _ in random.pick(random.isOnce(in: 4) ? Shop.ids : known + ["item 0"]) }
        var after = shop
        for id in ids {
            if self == .remove { after.remove(id) } else { after.restore(id) }
        }
        let isRemoval = self == .remove
        return Effect(states: [after]) { store throws(SearchError) in
            if isRemoval { _ = try store?.remove(ids) } else { try store?.restore(ids) }
        }
    }

    private func keepingRules(_ shop: Shop, _ random: inout SplitMix) -> Effect {
        var names: Set<String> = []
        for _ in 0..<random.below(5) { names.insert("rule \(random.below(8))") }
        let rules = names.sorted().map { Shop.Rule(name: $0, record: "{\"name\":\"\($0)\",\"n\":\(random.below(99))}") }
        let replacingAll = random.isOnce(in: 3)
        var after = shop
        after.keep(rules, replacingAll: replacingAll)
        return Effect(states: [after]) { store throws(SearchError) in
            try store?.keep(
                rules: rules.map { ($0.name, $0.record) }, replacingAll: replacingAll, limit: 1000)
        }
    }

    private func merging(_ shop: Shop, in folder: Folder, _ files: [String: Shop]) -> Effect {
        guard shop.rules.isEmpty else { return Effect() }
        var parts = [Folder.store]
        var merged = Shop(items: shop.items, describer: shop.describer)
        if let backup = files["backup"], backup.rules.isEmpty, backup.describer == shop.describer {
            parts.append("backup")
            merged.items.merge(backup.items) { first, _ in first }
        }
        return Effect(made: ("merged", merged)) { _ throws(SearchError) in
            var opened: [MergePart] = []
            for part in parts { opened.append(try MergePart(folder.path(part))) }
            _ = try StoreMerge(opened, choice: .first).write(to: folder.path("merged"))
        }
    }
}
