import Dispatch
import Imaging
import TestSupport
import Testing

@Suite("Values kept by revision", .timeLimit(.minutes(5)))
struct RevisionCacheTests {
    @Test("a value is known at its revision alone, and a later revision ends it")
    func revisions() {
        let cache = RevisionCache<String, Int>(bytes: 1000)
        cache.keep(1, for: "a", at: 5, cost: 10)
        #expect(cache.value(for: "a", at: 5) == 1)
        #expect(cache.value(for: "a", at: 4) == nil && cache.value(for: "a", at: 6) == nil)
        cache.keep(2, for: "b", at: 4, cost: 10)
        #expect(cache.value(for: "b", at: 4) == nil && cache.value(for: "a", at: 5) == 1)
        cache.keep(3, for: "c", at: 6, cost: 10)
        #expect(cache.count == 1 && cache.bytes == 10 && cache.value(for: "a", at: 5) == nil)
    }

    @Test("what is not complete at any revision is made each time, and not kept")
    func incomplete() {
        let cache = RevisionCache<String, Int>(bytes: 1000)
        var made = 0
        for _ in 0..<3 {
            let value = cache.value(
                for: "a", at: nil, cost: { _ in 1 },
                make: {
                    made += 1
                    return made
                })
            #expect(value == made)
        }
        cache.keep(7, for: "a", at: nil, cost: 1)
        #expect(made == 3 && cache.count == 0)
    }

    @Test("a kept value that holds no longer is made anew, and takes the place of the former")
    func holding() {
        let cache = RevisionCache<String, Int>(bytes: 1000)
        func value(_ made: Int, least: Int) -> Int {
            cache.value(for: "a", at: 1, holds: { $0 >= least }, cost: { _ in 10 }, make: { made })
        }
        #expect(value(1, least: 0) == 1 && value(2, least: 1) == 1)
        #expect(value(3, least: 2) == 3 && value(4, least: 3) == 3)
        #expect(cache.count == 1 && cache.bytes == 10)
    }

    @Test("a cache of one value makes it once for a revision, also where it is nil")
    func sole() {
        let cache = RevisionValue<Int?>()
        var made = 0
        func value(at revision: Int?) -> Int? {
            cache.value(at: revision) {
                made += 1
                return made > 1 ? made : nil
            }
        }
        #expect(value(at: 3) == nil && value(at: 3) == nil && made == 1)
        #expect(value(at: 4) == 2 && value(at: 4) == 2 && value(at: nil) == 3)
        // A reader of an earlier revision makes its own, which ends nothing.
        #expect(value(at: 3) == 4 && value(at: 4) == 2 && made == 4)
    }

    @Test("beyond the bytes the oldest go, however often a key is replaced, and what is too large is not kept")
    func bound() {
        let cache = RevisionCache<Int, Int>(bytes: 1000, largest: 400)
        for key in 0..<5000 { cache.keep(key, for: key % 700, at: 1, cost: 100) }
        #expect(cache.count == 10 && cache.bytes == 1000)
        #expect((0..<10).allSatisfy { cache.value(for: (4999 - $0) % 700, at: 1) == 4999 - $0 })
        cache.keep(1, for: -1, at: 1, cost: 401)
        #expect(cache.value(for: -1, at: 1) == nil && cache.bytes == 1000)
        cache.keep(1, for: -1, at: 1, cost: 400)
        #expect(cache.value(for: -1, at: 1) == 1 && cache.count == 7 && cache.bytes == 1000)
    }

    @Test("a value is as old as its maker and its reader allow, and leaves then")
    func age() {
        let cache = RevisionCache<String, Int>(bytes: 100, largest: 50)
        let start = ContinuousClock.now
        cache.keep(1, for: "a", at: 1, cost: 50, age: .seconds(60), now: start)
        #expect(cache.value(for: "a", at: 1, age: .seconds(30), now: start + .seconds(30)) == 1)
        #expect(cache.value(for: "a", at: 1, age: .seconds(30), now: start + .seconds(31)) == nil)
        #expect(cache.value(for: "a", at: 1, now: start + .seconds(59)) == 1)
        #expect(cache.value(for: "a", at: 1, now: start + .seconds(60)) == nil && cache.bytes == 0)
    }

    @Test("one thread makes a value, the others wait for it, and an error is for its own caller alone")
    func oneMaker() {
        struct Failure: Error {}
        let cache = RevisionCache<String, Int>(bytes: 1000)
        let made = Locked(0)
        DispatchQueue.concurrentPerform(iterations: 16) { _ in
            let value = cache.value(
                for: "a", at: 1, cost: { _ in 1 },
                make: {
                    made.withLock { count in
                        count += 1
                        return count
                    }
                })
            #expect(value == 1)
        }
        #expect(throws: Failure.self) {
            try cache.value(for: "b", at: 1, cost: { _ in 1 }, make: { () throws(Failure) in throw Failure() })
        }
        #expect(cache.value(for: "b", at: 1, cost: { _ in 1 }, make: { 9 }) == 9)
    }
}
