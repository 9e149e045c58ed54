import Testing

@testable import SearchAPI

@Suite("The rules of events")
struct EventRulesTests {
    private static let actions = [
        "search", "click", "view", "result_load", "product_click", "product_view", "add_to_cart", "add_to_wishlist",
        "transaction", "app_install", "app_uninstall", "my_own",
    ]

    private func violation(_ rules: EventRules, _ event: [String: String]) -> EventRules.Violation? {
        do throws(EventRules.Violation) {
            try rules.check(event)
            return nil
        } catch {
            return error
        }
    }

    @Test("who makes events asks for all that who takes them asks for", arguments: EventRulesTests.actions)
    func superset(_ action: String) {
        let strict = Set(EventRules.strict.required[action] ?? [])
        #expect(strict.isSuperset(of: EventRules.lenient.required[action] ?? []))
    }

    @Test("a click without a search, and a product without picture and position, are taken and not made")
    func difference() {
        #expect(violation(.strict, ["action": "click"]) == .missing("queryId"))
        #expect(violation(.lenient, ["action": "click"]) == nil)
        let short = ["action": "product_click", "queryId": "1", "pid": "a"]
        #expect(violation(.strict, short) == .missing("imUrl"))
        #expect(violation(.lenient, short) == nil)
    }

    @Test("lengths and forms are the same for both", arguments: [EventRules.strict, .lenient])
    func forms(_ rules: EventRules) {
        for (name, limit) in EventRules.lengths where name != "action" {
            let text = String(repeating: "\u{E9}", count: limit)
            #expect(violation(rules, ["action": "x", name: text]) == nil)
            #expect(violation(rules, ["action": "x", name: text + "e"]) == .tooLong(name, limit: limit))
        }
        let bad: [(String, String, EventRules.Violation)] = [
            ("action", "", .missing("action")), ("value", "much", .notANumber("value")),
            ("value", "nan", .notANumber("value")), ("n5", "inf", .notANumber("n5")),
            ("price", "-0.5", .belowMinimum("price", 0)), ("pos", "0", .belowMinimum("pos", 1)),
            ("pos", "1.5", .notAnInteger("pos")), ("ts", "1e300", .tooLarge("ts")),
            ("currency", "EURO", .notACurrency),
            ("currency", "E1R", .notACurrency), ("currency", "\u{C9}UR", .notACurrency),
            ("action", String(repeating: "a", count: 65), .tooLong("action", limit: 64)),
        ]
        for (name, text, expected) in bad {
            #expect(violation(rules, ["action": "x"].merging([name: text]) { $1 }) == expected)
        }
        #expect(violation(rules, ["action": "x", "currency": "eur", "price": "0", "pos": "1", "ts": "1e12"]) == nil)
    }

    @Test("who takes events limits their size; who makes them does not know what the service takes")
    func size() {
        func event(_ count: Int, _ name: String, _ value: String) -> [String: String] {
            var event = ["action": "x"]
            for index in 0..<count { event[name + "\(index)"] = value }
            return event
        }
        let text = String(repeating: "x", count: 3000)
        let bytes = "actionx".count + 3 * 3001
        let all: [([String: String], EventRules.Violation)] = [
            (event(3, "", text), .tooManyBytes(limit: 8192, count: bytes)),
            (event(1, "", text + text), .oversized("0")),
            (event(1, String(repeating: "n", count: 64), "v"), .oversized(String(repeating: "n", count: 64))),
            (event(100, "", "v"), .tooManyParameters(limit: 100)),
        ]
        for (event, expected) in all {
            #expect(violation(.lenient, event) == expected)
            #expect(violation(.strict, event) == nil)
        }
    }
}
