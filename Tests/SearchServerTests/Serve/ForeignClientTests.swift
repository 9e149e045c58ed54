import Foundation
import TestSupport
import Testing

@testable import SearchServer

/// The official Python SDK in an environment of its own under `.build`, made once where Python and its packages can be
/// had.
private enum PythonSDK {
    static let folder = SharedData.package.appending(path: "Tests/ForeignClients")

    static let interpreter: String? = {
        let place = SharedData.package.appending(path: ".build/foreign-clients").path
        let python = place + "/bin/python"
        let isThere = { run(python, ["-c", "import visearch, PIL"]) == 0 }
        if isThere() { return python }
        guard run("/usr/bin/env", ["python3", "-m", "venv", place]) == 0,
            run(python, ["-m", "pip", "install", "-q", "-r", folder.appending(path: "requirements.txt").path]) == 0,
            isThere()
        else { return nil }
        return python
    }()

    static func run(_ program: String, _ arguments: [String], output: Pipe? = nil) -> Int32 {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.standardOutput = output ?? FileHandle.nullDevice as Any
        process.standardError = output ?? FileHandle.nullDevice as Any
        guard (try? process.run()) != nil else { return -1 }
        let said = output?.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        if process.terminationStatus != 0, let said { FileHandle.standardError.write(said) }
        return process.terminationStatus
    }
}

@Suite("Foreign clients")
struct ForeignClientTests {
    @Test(
        "the official Python SDK runs its whole repertoire",
        .enabled(if: PythonSDK.interpreter != nil, "skipped: Python or its package visearch cannot be had"))
    func python() throws {
        let folder = try TemporaryFolder()
        // The pictures' own server.
        let pictures = Shop.samples.appending(path: "images")
        let web = try CannedServer { head in
            let name = head.split(separator: " ")[1].dropFirst().prefix { $0 != "?" }
            guard let data = try? Data(contentsOf: pictures.appending(path: String(name))) else {
                return Array("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8)
            }
            return CannedServer.ok(Array(data))
        }
        let server = try ServeProcess(
            store: folder.url.appending(path: "shop.magpie"),
            ["--key", "ak:sk", "--allow-host", "127.0.0.1:\(web.port)"])
        let script = PythonSDK.folder.appending(path: "python_sdk.py").path
        let python = try #require(PythonSDK.interpreter)
        let arguments = [script, server.url, pictures.path, "http://127.0.0.1:\(web.port)"]
        #expect(PythonSDK.run(python, arguments, output: Pipe()) == 0)
    }
}
