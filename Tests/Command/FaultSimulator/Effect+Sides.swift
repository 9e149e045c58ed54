import Essentials
import Recommendations
import SearchAPI
import StepwiseSearch
import ViSearchRoutes
import VisualSearch

extension Operation {
    /// Works on a file beside the catalog.
    var isBeside: Bool {
        switch self {
        case .report, .consent, .forget, .content, .places, .follow, .jobs, .upload: true
        default: false
        }
    }

    /// The operation on the files beside a catalog.
    func effect(_ sides: Sides, _ files: SideFiles, in folder: Folder, _ random: inout SplitMix) -> Effect {
        var after = sides
        var effect = Effect(needsStore: false)
        switch self {
        case .report:
            after.events += 1
            let batch = Sides.batch(after.events)
            effect.run = { _ throws(SearchError) in try files.events().add(batch) }
        case .consent where !sides.hasCategory:
            after.hasCategory = true
            effect.run = { _ throws(SearchError) in
                try files.consents().define([ConsentCategory(id: "personalization")])
            }
        case .consent:
            let (customer, isGiven) = (random.pick(Sides.customers), random.isOnce(in: 2))
            after.consents[customer, default: []].append(isGiven)
            let consent = Consent(
                category: "personalization", isGiven: isGiven,
                timestamp: Double(after.consents[customer]?.count ?? 0))
            effect.run = { _ throws(SearchError) in try files.consents().record(consent, of: customer) }
            effect.isDurableBeside = true
        case .forget:
            let customer = random.pick(Sides.customers)
            after.consents[customer] = nil
            effect.run = { _ throws(SearchError) in _ = try files.events().forget([customer]) }
        case .content: return content(sides, files, &random)
        case .follow: return following(sides, files, &random)
        case .jobs: return jobs(sides, files, &random)
        case .upload:
            var picture = (0..<8).map { _ in UInt8(random.below(256)) }
            picture += [UInt8](repeating: 1, count: random.below(20_000))
            effect.run = { [picture] _ throws(SearchError) in try files.pictures.add(picture) }
        default:
            // Three more places each time.
            after.places = (sides.places ?? 0) + 3
            let rows = folder.input("places.csv", Self.rows(after.places ?? 0))
            effect.run = { _ throws(SearchError) in _ = try StepImport([rows]).run(to: folder.path("places")) }
        }
        effect.sides = after
        return effect
    }

    private static func rows(_ count: Int) -> String {
        "id,parent,label\n"
            + (0..<count).map { "p\($0),\($0 < 3 ? "" : "p\($0 % 3)"),place \($0)\n" }.joined()
    }

    private func following(_ sides: Sides, _ files: SideFiles, _ random: inout SplitMix) -> Effect {
        var after = sides
        var changes = SharedChanges()
        if after.copied.isEmpty { changes.fields["stock"] = SharedField(type: .int, isGuessed: false) }
        for _ in 0..<random.below(3) {
            let id = random.pick(Shop.ids)
            if after.copied.removeValue(forKey: id) != nil { changes.removed.append(id) }
        }
        for id in Set((0...random.below(3)).map { _ in random.pick(Shop.ids) }).sorted() {
            let stock = random.below(1000)
            after.copied[id] = stock
            let item = Item(id: id, attributes: ["stock": .int(stock)])
            changes.items.append(StoredItem(item, picture: StoredPicture(&random)))
        }
        let moment = (sides.followed ?? 0) + 1
        after.followed = moment
        var effect = Effect(needsStore: false)
        effect.sides = after
        effect.run = { [changes] _ throws(SearchError) in
            let progress = ImportProgress(file: "home", mark: "mark", rows: moment)
            try files.copy().takeIn(changes, progress)
        }
        return effect
    }

    private func content(_ sides: Sides, _ files: SideFiles, _ random: inout SplitMix) -> Effect {
        var after = sides
        var effect = Effect(needsStore: false)
        switch random.below(4) {
        case 0:
            let (name, record) = (random.pick(["Book", "People"]), "{\"fields\":\(random.below(100))}")
            after.modules[name] = record
            effect.run = { _ throws(SearchError) in try files.content().define(modules: [name: record]) }
        case 1:
            let id = random.pick(Shop.ids)
            after.content[id] = nil
            effect.run = { _ throws(SearchError) in _ = try files.content().remove([id]) }
        default:
            var batch: [StoredItem] = []
            for _ in 0...random.below(3) {
                var item = StoredItem(random.pick(Shop.ids), &random, withPicture: false)
                let content = StoredContent(head: "{}", values: "{\"n\":\(random.below(1000))}")
                item.content = content
                item.pictures = nil
                after.content[item.item.id] = content
                batch.append(item)
            }
            let rows = (sides.imported ?? 0) + batch.count
            after.imported = rows
            effect.run = { [batch] _ throws(SearchError) in
                let progress = ImportProgress(file: "file", mark: "mark", rows: rows)
                for problem in try files.content().upsert(batch, from: progress) { if let problem { throw problem } }
            }
        }
        effect.sides = after
        return effect
    }

    private func jobs(_ sides: Sides, _ files: SideFiles, _ random: inout SplitMix) -> Effect {
        var after = sides
        var effect = Effect(needsStore: false)
        let waiting = sides.jobs.waiting
        switch random.below(3) {
        case 0 where !waiting.isEmpty:
            let places = waiting.prefix(1 + random.below(4)).map(\.place)
            for place in places { after.jobs.finish(place, failing: false) }
            effect.run = { _ throws(SearchError) in try files.jobs().finish(places.map { ($0, nil) }) }
        case 1 where !waiting.isEmpty:
            let name = random.pick(Shop.ids)
            for entry in waiting where entry.entry.name == name { after.jobs.finish(entry.place, failing: true) }
            effect.run = { _ throws(SearchError) in try files.jobs().giveUp([name]) }
        default:
            let entries = (0...random.below(4)).map { _ in JobStore.Entry(&random) }
            after.jobs.add(entries)
            effect.run = { _ throws(SearchError) in
                guard try files.jobs().add(entries) != nil else { throw .service("a few insertions were too many") }
            }
        }
        effect.sides = after
        return effect
    }
}
