import Foundation

@testable import magpie

/// Runs the command with a library before all others that lets calls of the C code fail: see `faulty_calls.c`.
struct FaultyCalls {
    enum Calls: String { case memory, threads, maps, files }

    /// A run of the command.
    struct Outcome {
        var ended: Ended
        /// The calls that counted, and those that failed.
        var calls = 0
        var hits = 0
        /// The library of the first call that failed.
        var origin = ""

        var text: String { ended.text + ended.errors }
    }

    /// The C code of the package, and the libraries that go on after a failed allocation. GLib ends the process, as
    /// Swift does.
    static let libraries = [
        "program", "libsqlite3", "libvips", "libjpeg", "libpng16", "libspng", "libwebp", "libwebpdemux", "libwebpmux",
        "libsharpyuv", "libtiff", "libz", "libdeflate", "liblcms2", "libexif", "libcurl", "libmicrohttpd",
    ]

    static let reason = "skipped: there is no C compiler that makes the library which lets calls fail"

    /// The library, built once for this process; nil without a compiler, and on systems that it does not work on.
    static let library: String? = {
        #if os(Linux)
            let source = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent().appending(path: "FaultyCalls/faulty_calls.c")
            let made = FileManager.default.temporaryDirectory.appending(path: "magpie-faulty-\(UUID().uuidString).so")
            for compiler in ["/usr/bin/cc", "/usr/bin/clang", "/usr/local/bin/cc", "/opt/swift/usr/bin/clang"]
            where FileManager.default.isExecutableFile(atPath: compiler) {
                let flags = ["-shared", "-fPIC", "-O2", "-Wall", "-Wextra", "-Werror"]
                if (try? run(compiler, flags + ["-o", made.path, source.path]))?.code == 0 { return made.path }
            }
        #endif
        return nil
    }()

    var calls = Calls.memory
    var from = FaultyCalls.libraries
    /// The first call that fails, from 1; 0 for none.
    var first = 0
    /// The number of calls that fail.
    var span = 1

    /// A run that has not ended after a minute hangs, and is ended as by `kill -9`.
    func outcome(of words: [String], in place: Workplace, until isEnough: (Running) -> Bool = { _ in false }) throws
        -> Outcome
    {
        let report = place / "report"
        try? FileManager.default.removeItem(atPath: report.text)
        let fault = "\(calls.rawValue):\(from.joined(separator: ",")):\(first):\(span)"
        let running = try Running(
            magpieBinary, words, in: place.path,
            environment: [
                "LD_PRELOAD": Self.library ?? "", "MAGPIE_TESTS_FAULTS": fault,
                "MAGPIE_TESTS_FAULTS_REPORT": report.text, "SWIFT_BACKTRACE": "enable=no",
            ])
        let end = ContinuousClock.now + .seconds(60)
        running.wait {
            if isEnough(running) { return true }
            return ContinuousClock.now > end
        }
        let isLate = ContinuousClock.now > end
        if running.isRunning { running.send(isLate ? SIGKILL : SIGTERM) }
        var outcome = Outcome(ended: try running.wait())
        let bytes = try contents(of: report)
        guard bytes.count > 16 else { throw SetupError("\(report.text) has \(bytes.count) bytes") }
        outcome.calls = Self.number(bytes[..<8])
        outcome.hits = Self.number(bytes[8..<16])
        outcome.origin = String(decoding: bytes[16...].prefix { $0 != 0 }, as: UTF8.self)
        return outcome
    }

    /// The number of the bytes, of which the lowest stands first.
    private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reversed().reduce(0) { $0 << 8 | Int($1) } }
}
