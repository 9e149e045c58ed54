import Dispatch
import Foundation
import Imaging
import SearchAPI
import SearchServer
import VisualSearch

/// `magpie serve`.
struct Serve: Subcommand {
    static let name = "serve"
    static let summary = "Serves a store over HTTP, so that clients of ViSearch search in it."
    static let synopsis = "magpie serve [--store FILE] [--host ADDRESS] [--port N] [options]"
    static let details = """
        Prints its address, and stops on SIGTERM or SIGINT after finishing what runs. The store is made where there
        is none. Insertions that were accepted wait in FILE.jobs, what trackers report is kept in FILE.events. One
        server at a time serves a store. /openapi.json says what can be asked, /healthz and /metrics say how the
        server is.

        Without keys only this machine is listened to. A key is the app key of a client, or ACCESS:SECRET; a file has
        one on each line, and MAGPIE_KEYS may name it. Trackers send no key, and none is asked of them.

        Images that clients name by URL are fetched from public addresses at the ports 80 and 443 only.
        """
    static let examples = [
        Example(purpose: "the sample shop, on this machine", line: "magpie serve --store shop.magpie --port 8080"),
        Example(
            purpose: "ask it", line: "curl 'http://127.0.0.1:8080/search?im_name=shoe-001&fl=price&score=true'"),
        Example(
            purpose: "for others, with keys and TLS",
            line: "magpie serve --host 0.0.0.0 --port 443 --keys keys.txt --tls-cert chain.pem --tls-key key.pem"),
        Example(
            purpose: "insert from a folder and from a shop in the same network",
            line: "magpie serve --allow-files /srv/photos --allow-host shop.local:8000"),
    ]

    var store = StorePlace.standardName
    var describer: InferenceDescriber.Model?
    var schema: [String: AttributeType] = [:]
    var dropsMisfits = false
    var typeField: String?
    var thumbnails: Int?
    var host = "127.0.0.1"
    var port = 8080
    var keys: [String] = []
    var keyFile: Path?
    var certificate: Path?
    var privateKey: Path?
    var log: Path?
    var isQuiet = false
    var setup = ViSearchServer.Setup()
    var limits = LimitOptions()

    func run(_ words: [Path]) throws -> ExitCode {
        if let word = words.first { throw UsageError("serve takes options only, not '\(word.text.printable)'") }
        let signals = StopSignals()
        var setup = setup
        setup.limits = limits.limits
        setup.note = { note("magpie: \($0)\n") }
        setup.http.host = host
        setup.http.port = UInt16(port)
        setup.http.credentials = try credentials()
        setup.http.tls = try tls()
        for folder in setup.fetch.folders where (try? FileStatus.of(Path(folder)))?.kind != .folder {
            throw SetupError("--allow-files: there is no folder '\(folder.printable)'")
        }
        let logFile = try log.map(Serve.open)
        let rotation = log.map { Serve.reopen($0, as: logFile ?? STDERR_FILENO) }
        defer {
            rotation?.cancel()
            if let logFile { close(logFile) }
        }
        setup.http.accessLog = isQuiet ? nil : AccessLog(descriptor: logFile ?? STDERR_FILENO)

        let isNew = !FileManager.default.fileExists(atPath: store.text)
        let engine = try SearchEngine(
            path: store.text, mode: .create, describer: describer.map(InferenceDescriber.init),
            thumbnailSide: thumbnails, typeField: typeField)
        if !schema.isEmpty { try engine.store.define(schema, droppingMisfits: dropsMisfits) }
        let server = try ViSearchServer(engine, setup: setup)
        let listening: UInt16
        do throws(StartError) { listening = try server.start() } catch { throw SetupError(error.description) }
        let items = try Numbers.plural(engine.countNow(), "item")
        let scheme = setup.http.tls == nil ? "http" : "https"
        let place = host.contains(":") ? "[\(host)]" : host
        try StandardOutput().write(
            "Serving \(store.text.printable) (\(isNew ? "a new store" : items)) at \(scheme)://\(place):\(listening)/\n"
        )
        _ = signals.wait()
        server.stop()
        return .done
    }

    private func credentials() throws -> Credentials {
        var lines = ""
        let file = keyFile ?? ProcessInfo.processInfo.environment["MAGPIE_KEYS"].map { Path($0) }
        if let file {
            guard let text = try? String(contentsOfFile: file.text, encoding: .utf8) else {
                throw SetupError("cannot read the keys in \(file)")
            }
            do throws(Credentials.Failure) {
                // Whoever names a file does not mean to let everybody in.
                if try Credentials(lines: text).isEmpty { throw Credentials.Failure(description: "there is no key") }
            } catch {
                throw SetupError("\(file): \(error.description)")
            }
            lines = text + "\n"
        }
        do throws(Credentials.Failure) {
            return try Credentials(lines: lines + keys.joined(separator: "\n"))
        } catch {
            throw SetupError("a --key is neither KEY nor ACCESS:SECRET")
        }
    }

    private func tls() throws -> ServerConfiguration.TLS? {
        guard certificate != nil || privateKey != nil else { return nil }
        guard let certificate, let privateKey else { throw UsageError("--tls-cert and --tls-key go together") }
        let texts = try [certificate, privateKey].map { file in
            guard let text = try? String(contentsOfFile: file.text, encoding: .utf8) else {
                throw SetupError("cannot read \(file)")
            }
            return text
        }
        return ServerConfiguration.TLS(certificate: texts[0], key: texts[1])
    }

    private static func open(_ path: Path) throws -> Int32 {
        // Safe: the name ends with NUL.
        let descriptor = path.withCString {
            unsafe Foundation.open($0, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
        }
        guard descriptor >= 0 else { throw SetupError("cannot write the log \(path): \(SystemError.last.text)") }
        return descriptor
    }

    /// On SIGHUP the log goes on in a new file, so that the old one can be moved away.
    private static func reopen(_ path: Path, as descriptor: Int32) -> any DispatchSourceSignal {
        #if !os(Linux)
            signal(SIGHUP, SIG_IGN)
        #endif
        let source = DispatchSource.makeSignalSource(signal: SIGHUP, queue: DispatchQueue(label: "magpie.log"))
        source.setEventHandler {
            do {
                let new = try Serve.open(path)
                dup2(new, descriptor)
                close(new)
            } catch {
                note("magpie: \((error as? SetupError)?.message ?? "")\n")
            }
        }
        source.activate()
        return source
    }
}
