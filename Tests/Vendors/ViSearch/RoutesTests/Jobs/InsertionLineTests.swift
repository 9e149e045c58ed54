import ServedShop
import TestSupport
import Testing
import ViSearchAPI

@testable import SearchServer
@testable import ViSearchRoutes

@Suite("The line of insertions")
struct InsertionLineTests {
    private func line(_ entries: [(name: String, host: String?)]) -> InsertionLine {
        var line = InsertionLine(downloads: 8, others: 2)
        for (place, entry) in entries.enumerated() {
            line.append(InsertionLine.Entry(place: place + 1, name: entry.name, host: entry.host))
        }
        return line
    }

    @Test("those of one item go one after the other, in their order; others overtake them")
    func order() throws {
        var line = line([("a", "slow"), ("a", nil), ("b", nil), ("a", "other")])
        #expect(line.next()?.place == 3 && line.next()?.place == 1 && line.next() == nil)
        line.finish(3)
        #expect(line.next() == nil)
        line.finish(1)
        #expect(line.next()?.place == 2 && line.next() == nil)
        line.finish(2)
        #expect(line.next()?.place == 4)
        line.finish(4)
        #expect(line.isIdle && line.next() == nil && line.last == 4)
    }

    @Test("a host has at most three quarters of the downloads, one that does not answer a quarter with its like")
    func shares() {
        let entries = (0..<20).map { (name: "s\($0)", host: String?("slow")) }
        var alone = self.line(entries)
        for _ in 0..<6 { #expect(alone.next()?.host == "slow") }
        #expect(alone.next() == nil)
        var line = self.line(entries + [("a", "good"), ("b", "good"), ("c", "good")])
        var begun: [InsertionLine.Entry] = []
        while let entry = line.next() { begun.append(entry) }
        #expect(begun.filter { $0.host == "slow" }.count == 5 && begun.count == 8)
        for entry in begun where entry.host == "slow" {
            line.heard("slow", answered: false)
            line.finish(entry.place)
        }
        begun = begun.filter { $0.host == "good" }
        while let entry = line.next() { begun.append(entry) }
        #expect(begun.filter { $0.host == "slow" }.count == 2 && begun.filter { $0.host == "good" }.count == 3)
        line.heard("slow", answered: true)
        while let entry = line.next() { begun.append(entry) }
        #expect(begun.count == 8)
    }

    @Test("what could not be done now is the next one again, and those of its item wait for it")
    func putBack() {
        var line = line([("a", "web"), ("a", "web"), ("b", "web"), ("c", nil)])
        #expect(line.next()?.place == 4 && line.next()?.place == 1)
        line.putBack(1)
        line.putBack(4)
        #expect(line.isIdle && line.next()?.place == 4 && line.next()?.place == 1 && line.next()?.place == 3)
        for place in [1, 3, 4] { line.finish(place) }
        #expect(line.next()?.place == 2 && line.next() == nil)
        // The last one of its host, which has left the round of hosts meanwhile.
        line.putBack(2)
        #expect(line.isIdle && line.next()?.place == 2)
    }

    @Test("fewer than four downloads at a time are as many as were asked for", arguments: 1...3)
    func fewDownloads(_ downloads: Int) {
        var line = InsertionLine(downloads: downloads, others: 1)
        for place in 1...9 {
            let host = place < 6 ? "dead" : "good"
            line.append(InsertionLine.Entry(place: place, name: "\(place)", host: host))
        }
        line.heard("dead", answered: false)
        var count = 0
        var underWay: [Int] = []
        repeat {
            while let entry = line.next() { underWay.append(entry.place) }
            #expect((1...downloads).contains(underWay.count))
            guard !underWay.isEmpty else { return }
            line.finish(underWay.removeFirst())
            count += 1
        } while count < 9
        #expect(line.isIdle)
    }

    @Test("everything is begun once and ends, whatever the names and the hosts", arguments: 0..<20)
    func completeness(_ seed: UInt64) {
        var generator = SplitMix(seed: seed)
        var line = InsertionLine(downloads: 4, others: 2)
        var underWay: [InsertionLine.Entry] = []
        var last: [String: Int] = [:]
        var count = 0
        for place in 1...400 {
            let host = ["x", "y", "z", nil].randomElement(using: &generator)!
            let name = "n\(Int.random(in: 0..<30, using: &generator))"
            line.append(InsertionLine.Entry(place: place, name: name, host: host))
        }
        while count < 400 {
            while let entry = line.next() {
                #expect(entry.place > last[entry.name] ?? 0)
                last[entry.name] = entry.place
                underWay.append(entry)
            }
            guard let index = underWay.indices.randomElement(using: &generator) else { break }
            let entry = underWay.remove(at: index)
            if let host = entry.host { line.heard(host, answered: Bool.random(using: &generator)) }
            line.finish(entry.place)
            count += 1
        }
        #expect(count == 400 && line.isIdle)
    }
}
