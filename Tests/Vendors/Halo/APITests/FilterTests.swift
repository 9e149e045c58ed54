import EngineTestSupport
import Foundation
import HaloAPI
import TestSupport
import Testing

@Suite("Filters of HALO", .timeLimit(.minutes(5)))
struct FilterTests {
    /// A filter over the stores of the contract.
    private static func random(_ random: inout SplitMix, depth: Int = 0) -> Filter {
        let names = [
            "title", "about", "area", "open", "since", "sells", "notes", "plan", "boss", "staff", "@name", "@createdAt",
            "@removedAt", "@id", "@createdBy",
        ]
        let values: [AttributeValue] = [
            "Hof", "shoes", "hats", "7", "true", "p2", "Mill", 7, 120, 80.5, -3, true, false, .float(1.5),
            .date(Date(timeIntervalSince1970: 1_588_291_200)), .date(Date(timeIntervalSince1970: 2)), "s3",
            .text("Yard"),
        ]
        let patterns = ["%50\\%%", "%afe%", "Hafen%", "M_hle", "%shoes%", "%a\\_b%", "har%or"]
        let name = names.randomElement(using: &random)!
        func value() -> AttributeValue { values.randomElement(using: &random)! }
        func several() -> [AttributeValue] {
            let dates = values.filter { $0.type == .date }
            let others = values.filter { $0.type != .date }
            let from = Bool.random(using: &random) ? dates : others
            return (0..<Int.random(in: 0...3, using: &random)).map { _ in from.randomElement(using: &random)! }
        }
        func filters() -> [Filter] {
            (0..<Int.random(in: 0...3, using: &random)).map { _ in Self.random(&random, depth: depth + 1) }
        }
        switch Int.random(in: 0...(depth < 4 ? 15 : 11), using: &random) {
        case 0: return .equal(name, value())
        case 1: return .differs(name, value())
        case 2: return .less(name, value())
        case 3: return .lessOrEqual(name, value())
        case 4: return .greater(name, value())
        case 5: return .greaterOrEqual(name, value())
        case 6: return .between(name, 1, 100)
        case 7: return .oneOf(name, several())
        case 8: return .differsFromAll(name, several())
        case 9: return .like(name, patterns.randomElement(using: &random)!)
        case 10: return .exists(name)
        case 11: return .all
        case 12: return .and(filters())
        case 13: return .or(filters())
        default: return .not(Self.random(&random, depth: depth + 1))
        }
    }

    @Test("random filters find the same after their way over the wire, in each language")
    func roundTrip() async throws {
        let reference = ContentReference(ContentContract.modules, ContentContract.instances)
        var random = SplitMix(seed: 3)
        for _ in 0..<Effort.inputs(600, of: 2000) {
            var query = ContentContract.stores.where(Self.random(&random))
            query.locale = [nil, "de", "en-GB", "fr"].randomElement(using: &random)!
            let body = try query.halo().body
            let read = try ContentQuery(halo: body.encoded)
            let one = try await reference.search(query)
            let other = try await reference.search(read)
            #expect(one == other, "\(query.filter)")
        }
    }

    @Test("conditions on values and on members of all content go apart where they are joined by `and`")
    func parts() throws {
        let query = ContentQuery().where(
            Field("a") == 1 && Field.contentName == "x" && (Field("b") == 2 || Field("c") == 3)
                && Field.deletedAt == nil)
        let body = try query.halo().body
        guard case .object(let members) = body else { throw Failed("no object") }
        #expect(
            members["metaSearch"] == [
                "condition": "and",
                "operands": [
                    ["operation": "=", "property": "name", "value": "x", "type": "string"],
                    ["operation": "=", "property": "deletedAt", "value": .null, "type": "null"],
                ],
            ])
        #expect(try query.halo().additions == [])
        let mixed = ContentQuery().where(Field("a") == 1 || Field.contentName == "x")
        #expect(try mixed.halo().additions == ["`@name` among the conditions on values"])
        #expect(try ContentQuery(halo: mixed.halo().body.encoded) == mixed)
    }

    @Test("the reference keeps the contract of content", arguments: ContentContract.rules)
    func contract(_ rule: ContentContract.Rule) async throws {
        try await rule.check(ContentReference(ContentContract.modules, ContentContract.instances))
    }
}
