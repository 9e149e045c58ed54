import ImageTypes
import TestSupport
import Testing
import TransportTestSupport

@testable import HTTPTransport

@Suite("Mutated requests", .timeLimit(.minutes(5)))
struct MutationTests {
    private static let seeds: [String] = [
        "GET /search?im_name=a%20b&fq=price:0,199&fl=x HTTP/1.1\r\nHost: h\r\nAuthorization: Basic YWs6c2s=\r\n\r\n",
        "POST /insert HTTP/1.1\r\nHost: h\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 31\r\n\r\n"
            + "im_name%5B0%5D=b&price%5B0%5D=2",
        "POST /heavy?box=1 HTTP/1.1\r\nHost: h\r\nContent-Type: multipart/form-data; boundary=B\r\nContent-Length: 103\r\n\r\n"
            + "--B\r\nContent-Disposition: form-data; name=\"image\"; filename=\"t\"\r\nContent-Type: image/*\r\n\r\nJPEG\r\n--B--\r\n",
        "POST /heavy HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\nContent-Type: multipart/form-data; boundary=B\r\n\r\n"
            + "31\r\n--B\r\nContent-Disposition: form-data; name=\"q\"\r\n\r\n\r\na\r\n1\r\n--B--\r\n\r\n0\r\n\r\n",
    ]

    private static func mutated(_ seed: [UInt8], _ random: inout SplitMix) -> [UInt8] {
        var bytes = seed
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            let at = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0..<7, using: &random) {
            case 0: bytes[at] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 1: bytes[at] = [0, 0x0A, 0x0D, 0x20, 0x3A, 0x2D, 0xFF].randomElement(using: &random)!
            case 2: bytes.remove(at: at)
            case 3: bytes.insert(UInt8.random(in: 0...255, using: &random), at: at)
            case 4: bytes.insert(contentsOf: bytes[at..<min(bytes.count, at + 40)], at: at)
            case 5: bytes.removeSubrange(at..<min(bytes.count - 1, at + 10))
            default: bytes.insert(contentsOf: "\r\n".utf8, at: at)
            }
            if bytes.isEmpty { return seed }
        }
        return bytes
    }

    @Test("a thousand of them get an answer or a closed connection, and the server goes on")
    func thousand() throws {
        let server = try TestServer { configuration in
            configuration.timeouts.head = 0.2
            configuration.timeouts.body = 0.2
            configuration.timeouts.idle = 0.2
        }
        var random = SplitMix(seed: 20_261_121)
        for batch in 0..<10 {
            let clients = (0..<100).map { index in
                let client = RawClient(port: server.port)
                client.send(Self.mutated(Array(Self.seeds[index % Self.seeds.count].utf8), &random))
                client.endSending()
                return client
            }
            // An incomplete request is cut off, and so is a silent client.
            for (index, client) in clients.enumerated() {
                #expect(client.read().end == .closed, "number \(index) of batch \(batch)")
            }
        }
        // A thread goes home just after its answer.
        try wait(for: "the work to end") { server.server.jobs.running + server.server.jobs.waiting == 0 }
        // On a busy machine a good request may come too late as well; then another one is sent.
        var answer = Answer(("", .closed))
        for _ in 0..<20 where answer.status == 0 {
            let client = RawClient(port: server.port)
            client.send(Self.seeds[2])
            answer = client.readAnswer()
        }
        #expect(answer.body == "POST /heavy notRequired\nbox=1\nfile image t image/* 4")
    }
}
