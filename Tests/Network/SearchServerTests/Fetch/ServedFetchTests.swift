import Foundation
import ServedShop
import TestSupport
import Testing
import ViSearchAPI

@testable import SearchServer

/// The cost of fetching for a server, measured from outside.
@Suite("Fetching in a server of its own", .timeLimit(.minutes(5)))
struct ServedFetchTests {
    private let folder = Result { try TemporaryFolder() }

    private func serve(_ seconds: Double) throws -> ServeProcess {
        let store = try folder.get().url.appending(path: "shop.magpie")
        return try ServeProcess(store: store, ["--allow-private", "--fetch-timeout", "\(seconds)", "--quiet"])
    }

    private func search(_ server: ServeProcess, _ port: Int) -> JSONValue? {
        server.ask("GET", "/uploadsearch?im_url=http://127.0.0.1:\(port)/x.jpg")
    }

    @Test("waiting for a host that never answers takes no processor time")
    func slow() throws {
        let silent = try CannedServer { _ in nil }
        let server = try serve(3)
        let (port, own) = (silent.port, server.port)
        let before = try server.processorSeconds()
        let answered = Locked(0)
        for _ in 0..<4 {
            Thread.detachNewThread {
                RawFetch(own, port)
                answered.withLock { $0 += 1 }
            }
        }
        try wait(for: "the answers") { answered.withLock { $0 } == 4 }
        let used = try server.processorSeconds() - before
        // URLSession spun for all of the three seconds. A busy machine makes the little that is done dearer.
        #expect(used < 1.5, "\(used) s")
    }

    @Test("a bomb of half a gigabyte in half a megabyte takes no memory")
    func bomb() throws {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", "head -c 512000000 /dev/zero | gzip -1"]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let packed = Array(pipe.fileHandleForReading.readDataToEndOfFile())
        try #require(packed.count > 100_000 && packed.count < 10_000_000)
        let web = try CannedServer { _ in CannedServer.ok(packed, headers: "Content-Encoding: gzip\r\n") }
        let server = try serve(20)
        let before = try server.residentBytes()
        for _ in 0..<3 {
            #expect(search(server, web.port)?["error"]?.texts == ["Could not download the image from im_url."])
        }
        usleep(500_000)
        let grown = try server.residentBytes() - before
        // The address sanitizer keeps up to 256 MiB of freed memory.
        #expect(grown < (Sanitizer.isOn ? 400 : 64) << 20, "\(grown) bytes")
    }
}

/// Asks for a search with a picture at a port of this machine, and waits for the answer.
private struct RawFetch {
    @discardableResult
    init(_ server: UInt16, _ port: Int) {
        let client = RawClient(port: server)
        client.send("GET /uploadsearch?im_url=http://127.0.0.1:\(port)/x.jpg HTTP/1.1\r\nHost: x\r\n\r\n")
        _ = client.readAnswer(seconds: 300)
    }
}

extension ServeProcess {
    /// User and system time so far.
    fileprivate func processorSeconds() throws -> Double {
        let text = try String(contentsOfFile: "/proc/\(identifier)/stat", encoding: .utf8)
        let fields = text.drop { $0 != ")" }.split(separator: " ")
        guard fields.count > 13, let user = Double(fields[12]), let system = Double(fields[13]) else {
            throw Failed("no times in \(text)")
        }
        return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    fileprivate func residentBytes() throws -> Int {
        let text = try String(contentsOfFile: "/proc/\(identifier)/statm", encoding: .utf8)
        guard let pages = text.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
            throw Failed("no sizes in \(text)")
        }
        return pages * 4096
    }
}
