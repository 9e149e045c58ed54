import ImageTypes
import Testing

@testable import magpie

@Suite("The order of fetches")
struct HostQueueTests {
    /// Takes turns until one waits, or all are done.
    private func expect(_ queue: inout HostQueue, at time: ContinuousClock.Instant, _ expected: [HostQueue.Turn]) {
        var turns = [queue.next(at: time)]
        while let last = turns.last, last != .wait, last != .done { turns.append(queue.next(at: time)) }
        #expect(turns == expected)
    }

    private func ends(
        _ queue: inout HostQueue, _ number: Int, _ end: HostQueue.End, at time: ContinuousClock.Instant,
        comesAgain: Bool = false
    ) {
        let again = queue.end(number, end, at: time)
        #expect(again == comesAgain)
    }

    @Test func `Hosts take turns, each with a few addresses at a time`() {
        let now = ContinuousClock.now
        var queue = HostQueue(["a", "a", "a", "a", "a", "b", "b"])
        expect(&queue, at: now, [0, 5, 1, 6, 2, 3].map { .fetch($0) } + [.wait])
        for number in [0, 5, 1, 6, 2, 3] { ends(&queue, number, .answered, at: now) }
        expect(&queue, at: now, [.fetch(4), .wait])
        ends(&queue, 4, .silent, at: now)
        expect(&queue, at: now, [.done])
    }

    @Test func `A busy host pauses as long as it asks for, a minute at most, and is asked three times`() {
        var now = ContinuousClock.now
        var queue = HostQueue(["a"])
        for (asked, seconds) in [(5 as Int?, 5), (3600, 60)] {
            expect(&queue, at: now, [.fetch(0), .wait])
            ends(&queue, 0, .busy(seconds: asked), at: now, comesAgain: true)
            expect(&queue, at: now + .seconds(seconds) - .milliseconds(1), [.wait])
            now += .seconds(seconds)
        }
        expect(&queue, at: now, [.fetch(0), .wait])
        ends(&queue, 0, .busy(seconds: nil), at: now)
        expect(&queue, at: now, [.done])
    }

    @Test func `A host that never answers, and one that is always busy, are given up in bounded time`() {
        for end in [HostQueue.End.silent, .busy(seconds: 10_000)] {
            let start = ContinuousClock.now
            var (now, left, failed) = (start, 0, 0)
            var queue = HostQueue(Array(repeating: "a", count: 1000))
            loop: while true {
                switch queue.next(at: now) {
                case .fetch(let number): if !queue.end(number, end, at: now) { failed += 1 }
                case .leave: left += 1
                case .wait: now += .seconds(1)
                case .done: break loop
                }
            }
            #expect(failed + left == 1000 && left >= 900)
            #expect(now <= start + .seconds(60 * HostQueue.pauses))
        }
    }

    @Test func `Whatever hosts answer, each address ends once`() {
        var random = SplitMix(seed: 7)
        for _ in 0..<300 {
            let count = Int.random(in: 1...60, using: &random)
            let names = (0..<count).map { _ in "\(Int.random(in: 0..<5, using: &random))" }
            var queue = HostQueue(names)
            var (now, running, ended) = (ContinuousClock.now, [Int](), [Int]())
            loop: while true {
                switch queue.next(at: now) {
                case .fetch(let number): running.append(number)
                case .leave(let number): ended.append(number)
                case .done: break loop
                case .wait:
                    now += .seconds(1)
                    guard !running.isEmpty else { continue }
                    let number = running.remove(at: Int.random(in: running.indices, using: &random))
                    let end = [HostQueue.End.answered, .silent, .busy(seconds: 1)].randomElement(using: &random)!
                    if !queue.end(number, end, at: now) { ended.append(number) }
                }
                let most = Dictionary(grouping: running) { names[$0] }.values.map(\.count).max() ?? 0
                #expect(most <= HostQueue.atOnce)
            }
            #expect(ended.sorted() == Array(0..<count))
        }
    }

    @Test(arguments: [
        "http://h/../../../etc/passwd", "https://../x/.ssh/id", "http://.h/.hidden.jpg", "//h",
        "http://h/a%2F..%2Fb.jpg",
        "http://h:80/\u{0}\u{1F600}/…", "http:///x.jpg", "http://h/" + String(repeating: "a", count: 5000),
        "https://h/?a=/../b",
    ])
    func `The file of an address lies in a folder of its host, whatever the address says`(address: String) {
        let parts = FetchedFile.path(of: address).text.split(separator: "/", omittingEmptySubsequences: false)
        #expect(parts.count == 2 && parts.allSatisfy { !$0.isEmpty && !$0.hasPrefix(".") && $0.utf8.count <= 120 })
    }

    @Test func `Addresses of one file have one place, others their own`() {
        func place(_ address: String) -> String { FetchedFile.path(of: address).text }
        let file = place("https://h/a.jpg")
        for same in ["http://h/a.jpg", "//H/a.jpg", "https://h/a.jpg#x"] { #expect(place(same) == file) }
        for other in [
            "https://h/b/a.jpg", "https://i/a.jpg", "https://h/a.jpg?id=2", "https://h/a.jpg?v=2", "https://h/a.png",
            "https://h/A.jpg",
        ] {
            #expect(place(other) != file)
        }
        for name in ["id", "v", "t"] { #expect(place("https://h/i?\(name)=1") != place("https://h/i?\(name)=2")) }
    }
}
