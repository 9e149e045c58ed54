import Foundation
import Testing

@testable import magpie

@Suite("The service manager of magpie serve", .timeLimit(.minutes(5)))
struct ServiceManagerTests {
    private let place: Workplace

    init() throws { place = try Workplace() }

    /// A socket of a manager, which collects the messages.
    private final class Manager {
        let path: String
        private let descriptor: Int32

        init(at path: String) throws {
            self.path = path
            descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            let bytes = Array(path.utf8)
            try #require(bytes.count < MemoryLayout.size(ofValue: address.sun_path))
            // Safe: the path is shorter than its field, and the address has the length that is given.
            let result = unsafe withUnsafeMutableBytes(of: &address) { whole in
                unsafe whole.baseAddress!.advanced(by: 2).copyMemory(from: bytes, byteCount: bytes.count)
                return unsafe bind(
                    descriptor, whole.baseAddress!.assumingMemoryBound(to: sockaddr.self),
                    socklen_t(MemoryLayout<sockaddr_un>.size))
            }
            try #require(result == 0)
            var patience = timeval(tv_sec: 60, tv_usec: 0)
            // Safe: the option has the size that is given.
            unsafe setsockopt(
                descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        }

        deinit { close(descriptor) }

        /// The next message; nil if none comes within a minute.
        func next() -> String? {
            var buffer = [UInt8](repeating: 0, count: 4096)
            // Safe: the count is that of the buffer.
            let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
            return count < 0 ? nil : String(decoding: buffer[..<count], as: UTF8.self)
        }

        /// The first message that begins so, past signs of life.
        func message(_ beginning: String) -> String? {
            while let text = next() { if text.hasPrefix(beginning) { return text } }
            return nil
        }
    }

    @Test("hears that the server answers, that it lives, and that it stops")
    func messages() throws {
        let manager = try Manager(at: (place / "notify").text)
        let running = try Running(
            magpieBinary, ["serve", "--port", "0", "--store", "shop.magpie"], in: place.path,
            environment: ["NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": "200000"])
        #expect(manager.next()?.hasPrefix("READY=1\nSTATUS=0 items at port ") == true)
        for _ in 0..<3 { #expect(manager.message("WATCHDOG=1") != nil) }
        running.send(SIGTERM)
        #expect(manager.message("STOPPING=1") != nil)
        #expect(try running.wait().code == 0)
    }

    @Test("that watches another process gets no sign of life, and one that is gone does no harm")
    func others() throws {
        let manager = try Manager(at: (place / "notify").text)
        let running = try Running(
            magpieBinary, ["serve", "--port", "0", "--store", "shop.magpie"], in: place.path,
            environment: ["NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": "1000", "WATCHDOG_PID": "1"])
        #expect(manager.next()?.hasPrefix("READY=1") == true)
        running.send(SIGTERM)
        #expect(manager.next()?.hasPrefix("STOPPING=1") == true)
        #expect(try running.wait().code == 0)
        for address in ["/nowhere/notify", "notify", "@", "/" + String(repeating: "n", count: 200)] {
            let running = try Running(
                magpieBinary, ["serve", "--port", "0", "--store", "shop.magpie"], in: place.path,
                environment: ["NOTIFY_SOCKET": address])
            running.wait { !running.output.isEmpty }
            running.send(SIGTERM)
            #expect(try running.wait().code == 0, "\(address.prefix(20))")
        }
    }

    /// Starts serve by a program that listens first and hands the socket on, as a manager does.
    private func activated(listening address: String, _ words: String..., count: String = "1") throws -> Running {
        let program = """
            import os, socket, sys
            s = socket.create_server((sys.argv[1], 0)) if sys.argv[1] != '-' else open('/dev/null')
            print(s.getsockname()[1] if sys.argv[1] != '-' else 0, flush=True)
            os.dup2(s.fileno(), 3)
            os.set_inheritable(3, True)
            os.environ |= {'LISTEN_PID': str(os.getpid()), 'LISTEN_FDS': sys.argv[2]}
            os.execv(sys.argv[3], sys.argv[3:])
            """
        return try Running(
            "/usr/bin/env",
            ["python3", "-c", program, address, count, magpieBinary, "serve", "--store", "shop.magpie"] + words,
            in: place.path)
    }

    @Test("opens the port before the server starts")
    func activation() throws {
        let running = try activated(listening: "127.0.0.1")
        let text = { String(decoding: running.output, as: UTF8.self) }
        running.wait { text().contains("Serving") }
        let port = try #require(text().split(separator: "\n").first.flatMap { UInt16($0) })
        #expect(text().contains(":\(port)/"))
        let answer = try run("/usr/bin/env", ["curl", "-sf", "http://127.0.0.1:\(port)/livez"])
        #expect(answer.text.contains("ok"))
        running.send(SIGTERM)
        #expect(try running.wait().code == 0)
    }

    @Test("cannot open a server without keys to others, nor hand on what is no listening socket, nor two")
    func refusals() throws {
        let open = try activated(listening: "0.0.0.0").wait()
        #expect(open.code == 2 && open.errors.contains("needs --key or --keys"), "\(open.errors)")
        let file = try activated(listening: "-").wait()
        #expect(file.code == 2 && file.errors.contains("the socket of the service manager"), "\(file.errors)")
        let two = try activated(listening: "127.0.0.1", count: "2").wait()
        #expect(two.code == 2 && two.errors.contains("passed 2 sockets"), "\(two.errors)")
        #expect(!FileManager.default.fileExists(atPath: (place / "shop.magpie").text))
    }
}
