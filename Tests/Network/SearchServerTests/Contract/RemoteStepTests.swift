import EngineTestSupport
import Foundation
import PictureTestSupport
import SearchClient
import SearchServer
import ServedShop
import TestSupport
import Testing
import TransportTestSupport

@Suite("Stepwise search over HTTP", .timeLimit(.minutes(5)))
struct RemoteStepTests {
    /// A server with the hierarchy of the contract, for as long as it is held.
    private final class Served: Sendable {
        let folder: TemporaryFolder
        let store: StepStore?
        private let server: SearchServer
        let port: UInt16
        let steps: RemoteSteps

        init(hasSteps: Bool = true, keys: String = "", key: ClientConfiguration.Credentials = .none) throws {
            folder = try TemporaryFolder()
            let rows = folder.url.appending(path: "rows.jsonl")
            let path = folder.url.appending(path: "addresses.store").path
            try Data(StepContract.lines.utf8).write(to: rows)
            _ = try StepImport([rows.path]).run(to: path)
            store = hasSteps ? try StepStore(path: path) : nil
            let engine = try SearchEngine(path: folder.url.appending(path: "shop.magpie").path, mode: .create)
            var setup = SearchServer.Setup()
            setup.protocols = Shop.protocols
            setup.http.timeouts = .patient
            setup.http.credentials = try Credentials(lines: keys)
            setup.steps = store
            server = try SearchServer(engine, setup: setup)
            port = try server.start()
            let url = URL(string: "http://127.0.0.1:\(port)")!
            steps = try RemoteSteps(
                SearchClient(ClientConfiguration(key, at: url, timeout: 600, totalTimeout: 600)))
        }

        deinit { server.stop() }

        func post(_ body: String) -> Answer {
            let client = RawClient(port: port)
            client.send(
                "POST /steps HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                    + "Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)")
            return client.readAnswer()
        }
    }

    @Test("the hierarchy behind client and server keeps the contract of the embedded one")
    func contract() async throws {
        for rule in StepContract.rules {
            let served = try Served()
            await #expect(throws: Never.self, "\(rule)") { try await rule.check(served.steps) }
            withExtendedLifetime(served) {}
        }
    }

    @Test("client and server answer what the hierarchy in process answers, to random calls")
    func equalAnswers() async throws {
        let served = try Served()
        let store = try #require(served.store)
        var random = SplitMix(seed: 11)
        var path = StepPath()
        for _ in 0..<Effort.inputs(100, of: 300) {
            var call = StepCall(path)
            call.path.locale = [nil, "en", "fr-CA", "ja"].randomElement(using: &random) ?? nil
            call.view = StepView(
                offset: Int.random(in: 0...3, using: &random), limit: Int.random(in: 1...4, using: &random),
                prefix: ["", "", "ね", "2", "E"].randomElement(using: &random) ?? "")
            call.words = [nil, "negishi 5", "1", "東町"].randomElement(using: &random) ?? nil
            switch Int.random(in: 0...5, using: &random) {
            case 0: call.action = .goBack(Int.random(in: -1...3, using: &random))
            case 1: call.action = .select(["ghost", "13", "h1"].randomElement(using: &random) ?? "")
            case 2: call.path.ids.append("gone")
            case 3...4:
                if case .choose(let page, _)? = try? store.stepBlocking(StepCall(path)).step,
                    let next = page.candidates.randomElement(using: &random)
                {
                    call.action = .select(next.id)
                }
            default: break
            }
            let here = Self.result { () throws(StepError) in try store.stepBlocking(call) }
            let there: Result<StepAnswer, StepError>
            do throws(StepError) { there = .success(try await served.steps.step(call)) } catch {
                there = .failure(error)
            }
            #expect(here == there, "\(call)")
            if case .success(let answer) = here { path = answer.path }
        }
    }

    private static func result(
        _ body: () throws(StepError) -> StepAnswer
    ) -> Result<StepAnswer, StepError> {
        do throws(StepError) { return .success(try body()) } catch { return .failure(error) }
    }

    @Test("a session over the network goes on from a path that was kept")
    func session() async throws {
        let served = try Served()
        var session = StepSession(served.steps)
        for id in ["jp", "11", "111082", "negishi"] { _ = try await session.select(id) }
        var resumed = StepSession(served.steps, path: session.path)
        #expect(try await resumed.select("negishi-5").path.count == 5)
        #expect(try await resumed.find("2-4").first?.ids.last == "h3")
    }

    @Test(
        "calls that are none are refused with their fault",
        arguments: [
            ("", "the request body is empty; it must be JSON"),
            ("{", "the request body is not valid JSON"),
            ("[]", "the request body must be an object"),
            (
                #"{"paths":[]}"#,
                "paths is no member of a call; the members are path, locale, action, limit, offset, prefix, words"
            ),
            (#"{"action":{"select":"a","goBack":1}}"#, "action must have either select or goBack"),
            (#"{"action":{"jump":"a"}}"#, "action.jump is no member of a call; the members are select, goBack"),
            (#"{"path":["jp",7]}"#, "path[1] must be a string"),
            (#"{"limit":"many"}"#, "limit must be an integer"),
            (#"{"offset":-1}"#, "offset is -1; it must be 0 or more"),
            (#"{"limit":100000000000000000000}"#, "a number in the request body is out of range"),
        ])
    func malformed(body: String, message: String) throws {
        let answer = try Served().post(body)
        #expect(answer.status == 400)
        let reply = try? JSONDecoder().decode(StepReply.self, from: Data(answer.body.utf8))
        guard case .failure(.invalidArgument(let text))? = reply else {
            Issue.record("\(answer.body)")
            return
        }
        #expect(text == message)
    }

    @Test("huge and deep calls are refused in bounded time, and the server goes on")
    func hostile() async throws {
        let served = try Served()
        let long = String(repeating: "あ", count: 15_000)
        #expect(served.post(#"{"prefix":"\#(long)"}"#).status == 400)
        #expect(served.post(#"{"words":"\#(long)"}"#).status == 400)
        #expect(
            served.post(#"{"path":[\#(Array(repeating: "\"a\"", count: 5000).joined(separator: ","))]}"#).status == 400)
        #expect(served.post(String(repeating: "[", count: 60_000)).status == 400)
        #expect(served.post(#"{"prefix":"\#(String(repeating: "x", count: 70_000))"}"#).status == 413)
        #expect(served.post(#"{"path":["' OR 1=1; --"]}"#).body.contains("dataChanged"))
        #expect(try await served.steps.step(StepCall()).path == StepPath())
    }

    @Test("a server without a hierarchy says so, and an app key may ask")
    func access() async throws {
        let without = try Served(hasSteps: false)
        do throws(StepError) {
            _ = try await without.steps.step(StepCall())
            Issue.record("it answered")
        } catch {
            #expect(error == .unavailable("this server has no hierarchy; 'magpie serve' takes one with --steps"))
        }
        let keys = "APPKEY\nACCESS:SECRET"
        let open = try Served(keys: keys, key: .appKey("APPKEY"))
        #expect(try await open.steps.step(StepCall()).path == StepPath())
        let closed = try Served(keys: keys, key: .none)
        await #expect(throws: StepError.self) { _ = try await closed.steps.step(StepCall()) }
    }

    @Test("the categories of the catalog are served in the same way")
    func catalog() async throws {
        let folder = try TemporaryFolder()
        let engine = try SearchEngine(path: folder.url.appending(path: "shop.magpie").path, mode: .create)
        var item = Item(id: "bag-1")
        item.attributes = ["category": .string("Bags > Totes"), "title": .text("Canvas tote")]
        for result in try engine.insertBlocking([Entry(item, image: .pixels(Pictures.scene(64, 64)))]) {
            try result.get()
        }
        var setup = SearchServer.Setup()
        setup.protocols = Shop.protocols
        setup.http.timeouts = .patient
        setup.steps = CatalogSteps(engine)
        let server = try SearchServer(engine, setup: setup)
        defer { server.stop() }
        let url = URL(string: "http://127.0.0.1:\(try server.start())")!
        let client = SearchClient(ClientConfiguration(.none, at: url, timeout: 600, totalTimeout: 600))
        var session = StepSession(try RemoteSteps(client))
        for id in ["category:Bags", "category:Bags > Totes"] { _ = try await session.select(id) }
        guard case .arrived(let found, _) = try await session.select("item:bag-1") else {
            Issue.record("not arrived")
            return
        }
        #expect(found.label == "Canvas tote" && found.level == .item)
    }
}
