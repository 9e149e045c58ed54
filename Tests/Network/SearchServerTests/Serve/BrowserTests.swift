import Foundation
import TestSupport
import Testing

/// A real browser, driven by the scripts in `Tests/Browser`.
private enum Browser {
    static let folder = SharedData.package.appending(path: "Tests/Browser")

    /// Python with Playwright and axe, in an environment of its own, made once. Not beside the other tests: a page that is
    /// to answer within a time needs the machine for itself.
    static let python = hasBrowser ? PythonPackages.python("browser-tests", where: "MAGPIE_TESTS_BROWSER") : nil

    private static var hasBrowser: Bool {
        ProcessInfo.processInfo.environment["MAGPIE_CHROMIUM"] != nil
            || ["chromium-headless-shell", "chromium"].contains { run("which", [$0]) == 0 }
    }

    static func run(_ program: String, _ arguments: [String], output: Any? = nil) -> Int32 {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [program] + arguments
        process.standardOutput = output ?? FileHandle.nullDevice
        process.standardError = output ?? FileHandle.nullDevice
        guard (try? process.run()) != nil else { return -1 }
        process.waitUntilExit()
        return process.terminationStatus
    }
}

@Suite("The page in a browser", .timeLimit(.minutes(15)))
struct BrowserTests {
    /// One of three tests, and with `MAGPIE_TESTS_LONG=1` all of them.
    @Test(
        "a browser takes the page through its repertoire",
        .enabled(
            if: Browser.python != nil,
            "skipped: needs MAGPIE_TESTS_BROWSER=1, Playwright and axe from PyPI, and chromium-headless-shell or chromium"
        ))
    func repertoire() throws {
        let script = Browser.folder.appending(path: "run.py").path
        let failures = Browser.run(
            try #require(Browser.python), [script, ServeProcess.binary] + (Effort.isFull ? [] : ["--every", "3"]),
            output: FileHandle.standardError)
        #expect(failures == 0)
    }
}
