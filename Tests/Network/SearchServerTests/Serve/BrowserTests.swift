import Foundation
import TestSupport
import Testing

/// A real browser, driven by the scripts in `Tests/Browser`.
private enum Browser {
    static let folder = SharedData.package.appending(path: "Tests/Browser")
    private static let products = SharedData.package.appending(path: ".build/browser-tests")

    /// Python with Playwright and axe, in an environment of its own, made once. Not beside the other tests: a page that is
    /// to answer within a time needs the machine for itself.
    static let python: String? = {
        guard ProcessInfo.processInfo.environment["MAGPIE_TESTS_BROWSER"] == "1", hasBrowser else { return nil }
        let python = products.path + "/bin/python"
        let isThere = { run(python, ["-c", "import playwright, axe_playwright_python"]) == 0 }
        if isThere() { return python }
        guard run("python3", ["-m", "venv", products.path]) == 0,
            run(python, ["-m", "pip", "install", "-q", "-r", folder.appending(path: "requirements.txt").path]) == 0,
            isThere()
        else { return nil }
        return python
    }()

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
    @Test(
        "a browser takes the page through its whole repertoire",
        .enabled(
            if: Browser.python != nil,
            "skipped: needs MAGPIE_TESTS_BROWSER=1, Playwright and axe from PyPI, and chromium-headless-shell or chromium"
        ))
    func repertoire() throws {
        let script = Browser.folder.appending(path: "run.py").path
        let failures = Browser.run(
            try #require(Browser.python), [script, ServeProcess.binary], output: FileHandle.standardError)
        #expect(failures == 0)
    }
}
