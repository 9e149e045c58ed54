import Foundation
import SearchAPI
import Testing

@Suite struct EventTests {
    private let product = Event.Product("p", imageURL: "http://x/a.jpg", position: 1)

    private func fault(_ make: () throws(EventError) -> Event) -> EventError? {
        do throws(EventError) {
            _ = try make()
            return nil
        } catch {
            return error
        }
    }

    @Test("each action needs what the service needs for it")
    func required() throws {
        let named: [Event.Action] = [
            .search, .click, .view, .resultLoad, .productClick, .productView, .addToCart, .addToWishlist, .transaction,
        ]
        for action in named {
            #expect(
                fault { () throws(EventError) in try Event(action, product: product, value: 1) }
                    == .missing(parameter: "queryId"))
        }
        for action in [Event.Action.productClick, .productView, .addToCart] {
            let bad: [(Event.Product?, EventError)] = [
                (nil, .missing(parameter: "pid")), (.init("p"), .missing(parameter: "imUrl")),
                (.init("p", imageURL: "u"), .missing(parameter: "pos")),
                (.init("p", imageURL: "u", position: 0), .invalid(parameter: "pos", reason: "the first position is 1")),
            ]
            for (product, error) in bad {
                #expect(fault { () throws(EventError) in try Event(action, queryID: "q", product: product) } == error)
            }
            #expect(fault { () throws(EventError) in try Event(action, queryID: "q", product: product) } == nil)
        }
        #expect(
            fault { () throws(EventError) in try Event(.addToWishlist, queryID: "q") } == .missing(parameter: "pid"))
        #expect(
            fault { () throws(EventError) in try Event(.transaction, queryID: "q") } == .missing(parameter: "value"))
        #expect(fault { () throws(EventError) in try Event("my_own") } == nil)
        #expect(fault { () throws(EventError) in try Event("") } == .missing(parameter: "action"))
        let (first, second) = (
            try Event(.transaction, queryID: "q", value: 3), try Event(.transaction, queryID: "q", value: 3)
        )
        #expect(first.transaction?.isEmpty == false)
        #expect(first.transaction != second.transaction)
    }

    @Test("texts have their limits, prices and currencies their form")
    func limits() {
        func details(_ change: (inout Event.Details) -> Void) -> Event.Details {
            var details = Event.Details()
            change(&details)
            return details
        }
        func text(_ count: Int) -> String { String(repeating: "é", count: count) }
        let bad: [(String, Int, (inout Event.Details, String) -> Void)] = [
            ("cat", 32, { $0.category = $1 }), ("name", 32, { $0.name = $1 }), ("label", 32, { $0.label = $1 }),
            ("fromReqId", 32, { $0.fromQueryID = $1 }), ("source", 32, { $0.source = $1 }),
            ("c", 64, { $0.campaign = $1 }), ("s1", 64, { $0.texts = [$1] }), ("json", 512, { $0.json = $1 }),
        ]
        for (name, limit, set) in bad {
            #expect(
                fault { () throws(EventError) in try Event("x", details: details { set(&$0, text(limit)) }) } == nil)
            #expect(
                fault { () throws(EventError) in try Event("x", details: details { set(&$0, text(limit + 1)) }) }
                    == .tooLong(parameter: name, limit: limit))
        }
        let products: [(Event.Product, String)] = [
            (.init("p", price: -1), "price"), (.init("p", price: .nan), "price"),
            (.init("p", currency: "EURO"), "currency"),
            (.init("p", currency: "E1R"), "currency"), (.init("p", position: 0), "pos"),
        ]
        for (product, name) in products {
            guard case .invalid(name, _) = fault({ () throws(EventError) in try Event("x", product: product) }) else {
                Issue.record("\(product)")
                continue
            }
        }
    }

    @Test("an event comes back from its parameters and from its place in a batch")
    func wire() throws {
        var details = Event.Details(category: "c", name: "n", label: "l")
        details.source = "s"
        details.fromQueryID = "f"
        details.url = "http://x/?a=b&c"
        details.referrer = "r"
        details.campaign = "cam"
        details.adGroup = "ag"
        details.creative = "cr"
        details.numbers = [1, 2.5]
        details.texts = ["a", "b"]
        details.json = #"{"a":1}"#
        details.other = ["sid": "7", "os": "Linux"]
        let event = try Event(
            .addToCart, queryID: "q",
            product: .init(
                "p", imageURL: "u", position: 3, brand: "b", price: 9.5, currency: "EUR", url: "http://x/p"), value: 4,
            transaction: "t", details: details, time: Date(timeIntervalSince1970: 1_700_000_000.123))
        #expect(try Event(event.parameters) == event)
        #expect(try Event(json: event.json) == event)
        #expect(event.parameters["ts"] == "1700000000123")
        #expect(event.parameters["pos"] == "3")
    }

    @Test("a batch keeps its good events beside the bad, and its transactions get one name")
    func batch() throws {
        let text = """
            {"v":"1","sdk":"Android SDK","uid":"u","events":[
             {"action":"transaction","queryId":"q","value":"5","transId":""},
             {"queryId":"q"}, {"action":"transaction","queryId":"q","value":6}, 7,
             {"action":"view","queryId":"q","db":"null","pos":"1"}]}
            """
        let batch = try EventBatch(parsing: text.utf8)
        #expect(batch.uid == "u")
        let events = batch.events.map { try? $0.get() }
        #expect(events.map { $0 != nil } == [true, false, true, false, true])
        #expect(events[0]?.transaction?.isEmpty == false)
        #expect(events[0]?.transaction == events[2]?.transaction)
        #expect(events[4]?.details.other["db"] == nil)
        let answer = EventBatchAnswer(
            batch.events.map { result in
                switch result {
                case .success: .success
                case .failure(let error): .init(error)
                }
            }, requestID: "1")
        #expect(answer.entries.map(\.code) == [0, 104, 0, 104, 0])
        #expect(answer.entries[1].message == "Parameter 'action' is required.")
        #expect(try EventBatchAnswer(parsing: answer.encoded) == answer)
        #expect(throws: MalformedJSON.self) { try EventBatch(parsing: "{}".utf8) }
    }
}
