import Foundation
import ServedShop
import TestSupport
import Testing
import ViSearchAPI

@testable import SearchServer

/// The knowledge of a client about the items of a server that is killed again and again.
private struct Ledger {
    enum State: Equatable {
        case here(price: Int)
        case gone
        /// The answer was lost: the server may have done it or not.
        case either(Set<Int>, mayBeGone: Bool)
    }

    private(set) var items: [String: State] = [:]
    /// The requests for each item, and their answers.
    private(set) var history: [String: [String]] = [:]
    /// Names of insertions, with how many images each accepted.
    var transactions: [String: Int] = [:]

    /// - Parameter price: nil for a removal.
    mutating func sent(_ name: String, price: Int?, isAcknowledged: Bool) {
        history[name, default: []].append(
            "\(price.map { "insert \($0)" } ?? "remove") \(isAcknowledged ? "acknowledged" : "?")")
        let after: State = price.map { .here(price: $0) } ?? .gone
        guard !isAcknowledged else {
            items[name] = after
            return
        }
        var (prices, mayBeGone): (Set<Int>, Bool) =
            switch items[name] ?? .gone {
            case .here(let price): ([price], false)
            case .gone: ([], true)
            case .either(let prices, let mayBeGone): (prices, mayBeGone)
            }
        if let price { prices.insert(price) } else { mayBeGone = true }
        items[name] = .either(prices, mayBeGone: mayBeGone)
    }

    func allows(_ price: Int?, for name: String) -> Bool {
        switch items[name] ?? .gone {
        case .here(let expected): price == expected
        case .gone: price == nil
        case .either(let prices, let mayBeGone): price.map(prices.contains) ?? mayBeGone
        }
    }
}

@Suite("magpie serve killed", .timeLimit(.minutes(15)))
struct KilledServerTests {
    /// `MAGPIE_TESTS_LONG=1` tries 12 times, `MAGPIE_KILLS=200` more often.
    static let rounds =
        ProcessInfo.processInfo.environment["MAGPIE_KILLS"].flatMap(Int.init) ?? Effort.inputs(6, of: 12)

    /// The pictures' own server.
    private static func web() throws -> CannedServer {
        try CannedServer { head in
            // A server that was killed has said nothing.
            let name = head.split(separator: " ").dropFirst().first?.dropFirst() ?? ""
            guard let data = try? Data(contentsOf: Shop.file(String(name))) else { return CannedServer.ok([]) }
            return CannedServer.ok(Array(data))
        }
    }

    @Test("after kill -9 at any moment what was acknowledged is as it was said, each transaction tells, and no other")
    func kills() throws {
        let folder = try TemporaryFolder()
        let store = folder.url.appending(path: "shop.magpie")
        let web = try Self.web()
        let options = ["--allow-private", "--schema", "price=int", "--quiet"]
        var random = SplitMix(seed: 11)
        var ledger = Ledger()
        var (cut, asked) = (0, 0)
        for round in 0..<Self.rounds {
            let server = try ServeProcess(store: store, options)
            let delay = UInt32.random(in: 1000...500_000, using: &random)
            let identifier = server.identifier
            // Some are answered first, so that enough is done on a slow machine as well.
            var left = round % 4 * 2
            while true {
                if left == 0 {
                    Thread.detachNewThread {
                        usleep(delay)
                        kill(identifier, SIGKILL)
                    }
                }
                left -= 1
                asked += 1
                let isAnswered = change(server, asked, &ledger, web.port, &random)
                if !isAnswered { break }
            }
            // One that gave no answer before its time has a fault, and does not end by itself.
            if left >= 0 { server.send(SIGKILL) }
            _ = server.wait()
            cut += 1
            if round % 6 == 5 || round == Self.rounds - 1 { try check(ledger, store, options) }
        }
        #expect(cut == Self.rounds && asked > Self.rounds * 2 && ledger.transactions.count > Self.rounds)
        print(
            "kills: \(cut), requests: \(asked), transactions: \(ledger.transactions.count), items: \(ledger.items.count)"
        )
    }

    /// Inserts by URL or with bytes, changes a price, or removes. False when there was no answer.
    private func change(
        _ server: ServeProcess, _ number: Int, _ ledger: inout Ledger, _ port: Int, _ random: inout SplitMix
    ) -> Bool {
        // Few names, so that they are inserted, changed and removed again and again.
        let name = "item-\(Int.random(in: 0..<60, using: &random))"
        let sample = Shop.names[number % Shop.names.count]
        if number.isMultiple(of: 7) {
            let answer = server.ask("POST", "/remove", form: "im_name[0]=\(name)")
            let status = answer?["status"]
            ledger.sent(name, price: nil, isAcknowledged: status == .string("OK") || status == .string("warning"))
            return answer != nil
        }
        let answer: JSONValue? =
            if number.isMultiple(of: 3), let bytes = try? Shop.picture(sample) {
                server.post(
                    "/insert",
                    parts: [
                        ("im_name[0]", Array(name.utf8), false), ("price[0]", Array("\(number)".utf8), false),
                        ("image[0]", bytes, true),
                    ])
            } else {
                server.ask(
                    "POST", "/insert",
                    form: "im_name[0]=\(name)&price[0]=\(number)&im_url[0]=http://127.0.0.1:\(port)/\(sample)")
            }
        ledger.sent(name, price: number, isAcknowledged: answer?["total"] == .int(1))
        if let transaction = answer?["trans_id"]?.text { ledger.transactions[transaction] = 1 }
        return answer != nil
    }

    /// Lets a server end what waits, and compares.
    private func check(_ ledger: Ledger, _ store: URL, _ options: [String]) throws {
        let server = try ServeProcess(store: store, options)
        for (transaction, total) in ledger.transactions {
            let state = server.finish(.string(transaction))
            #expect(state?["total"] == .int(total), "\(transaction) is not known any more")
            // One fails only where it was removed before its turn.
            let (done, failed) = (state?["success_count"], state?["fail_count"])
            #expect(
                done == .int(total) || failed == .int(total) && state?["error_list"]?[0]?["error_code"] == .int(102))
        }
        for name in ledger.items.keys {
            let answer = server.ask("GET", "/search?im_name=\(name)&qinfo=true&get_all_fl=true")
            let price = answer?["qinfo"]?["price"]?.text.flatMap { Int($0) }
            let isAllowed = ledger.allows(price, for: name)
            #expect(isAllowed, "\(name): \(ledger.history[name] ?? []), but it is \(price.map(String.init) ?? "gone")")
        }
        server.send(SIGTERM)
        #expect(server.wait() == 0)
        #expect(try CatalogStore(path: store.path).check() == [])
    }
}
