import Foundation
import Testing

@testable import magpie

@Suite("The unit of the service", .timeLimit(.minutes(5)))
struct UnitTests {
    private static let folder = URL(filePath: #filePath).pathComponents.dropLast(5).joined(separator: "/").dropFirst()
    private static let hasAnalyzer = FileManager.default.isExecutableFile(atPath: "/usr/bin/systemd-analyze")
    private let place: Workplace

    init() throws { place = try Workplace() }

    /// The unit with the command that the tests built.
    private func unit(_ name: String) throws -> String {
        let text = try String(contentsOfFile: Self.folder + "/.ci/debian/\(name)", encoding: .utf8)
        let built = text.replacing("ExecStart=/usr/bin/magpie ", with: "ExecStart=\(magpieBinary) ")
        #expect(built != text)
        try place.write(Array(built.utf8), to: name)
        return (place / name).text
    }

    @Test(
        "has no mistake, and exposes little",
        .enabled(if: UnitTests.hasAnalyzer, "skipped: /usr/bin/systemd-analyze of the package systemd is missing"),
        arguments: ["magpie.service", "magpie-backup.service"])
    func analyzed(_ name: String) throws {
        let unit = try unit(name)
        let verified = try run("/usr/bin/systemd-analyze", ["verify", "--man=no", unit])
        let complaints = verified.errors.split(separator: "\n").filter { $0.contains(name) }
        #expect(complaints.isEmpty, "\(complaints)")
        // In tenths: 2.0.
        let exposure = try run("/usr/bin/systemd-analyze", ["security", "--offline=yes", "--threshold=20", unit])
        #expect(exposure.code == 0, "\(exposure.text.suffix(200))")
    }

    @Test("of the backup runs a command that exists, with the settings of the package")
    func backup() throws {
        let text = try String(contentsOfFile: Self.folder + "/.ci/debian/magpie-backup.service", encoding: .utf8)
        let line = try #require(text.firstMatch(of: /ExecStart=\/usr\/bin\/magpie (.+)/)?.1)
        try place.write(try picture(), to: "in/a.jpg")
        try place.demand("index", "in", "-q", "--store", "catalog.magpie")
        let settings = try String(contentsOfFile: Self.folder + "/.ci/debian/serve.conf", encoding: .utf8)
        try place.write(Array(settings.replacing("/var/lib/magpie/", with: "").utf8), to: "serve.conf")
        let words = line.replacing("/var/backups/magpie", with: "backups").replacing("/etc/magpie/", with: "")
        let ended = try place.magpie(words.split(separator: " ").map(String.init))
        #expect(ended.code == 0 && ended.text.contains("catalog (1 item)") && ended.errors.isEmpty, "\(ended)")
    }

    @Test("is not started again after an exit code that no other start mends")
    func restarts() throws {
        let text = try String(contentsOfFile: Self.folder + "/.ci/debian/magpie.service", encoding: .utf8)
        let codes = [ExitCode.usage, .setup].map { "\($0.rawValue)" }.joined(separator: " ")
        #expect(text.contains("\nRestart=on-failure\n") && text.contains("\nRestartPreventExitStatus=\(codes)\n"))
        // A small system has no /bin/kill.
        #expect(text.contains("\nExecReload=/bin/sh -c 'kill -HUP $MAINPID'\n"))
        // A wrong setting, and a store of another kind; a port that is taken is in `ServeTests`.
        #expect(try place.magpie("serve", "--port", "none").code == ExitCode.usage.rawValue)
        try place.write([1, 2, 3], to: "a.magpie")
        #expect(try place.magpie("serve", "--store", "a.magpie", "--port", "0").code == ExitCode.setup.rawValue)
    }

    @Test("starts serve with the settings of the package, whose options exist")
    func settings() throws {
        let text = try String(contentsOfFile: Self.folder + "/.ci/debian/serve.conf", encoding: .utf8)
        // Those in comments as well, as somebody enables them.
        let all = text.replacing(#/# {3}([a-z-]+ = )/#) { "\($0.1)" }
        #expect(all.split(separator: "\n").count { $0.hasPrefix("keys = ") || $0.hasPrefix("tls-cert = ") } == 2)
        for (name, lines) in [("plain", text), ("all", all)] {
            try place.write(Array(lines.utf8), to: "\(name).conf")
            try run("/bin/chmod", ["600", (place / "\(name).conf").text])
            let ended = try Running(
                magpieBinary, ["serve", "--config", "\(name).conf", "--print-config"], in: place.path,
                environment: ["CREDENTIALS_DIRECTORY": "/run/credentials/magpie.service"]
            ).wait()
            #expect(ended.code == 0 && ended.text.contains("/var/lib/magpie/catalog.magpie"), "\(ended.errors)")
        }
    }
}
