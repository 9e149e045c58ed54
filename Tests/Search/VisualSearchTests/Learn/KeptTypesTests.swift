import Foundation
import SQLite
import TestSupport
import Testing

@testable import VisualSearch

@Suite("Types that a store keeps beside what it has learned")
struct KeptTypesTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static func item(_ number: Int, _ attributes: [String: AttributeValue]) -> StoredItem {
        StoredItem(
            Item(id: "\(number)", attributes: attributes),
            picture: StoredPicture(vector: KindCatalog.vector(KindCatalog.kinds[number % 4], number)))
    }

    private func store(_ mode: CatalogStore.Mode = .create, _ name: String = "catalog.magpie") throws -> CatalogStore {
        let describer = DescriberIdentity(name: "values", dimensions: KindCatalog.dimensions, colors: 3)
        return try CatalogStore(path: folder.path(name), describer: describer, mode: mode)
    }

    /// The types of each slot, and the probable types of some pictures, as another process reads them.
    private struct Seen: Equatable {
        var types: [[String]] = []
        var guesses: [[String: Double]] = []

        subscript(slot: Int) -> [String] { types[slot] }
    }

    private func read(_ name: String = "catalog.magpie") throws -> Seen {
        try store(.readOnly, name).read { snapshot throws(SearchError) in
            guard let types = try TypeTable(["type"], in: snapshot) else { return Seen() }
            var seen = Seen(
                types: (0..<snapshot.slots).map { slot in types.at(slot).map { types.names[$0] } })
            guard let space = try snapshot.learned() else { return seen }
            let rows = LearnedRows(space, of: StoredVectors(fewRows: 4096, isShared: false))
            guard let guesses = try rows.guesses(by: types, in: snapshot) else { return seen }
            for number in 1000..<1008 {
                let vector = KindCatalog.vector(KindCatalog.kinds[number % 4], number)
                seen.guesses.append(try guesses.probabilities(of: vector, in: snapshot))
            }
            return seen
        }
    }

    /// The same without what is kept.
    private func readFromItems() throws -> Seen {
        let path = folder.path("without.magpie")
        _ = try store().backup(to: path)
        try store(.create, "without.magpie").write { database throws(SearchError) in try database.forget(.types) }
        defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) } }
        return try read("without.magpie")
    }

    private func keptRevision(_ store: CatalogStore) throws -> Int? {
        struct Heading: Decodable { var revision: Int }
        return try store.read { snapshot throws(SearchError) in
            try snapshot.database.heading(Heading.self, of: .types)?.revision
        }
    }

    /// Changes numbers of the heading, and gives the whole of it.
    private func change(_ store: CatalogStore, _ changes: [String: Int]) throws -> String {
        try store.write { database throws(SearchError) in
            let kept = try database.first("SELECT bytes FROM types WHERE part = -1") { $0.bytes(0) } ?? []
            var heading = (try? JSONSerialization.jsonObject(with: Data(kept)) as? [String: Any]) ?? [:]
            heading.merge(changes) { $1 }
            let bytes = [UInt8]((try? JSONSerialization.data(withJSONObject: heading)) ?? Data())
            try database.run(
                "UPDATE types SET bytes = ?, hash = ? WHERE part = -1", .blob(bytes), .blob(bytes.contentHash))
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    private static func type(_ number: Int) -> AttributeValue {
        .string(number.isMultiple(of: 3) ? "Fashion > \(KindCatalog.kinds[number % 4])" : KindCatalog.kinds[number % 4])
    }

    /// A store of 200 items, one in five without a type.
    private func filled() throws -> CatalogStore {
        let store = try store()
        _ = try store.upsert(
            (0..<200).map { Self.item($0, $0.isMultiple(of: 5) ? [:] : ["type": Self.type($0), "other": .int($0)]) })
        _ = try store.learn()
        return store
    }

    @Test("the next process takes them from there, without a look at the items")
    func kept() throws {
        let store = try filled()
        let before = try read()
        #expect(before[3] == ["Fashion", "mug"] && before[5] == [] && before[6] == ["Fashion", "lamp"])
        #expect(before.guesses.count == 8 && before.guesses.allSatisfy { ($0.values.max() ?? 0) > 0.5 })
        #expect(try readFromItems() == before)
        // Behind the back of the store: nothing but what is kept can give the former types and guesses.
        try store.write { database throws(SearchError) in
            try database.run("UPDATE attributes SET value = 'none'")
            try database.run("UPDATE vectors SET bytes = zeroblob(length(bytes))")
        }
        #expect(try read() == before)
        try store.write { database throws(SearchError) in try database.forget(.types) }
        #expect(try read()[3] == ["none"])
        #expect(try read().guesses.allSatisfy(\.isEmpty))
    }

    @Test("items that came, changed or went since have the types that they have now", arguments: 1...8)
    func changed(seed: Int) throws {
        let store = try filled()
        var random = SplitMix(seed: UInt64(seed))
        var next = 200
        for round in 0..<6 {
            for _ in 0..<Int.random(in: 0...(round == 5 ? 60 : 4), using: &random) {
                let number = Int.random(in: 0..<next, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: _ = try store.remove(["\(number)"])
                case 1: _ = try store.upsert([Self.item(number, ["type": Self.type(number + 1)])])
                case 2: _ = try store.upsert([Self.item(number, [:])])
                default:
                    _ = try store.upsert([Self.item(next, ["type": .string("new \(next % 3)")])])
                    next += 1
                }
            }
            #expect(try read() == readFromItems(), "round \(round)")
            if round == 3 { _ = try store.learn() }
        }
        #expect(try store.check() == [])
    }

    @Test("lists of types, empty ones as well, are kept as they are")
    func lists() throws {
        let store = try store()
        let lists: [[String]] = [["a", "b > c"], [], ["b"], ["c", "a", "d"]]
        _ = try store.upsert((0..<120).map { Self.item($0, ["type": .list(lists[$0 % 4])]) })
        _ = try store.learn()
        #expect(try keptRevision(store) != nil)
        let found = try read()
        #expect(found[0] == ["a", "b", "c"] && found[1] == [] && found[3] == ["c", "a", "d"])
        #expect(try found == readFromItems())
    }

    @Test("they are kept with what another store has learned, for its own slots")
    func copied() throws {
        let store = try filled()
        let other = try self.store(.create, "other.magpie")
        _ = try other.upsert((0..<200).reversed().map { Self.item($0, ["type": Self.type($0)]) })
        try other.takeOver(learnedIn: store)
        #expect(try keptRevision(other) != nil)
        let before = try read("other.magpie")
        #expect(before[199 - 3] == ["Fashion", "mug"] && before.guesses.count == 8)
        try other.write { database throws(SearchError) in
            try database.run("UPDATE attributes SET value = 'none'")
            try database.run("UPDATE vectors SET bytes = zeroblob(length(bytes))")
        }
        #expect(try read("other.magpie") == before)
    }

    @Test("they are kept anew after many changes, not after few, without learning again")
    func renewed() throws {
        let store = try filled()
        let first = try #require(try keptRevision(store))
        _ = try store.upsert((0..<9).map { Self.item($0, ["type": .string("new")]) })
        try store.renewTypes(few: 9)
        #expect(try keptRevision(store) == first)
        _ = try store.upsert([Self.item(9, ["type": .string("new")])])
        try store.renewTypes()
        #expect(try keptRevision(store) == first)
        try store.renewTypes(few: 9)
        #expect(try keptRevision(store) == store.revision())
        let seen = try read()
        #expect(seen[9] == ["new"] && seen.guesses.count == 8)
        #expect(try seen == readFromItems())
        #expect(try store.check() == [])
        let other = try self.store(.create, "other.magpie")
        _ = try other.upsert((0..<9).map { Self.item($0, [:]) })
        try other.renewTypes(few: 0)
        #expect(try keptRevision(other) == nil, "nothing was learned")
    }

    @Test("later items are exemplars where their type has few, and changed ones are none any more")
    func laterExemplars() throws {
        let store = try store()
        // With so many types each has five exemplars at most.
        let items = (0..<410).flatMap { type in
            (0..<(type.isMultiple(of: 2) ? 2 : 6)).map { Self.item(10 * type + $0, ["type": .string("t\(type)")]) }
        }
        _ = try store.upsert(items)
        let trials = (0..<60).map { GuessCurve.Trial(share: Double($0) / 60, isRight: $0 > 30) }
        var space = LearnedSpace(
            field: "type", types: [], map: nil,
            report: LearningReport(adoption: .kinds, items: items.count, types: 410, revision: try store.revision() + 1)
        )
        space.curve = GuessCurve(trials)
        try store.save(space)
        try store.keepTypes()
        func exemplars(_ names: String...) throws -> [Int?] {
            try self.store(.readOnly).read { snapshot throws(SearchError) in
                guard let types = try TypeTable(["type"], in: snapshot) else { return [] }
                let vectors = StoredVectors(fewRows: 4096, isShared: false)
                let counts = try TypeExemplars(of: types, in: vectors, space, snapshot).counts
                return names.map { name in types.numbers[name].map { counts[$0, default: 0] } }
            }
        }
        #expect(try exemplars("t0", "t1", "t3", "t9") == [2, 5, 5, 5])
        _ = try store.upsert((5000..<5004).map { Self.item($0, ["type": .string("t0")]) })
        _ = try store.upsert([Self.item(5004, ["type": .string("t1")]), Self.item(30, ["type": .string("new")])])
        _ = try store.remove(["90"])
        #expect(try exemplars("t0", "t1", "t3", "t9", "new") == [5, 5, 4, 4, 1])
    }

    @Test("nothing of an item is left there when it was dropped for good")
    func compacted() throws {
        let store = try filled()
        func slots() throws -> [Int] {
            try store.read { snapshot throws(SearchError) in
                guard let learned = try snapshot.learnedRevision() else { return [] }
                return try KeptTypes.vectors(learned: learned, in: snapshot)?.vectors.slots ?? []
            }
        }
        #expect(try slots().count == 160)
        _ = try store.upsert([Self.item(41, ["type": .string("secret")])])
        _ = try store.learn()
        _ = try store.remove(["41", "42"])
        #expect(try slots().contains(41) && slots().contains(42))
        _ = try store.compact()
        #expect(try slots().count == 158 && !slots().contains(41) && !slots().contains(42))
        let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.path("catalog.magpie")))
        #expect(bytes.range(of: Data("secret".utf8)) == nil && bytes.range(of: Data("Fashion".utf8)) != nil)
        #expect(try read() == readFromItems())
    }

    @Test(
        "those of another kind of field are not read, and without types there are none"
    )
    func forgotten() throws {
        let store = try filled()
        try store.define(["type": .list])
        #expect(try read() == readFromItems())
        _ = try store.upsert((0..<200).map { Self.item($0, [:]) })
        _ = try store.learn()
        #expect(try read().types.allSatisfy(\.isEmpty))
        let other = try self.store(.create, "other.magpie")
        _ = try other.upsert((0..<9).map { Self.item($0, [:]) })
        try other.write { database throws(SearchError) in try database.keep([1], [], in: .types) }
        #expect(try read("other.magpie").types.allSatisfy(\.isEmpty))
        _ = try other.learn()
        #expect(try keptRevision(other) == nil)
    }

    @Test("values that are no names of types are not kept: more than two bytes number, or a megabyte of text")
    func limits() throws {
        var column = StringColumn(form: .whole)
        let database = try Database(path: ":memory:", access: .create)
        let size = PackedColumn.mostStrings + 1
        column.resize(to: size)
        try database.each(
            "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ?) SELECT i, 'type ' || i FROM n",
            .integer(size - 1)
        ) { column.read($0, column: 1, slot: $0.integer(0)) }
        #expect(PackedColumn(column) == nil)
        column.clear(7)
        let packed = try #require(PackedColumn(column))
        let again = try #require(StringColumn(packed))
        #expect(
            (0..<size).allSatisfy { slot in
                again[slot].map { again.strings[Int($0)] } == (slot == 7 ? [] : ["type \(slot)"])
            })
        let store = try store()
        let long = String(repeating: "long ", count: 1000)
        _ = try store.upsert((0..<240).map { Self.item($0, ["type": .string("\(long) \($0)")]) })
        _ = try store.learn()
        #expect(try keptRevision(store) == nil)
    }

    @Test("damaged ones are named by the check, and the items say their types", arguments: -1...4)
    func damaged(part: Int) throws {
        let store = try filled()
        let before = try read()
        try store.write { database throws(SearchError) in
            try database.run("UPDATE types SET bytes = zeroblob(length(bytes)) WHERE part = ?", .integer(part))
        }
        #expect(
            try store.check() == ["types: the table of the items' types is damaged; searches read those of the items"])
        #expect(try read() == before)
        _ = try store.learn()
        #expect(try store.check() == [])
    }

    @Test("arrays that do not belong together are no column")
    func hostile() throws {
        func packed(_ change: (PackedColumn) -> Void, strings: [String] = ["a", "b"]) -> StringColumn? {
            let packed = PackedColumn(slots: 70, codes: 3, strings: strings)
            packed.present[0] = 0b111
            for slot in 0..<3 {
                packed.counts[slot] = 1
                packed.codes[slot] = UInt16(slot % 2)
            }
            change(packed)
            return StringColumn(packed)
        }
        #expect(packed { _ in }.map { Array($0[1]) } == [1])
        #expect(packed { $0.counts[1] = 2 } == nil)
        #expect(packed { $0.counts[1] = 0 } == nil)
        #expect(packed { $0.counts[69] = 255 } == nil)
        #expect(packed { $0.present[0] = 0b11 } == nil)
        #expect(packed { $0.present[1] = 1 << 6 } == nil)
        #expect(packed { $0.codes[2] = 2 } == nil)
        #expect(packed({ _ in }, strings: ["a", "a"]) == nil)
        let types: Seen
        do {
            _ = try filled()
            types = try read()
        }
        let path = folder.path("catalog.magpie")
        let sound = try Data(contentsOf: URL(fileURLWithPath: path))
        for changes in [
            ["slots": Int.max], ["codes": -1], ["codes": Int.max], ["vectors": 201], ["dimensions": 1 << 40],
            ["field": 7], ["form": 2], ["revision": 1 << 40], ["vectors": 0, "codes": 159],
        ] {
            try sound.write(to: URL(fileURLWithPath: path))
            let heading = try change(try store(), changes)
            #expect(try read() == types, "\(heading)")
        }
    }
}
