import Foundation
import TestSupport
import Testing
import TransportTestSupport
import ViSearchAPI

@Suite(.enabled(if: SharedData.folder("visearch") != nil, "skipped: there are no recorded answers"))
struct RecordedAnswerTests {
    private func bodies() throws -> [(name: String, bytes: [UInt8])] {
        let folder = try #require(SharedData.folder("visearch")).appending(path: "answers")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return try files.map { ($0.lastPathComponent, [UInt8](try Data(contentsOf: $0))) }
    }

    private func body(_ name: String) throws -> [UInt8] { try #require(bodies().first { $0.name == name }).bytes }

    private func roundTrip<Answer: ViSearch.WireAnswer>(
        _ type: Answer.Type, _ body: (name: String, bytes: [UInt8])
    ) throws {
        let answer = try Answer(parsing: body.bytes)
        let losses = try JSONValue(parsing: body.bytes).losses(in: JSONValue(parsing: answer.encoded))
        #expect(losses == [], "\(body.name)")
        #expect(try Answer(parsing: answer.encoded) == answer, "\(body.name) changed when it was written again")
    }

    @Test("every recorded answer is read, and what is written is read as the same")
    func all() throws {
        for body in try bodies() where body.name.hasSuffix(".json") {
            if body.name.contains("insert_status") {
                try roundTrip(ViSearch.StatusAnswer.self, body)
            } else if body.name.contains("insert") || body.name.contains("auth_info") {
                try roundTrip(ViSearch.InsertAnswer.self, body)
            } else if body.name.contains("remove") {
                try roundTrip(ViSearch.RemoveAnswer.self, body)
            } else {
                try roundTrip(ViSearch.Results.self, body)
            }
        }
    }

    @Test("broken JSON is a typed error")
    func malformed() throws {
        for body in try bodies() where body.name.hasSuffix(".malformed.txt") {
            #expect(throws: MalformedJSON.self) { try ViSearch.Results(parsing: body.bytes) }
        }
    }

    @Test("values, scores and objects are where the answer has them")
    func fields() throws {
        let discovered = try ViSearch.Results(parsing: body("android__testDiscoverSearch.json"))
        #expect(discovered.objects?.count == 2)
        let thing = try #require(discovered.objects?.first)
        #expect(thing.type == "bottom")
        #expect(thing.box == Box(left: 241, top: 381, width: 248, height: 513))
        #expect(thing.hits?.first?.score == 1)
        #expect(thing.hits?.first?["title"]?.hasPrefix("Buy Pomelo") == true)
        #expect(discovered.knownObjectTypes?.contains { $0.type == "bag" } == true)

        let pinned = try ViSearch.Results(parsing: body("android__testRecommendationResponseWithExcludedPids.json"))
        #expect(pinned.hits[0].isPinned == true)
        #expect(pinned.hits[0].alternatives?.first?.name == "image_bag_3")
        #expect(pinned.excludedNames == ["im1", "im2"])
        #expect(pinned.requestID == "1317439821672620035")

        let priced = try ViSearch.Results(parsing: body("python__test_search_metadata_validfl.json"))
        #expect(priced.hits[0]["price"] == "125.000000")
        #expect(priced.limit == 30)

        let failed = try ViSearch.Results(parsing: body("python__test_idsearch_nonexists_im_name.json"))
        #expect(failed.status == .fail)
        #expect(failed.errorTexts == ["Image not found with im_name."])
    }

    @Test("transactions keep all their digits")
    func transactions() throws {
        let accepted = try ViSearch.InsertAnswer(parsing: body("python__test_auth_info.json"))
        #expect(accepted.transaction == "352649805417295872")
        let refused = try ViSearch.InsertAnswer(parsing: body("python__test_insert_invlaidimagename.json"))
        #expect(refused.faults == [.init(.invalidName, index: 0, name: "not valid name")])
        let status = try ViSearch.StatusAnswer(parsing: body("python__test_insert_status_valid_trans_id.json"))
        #expect(status.progress?.isDone == true)
        #expect(status.progress?.started == Date(timeIntervalSince1970: 1_428_400_971.048))
        let unknown = try ViSearch.StatusAnswer(parsing: body("python__test_insert_status_invalid_trans_id.json"))
        #expect(unknown.errorNumber == 101)
        #expect(unknown.status == .fail)
    }
}
