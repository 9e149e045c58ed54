import Dispatch
import Foundation
import SearchServer
import ServedShop
import TestSupport
import ViSearchAPI

/// `magpie serve` as a process that may be told to stop, or be killed.
final class ServeProcess {
    static let binary = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        .appending(path: "magpie").path

    private let process = Process()
    let port: UInt16
    var url: String { "http://127.0.0.1:\(port)/" }

    init(store: URL, _ options: [String] = [], environment: [String: String] = [:]) throws {
        let output = Pipe()
        process.executableURL = URL(filePath: ServeProcess.binary)
        process.arguments = ["serve", "--store", store.path, "--port", "0"] + options
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let match = line.firstMatch(of: /:([0-9]+)\/\n$/), let port = UInt16(match.1) else {
            process.waitUntilExit()
            throw Failed("serve said: \(line)")
        }
        self.port = port
    }

    /// The text of the command on standard error when it does not serve, and its exit code.
    static func refusal(store: URL, _ options: [String]) throws -> (text: String, code: Int32) {
        let process = Process()
        let errors = Pipe()
        process.executableURL = URL(filePath: ServeProcess.binary)
        process.arguments = ["serve", "--store", store.path, "--port", "0"] + options
        process.standardOutput = FileHandle.nullDevice
        process.standardError = errors
        try process.run()
        // One that serves after all is stopped, and then there is no text.
        let identifier = process.processIdentifier
        let stop = DispatchWorkItem { Foundation.kill(identifier, SIGKILL) }
        DispatchQueue.global().asyncAfter(deadline: .now() + 300, execute: stop)
        let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        stop.cancel()
        return (text, process.terminationStatus)
    }

    deinit { if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) } }

    var identifier: pid_t { process.processIdentifier }

    func send(_ signal: Int32) { Foundation.kill(process.processIdentifier, signal) }

    func wait() -> Int32 {
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// Waits until an insertion is done; its last state.
    func finish(_ transaction: JSONValue?) -> JSONValue? {
        var state: JSONValue?
        try? TestSupport.wait(for: "the insertion") {
            state = ask("GET", "/insert/status/\(transaction?.text ?? "")")?["result"]?[0]
            if state == nil || state?["processed_percent"] == .int(100) { return true }
            usleep(50_000)
            return false
        }
        return state
    }

    func post(_ target: String, parts: [(name: String, bytes: [UInt8], isFile: Bool)]) -> JSONValue? {
        guard process.isRunning else { return nil }
        let client = RawClient(port: port)
        let body = Shop.multipart(parts)
        let type = "Content-Type: multipart/form-data; boundary=b0undary\r\n"
        client.send("POST \(target) HTTP/1.1\r\nHost: localhost\r\n\(type)Content-Length: \(body.count)\r\n\r\n")
        client.send(body)
        // Not for ever: the port of a server that was killed may belong to a silent one of another test.
        return try? JSONValue(parsing: Array(client.readAnswer(seconds: 30).body.utf8))
    }

    /// Nil when the server is gone.
    func ask(
        _ method: String, _ target: String, form: String = "", type: String = "application/x-www-form-urlencoded"
    ) -> JSONValue? {
        guard process.isRunning else { return nil }
        let client = RawClient(port: port)
        let type = "Content-Type: \(type)\r\n"
        let length = method == "POST" ? "\(type)Content-Length: \(form.utf8.count)\r\n" : ""
        client.send("\(method) \(target) HTTP/1.1\r\nHost: localhost\r\n\(length)\r\n\(form)")
        // Not for ever: the port of a server that was killed may belong to a silent one of another test.
        return try? JSONValue(parsing: Array(client.readAnswer(seconds: 30).body.utf8))
    }
}
