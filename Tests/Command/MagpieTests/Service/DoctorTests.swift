import Foundation
import Recommendations
import Testing

@testable import magpie

@Suite("magpie doctor", .timeLimit(.minutes(5)))
struct DoctorTests {
    private static let openssl = "/usr/bin/openssl"
    private static let hasOpenSSL = FileManager.default.isExecutableFile(atPath: openssl)
    private let place: Workplace

    /// A store of one picture in a folder of its own.
    init() throws {
        place = try Workplace()
        try place.write(try picture(), to: "shop/a.jpg")
        try run("/bin/chmod", ["750", (place / "shop").text])
        #expect(try place.magpie("index", "shop/a.jpg", "--store", "shop/s.magpie").code == 0)
    }

    /// The findings by check, of each check the worst.
    private func findings(_ words: String..., code: Int32 = 0) throws -> [String: [String: Any]] {
        let ended = try Running(magpieBinary, ["doctor", "--store", "shop/s.magpie", "--json"] + words, in: place.path)
            .wait()
        #expect(ended.code == code, "\(ended.text) \(ended.errors)")
        let order = ["ok": 0, "warning": 1, "fault": 2]
        func rank(_ line: [String: Any]) -> Int { order[line["state"] as? String ?? ""] ?? 3 }
        return Dictionary(try ended.json().map { ($0["check"] as? String ?? "", $0) }) { rank($0) < rank($1) ? $1 : $0 }
    }

    /// Foundation does not find an empty text.
    private func holds(_ value: Any?, _ text: String) -> Bool {
        text.isEmpty || (value as? String ?? "").contains(text)
    }

    private func isState(_ state: String, _ finding: [String: Any]?, seen text: String = "", remedy: String = "")
        -> Bool
    {
        finding?["state"] as? String == state && holds(finding?["seen"], text)
            && (state == "ok") == (finding?["remedy"] == nil)
            && holds(finding?["remedy"], remedy)
    }

    private func age(_ file: String, days: Int) throws {
        try run("/usr/bin/touch", ["-d", "\(days) days ago", (place / file).text])
    }

    @Test("finds no fault at a new store, and tells each check in words")
    func sound() throws {
        let found = try findings()
        #expect(isState("ok", found["store"], seen: "1 item"), "\(found)")
        for check in ["owner", "permissions", "space", "files", "memory"] {
            #expect(isState("ok", found[check]), "\(check): \(found[check] ?? [:])")
        }
        #expect(isState("warning", found["backup"], remedy: "magpie-backup.timer"))
        let text = try place.magpie("doctor", "shop/s.magpie").text
        #expect(text.contains("ok       store        shop/s.magpie has 1 item") && text.contains("do: "), "\(text)")
        #expect(text.hasSuffix("warning\n") || text.hasSuffix("warnings\n"), "\(text)")
    }

    @Test("a store that is missing, or is no store, is a fault with a code of its own")
    func noStore() throws {
        let missing = try place.magpie("doctor", "--store", "none.magpie")
        #expect(missing.code == 4 && missing.text.contains("there is no store none.magpie"), "\(missing.text)")
        try place.write(Array("hello".utf8), to: "shop/s.magpie")
        #expect(isState("fault", try findings(code: 4)["store"], remedy: "store check"))
        #expect(try place.magpie("doctor", "--help").text.contains("  4 "))
    }

    @Test(
        "files that root made in the folder of another user are a fault with the command that mends it",
        .enabled(if: Workplace.isRoot, "skipped: only root gives files away"))
    func owner() throws {
        try run("/bin/chown", ["65534", (place / "shop").text])
        let found = try findings(code: 4)
        #expect(isState("fault", found["owner"], seen: "root", remedy: "chown --reference="), "\(found)")
        let command = try #require(found["owner"]?["remedy"] as? String)
        try run("/bin/sh", ["-c", command])
        #expect(isState("ok", try findings()["owner"]))
    }

    @Test("events that all can read are a warning, and a store that all can change is a fault")
    func permissions() throws {
        try record(days: [0])
        try run("/bin/chmod", ["644", (place / "shop/s.magpie.events").text])
        #expect(isState("ok", try findings()["permissions"]))
        try run("/bin/chmod", ["755", (place / "shop").text])
        #expect(isState("warning", try findings()["permissions"], seen: "people", remedy: "chmod o-r"))
        try run("/bin/chmod", ["666", (place / "shop/s.magpie").text])
        #expect(isState("fault", try findings(code: 4)["permissions"], remedy: "chmod o-w"))
    }

    private func record(days: [Int]) throws {
        let store = try EventStore(path: (place / "shop/s.magpie.events").text)
        try store.add(days.map { TrackedEvent(action: "product_view", user: "u\($0)", item: "a") })
    }

    @Test("the events come with their growth, and the future is a fault")
    func growth() throws {
        try record(days: [0, 1, 2])
        let found = try findings()
        #expect(isState("ok", found["events"], seen: "3 events since"), "\(found)")
        #expect(isState("ok", found["events"], seen: "a day of late; the oldest leave after"), "\(found)")
        try run("/usr/bin/touch", ["-d", "2 days", (place / "shop/s.magpie").text])
        #expect(isState("fault", try findings(code: 4)["clock"], seen: "future"))
    }

    @Test("a disk that is nearly full is a fault, and one without space for a copy a warning")
    func space() {
        func state(free: Int, bytes: Int) -> Finding.State {
            Room(free: free, total: 1 << 40).finding(for: bytes, growth: 1_000_000_000, in: Path("shop")).state
        }
        #expect(state(free: 99_000_000, bytes: 10) == .fault)
        #expect(state(free: 1_000_000_000, bytes: 20_000_000_000) == .fault)
        #expect(state(free: 2_000_000_000, bytes: 1_500_000_000) == .warning)
        #expect(state(free: 3_000_000_000, bytes: 1_500_000_000) == .ok)
    }

    @Test("the backup is as old as its name tells; without a manifest, or of another store, it counts for nothing")
    func backup() throws {
        func name(_ store: String, _ days: Double) -> String {
            let time = Date(timeIntervalSinceNow: -days * 86_400).formatted(.iso8601.timeSeparator(.omitted))
            return "backups/\(store)-\(time)"
        }
        try place.folder(name("s", 0))
        try place.write([], to: name("shop", 0) + "/manifest.json")
        #expect(isState("warning", try findings("--backups", "backups")["backup"], seen: "has no backup of"))
        for (days, state, text) in [
            (9.1, "fault", "9 days old"), (3.1, "warning", "3 days old"), (0.1, "ok", "of today"),
        ] {
            try place.write([], to: name("s", days) + "/manifest.json")
            let found = try findings("--backups", "backups", code: state == "fault" ? 4 : 0)
            #expect(isState(state, found["backup"], seen: text), "\(found)")
        }
    }

    @Test("the settings of a server name keys and log, and a fault in them has its line")
    func keys() throws {
        try place.write(Array("store = shop/s.magpie\nkeys = $CREDENTIALS_DIRECTORY/keys\n".utf8), to: "serve.conf")
        func found(_ code: Int32 = 0) throws -> [String: [String: Any]] {
            try findings("--config", "serve.conf", code: code)
        }
        #expect(isState("fault", try found(4)["keys"], seen: "there is no file"))
        try place.write(Array("# none\n".utf8), to: "keys")
        try run("/bin/chmod", ["600", (place / "keys").text])
        #expect(isState("fault", try found(4)["keys"], seen: "has no key"))
        try place.write(Array("a:b\n".utf8), to: "keys")
        #expect(isState("ok", try found()["keys"], seen: "today"))
        try age("keys", days: 400)
        #expect(isState("warning", try found()["keys"], seen: "400 days ago", remedy: "replace"))
        try run("/bin/chmod", ["644", (place / "keys").text])
        #expect(isState("warning", try found()["keys"], seen: "read", remedy: "chmod 600"))
        try run("/bin/chmod", ["606", (place / "keys").text])
        #expect(isState("fault", try found(4)["keys"], seen: "change", remedy: "chmod 600"))
        try run("/bin/chmod", ["600", (place / "keys").text])
        try place.write(Array("log = none/access.log\n".utf8), to: "serve.conf")
        #expect(isState("fault", try found(4)["log"], seen: "no folder"))
        try place.write(Array("prot = 80\n".utf8), to: "serve.conf")
        #expect(isState("fault", try found(4)["settings"], seen: "serve.conf:1: there is no setting 'prot'"))
    }

    @Test(
        "the certificate comes with its end, and a past or near one is a fault or a warning",
        .enabled(if: hasOpenSSL, "skipped: /usr/bin/openssl is missing"))
    func certificate() throws {
        try place.write(Array("tls-cert = chain.pem\ntls-key = key.pem\n".utf8), to: "serve.conf")
        func make(days: Int, _ kind: [String]) throws {
            let files = ["-keyout", (place / "key.pem").text, "-out", (place / "chain.pem").text]
            let made = try run(
                Self.openssl,
                ["req", "-x509", "-newkey"] + kind + ["-nodes", "-days", "\(days)", "-subj", "/CN=a"] + files)
            #expect(made.code == 0, "\(made.errors)")
        }
        try make(days: 90, ["rsa:2048"])
        var found = try findings("--config", "serve.conf")
        #expect(
            isState("ok", found["certificate"], seen: "in 89 days")
                || isState("ok", found["certificate"], seen: "in 90 days"))
        // GeneralizedTime from the year 2050.
        try make(days: 20_000, ["ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"])
        found = try findings("--config", "serve.conf")
        #expect(isState("ok", found["certificate"], seen: " on 20"), "\(found)")
        try make(days: 5, ["ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"])
        found = try findings("--config", "serve.conf")
        #expect(isState("warning", found["certificate"], remedy: "renew"), "\(found)")
        let text = try String(contentsOfFile: (place / "chain.pem").text, encoding: .utf8)
        let validity = try #require(CertificateValidity(chain: text))
        let later = validity.end.addingTimeInterval(1)
        #expect(validity.finding(of: Path("chain.pem"), at: later, lastDays: 21).state == .fault)
        #expect(
            validity.finding(of: Path("chain.pem"), at: validity.begin.addingTimeInterval(-1), lastDays: 21).state
                == .fault)
        // Bytes that break off, and others, are no certificate and no crash.
        let bytes = Array(text.utf8)
        for end in stride(from: 0, to: bytes.count, by: 7) {
            let cut = String(decoding: bytes[..<end], as: UTF8.self) + "\n-----END CERTIFICATE-----\n"
            #expect(CertificateValidity(chain: cut) == nil || end > bytes.count - 40)
        }
        #expect(CertificateValidity(chain: "") == nil)
        try place.write(Array("none".utf8), to: "chain.pem")
        #expect(
            isState("fault", try findings("--config", "serve.conf", code: 4)["certificate"], seen: "no certificate"))
    }

    @Test("a model that the store needs is named where ONNX Runtime cannot be opened")
    func libraries() throws {
        let libraries = try place.magpie("doctor", "shop/s.magpie", "--json").json().filter {
            $0["check"] as? String == "library"
        }
        let texts = libraries.compactMap { $0["seen"] as? String }
        #expect(texts.contains { $0.hasPrefix("libmicrohttpd 1.") || $0.hasPrefix("libmicrohttpd 0.") }, "\(texts)")
        #expect(
            texts.contains { $0.contains("libcurl 7.") || $0.contains("libcurl 8.") || $0.contains("no libcurl") },
            "\(texts)")
        #expect(!texts.contains { $0.contains("ONNX") })
    }
}
