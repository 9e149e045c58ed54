import Foundation
import HaloAPI
import TestSupport
import Testing

@Suite("Hostile queries of HALO", .timeLimit(.minutes(5)))
struct HostileQueryTests {
    static func fault(_ body: String) -> String {
        do throws(SearchError) {
            _ = try ContentQuery(halo: Array(body.utf8))
            return "it was read"
        } catch {
            if case .invalidArgument(let text) = error { return text }
            return "another error: \(error)"
        }
    }

    @Test(
        "what is no query is refused, with the place and what would be right",
        arguments: [
            ("", "the request body is empty; it must be JSON"), ("[]", "must be a JSON object, not an array"),
            ("{", "the request body is not JSON: expected a name in quotes"),
            (#"{"modulename":"a"}"#, "modulename is no key of a query; did you mean `moduleName`?"),
            (#"{"serchValues":{}}"#, "did you mean `searchValues`?"), (#"{"x":1}"#, "There are moduleIds, moduleName"),
            (#"{"moduleName":["a"]}"#, "moduleName must be a string, not an array"),
            (#"{"moduleIds":"a"}"#, "moduleIds must be an array, not a string"),
            (#"{"instanceIds":[{}]}"#, "instanceIds[0] must be a string, a number or a flag, not an object"),
            (#"{"relatedTo":[{"fieldName":"a"}]}"#, "relatedTo[0].instanceIds is missing"),
            (#"{"relatedTo":[{"instanceIds":["a"]}]}"#, "relatedTo[0].fieldName is missing"),
            (#"{"relatedTo":[{"fieldName":"a","instanceIds":["*","b"]}]}"#, "must be `*` alone, or ids"),
            (#"{"relatedTo":[{"fieldname":"a","instanceIds":[]}]}"#, "did you mean `fieldName`?"),
            (#"{"include":["all","a"]}"#, "include must be `all` alone"),
            (#"{"segmentTags":[{"value":"a"}]}"#, "segmentTags[0].name is missing"),
            (#"{"segmentTags":[{"name":"a","kind":"b"}]}"#, "segmentTags[0].kind is no member of a tag"),
            (#"{"segmentMode":"totl"}"#, "`totl` is no mode; did you mean `total`?"),
            (#"{"pagination":{"page":0}}"#, "pagination.page must be 1 or more, not 0"),
            (#"{"pagination":{"page":-9223372036854775808,"limit":-1}}"#, "pagination.limit must be 1…1000, not -1"),
            (#"{"pagination":{"limit":1001}}"#, "pagination.limit must be 1…1000, not 1001"),
            (#"{"pagination":{"page":1.5}}"#, "pagination.page must be a whole number"),
            (#"{"pagination":{"skip":"yes"}}"#, "pagination.skip must be true or false"),
            (#"{"pagination":{"size":5}}"#, "pagination.size is no member of a pagination"),
            (#"{"sort":"createdat desc"}"#, "did you mean `createdAt`?"),
            (#"{"sort":"price desc"}"#, "A field is written `values.price`"),
            (#"{"sort":"name asc,,"}"#, "must be names with asc or desc between commas"),
            (#"{"locale":"en GB"}"#, "locale must be a language tag"), (#"{"locale":""}"#, "locale must be"),
            (#"{"searchPicture":"*"}"#, "searchPicture must be the bytes of an image file in base64"),
            (#"{"searchText":5}"#, "searchText must be a string, not a number"),
        ])
    func refused(body: String, text: String) {
        #expect(Self.fault(body).contains(text), "\(Self.fault(body))")
    }

    @Test(
        "what is no condition is refused, with the place and what would be right",
        arguments: [
            ("7", "searchValues must be an object, not a number"),
            (#"{"operation":"=","property":"a"}"#, "searchValues.value is missing"),
            (#"{"operation":"=","value":1}"#, "searchValues.property is missing"),
            (#"{"property":"a","value":1}"#, "searchValues.operation is missing"),
            (#"{"operation":"==","property":"a","value":1}"#, "`==` is no operation"),
            (#"{"operation":"lik","property":"a","value":"abc"}"#, "did you mean `like`?"),
            (#"{"operation":"=","property":"a","value":1,"typ":"x"}"#, "searchValues.typ is no member"),
            (#"{"operation":"=","property":"a","value":1,"type":"strin"}"#, "did you mean `string`?"),
            (#"{"operation":"=","property":"a","value":"x","type":"number"}"#, "must be a number, not a string"),
            (#"{"operation":"=","property":"a","value":"x","type":"date"}"#, "must be milliseconds since 1970"),
            (#"{"operation":"=","property":"a","value":1e300,"type":"date"}"#, "must be milliseconds since 1970"),
            (#"{"operation":"=","property":"a","value":5,"type":"null"}"#, "must be null, not 5"),
            (#"{"operation":"=","property":"a","value":["x"],"type":"string"}"#, "must be one value for `=`"),
            (#"{"operation":"in","property":"a","value":"x"}"#, "must be an array of at most 10000 values for `in`"),
            (#"{"operation":"in","property":"a","value":[null]}"#, "searchValues.value[0] must be null"),
            (#"{"operation":"between","property":"a","value":[1]}"#, "must be an array of 2 values"),
            (#"{"operation":">","property":"a","value":null,"type":"null"}"#, "only `=` and `!=` compare with null"),
            (#"{"operation":"like","property":"a","value":"ab"}"#, "must have at least 3 characters for `like`"),
            (#"{"condition":"xor","operands":[]}"#, "`xor` is no condition; did you mean `or`?"),
            (#"{"condition":"or","operands":[]}"#, "must have an operand, for `or`"),
            (#"{"condition":"not","operands":[]}"#, "must have one operand, for `not`"),
            (#"{"condition":"and"}"#, "searchValues.operands is missing"),
            (#"{"operands":[]}"#, "condition is missing"),
            (
                #"{"condition":"and","operands":[{"condition":"and","operands":[5]}]}"#,
                "operands[0].operands[0] must be"
            ),
        ])
    func conditions(filter: String, text: String) {
        let found = Self.fault(#"{"searchValues":\#(filter)}"#)
        #expect(found.contains(text), "\(found)")
    }

    @Test("members of all content are known by name")
    func members() {
        let found = Self.fault(#"{"metaSearch":{"operation":"=","property":"publishedat","value":null,"type":"null"}}"#)
        #expect(found.contains("`publishedat` is no member of all content; did you mean `publishedAt`?"))
    }

    @Test("every fault is named at once, ten of them")
    func all() {
        let text = Self.fault(#"{"a":1,"b":1,"pagination":{"page":0,"limit":0},"sort":"x","locale":"?"}"#)
        for place in ["a is no key", "b is no key", "pagination.page", "pagination.limit", "sort", "locale"] {
            #expect(text.contains(place), "\(text)")
        }
        let many = Self.fault("{\(String((0..<500).flatMap { #""k\#($0)":1,"# }))\"l\":1}")
        #expect(many.contains("491 more faults") && many.utf8.count < 10_000)
    }

    @Test("deep, broad and long conditions are refused, as soon as they are too much")
    func sizes() throws {
        let leaf = #"{"operation":"=","property":"a","value":1}"#
        func nested(_ levels: Int) -> String {
            String(repeating: #"{"condition":"and","operands":["#, count: levels - 1) + leaf
                + String(repeating: "]}", count: levels - 1)
        }
        func query(_ filter: String) -> String { #"{"searchValues":\#(filter)}"# }
        func group(_ filters: String, _ count: Int) -> String {
            let all = Array(repeating: filters, count: count).joined(separator: ",")
            return query(#"{"condition":"and","operands":[\#(all)]}"#)
        }
        #expect(try ContentQuery(halo: Array(query(nested(63)).utf8)).filter != .all)
        for levels in [65, 70, 1000, 100_000] {
            #expect(Self.fault(query(nested(levels))).contains("levels deep"), "\(levels)")
        }
        #expect(try ContentQuery(halo: Array(group(leaf, 1000).utf8)).filter != .all)
        #expect(Self.fault(group(leaf, 1001)).contains("must have at most 1000 comparisons"))
        #expect(Self.fault(group(leaf, 50_000)).contains("must have at most 1000 comparisons"))
        #expect(Self.fault(group(#"{"condition":"and","operands":[]}"#, 50_000)).contains("must have at most 1000"))
        func list(_ count: Int) -> String { (0..<count).map { #""x\#($0)""# }.joined(separator: ",") }
        func choice(_ count: Int) -> String { query(#"{"operation":"in","property":"a","value":[\#(list(count))]}"#) }
        #expect(try ContentQuery(halo: Array(choice(10_000).utf8)).filter != .all)
        #expect(Self.fault(choice(10_001)).contains("an array of at most 10000 values for `in`, not 10001"))
        #expect(Self.fault(#"{"instanceIds":[\#(list(10_001))]}"#).contains("must have at most 10000 values"))
        let relation = #"{"fieldName":"a","instanceIds":["*"]}"#
        let relations = Array(repeating: relation, count: 101).joined(separator: ",")
        #expect(Self.fault(#"{"relatedTo":[\#(relations)]}"#).contains("must have at most 100 relations"))
        let keys = Array(repeating: "name asc", count: 17).joined(separator: ",")
        #expect(Self.fault(#"{"sort":"\#(keys)"}"#).contains("must have at most 16 keys"))
    }

    @Test("what has no form on the wire is refused before it is sent")
    func unwritable() {
        var star = ContentQuery().related(to: ["*"], through: "a")
        star.order = [SearchRequest.Sort("a,b")]
        let queries = [
            star, ContentQuery().where(.equal("a", .list(["x"]))), ContentQuery().where(.less("a", .float(.nan))),
            ContentQuery().where(.oneOf("a", ["x", .date(.now)])), ContentQuery().populating("all"),
            ContentQuery().page(0), ContentQuery().page(1, limit: 1001), ContentQuery().localized(in: "e n"),
        ]
        for query in queries { #expect(throws: SearchError.self) { _ = try query.halo() } }
    }

    @Test("each changed byte of a query is read or refused, and never a trap")
    func damaged() {
        var random = SplitMix(seed: 5)
        let body = Array(QueryTests.phone.utf8)
        for _ in 0..<Effort.inputs(1000, of: 3000) {
            var changed = body
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0..<changed.count, using: &random)
                switch Int.random(in: 0...2, using: &random) {
                case 0: changed[place] = UInt8.random(in: 0...255, using: &random)
                case 1: changed.remove(at: place)
                default: changed.insert(Array(#"{}[]",:0-e"#.utf8).randomElement(using: &random)!, at: place)
                }
            }
            do throws(SearchError) { _ = try ContentQuery(halo: changed) } catch {
                guard case .invalidArgument = error else {
                    Issue.record("\(error)")
                    return
                }
            }
        }
    }
}
