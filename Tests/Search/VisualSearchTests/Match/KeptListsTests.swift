import TestSupport
import Testing

@testable import VisualSearch

@Suite("Lists of an index that are kept and taken over", .timeLimit(.minutes(5)))
struct KeptListsTests {
    private static let size = 20_000
    private let rows: [[Int8]]
    private let built: (lists: Lists, revision: Int)
    private let index: VectorIndex

    init() throws {
        var vectors = Vectors(dimensions: 64)
        let rows = (0..<Self.size).map { _ in vectors.bytes() }
        self.rows = rows
        index = VectorIndex(dimensions: 64, scale: 127, tuning: .small)
        let received = Locked<(Lists, Int)?>(nil)
        index.whenBuilt { lists, revision in received.withLock { $0 = (lists, revision) } }
        index.update { changes in
            for (slot, row) in rows.enumerated() { changes.set(slot, row.span) }
            changes.mark(7)
        }
        index.finishBuilding()
        let (lists, revision) = try #require(received.withLock { $0 })
        built = (lists, revision)
    }

    /// The lists after they were written and read.
    private func kept(damage: (Int, inout [UInt8]) -> Void = { _, _ in }) throws -> Lists? {
        let tables = built.lists.tables().map { table in unsafe Array(UnsafeRawBufferPointer(table.bytes)) }
        return Lists(built.lists.heading(revision: built.revision), rotation: index.rotation) { places in
            for (number, place) in places.enumerated() {
                var bytes = tables[number]
                damage(number, &bytes)
                unsafe place.bytes.copyBytes(from: bytes)
            }
            return true
        }
    }

    private func index(_ lists: Lists, stale: [Int] = [], parts count: Int = 3) -> VectorIndex {
        let other = VectorIndex(dimensions: 64, scale: 127, tuning: .small)
        let parts = RowTable.ranges(Self.size, count: count).map { range in
            let part = RowPart(range, stride: other.stride)
            for slot in range.clamped(to: 0..<Self.size) {
                let row = rows[slot]
                part.set(slot, row.span)
            }
            return part
        }
        other.update { changes in
            changes.take(parts)
            changes.adopt(lists, stale: stale)
        }
        return other
    }

    @Test("the revision of the rows goes with the lists")
    func revision() { #expect(built.revision == 7) }

    @Test("an index with kept lists finds what the one that built them finds", arguments: [1, 2, 3])
    func same(parts: Int) throws {
        let other = index(try #require(try kept()), parts: parts)
        #expect(other.count == Self.size)
        for slot in stride(from: 0, to: Self.size, by: 391) {
            for mode in [SearchMode.default, .exact] {
                #expect(
                    other.search(rows[slot], count: 10, mode: mode) == index.search(rows[slot], count: 10, mode: mode))
            }
        }
    }

    @Test("rows that changed since are found as they are, and removed ones are not")
    func stale() throws {
        let other = index(try #require(try kept()), stale: [11, 12])
        let far = rows[11].map { -$0 }
        other.update { changes in
            changes.set(11, far.span)
            changes.remove(12)
        }
        #expect(other.search(far, count: 20).map(\.slot).contains(11))
        #expect(!other.search(rows[12], count: 50).map(\.slot).contains(12))
        other.finishBuilding()
        #expect(other.search(far, count: 20).map(\.slot).contains(11))
        #expect(!other.search(rows[12], count: 50).map(\.slot).contains(12))
    }

    @Test("parts may have gaps of whole chunks, also at their ends", arguments: [1, 4])
    func gaps(count: Int) {
        let slots = [3, 5 * RowTable.chunkRows + 1]
        let other = VectorIndex(dimensions: 64, scale: 127, tuning: .small)
        other.update { changes in
            changes.take(
                RowTable.ranges(8 * RowTable.chunkRows, count: count).map { range in
                    let part = RowPart(range, stride: other.stride)
                    for slot in slots where range.contains(slot) {
                        let row = rows[slot % 100]
                        part.set(slot, row.span)
                    }
                    return part
                })
        }
        #expect(other.slots == slots)
        #expect(other.search(rows[3], count: 5).map(\.slot).sorted() == slots)
        other.set(6 * RowTable.chunkRows, rows[9])
        #expect(other.count == 3)
    }

    @Test("rows that the lists lack are found all the same")
    func more() throws {
        let lists = try #require(try kept())
        let other = VectorIndex(dimensions: 64, scale: 127, tuning: .small)
        let extra = rows[0].map { -$0 }
        other.update { changes in
            for (slot, row) in rows.enumerated() { changes.set(slot, row.span) }
            changes.set(Self.size, extra.span)
            changes.adopt(lists, stale: [])
        }
        #expect(other.search(extra, count: 1).map(\.slot) == [Self.size])
    }

    @Test("tables that cannot be of lists are refused", arguments: [1, 2])
    func refused(table: Int) throws {
        let lists = try kept { number, bytes in
            if number == table { bytes.replaceSubrange(0..<4, with: [0xfe, 0xff, 0xff, 0x7f]) }
        }
        #expect(lists == nil)
    }

    @Test("headings that cannot be of lists are refused")
    func headings() throws {
        let sound = built.lists.heading(revision: 1)
        func isRefused(_ change: (inout KeptListsHeading) -> Void) throws -> Bool {
            var heading = sound
            change(&heading)
            return Lists(heading, rotation: index.rotation) { _ in true } == nil
        }
        #expect(try isRefused { $0.form += 1 })
        #expect(try isRefused { $0.stride = 128 })
        #expect(try isRefused { $0.size = -1 })
        #expect(try isRefused { $0.tables[3] = .max })
        #expect(try isRefused { $0.tables = [] })
        #expect(try isRefused { $0.probes = [0, 0, 0, 0, 0] })
        // All zeros: no rows in any list.
        #expect(try isRefused { _ in })
    }
}
