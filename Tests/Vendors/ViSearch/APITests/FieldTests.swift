import Foundation
import TestSupport
import Testing
import TransportTestSupport
import ViSearchAPI

/// Every field of every answer, there, missing, null and of every wrong kind.
@Suite struct FieldTests {
    private static let bodies:
        [(read: @Sendable (JSONValue) throws(MalformedJSON) -> any ViSearch.WireAnswer, text: String)] =
            [
                (
                    { json throws(MalformedJSON) in try ViSearch.Results(json: json) },
                    """
                    {"status":"OK","method":"discoversearch","error":[{"code":5,"message":"m","x":1}],"error_code":7,
                     "page":1,"limit":10,"total":37,"reqid":"700","im_id":"i.jpg","result_limit":10,"detection_limit":5,
                     "qinfo":{"im_name":"d","price":"49.990002","n":{"a":[1]}},"algorithm":"VSR","fallback_algorithm":"S",
                     "result":[{"im_name":"a","score":0.5,"value_map":{"price":"39.5","size":38,"new":true},"s3_url":"u",
                        "vs_value_map":{"k":"v"},"rerank_score":0.25,"tags":{"category":"top"},"pinned":"true","extra":[1],
                        "best_images":[{"type":"product","url":"u","index":"0","extra":1}],
                        "alternatives":[{"im_name":"b","value_map":{"t":"x"}}]}],
                     "product_types":[{"type":"top","score":0.9,"box":[1,2,3,4],"attributes":{"gender":["women"]},
                        "box_type":"b","extra":1}],
                     "product_types_list":[{"type":"top","attributes_list":{"gender":["men","women"]},"extra":1}],
                     "objects":[{"type":"top","score":0.9,"box":[1,2,3,4],"attributes":{"gender":["women"]},"total":3,
                        "result":[{"im_name":"c"}],"facets":[{"key":"b","items":[]}],"point":[5,6],"id":"1","name":"n",
                        "category":"c","group_results":[{"group_by_value":"m","result":[]}],"excluded_im_names":["x"]}],
                     "object_types_list":[{"type":"bag","attributes_list":{}}],
                     "facets":[{"key":"brand","items":[{"value":"acme","count":21,"extra":1}],"extra":1},
                        {"key":"price","range":{"min":12.5,"max":"199"}},{"key":"odd","range":{"min":9,"max":1}},
                        {"key":"both","items":[{"value":"1"}],"range":{"min":1,"max":2}}],
                     "group_by_key":"mpid","group_limit":2,"group_result":[[{"im_name":"g"}]],
                     "group_results":[{"group_by_value":"m1","result":[{"im_name":"e"}],"extra":1}],
                     "excluded_im_names":["old"],"set_info":[{"set_id":"s","set_score":12.5,"item_count":1,"extra":1}],
                     "q_best_images":[{"type":"outfit","url":"u","index":"1"}],
                     "query_tags":[{"tag_group":"g","tags":[{"tag":"t","score":0.1,"extra":1}],"extra":1}],
                     "hidden_categories":["h"],"pin_category_pid_map":{"a":"b"},"recognition_reqid":"r"}
                    """
                ),
                (
                    { json throws(MalformedJSON) in try ViSearch.InsertAnswer(json: json) },
                    """
                    {"status":"warning","method":"insert","trans_id":317503499455827968,"total":1,"reqid":"1","extra":1,
                     "error":[{"index":1,"im_name":"b","error_code":107,"error_message":"m","extra":1}]}
                    """
                ),
                (
                    { json throws(MalformedJSON) in try ViSearch.RemoveAnswer(json: json) },
                    """
                    {"status":"warning","method":"remove","total":1,"reqid":"1","extra":1,
                     "error":[{"im_name":"b","error_code":102,"error_message":"m","extra":1}]}
                    """
                ),
                (
                    { json throws(MalformedJSON) in try ViSearch.StatusAnswer(json: json) },
                    """
                    {"status":"OK","method":"insert/status","reqid":"1","extra":1,"result":[{"trans_id":317503499455827968,
                      "processed_percent":100,"total":2,"success_count":1,"fail_count":1,"error_page":1,"error_limit":10,
                      "start_time":"2015-01-02T03:04:05.678+0000","update_time":"yesterday","extra":1,
                      "error_list":[{"im_name":"b","error_code":201,"error_message":"m","extra":1}]}]}
                    """
                ),
                (
                    { json throws(MalformedJSON) in try ViSearch.Features(json: json) },
                    """
                    {"status":"OK","method":"extractfeature","error":["e"],"result":["QUJDRA=="],"im_id":"z.jpg",
                     "product_types":[{"type":"top","attributes":{},"score":0.1,"box":[1,2,3,4]}],
                     "product_types_list":[{"type":"top","attributes_list":{}}],"reqid":"7","extra":1}
                    """
                ),
                (
                    { json throws(MalformedJSON) in try ViSearch.Completions(json: json) },
                    """
                    {"status":"OK","method":"multisearch/autocomplete","error":[],"page":1,"reqid":"8","extra":1,
                     "result":[{"text":"red dress","score":88.5,"extra":1}]}
                    """
                ),
            ]

    /// The answer and all that can be changed in it.
    private func body(_ index: Int) throws -> (JSONValue, [JSONPlace]) {
        let json = try JSONValue(parsing: Self.bodies[index].text.utf8)
        return (json, json.places)
    }

    /// Without these, an answer or a hit is invalid.
    private func isRequired(_ place: JSONPlace) -> Bool {
        place.path == "status"
            || place.last == .member("im_name") && !place.path.hasPrefix("error")
                && !place.path.hasPrefix("qinfo") && !place.path.contains("error_list")
    }

    private func fault(_ index: Int, _ json: JSONValue) -> MalformedJSON? {
        do throws(MalformedJSON) {
            let answer = try Self.bodies[index].read(json)
            // An answer that is read can be written, and is read again.
            let again = try Self.bodies[index].read(JSONValue(parsing: answer.encoded))
            #expect(again.encoded == answer.encoded)
            return nil
        } catch {
            return error
        }
    }

    @Test("nothing of an answer is lost when it is read and written again", arguments: 0..<6)
    func lossless(_ index: Int) throws {
        let (json, _) = try body(index)
        let answer = try Self.bodies[index].read(json)
        #expect(try json.losses(in: JSONValue(parsing: answer.encoded)) == [])
    }

    @Test("an answer without a field, or with null there, is read", arguments: 0..<6)
    func missing(_ index: Int) throws {
        let (json, places) = try body(index)
        for place in places {
            for changed in [json.changing(place, to: nil), json.changing(place, to: .null)] {
                let fault = fault(index, changed)
                if isRequired(place) {
                    #expect(fault == MalformedJSON(path: place.path, reason: "expected text, found nothing"))
                } else if case .index = place.last {
                    // An array without an element is read, or is too short; null is no element.
                    #expect(fault == nil || place.path.hasPrefix(fault?.path ?? "?"), "\(place.path): \(fault!)")
                } else {
                    #expect(fault == nil, "\(place.path): \(fault!)")
                }
            }
        }
    }

    @Test("a field of another kind is read, or named by the error", arguments: 0..<6)
    func swapped(_ index: Int) throws {
        let (json, places) = try body(index)
        let others: [JSONValue] = [
            "x", "", "7", "1.5", " ", 0, -1, 7, .int(.max), .int(.min), .number(0.5), .number(-1e300),
            .string("9223372036854775808"), .string("1e400"), true, false, [], [7], ["x"], [[]], [.null], [1, 2],
            [1, 2, 3, 4, 5], [.number(1.4), "2", 3, 4], [.int(.min), 0, .int(.max), 0], [:], ["x": 1],
        ]
        for place in places {
            for other in others {
                guard let fault = fault(index, json.changing(place, to: other)) else { continue }
                #expect(fault.path.hasPrefix(place.path), "\(place.path) as \(other): \(fault)")
                #expect(fault.reason.contains("expected"), "\(fault)")
            }
        }
    }

    @Test(
        "errors come as strings, objects, one of them, or anything",
        arguments: [
            (#""no""#, ["no"], nil), (#"["a","b"]"#, ["a", "b"], nil), ("null", [], nil), ("[]", [], nil),
            (#"{"code":203,"message":"no"}"#, ["no"], 203),
            (#"[{"error_code":"102","error_message":"x"}]"#, ["x"], 102),
            (#"[{"code":4},"b"]"#, [#"{"code":4}"#, "b"], 4), (#"{"reason":["r"]}"#, [#"{"reason":["r"]}"#], nil),
            ("7", ["7"], nil), ("true", ["true"], nil),
        ] as [(String, [String], Int?)])
    func errors(_ error: String, _ texts: [String], _ code: Int?) throws {
        let body = #"{"status":"fail","error":\#(error)}"#
        let results = try ViSearch.Results(parsing: body.utf8)
        #expect(results.errorTexts == texts)
        #expect(results.errorNumber == code)
        #expect(try ViSearch.InsertAnswer(parsing: body.utf8).errorTexts == texts)
    }

    @Test("the status is read in any case, and what is none is named")
    func status() throws {
        for (text, status) in [("OK", ViSearch.Status.ok), ("ok", .ok), ("Warning", .warning), ("FAIL", .fail)] {
            #expect(try ViSearch.Results(parsing: #"{"status":"\#(text)"}"#.utf8).status == status)
        }
        for text in [#"{"status":"good"}"#, #"{"status":200}"#, #"{"status":null}"#, "{}", "[]", "7", "null"] {
            let fault = fault(0, try JSONValue(parsing: text.utf8))
            #expect(fault?.path == (text.hasPrefix("{") ? "status" : ""))
        }
    }

    @Test("a transaction keeps its digits, as a number and as text")
    func transactions() throws {
        let texts = [
            "9007199254740993", "9223372036854775807", "9223372036854775808", "340282366920938463463374607431",
        ]
        for text in texts {
            for form in [text, "\"\(text)\""] {
                let answer = try ViSearch.InsertAnswer(parsing: #"{"status":"OK","trans_id":\#(form)}"#.utf8)
                #expect(answer.transaction == text)
                #expect(try ViSearch.InsertAnswer(parsing: answer.encoded) == answer)
            }
        }
    }

    @Test(
        "a time is read in each form that services have",
        arguments: [
            (#""2015-01-02T03:04:05.678+0000""#, 678), (#""2015-01-02T03:04:05.678+00:00""#, 678),
            (#""2015-01-02T03:04:05.678Z""#, 678), (#""2015-01-02T03:04:05+0000""#, 0),
            (#""2015-01-02T03:04:05Z""#, 0), (#""2015-01-02 03:04:05.678Z""#, 678),
            (#""2015-01-02T11:04:05+08:00""#, 0), ("1420167845678", 678), (#""1420167845678""#, 678),
            ("1420167845678.0", 678), ("1e300", nil), (#""""#, nil), (#""soon""#, nil), ("null", nil), ("[1]", nil),
        ] as [(String, Int?)])
    func times(_ time: String, _ milliseconds: Int?) throws {
        let body = #"{"status":"OK","result":[{"start_time":\#(time)}]}"#
        let progress = try #require(try ViSearch.StatusAnswer(parsing: body.utf8).progress)
        #expect(progress.started?.timeIntervalSince1970 == milliseconds.map { 1_420_167_845 + Double($0) / 1000 })
        // What is no time is not lost.
        #expect((progress.other["start_time"] == nil) == (milliseconds != nil || time == "null"))
    }

    @Test("almost done is not done")
    func percent() throws {
        for (percent, isDone) in [("99.9", false), ("100", true), (#""100""#, true), ("250", true), ("-1", false)] {
            let body = #"{"status":"OK","result":[{"processed_percent":\#(percent)}]}"#
            #expect(try ViSearch.StatusAnswer(parsing: body.utf8).progress?.isDone == isDone)
        }
    }

    @Test("an answer of ProductSearch is called by its name")
    func productSearch() throws {
        let body = #"{"status":"OK","result":[{"product_id":"p","main_image_url":"u"}]}"#
        let fault = try #require(fault(0, try JSONValue(parsing: body.utf8)))
        #expect(fault.path == "result[0].im_name")
        #expect(fault.reason.contains("ProductSearch"))
    }
}
