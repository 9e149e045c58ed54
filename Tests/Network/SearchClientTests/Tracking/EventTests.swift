import Foundation
import Testing
import WireFormat

@testable import SearchClient

@Suite(.timeLimit(.minutes(5))) struct EventTests {
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

    @Test("a time that no clock shows, a sixth number and a value that is none are refused")
    func numbers() {
        var details = Event.Details()
        details.numbers = [1, 2, 3, 4, 5, 6]
        let bad: [(EventError?, String)] = [
            (fault { () throws(EventError) in try Event("x", time: Date(timeIntervalSince1970: .infinity)) }, "ts"),
            (fault { () throws(EventError) in try Event("x", details: details) }, "n6"),
            (fault { () throws(EventError) in try Event("x", value: .nan) }, "value"),
        ]
        for (fault, name) in bad {
            guard case .invalid(name, _) = fault else {
                Issue.record("\(name)")
                continue
            }
        }
    }

    @Test("an event has the names of the wire, numbers as numbers")
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
        details.other = ["os": "Linux", "action": "not this"]
        let event = try Event(
            .addToCart, queryID: "q",
            product: .init(
                "p", imageURL: "u", position: 3, brand: "b", price: 9.5, currency: "EUR", url: "http://x/p"), value: 4,
            transaction: "t", details: details, time: Date(timeIntervalSince1970: 1_700_000_000.123))
        #expect(
            event.members == [
                "action": .string("add_to_cart"), "ts": .int(1_700_000_000_123), "queryId": .string("q"),
                "pid": .string("p"), "imUrl": .string("u"), "pos": .int(3), "brand": .string("b"),
                "price": .number(9.5), "currency": .string("EUR"), "productUrl": .string("http://x/p"),
                "value": .int(4), "transId": .string("t"), "cat": .string("c"), "name": .string("n"),
                "label": .string("l"), "source": .string("s"), "fromReqId": .string("f"),
                "url": .string("http://x/?a=b&c"), "r": .string("r"), "c": .string("cam"), "cag": .string("ag"),
                "cc": .string("cr"), "n1": .int(1), "n2": .number(2.5), "s1": .string("a"), "s2": .string("b"),
                "json": .string(#"{"a":1}"#), "os": .string("Linux"),
            ])
    }
}
