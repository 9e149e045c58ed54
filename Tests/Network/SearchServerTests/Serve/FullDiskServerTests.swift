import Foundation
import ServedShop
import TestSupport
import Testing
import ViSearchAPI

@testable import SearchServer

/// A file system of a few megabytes in memory.
private final class SmallDisk {
    let url: URL
    private let folder: TemporaryFolder

    /// Throws where it cannot be mounted.
    init() throws {
        folder = try TemporaryFolder()
        url = folder.url
        guard geteuid() == 0, Self.run("/bin/mount", ["-t", "tmpfs", "-o", "size=3m", "magpie-test", url.path]) else {
            throw Failed("cannot mount")
        }
    }

    deinit { _ = Self.run("/bin/umount", [url.path]) }

    static let isPossible = (try? SmallDisk()) != nil

    var filler: URL { url.appending(path: "filler") }

    /// Leaves no space at all.
    func fill() throws {
        _ = FileManager.default.createFile(atPath: filler.path, contents: nil)
        let file = try FileHandle(forWritingTo: filler)
        var size = 1 << 20
        while size > 0 {
            do { try file.write(contentsOf: Data(count: size)) } catch { size /= 2 }
        }
    }

    private static func run(_ program: String, _ arguments: [String]) -> Bool {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}

@Suite("magpie serve on a full disk", .timeLimit(.minutes(15)))
struct FullDiskServerTests {
    /// Searches are answered, so nobody needs to start another server; what waits is said.
    private func checkHealth(of server: ServeProcess) {
        for place in ["/healthz", "/readyz"] {
            let client = RawClient(port: server.port)
            client.send("GET \(place) HTTP/1.1\r\nHost: localhost\r\n\r\n")
            let answer = client.readAnswer()
            let warnings = [
                "insertions are waiting: the disk cannot be written to",
                "the disk of the store was full within the last minute",
            ]
            #expect(answer.status == 200 && warnings.contains { answer.body == "ok\n\($0)\n" }, "\(place): \(answer)")
        }
    }

    @Test(
        "refuses what it cannot keep, answers searches, and goes on by itself when there is room again",
        .enabled(if: SmallDisk.isPossible, "skipped: cannot mount"))
    func full() throws {
        let disk = try SmallDisk()
        let server = try ServeProcess(store: disk.url.appending(path: "shop.magpie"), ["--quiet"])
        var accepted: [String: JSONValue?] = [:]
        var refused = 0
        func insert(_ name: String, _ sample: String) throws {
            let picture = try Shop.picture(sample)
            let answer = server.post(
                "/insert", parts: [("im_name[0]", Array(name.utf8), false), ("image[0]", picture, true)])
            if answer?["total"] == .int(1) {
                accepted[name] = answer?["trans_id"]
            } else {
                refused += 1
                #expect(answer?["status"] == .string("fail"))
                #expect(answer?["error"]?[0]?["error_code"] == .int(32))
                if refused == 1 { checkHealth(of: server) }
            }
        }
        try insert("first", "shoe-001")
        try insert("second", "shoe-002")
        for transaction in accepted.values { #expect(server.finish(transaction)?["success_count"] == .int(1)) }
        try disk.fill()
        for (number, name) in Shop.names.enumerated() { try insert("full-\(number)", name) }
        #expect(refused > 0)
        checkHealth(of: server)
        #expect(server.ask("GET", "/search?im_name=first")?["result"]?.names.contains("second") == true)
        try FileManager.default.removeItem(at: disk.filler)
        try insert("after", "bag-001")
        #expect(accepted["after"] != nil)
        for (name, transaction) in accepted {
            #expect(server.finish(transaction)?["success_count"] == .int(1), "\(name) was accepted")
            #expect(server.ask("GET", "/search?im_name=\(name)")?["status"] == .string("OK"))
        }
        server.send(SIGTERM)
        #expect(server.wait() == 0)
    }
}
