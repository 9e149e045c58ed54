import Foundation
import TestSupport
import Testing

@testable import magpie

@Suite("The access log of the service", .timeLimit(.minutes(5)))
struct LogRotationTests {
    private static let tool = "/usr/sbin/logrotate"
    private static let folder = SharedData.package.appending(path: ".ci/debian")
    private let place: Workplace

    init() throws { place = try Workplace() }

    private func rule() throws -> String {
        try String(contentsOf: Self.folder.appending(path: "logrotate"), encoding: .utf8)
    }

    @Test("lies in a folder that the unit makes, which is the one that is rotated and that a purge removes")
    func folders() throws {
        func text(_ name: String) throws -> String {
            try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
        }
        #expect(try text("magpie.service").contains("\nLogsDirectory=magpie\nLogsDirectoryMode=0750\n"))
        #expect(try text("serve.conf").contains("#   log = /var/log/magpie/access.log\n"))
        #expect(try rule().contains("\n/var/log/magpie/*.log {\n"))
        #expect(try text("postrm").contains("rm -rf /var/log/magpie\n"))
    }

    @Test(
        "goes on in a new file after logrotate has moved the old one away, and no line is lost",
        .enabled(
            if: FileManager.default.isExecutableFile(atPath: tool) && Workplace.isRoot,
            "skipped: /usr/sbin/logrotate of the package logrotate is missing, or this user is not root"))
    func rotated() throws {
        try place.folder("log")
        let server = try place.start("serve", "--store", "a.magpie", "--port", "0", "--log", "log/access.log")
        defer { server.send(SIGKILL) }
        func port() -> UInt16? {
            String(decoding: server.output, as: UTF8.self).firstMatch(of: /:([0-9]+)\//).flatMap { UInt16($0.1) }
        }
        server.wait(until: { port() != nil })
        let listening = try #require(port())
        func visit(_ path: String) {
            let client = RawClient(port: listening)
            client.send("GET /\(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            _ = client.readAnswer()
        }
        func lines(_ name: String) -> String {
            (try? String(contentsOfFile: (place / "log/\(name)").text, encoding: .utf8)) ?? ""
        }
        visit("first")
        server.wait(until: { lines("access.log").contains("/first") })
        let user = "root"
        let rule = try rule().replacing("/var/log/magpie", with: (place / "log").text)
            .replacing("magpie magpie", with: "\(user) \(user)")
            .replacing(#/if systemctl .*/#, with: "kill -HUP \(server.identifier)")
        #expect(rule.contains("kill -HUP"))
        try place.write(Array(rule.utf8), to: "rule")
        try run("/bin/chmod", ["644", (place / "rule").text])
        let state = (place / "state").text
        let rotated = try run(Self.tool, ["--force", "--state", state, (place / "rule").text])
        #expect(rotated.code == 0, "\(rotated.errors)")
        // The signal is heard on a thread of its own.
        server.wait(until: {
            visit("second")
            return lines("access.log").contains("/second")
        })
        #expect(lines("access.log.1").contains("/first") && !lines("access.log").contains("/first"))
        let mode = try FileStatus.of(place / "log/access.log").permissions
        #expect(mode == 0o640)
    }
}
