import Foundation
import Testing
import ViSearchAPI

@Suite struct AnswerTests {
    @Test("the words of the fault of a search tell its number, which does not travel with them")
    func faultOfWords() {
        #expect(ViSearch.Fault.ofSearch("Image not found with im_name.")?.code == 1101)
        #expect(ViSearch.Fault.ofSearch("Could not download the image from im_url.") == .queryNotDownloaded)
        #expect(ViSearch.Fault.ofSearch("Image not found.") == nil)
    }

    @Test("answers differ as services do: numbers as strings, whole scores, missing and null members, unknown ones")
    func lenient() throws {
        let text = """
            {"status":"OK","method":"discoversearch","error":null,"page":"1","limit":10.0,"total":3,
             "result":[{"im_name":17,"score":1,"value_map":{"price":12.5,"size":38,"new":true},"extra":{"a":[1]}},
                       {"im_name":"b","score":"0.5","pinned":true,"value_map":null}],
             "objects":[{"box":null,"result":[]},{"box":[1.4,2.6,3,4],"attributes":{"gender":"men"},"type":"top"}],
             "object_types_list":["bag",{"type":"top"}],
             "facets":[{"key":"price","range":{"min":12,"max":"199.5"}},{"key":"size","items":[{"value":38}]}],
             "set_info":[{"set_id":3,"set_score":12.5,"item_count":1}],"recalling_reqid":"r","reqid":700}
            """
        let results = try ViSearch.Results(parsing: text.utf8)
        #expect(results.page == 1)
        #expect(results.limit == 10)
        #expect(results.hits[0].name == "17")
        #expect(results.hits[0].score == 1)
        #expect(results.hits[0]["price"] == "12.5")
        #expect(results.hits[0]["size"] == "38")
        #expect(results.hits[0]["new"] == "true")
        #expect(results.hits[0].other == ["extra": .object(["a": .array([.int(1)])])])
        #expect(results.hits[1].score == 0.5)
        #expect(results.hits[1].isPinned == true)
        #expect(results.objects?[0].box == nil)
        #expect(results.objects?[1].box == Box(left: 1, top: 3, width: 2, height: 1))
        #expect(results.objects?[1].attributes == ["gender": ["men"]])
        #expect(results.knownObjectTypes?.map(\.type) == ["bag", "top"])
        #expect(results.facets?[0].range == 12...199.5)
        #expect(results.facets?[1].values == [.init("38")])
        #expect(results.sets?[0].id == "3")
        #expect(results.other == ["recalling_reqid": .string("r")])
        #expect(results.requestID == "700")
    }

    @Test("a search answer is as strict as the strictest client")
    func strict() throws {
        var results = ViSearch.Results(.uploadSearch, requestID: "1")
        results.page = 1
        results.limit = 10
        results.total = 1
        var hit = ViSearch.Hit("a", score: 0.875, values: ["price": .string("39.500000")])
        hit.isPinned = true
        results.hits = [hit]
        results.productTypes = [.init(score: 0.9, box: Box(left: 1, top: 2, width: 3, height: 4))]
        results.knownTypes = [.init("top")]
        results.facets = [
            .init("price", range: 12...198.5), .init("brand", values: [.init("acme", count: 2)]), .init("none"),
        ]
        results.imageID = "i.jpg"
        #expect(
            String(decoding: results.encoded, as: UTF8.self) == """
                {"status":"OK","method":"uploadsearch","error":[],"page":1,"limit":10,"total":1,\
                "product_types":[{"type":"other","attributes":{},"score":0.9,"box":[1,2,4,6]}],\
                "product_types_list":[{"type":"top","attributes_list":{}}],\
                "result":[{"im_name":"a","score":0.875,"value_map":{"price":"39.500000"},"pinned":"true"}],\
                "facets":[{"key":"price","range":{"min":"12","max":"198.5"}},\
                {"key":"brand","items":[{"value":"acme","count":2}]},{"key":"none","items":[]}],\
                "im_id":"i.jpg","reqid":"1"}
                """)
    }

    @Test("answers by groups and by objects have no hits of their own, but in the merged form")
    func shapes() throws {
        var grouped = ViSearch.Results(.uploadSearch)
        grouped.groupField = "mpid"
        grouped.groups = [.init("m1", hits: [.init("a")])]
        #expect(!String(decoding: grouped.encoded, as: UTF8.self).contains("\"limit\""))
        #expect(String(decoding: grouped.encoded, as: UTF8.self).components(separatedBy: "\"result\"").count == 2)
        var things = ViSearch.Results(.discoverSearch)
        things.objects = [.init(type: "top", total: 1000, hits: [.init("a")])]
        #expect(try ViSearch.Results(parsing: things.encoded) == things)
        things.hits = [.init("a")]
        #expect(try ViSearch.Results(parsing: things.encoded) == things)
    }

    @Test("failures repeat page and limit only where the service does")
    func failures() {
        let missing = ViSearch.Results(.search, failure: .imageNotFound, page: 2, limit: 30, requestID: "9")
        #expect(
            String(decoding: missing.encoded, as: UTF8.self) == """
                {"status":"fail","method":"search","error":["Image not found with im_name."],"page":2,"limit":30,\
                "total":0,"result":[],"reqid":"9"}
                """)
        let bad = ViSearch.Results(.search, failure: .invalidColor, page: 2, limit: 30)
        #expect(bad.page == 0 && bad.limit == 0)
    }

    @Test("answers of data operations say which image, and keep the digits of the transaction")
    func data() throws {
        let insert = ViSearch.InsertAnswer(
            transaction: "317503499455827968", total: 1, faults: [.init(.invalidName, index: 1, name: "bad name")])
        #expect(
            String(decoding: insert.encoded, as: UTF8.self) == """
                {"status":"warning","method":"insert","trans_id":317503499455827968,"total":1,\
                "error":[{"index":1,"im_name":"bad name","error_code":107,"error_message":"Invalid im_name."}]}
                """)
        let progress = ViSearch.Progress(
            transaction: "5", percent: 100, total: 2, successCount: 1, failCount: 1,
            started: Date(timeIntervalSince1970: 1_420_167_845.678),
            updated: Date(timeIntervalSince1970: 1_420_167_846),
            faults: [.init(.cannotDownload, name: "b")], errorPage: 1, errorLimit: 10)
        let status = ViSearch.StatusAnswer(progress)
        #expect(
            String(decoding: status.encoded, as: UTF8.self).contains("\"start_time\":\"2015-01-02T03:04:05.678+0000\""))
        #expect(try ViSearch.StatusAnswer(parsing: status.encoded) == status)
        for time in ["2015-01-02T03:04:06Z", "2015-01-02T03:04:06+00:00", "2015-01-02T03:04:06.000+0000"] {
            let text = #"{"status":"OK","method":"insert/status","result":[{"trans_id":"5","start_time":"\#(time)"}]}"#
            #expect(
                try ViSearch.StatusAnswer(parsing: text.utf8).progress?.started
                    == Date(timeIntervalSince1970: 1_420_167_846))
        }
        #expect(ViSearch.StatusAnswer(nil, faults: [.init(.unknownTransaction)]).status == .fail)
        #expect(ViSearch.RemoveAnswer(total: 0, faults: [.init(.unknownImage, name: "b")]).status == .warning)
    }

    @Test("features are strings, completions have scores")
    func others() throws {
        let features = ViSearch.Features(["QUJDRA=="], imageID: "z.jpg", requestID: "7")
        #expect(try ViSearch.Features(parsing: features.encoded) == features)
        let words = ViSearch.Completions([.init("red dress", score: 88)], requestID: "8")
        #expect(try ViSearch.Completions(parsing: words.encoded) == words)
    }

    @Test(
        "malformed answers name the field",
        arguments: [
            (#"{"status":"OK","result":{}}"#, "result"), (#"{"status":"OK","result":[7]}"#, "result[0]"),
            (#"{"status":"OK","result":[{"score":1}]}"#, "result[0].im_name"),
            (#"{"status":"good"}"#, "status"), (#"{"status":"OK","objects":[{"box":[1,2,3]}]}"#, "objects[0].box"),
            (#"{"status":"OK","objects":[{},{"result":[{"im_name":[]}]}]}"#, "objects[1].result[0].im_name"),
            (#"{"status":"OK","facets":[{"key":"a","items":[{"count":"x"}]}]}"#, "facets[0].items[0].count"),
            (#"[1]"#, ""), (#"{"status":"OK","page":1.5e99}"#, "page"), ("", ""), ("{", ""), ("<html>", ""),
        ])
    func malformed(_ text: String, _ path: String) {
        do throws(MalformedJSON) {
            _ = try ViSearch.Results(parsing: text.utf8)
            Issue.record("\(text) was read")
        } catch {
            #expect(error.path == path)
            #expect(!error.reason.isEmpty)
        }
    }
}
