import EngineTestSupport
import Foundation
import StepwiseAPI
import StepwiseSearch
import TestSupport
import Testing

@Suite("Sessions", .timeLimit(.minutes(5)))
struct StepSessionTests {
    private let importer: Importer
    private let store: StepStore

    init() throws {
        importer = try Importer()
        try importer.load(["rows.jsonl": StepContract.lines])
        store = try importer.store()
    }

    @Test("a session goes down, back, to another language, and jumps")
    func walk() async throws {
        var session = StepSession(store)
        for id in ["jp", "11", "111082"] { _ = try await session.select(id) }
        #expect(try await session.setLocale("en").path.last?.label == "Saitama-shi Minami-ku")
        let match = try #require(try await session.find("negishi 5").first)
        guard case .choose(let page, _) = try await session.go(to: match.ids, StepView(limit: 1)) else {
            Issue.record("arrived too early")
            return
        }
        #expect(page.candidates.map(\.label) == ["2-4"] && page.total == 4)
        #expect(try await session.goBack(2).path.map(\.label) == ["Japan", "Saitama", "Saitama-shi Minami-ku"])
        #expect(session.path == StepPath(["jp", "11", "111082"], locale: "en"))
        #expect(try await session.current() == session.currentBlocking())
    }

    @Test("a session of the blocking verbs goes the same way")
    func blocking() throws {
        var session = StepSession(store)
        for id in ["jp", "11", "111082", "negishi"] { _ = try session.selectBlocking(id) }
        let other = session
        _ = try session.goBackBlocking(9)
        #expect(session.path.ids == [] && other.path.ids.count == 4)
        let match = try #require(try session.findBlocking("根岸5-2-4").first)
        guard case .arrived(let candidate, _) = try session.goBlocking(to: match.ids) else {
            Issue.record("not arrived")
            return
        }
        #expect(candidate.label == "2-4")
        #expect(throws: StepError.alreadyArrived) { try session.selectBlocking("h1") }
        #expect(session.path.ids == match.ids)
        _ = try session.setLocaleBlocking("en")
        #expect(session.path.locale == "en")
    }

    @Test("a failed verb leaves the state as it was")
    func failure() async throws {
        var session = StepSession(store, path: StepPath(["jp", "11"]))
        await #expect(throws: StepError.notACandidate("nobody")) { _ = try await session.select("nobody") }
        await #expect(throws: StepError.stepsNotPositive(0)) { _ = try await session.goBack(0) }
        #expect(session.path == StepPath(["jp", "11"]))
    }

    @Test("the whole state survives a restart as JSON")
    func restart() async throws {
        var session = StepSession(store, path: StepPath(locale: "en"))
        for id in ["jp", "11", "111082", "negishi"] { _ = try await session.select(id) }
        let kept = try JSONEncoder().encode(session.path)
        let step = try await session.current()
        var resumed = StepSession(try importer.store(), path: try JSONDecoder().decode(StepPath.self, from: kept))
        #expect(try await resumed.current() == step)
        #expect(try await resumed.select("negishi-5").path.last?.label == "5 chome")
    }

    @Test("after the data changed, the session goes on at the deepest state that holds")
    func change() async throws {
        var session = StepSession(store)
        for id in ["jp", "11", "111082", "negishi", "negishi-5"] { _ = try await session.select(id) }
        let rest = StepContract.lines.split(separator: "\n").filter { !$0.contains("negishi-5") }
        try importer.load(["rows.jsonl": rest.joined(separator: "\n")])
        do throws(StepError) {
            _ = try await session.select("h1")
            Issue.record("the old data is still there")
        } catch {
            guard case .dataChanged(let holds) = error else { throw error }
            #expect(holds.ids == ["jp", "11", "111082", "negishi"])
            let step = try await session.go(to: holds.ids)
            #expect(step.path.last?.label == "根岸")
        }
    }

    @Test("calls and answers keep all that they say as JSON")
    func codable() throws {
        let calls = [
            StepCall(), StepCall(StepPath(["a", "b"], locale: "en-GB"), action: .select("c\"'")),
            StepCall(StepPath(["a"]), action: .goBack(3), view: StepView(offset: 5, limit: 7, prefix: "ネ"), words: "x"),
        ]
        for call in calls {
            #expect(try JSONDecoder().decode(StepCall.self, from: JSONEncoder().encode(call)) == call)
        }
        for path in [[], ["jp", "11", "111082"], ["jp", "11", "111082", "awa"]] {
            let answer = try store.stepBlocking(StepCall(StepPath(path, locale: "en"), words: "根岸"))
            #expect(try JSONDecoder().decode(StepAnswer.self, from: JSONEncoder().encode(answer)) == answer)
        }
        let errors: [StepError] = [
            .notACandidate("x"), .stepsNotPositive(-2), .noData, .incompleteData(at: "13"), .alreadyArrived,
            .dataChanged(holds: StepPath(["jp"], locale: "en")), .invalidArgument("no"), .unavailable("gone"),
            .cancelled,
        ]
        for error in errors {
            #expect(try JSONDecoder().decode(StepError.self, from: JSONEncoder().encode(error)) == error)
        }
    }

    @Test(
        "a call with members that it does not have is refused",
        arguments: [
            #"{"paths":["jp"]}"#, #"{"action":{"select":"a","goBack":1}}"#, #"{"action":{}}"#,
            #"{"action":{"choose":"a"}}"#,
            #"{"path":"jp"}"#, #"{"limit":"many"}"#, "[]",
        ])
    func unknownMembers(_ json: String) {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(StepCall.self, from: Data(json.utf8)) }
    }
}
