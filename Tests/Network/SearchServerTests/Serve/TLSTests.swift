import Foundation
import HTTPClient
import HTTPTransport
import ServedShop
import TestSupport
import Testing
import TransportTestSupport
import ViSearchAPI

@testable import SearchServer

/// A program of the system, run to its end.
private struct Run {
    var code: Int32
    var output: String

    init(_ program: String, _ arguments: [String]) throws {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        code = process.terminationStatus
    }

    static let openssl = "/usr/bin/openssl"
    static let curl = "/usr/bin/curl"
    static let areThere = [openssl, curl].allSatisfy { FileManager.default.isExecutableFile(atPath: $0) }
}

@Suite("HTTPS", .timeLimit(.minutes(5)), .enabled(if: Run.areThere, "skipped: openssl or curl is not installed"))
struct TLSTests {
    private let folder: TemporaryFolder
    private var store: URL { folder.url.appending(path: "shop.magpie") }

    init() throws {
        folder = try TemporaryFolder()
        for name in ["ours", "others"] {
            let made = try Run(
                Run.openssl,
                [
                    "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                    "-subj", "/CN=\(name)", "-addext", "subjectAltName=IP:127.0.0.1,DNS:shop.example", "-keyout",
                    path("\(name).key"),
                    "-out", path("\(name).pem"),
                ])
            try #require(made.code == 0, "\(made.output)")
        }
        try Data("-----BEGIN CERTIFICATE-----\nnothing\n-----END CERTIFICATE-----\n".utf8).write(
            to: folder.url.appending(path: "broken.pem"))
    }

    private func path(_ name: String) -> String { folder.url.appending(path: name).path }

    private func serve() throws -> ServeProcess {
        try ServeProcess(store: store, ["--quiet", "--tls-cert", path("ours.pem"), "--tls-key", path("ours.key")])
    }

    @Test("searches and uploads are answered under the certificate that was given")
    func answers() throws {
        let server = try serve()
        let url = "https://127.0.0.1:\(server.port)"
        func curl(_ arguments: String...) throws -> Run { try Run(Run.curl, ["-sS", "-m", "300"] + arguments) }
        let trusting = ["--cacert", path("ours.pem")]
        let healthy = try curl(trusting[0], trusting[1], url + "/healthz", url + "/healthz")
        #expect(healthy.code == 0 && healthy.output == "ok\nok\n")
        let image = "image=@\(Shop.file("shoe-001").path)"
        let upload = try curl(trusting[0], trusting[1], "-F", image, url + "/uploadsearch")
        #expect(upload.code == 0 && upload.output.contains(#""status":"OK""#))
        // 60: the certificate is nobody's.
        #expect(try curl("--cacert", path("others.pem"), url + "/healthz").code == 60)
        server.send(SIGTERM)
        #expect(server.wait() == 0)
    }

    @Test("a fetch over https goes to the address that was looked at, and believes the right certificate only")
    func fetching() throws {
        let server = try ServeProcess(
            store: store, ["--quiet", "--key", "k", "--tls-cert", path("ours.pem"), "--tls-key", path("ours.key")])
        func outcome(_ url: String, trusting roots: String?) -> Result<[UInt8], FetchError> {
            var policy = FetchPolicy(allowsPrivate: true, seconds: 300)
            policy.certificates = roots.map(path)
            return Result { () throws(FetchError) in try Fetcher(policy).fetch(url) }
        }
        let url = "https://127.0.0.1:\(server.port)/healthz"
        #expect(outcome(url, trusting: "ours.pem") == .success(Array("ok\n".utf8)))
        #expect(outcome(url, trusting: "others.pem") == .failure(.insecure))
        #expect(outcome(url, trusting: nil) == .failure(.insecure))
        // The certificate is for another name.
        let named = "https://localhost:\(server.port)/healthz"
        #expect(outcome(named, trusting: "ours.pem") == .failure(.insecure))

        // No resolver knows the name: the connection goes to the given address, or nowhere.
        func pinned(_ scheme: String, _ name: String, to address: String) -> Result<Download.Answer, FetchError> {
            var policy = FetchPolicy(allowsPrivate: true, seconds: 300)
            policy.certificates = path("ours.pem")
            let pin = HTTPClient.Pin(name: name, port: Int(server.port), addresses: [address])
            let download = Download(
                "\(scheme)://\(name):\(server.port)/healthz", pin, policy, unless: FetchedVersion(), until: .now() + 300
            )
            return Result { () throws(FetchError) in try download.run(with: HTTPClient(), while: { true }) }
        }
        #expect(
            pinned("https", "shop.example", to: "127.0.0.1")
                == .success(.fetched(.new(Array("ok\n".utf8), FetchedVersion()))))
        #expect(pinned("https", "other.example", to: "127.0.0.1") == .failure(.insecure))
        #expect(pinned("https", "127.0.0.1", to: "127.0.0.2") == .failure(.unreachable))
    }

    @Test("old versions of TLS are refused")
    func versions() throws {
        let server = try serve()
        func connects(_ version: String) throws -> Bool {
            let place = "127.0.0.1:\(server.port)"
            let options = ["-cipher", "ALL:@SECLEVEL=0", "-connect", place, "-brief"]
            return try Run(Run.openssl, ["s_client", version] + options).code == 0
        }
        #expect(try connects("-tls1_2"))
        #expect(try !connects("-tls1_1") && !connects("-tls1"))
    }

    @Test("ciphers without forward secrecy or authentication are refused")
    func ciphers() throws {
        // A key of RSA, which all of them could use.
        let made = try Run(
            Run.openssl,
            [
                "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=rsa", "-keyout",
                path("rsa.key"), "-out", path("rsa.pem"),
            ])
        try #require(made.code == 0, "\(made.output)")
        let texts = try ["rsa.pem", "rsa.key"].map { try String(contentsOfFile: path($0), encoding: .utf8) }
        let server = try TestServer {
            $0.tls = .init(certificate: texts[0], key: texts[1])
            $0.timeouts = .patient
        }
        let place = "127.0.0.1:\(server.port)"
        func connects(_ cipher: String) throws -> Bool {
            let options = ["-tls1_2", "-cipher", "\(cipher):@SECLEVEL=0", "-connect", place, "-brief"]
            return try Run(Run.openssl, ["s_client"] + options).code == 0
        }
        #expect(try connects("ECDHE+AESGCM") && connects("ECDHE+CHACHA20"))
        let others = ["kRSA", "DHE", "AES256-GCM-SHA384", "ECDHE+SHA1", "ECDHE-RSA-AES128-SHA256"]
        for cipher in others { #expect(try !connects(cipher), "\(cipher)") }
    }

    @Test("new connections get a certificate that was renewed; those that there are go on with the old one")
    func renewal() throws {
        let names = ["ours.pem", "ours.key", "others.pem", "others.key"]
        let texts = try names.map { try String(contentsOfFile: path($0), encoding: .utf8) }
        let server = try TestServer {
            $0.tls = .init(certificate: texts[0], key: texts[1])
            $0.timeouts = .patient
        }
        let url = "https://127.0.0.1:\(server.port)/livez"
        func isTrusted(_ certificate: String) throws -> Bool {
            try Run(Run.curl, ["-sS", "-m", "300", "--cacert", path(certificate), url]).code == 0
        }
        #expect(try isTrusted("ours.pem") && !isTrusted("others.pem"))
        #expect(!server.server.renew(ServerConfiguration.TLS(certificate: texts[0], key: texts[3])))
        #expect(try isTrusted("ours.pem"))
        for _ in 0..<3 {
            #expect(server.server.renew(ServerConfiguration.TLS(certificate: texts[2], key: texts[3])))
            #expect(try isTrusted("others.pem") && !isTrusted("ours.pem"))
            #expect(server.server.renew(ServerConfiguration.TLS(certificate: texts[0], key: texts[1])))
            #expect(try isTrusted("ours.pem") && !isTrusted("others.pem"))
        }
    }

    @Test("who speaks HTTP to it, or nothing, is cut off")
    func plain() throws {
        let texts = try ["ours.pem", "ours.key"].map { try String(contentsOfFile: path($0), encoding: .utf8) }
        let server = try TestServer { configuration in
            configuration.tls = .init(certificate: texts[0], key: texts[1])
            configuration.timeouts.head = 0.4
        }
        let clients = (0..<3).map { _ in RawClient(port: server.port) }
        clients[0].send("GET /a HTTP/1.1\r\nHost: h\r\n\r\n")
        // The beginning of a greeting that promises 200 bytes more.
        clients[1].send([22, 3, 1, 0, 205, 1, 0, 0, 201, 3, 3])
        for client in clients {
            let (text, end) = client.read()
            #expect(end == .closed)
            #expect(!text.contains("HTTP"))
        }
    }

    @Test(
        "a certificate or a key that does not serve is said, and nothing starts",
        arguments: [
            (["--tls-cert", "ours.pem", "--tls-key", "others.key"], 2, "are a pair"),
            (["--tls-cert", "broken.pem", "--tls-key", "ours.key"], 2, "are a pair"),
            (["--tls-cert", "ours.key", "--tls-key", "ours.pem"], 2, "are a pair"),
            (["--tls-cert", "nowhere.pem", "--tls-key", "ours.key"], 2, "nowhere.pem"),
            (["--tls-cert", "ours.pem"], 1, "go together"),
        ])
    func refused(_ options: [String], _ code: Int32, _ text: String) throws {
        let options = options.map { $0.hasPrefix("--") ? $0 : path($0) }
        let run = try Run(ServeProcess.binary, ["serve", "--store", store.path, "--port", "0"] + options)
        #expect(run.code == code)
        #expect(run.output.contains(text))
    }
}
