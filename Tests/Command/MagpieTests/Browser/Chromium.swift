import Foundation
import Testing

@testable import magpie

/// A browser without a window that shows one page and takes keys as from a keyboard. It speaks the DevTools protocol
/// over two pipes.
final class Chromium {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Debian's package `chromium`; nil where it is not installed.
    static let program = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    /// The time that one step may take before the browser counts as lost.
    private static let patience: Int32 = 120_000

    private let folder: Workplace
    private let process = Process()
    private let commands: FileHandle
    private let answers: FileHandle
    private var pending: [UInt8] = []
    private var session: String?
    private var count = 0
    /// The exceptions of the scripts of the page.
    private(set) var exceptions: [String] = []

    init(showing page: magpie.Path) throws {
        guard let program = Chromium.program else { throw Failure(description: "there is no Chromium") }
        let folder = try Workplace()
        self.folder = folder
        let names = ["commands", "answers"].map { (folder / $0).text }
        try run("/usr/bin/mkfifo", names)
        let line = "exec \"$0\" \"$@\" 3<commands 4>answers"
        // The page is our own, and a sandbox inside of a container is not to be had.
        let flags = [
            "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
            "--user-data-dir=\((folder / "profile").text)", "--window-size=1200,900", "--remote-debugging-pipe",
        ]
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = ["-c", line, program] + flags
        process.currentDirectoryURL = URL(filePath: folder.path.text)
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        // Open for both directions, so that opening waits for nobody.
        commands = try FileHandle(forUpdating: URL(filePath: names[0]))
        answers = try FileHandle(forUpdating: URL(filePath: names[1]))
        try process.run()
        let target = try call("Target.createTarget", ["url": "about:blank"])["targetId"] as? String ?? ""
        let attached = try call("Target.attachToTarget", ["targetId": target, "flatten": true])
        session = attached["sessionId"] as? String
        try call("Runtime.enable")
        try call("Page.enable")
        try call("Emulation.setFocusEmulationEnabled", ["enabled": true])
        try call("Page.navigate", ["url": URL(filePath: page.text).absoluteString])
        while try message()["method"] as? String != "Page.loadEventFired" {}
    }

    deinit {
        process.terminate()
        process.waitUntilExit()
    }

    /// The value of an expression in the page.
    @discardableResult
    func value<Value>(_ expression: String, as type: Value.Type = Value.self) throws -> Value {
        let answer = try call(
            "Runtime.evaluate", ["expression": expression, "returnByValue": true, "awaitPromise": true])
        guard answer["exceptionDetails"] == nil, let value = (answer["result"] as? [String: Any])?["value"] as? Value
        else { throw Failure(description: "\(expression): \(answer)") }
        return value
    }

    private static let keys = [
        "Tab": 9, "Enter": 13, "End": 35, "Home": 36, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40,
    ]

    /// Presses a key, and lets it go.
    func press(_ key: String, times: Int = 1, shift: Bool = false) throws {
        var event: [String: Any] = [
            "key": key, "code": key, "windowsVirtualKeyCode": Self.keys[key] ?? 0, "modifiers": shift ? 8 : 0,
        ]
        for _ in 0..<times {
            event["text"] = key == "Enter" ? "\r" : nil
            try call("Input.dispatchKeyEvent", event.merging(["type": "keyDown"]) { $1 })
            event["text"] = nil
            try call("Input.dispatchKeyEvent", event.merging(["type": "keyUp"]) { $1 })
        }
    }

    /// Types into what has the focus.
    func type(_ text: String) throws { try call("Input.insertText", ["text": text]) }

    @discardableResult
    private func call(_ method: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
        count += 1
        var call: [String: Any] = ["id": count, "method": method, "params": parameters]
        if let session { call["sessionId"] = session }
        try commands.write(contentsOf: JSONSerialization.data(withJSONObject: call) + [0])
        while true {
            let message = try message()
            guard message["id"] as? Int == count else { continue }
            if let error = message["error"] { throw Failure(description: "\(method): \(error)") }
            return message["result"] as? [String: Any] ?? [:]
        }
    }

    /// The next answer or event; each ends with a NUL byte.
    private func message() throws -> [String: Any] {
        while true {
            if let end = pending.firstIndex(of: 0) {
                let data = Data(pending[..<end])
                pending.removeSubrange(...end)
                let message = try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
                if message["method"] as? String == "Runtime.exceptionThrown" { exceptions.append("\(message)") }
                return message
            }
            var waiting = pollfd(fd: answers.fileDescriptor, events: Int16(POLLIN), revents: 0)
            // Safe: one structure, which outlives the call.
            guard unsafe poll(&waiting, 1, Self.patience) == 1 else {
                throw Failure(description: "Chromium does not answer")
            }
            pending += answers.availableData
        }
    }
}
