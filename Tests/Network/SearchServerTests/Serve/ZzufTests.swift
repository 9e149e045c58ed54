import Foundation
import ServedShop
import TestSupport
import Testing
import ViSearchAPI

@testable import SearchServer

/// zzuf, a fuzzer that flips bits of what a program reads, the same ones for the same seed.
private enum Zzuf {
    static let program = "/usr/bin/zzuf"
    static let isInstalled = FileManager.default.isExecutableFile(atPath: program)

    /// The same bytes once for each seed, with a share of their bits flipped that the seed chooses from `ratio`.
    static func mutants(of bytes: [UInt8], seeds: Range<Int>, ratio: String) throws -> [[UInt8]] {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "original")
        try Data(bytes).write(to: file)
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: program)
        // Runs the program that reads once for each seed, one after the other.
        process.arguments = ["-s", "\(seeds.lowerBound):\(seeds.upperBound)", "-r", ratio, "-C", "0", "cat", file.path]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let all = Array(output.fileHandleForReading.readDataToEndOfFile())
        process.waitUntilExit()
        try #require(all.count == bytes.count * seeds.count)
        return stride(from: 0, to: all.count, by: bytes.count).map { Array(all[$0..<$0 + bytes.count]) }
    }
}

@Suite(
    "What zzuf makes of requests", .timeLimit(.minutes(15)),
    .enabled(if: Zzuf.isInstalled, "skipped: zzuf is not installed"))
struct ZzufTests {
    private let folder = Result { try TemporaryFolder() }
    private var store: URL { get throws { try folder.get().url.appending(path: "shop.magpie") } }

    private static func post(_ target: String, _ type: String, _ body: [UInt8]) -> [UInt8] {
        let length = "Content-Length: \(body.count)\r\n"
        let head = "POST \(target) HTTP/1.1\r\nHost: localhost\r\nContent-Type: \(type)\r\n\(length)"
        return Array("\(head)Authorization: Basic YWs6c2s=\r\n\r\n".utf8) + body
    }

    private static func upload(_ target: String, _ picture: [UInt8]) -> [UInt8] {
        post(
            target, "multipart/form-data; boundary=b0undary",
            Shop.multipart([("limit", Array("2".utf8), false), ("image", picture, true)]))
    }

    private static func requests() throws -> [[UInt8]] {
        let form = "im_name%5B0%5D=a&im_url%5B0%5D=file%3A%2F%2F%2Fnowhere.jpg&price%5B0%5D=2&title%5B0%5D=%C3%BC"
        let event = #"{"events":[{"action":"product_click","queryId":"1","pid":"a","uid":"u","pos":1,"imUrl":"u"}]}"#
        let query = "im_name=shoe-001&fq=price:0,199&fl=*&facets=brand&score_min=0.1&limit=5&custom=x"
        let chunked = Shop.multipart([("image", try Shop.picture("mug-001"), true)])
        return [
            Array("GET /search?\(query) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Basic YWs6c2s=\r\n\r\n".utf8),
            post("/insert", "application/x-www-form-urlencoded", Array(form.utf8)),
            post("/v3/events", "application/json", Array(event.utf8)),
            upload("/uploadsearch?box=10,10,200,200&detection=all", try Shop.picture("shoe-002")),
            Array(
                """
                POST /discoversearch HTTP/1.1\r
                Host: localhost\r
                Transfer-Encoding: chunked\r
                Content-Type: multipart/form-data; boundary=b0undary\r
                \r
                \(String(chunked.count, radix: 16))\r\n
                """.utf8) + chunked + Array("\r\n0\r\n\r\n".utf8),
        ]
    }

    /// The requests, and the pictures; `MAGPIE_TESTS_LONG=1` sends a thousand.
    private static let count = Effort.inputs(300, of: 1000)

    @Test("mutated requests get an answer or a closed connection, and the server lives on")
    func requests() throws {
        let server = try server()
        let originals = try Self.requests()
        let share = Self.count / originals.count
        var mutants: [[UInt8]] = []
        for (index, original) in originals.enumerated() {
            #expect(outcome(send(original, to: server)) == 200)
            mutants += try Zzuf.mutants(
                of: original, seeds: index * share..<(index + 1) * share, ratio: "0.0001:0.05")
        }
        for seeds in [0..<Self.count / 2, Self.count / 2..<Self.count] {
            // A request that promises more than it sends is cut off when its time is over, so they go all at once.
            let clients = seeds.map { send(mutants[$0], to: server) }
            for (seed, client) in zip(seeds, clients) {
                let status = try #require(outcome(client), "seed \(seed) hangs")
                // The library itself answers a chunk line that has no end with 500.
                #expect(status < 500 || [500, 501, 503, 505].contains(status), "seed \(seed)")
            }
        }
        try check(server)
    }

    @Test("mutated pictures get an answer each, and the server lives on")
    func pictures() throws {
        let server = try server()
        let formats: [Output.Encoding] = [.jpeg(quality: 90), .png, .webp(quality: 90)]
        for (index, format) in formats.enumerated() {
            let recipe = Recipe(Output(.fit(256), encoding: format))
            let original = try prepare(.file(Shop.file("lamp-002")), as: recipe).outputs[0].bytes
            let seeds = index * Self.count / formats.count..<(index + 1) * Self.count / formats.count
            for (seed, mutant) in zip(seeds, try Zzuf.mutants(of: original, seeds: seeds, ratio: "0.00001:0.01")) {
                let target = seed % 10 == 0 ? "/discoversearch" : "/uploadsearch"
                let status = try #require(
                    outcome(send(Self.upload(target, mutant), to: server)), "seed \(seed) hangs")
                #expect(status == 200, "seed \(seed)")
            }
        }
        try check(server)
    }

    private func server() throws -> ServeProcess {
        try ServeProcess(store: try store, ["--quiet", "--key", "ak:sk"])
    }

    private func send(_ request: [UInt8], to server: ServeProcess) -> RawClient {
        let client = RawClient(port: server.port)
        client.send(request)
        client.endSending()
        return client
    }

    /// 0 if the connection is closed without an answer, nil where neither comes.
    private func outcome(_ client: RawClient) -> Int? {
        let answer = Answer(client.read(seconds: 300))
        return answer.end == .closed ? answer.status : nil
    }

    private func check(_ server: ServeProcess) throws {
        let status = try String(contentsOfFile: "/proc/\(server.identifier)/status", encoding: .utf8)
        let peak = try #require(status.firstMatch(of: /VmHWM:\s+([0-9]+) kB/).flatMap { Int($0.1) })
        // The address sanitizer, which this process has as well, keeps freed memory.
        if unsafe dlsym(nil, "__asan_init") == nil { #expect(peak < 400_000, "kilobytes") }
        server.send(SIGTERM)
        #expect(server.wait() == 0)
    }
}
