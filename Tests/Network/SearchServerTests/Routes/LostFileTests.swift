import DynamicYieldAPI
import Foundation
import ServedShop
import TestSupport
import Testing

@testable import SearchServer

@Suite("A server whose file was removed or replaced", .timeLimit(.minutes(5)))
struct LostFileTests {
    private static let json = ["Content-Type: application/json"]
    private static let form = ["Content-Type: application/x-www-form-urlencoded"]

    @Test(
        "every change is refused with 503 and the reason, as long as the health says it; searches go on",
        arguments: ["", ".jobs", ".events"])
    func refused(file: String) throws {
        let shop = try Shop(names: ["bag-001"])
        let path = shop.engine.store.path + file
        let changes: [(String, [String], String)] = [
            ("/insert", Self.form, "im_name[0]=bag-001&price[0]=3"), ("/remove", Self.form, "im_name[0]=bag-001"),
            ("/engine/remove", Self.json, #"["bag-001"]"#), ("/engine/insert", Self.json, "[]"),
            ("/v3/events", Self.json, #"{"events":[{"code":"x","action":"view","pid":"bag-001"}]}"#),
            ("/v3/__va.gif?code=x&action=view&pid=bag-001", Self.form, ""), ("/__aq.gif?action=view", Self.form, ""),
            (DynamicYield.Operation.engagement.path, Self.json, "{}"),
        ]
        try FileManager.default.moveItem(atPath: path, toPath: path + "-moved")
        for isReplaced in [false, true] {
            if isReplaced { try FileManager.default.copyItem(atPath: path + "-moved", toPath: path) }
            let health = try shop.ask("GET", "/healthz").answer
            #expect(health.status == 503 && health.body.contains("was removed or replaced"), "\(health)")
            for (target, headers, body) in changes {
                let answer = try shop.ask("POST", target, headers: headers, body: Array(body.utf8)).answer
                #expect(answer.status == 503, "\(target): \(answer)")
                #expect(answer.body.contains("was removed or replaced while the server ran"), "\(target): \(answer)")
            }
            #expect(try shop.ask("GET", "/search?im_name=bag-001").answer.status == 200)
        }
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.moveItem(atPath: path + "-moved", toPath: path)
        #expect(try shop.ask("GET", "/healthz").answer.status == 200)
        let taken = try shop.post("/insert", form: "im_name[0]=bag-001&price[0]=3")
        #expect(taken["total"] == .int(1), "\(taken)")
    }
}
