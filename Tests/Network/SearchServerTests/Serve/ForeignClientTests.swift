import Foundation
import ServedShop
import TestSupport
import Testing
import ViSearchAPI

@testable import SearchServer

/// The official clients of other languages. Each has a script in `Tests/ForeignClients` that takes a server through its
/// whole repertoire.
private enum ForeignClient {
    static let folder = SharedData.package.appending(path: "Tests/ForeignClients")
    private static let products = SharedData.package.appending(path: ".build/foreign-clients")

    /// The Python clients in an environment of its own, made once where the tests may install packages of PyPI.
    static let python = PythonPackages.python("foreign-clients")

    /// The folder with the sources of a client that comes from no registry.
    static func sources(_ variable: String) -> String? {
        ProcessInfo.processInfo.environment[variable].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Compiles the Java client together with a script of it, against the jars of Debian.
    static func compileJava(_ script: String) throws -> [String] {
        let jars = [
            "httpclient", "httpcore", "httpmime", "commons-codec", "commons-logging", "jackson-core",
            "jackson-annotations", "jackson-databind", "guava",
        ]
        let classes = products.appending(path: "java-\(script)").path
        try FileManager.default.createDirectory(atPath: classes, withIntermediateDirectories: true)
        let folder = sources("MAGPIE_TESTS_JARS") ?? "/usr/share/java"
        let path = ([classes] + jars.map { "\(folder)/\($0).jar" }).joined(separator: ":")
        let place = try #require(sources("VISEARCH_JAVA_SDK")) + "/src/main/java"
        let scripts = [script, "Checks"].map { Self.folder.appending(path: "java/\($0).java").path }
        let arguments = ["-nowarn", "-proc:none", "-cp", path, "-sourcepath", place, "-d", classes] + scripts
        #expect(run("javac", arguments, output: Pipe()) == 0)
        return ["-cp", path, script]
    }

    /// The output of a program that fails goes to standard error.
    static func run(_ program: String, _ arguments: [String], output: Pipe? = nil) -> Int32 {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [program] + arguments
        process.standardOutput = output ?? FileHandle.nullDevice as Any
        process.standardError = output ?? FileHandle.nullDevice as Any
        guard (try? process.run()) != nil else { return -1 }
        let said = output?.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        if process.terminationStatus != 0, let said { FileHandle.standardError.write(said) }
        return process.terminationStatus
    }
}

@Suite("Foreign clients", .timeLimit(.minutes(15)))
struct ForeignClientTests {
    @Test(
        "the official Python SDK runs its whole repertoire",
        .enabled(
            if: ForeignClient.python != nil,
            "skipped: MAGPIE_TESTS_INSTALL=1 lets the tests install the Python package visearch"))
    func python() throws {
        let script = ForeignClient.folder.appending(path: "python_sdk.py").path
        #expect(try served(try #require(ForeignClient.python), [script]) == 0)
    }

    @Test(
        "the official Python SDK of Exponea gets recommendations and consents",
        .enabled(
            if: ForeignClient.python != nil,
            "skipped: MAGPIE_TESTS_INSTALL=1 lets the tests install the Python package exponea-python-sdk"))
    func exponea() throws {
        let shop = try Shop(recommendations: NotedSource()) {
            $0.http.credentials = try! Credentials(lines: "APPKEY\nak:sk")
        }
        let script = ForeignClient.folder.appending(path: "exponea_sdk.py").path
        let arguments = [script, "http://127.0.0.1:\(shop.port)"]
        #expect(ForeignClient.run(try #require(ForeignClient.python), arguments, output: Pipe()) == 0)
    }

    @Test(
        "the official Java SDK runs its whole repertoire",
        .enabled(if: ForeignClient.sources("VISEARCH_JAVA_SDK") != nil, "skipped: VISEARCH_JAVA_SDK names no sources"))
    func java() throws {
        #expect(try served("java", try ForeignClient.compileJava("Repertoire")) == 0)
    }

    @Test(
        "the official Java SDK runs its whole repertoire of ProductSearch",
        .enabled(if: ForeignClient.sources("VISEARCH_JAVA_SDK") != nil, "skipped: VISEARCH_JAVA_SDK names no sources"))
    func javaProducts() throws {
        #expect(try served("java", try ForeignClient.compileJava("ProductRepertoire")) == 0)
    }

    @Test(
        "the official JavaScript SDK runs its whole repertoire",
        .enabled(
            if: ForeignClient.sources("VISEARCH_JAVASCRIPT_SDK") != nil,
            "skipped: VISEARCH_JAVASCRIPT_SDK names no sources"))
    func javaScript() throws {
        #expect(try served("node", [ForeignClient.folder.appending(path: "javascript/repertoire.js").path]) == 0)
    }

    @Test(
        "the official PHP SDK runs its whole repertoire",
        .enabled(if: ForeignClient.sources("VISEARCH_PHP_SDK") != nil, "skipped: VISEARCH_PHP_SDK names no sources"))
    func php() throws {
        #expect(try served("php", [ForeignClient.folder.appending(path: "php/repertoire.php").path]) == 0)
    }

    /// The code of a script that has a server of its own, and one for the pictures.
    private func served(_ program: String, _ arguments: [String]) throws -> Int32 {
        let folder = try TemporaryFolder()
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
            ["--key", "ak:sk", "--key", "APPKEY", "--allow-host", "127.0.0.1:\(web.port)"])
        let places = [server.url, pictures.path, "http://127.0.0.1:\(web.port)"]
        return ForeignClient.run(program, arguments + places, output: Pipe())
    }
}
