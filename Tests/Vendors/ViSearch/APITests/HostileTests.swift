import Foundation
import TestSupport
import Testing
import ViSearchAPI

@Suite struct HostileTests {
    private static let answers = [
        #"{"status":"OK","method":"uploadsearch","error":[],"page":1,"limit":10,"total":2,"product_types":[{"type":"#
            + #""top","score":0.9,"box":[1,2,3,4],"attributes":{"a":["b"]}}],"product_types_list":["x"],"result":["#
            + #"{"im_name":"a","score":0.5,"value_map":{"p":"1.5"},"tags":{"x":1},"alternatives":[{"im_name":"b"}],"#
            + #""pinned":"true","best_images":[{"url":"u"}]}],"facets":[{"key":"p","range":{"min":"1","max":"9"}}],"#
            + #""qinfo":{"a":1},"group_results":[{"group_by_value":"m","result":[]}],"im_id":"i","reqid":"7"}"#,
        #"{"status":"warning","method":"insert","trans_id":317503499455827968,"total":1,"error":[{"index":1,"im_name":"#
            + #""b","error_code":107,"error_message":"x"}]}"#,
        #"{"status":"OK","method":"insert/status","result":[{"trans_id":3,"processed_percent":100,"total":2,"#
            + #""start_time":"2015-01-02T03:04:05.678+0000","error_list":[{"error_code":201}]}]}"#,
    ]

    /// Bytes changed, left out, doubled.
    private func mutated(_ text: String, _ random: inout SplitMix) -> [UInt8] {
        var bytes = Array(text.utf8)
        let spice = Array(#"{}[]",:0-9eE.\null"#.utf8) + [0, 0xFF, 0xC3]
        for _ in 0...Int.random(in: 0...3, using: &random) {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: bytes[place] = spice.randomElement(using: &random)!
            case 1: bytes.remove(at: place)
            case 2: bytes.insert(spice.randomElement(using: &random)!, at: place)
            default: bytes.insert(contentsOf: bytes[place..<min(place + 9, bytes.count)], at: place)
            }
        }
        return bytes
    }

    @Test("a thousand broken answers are read or refused, and what is read can be written")
    func answers() {
        var (random, read) = (SplitMix(seed: 5), 0)
        func attempt<Answer: ViSearch.WireAnswer>(_ type: Answer.Type, _ bytes: [UInt8]) {
            guard let answer = try? Answer(parsing: bytes) else { return }
            read += 1
            #expect(throws: Never.self) { try Answer(parsing: answer.encoded) }
        }
        for round in 0..<Effort.inputs(300, of: 1000) {
            let bytes = mutated(Self.answers[round % 3], &random)
            attempt(ViSearch.Results.self, bytes)
            attempt(ViSearch.InsertAnswer.self, bytes)
            attempt(ViSearch.RemoveAnswer.self, bytes)
            attempt(ViSearch.StatusAnswer.self, bytes)
            attempt(ViSearch.Features.self, bytes)
            attempt(ViSearch.Completions.self, bytes)
        }
        #expect(read > 30)
        let deep = String(repeating: "[", count: 100_000)
        #expect(throws: MalformedJSON.self) { try ViSearch.Results(parsing: deep.utf8) }
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(Filter.self, from: Data(String(repeating: #"{"not":"#, count: 100_000).utf8))
        }
    }

    @Test("thousands of odd parameters are read or refused, and what is read can be said again")
    func parameters() {
        let names = [
            "im_name", "page", "limit", "score", "score_min", "score_max", "fl", "get_all_fl", "fq", "qinfo", "facets",
            "facets_limit", "dedup", "dedup_score_threshold", "detection", "detection_limit", "detection_sensitivity",
            "sort_by", "group_by", "group_limit", "color", "box", "point", "im_url", "im_id", "im_feature", "q",
            "result_limit", "object_limit", "alt_limit", "set_limit", "category", "im_name[0]", "im_url[0]", "a[1]",
            "im_name[-1]", "im_name[99999999999999999999]", "detection_attribute[x]", "]", "[]", "", "error_page",
        ]
        let values = [
            "", " ", "a", "1", "0", "-1", "true", "False", "1.5", "nan", "inf", "-inf", "1e400", "1e18", "0x10", ",",
            "1,2",
            "1,2,3,4", "9223372036854775807", "-9223372036854775808,1,2,9223372036854775807", ":", "a:b", "a:,",
            "#ff0000",
            "ffffff:100", "ff00ff:1,000000", "all", "high", "é\u{301}\u{0}", String(repeating: "x", count: 600),
        ]
        var (random, read) = (SplitMix(seed: 6), 0)
        func attempt<Request: ViSearch.Request>(_ type: Request.Type, _ parameters: Parameters) {
            guard let request = try? Request(parameters) else { return }
            read += 1
            // A page beyond the window is read, and answered with nothing, but not asked for.
            if let said = try? request.parameters() {
                #expect((try? Request(said)) == request, "\(parameters.urlEncoded.prefix(300))")
            }
        }
        for _ in 0..<Effort.inputs(1500, of: 5000) {
            var parameters = Parameters()
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                parameters.append(names.randomElement(using: &random)!, values.randomElement(using: &random)!)
            }
            attempt(ViSearch.SimilarSearch.self, parameters)
            attempt(ViSearch.ColorSearch.self, parameters)
            attempt(ViSearch.UploadSearch.self, parameters)
            attempt(ViSearch.DiscoverSearch.self, parameters)
            attempt(ViSearch.MultiSearch.self, parameters)
            attempt(ViSearch.Recommendation.self, parameters)
            attempt(ViSearch.Match.self, parameters)
            attempt(ViSearch.Insert.self, parameters)
            attempt(ViSearch.Remove.self, parameters)
        }
        #expect(read > 1500)
    }
}
