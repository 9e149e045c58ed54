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
        server at a time serves a store. /openapi.json says what can be asked; /healthz, /livez, /readyz and /metrics
        say how the server is.

        Without keys only this machine is listened to, under names of this machine such as localhost, and pages that a
        browser shows are answered where --allow-origin names their origin.

        A key file has a key on each line, and MAGPIE_KEYS may name it. APPKEY, the app key that pages and apps carry,
        may search; ACCESS:SECRET, a pair, may insert, remove, use /engine and read /metrics too. Words behind a key
        give it other rights: search, data, metrics or all, as in 'APPKEY search data' or 'ACCESS:SECRET metrics'.
        Trackers send no key, and none is asked of them. On SIGHUP the keys and the certificate are read anew, and the
        log goes on in a new file.

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
            purpose: "for the pages of a shop, which send an app key",
            line: "magpie serve --keys keys.txt --allow-origin https://shop.example"),
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
    var refusesEvents = false
    var setup = ViSearchServer.Setup()
    var limits = LimitOptions()

    func run(_ words: [Path]) throws -> ExitCode {
        if let word = words.first { throw UsageError("serve takes options only, not '\(word.text.printable)'") }
        if setup.isReadOnly && !schema.isEmpty {
            throw UsageError("--schema changes the store, and --read-only forbids it")
        }
        let signals = StopSignals()
        var setup = setup
        setup.limits = limits.limits
        setup.takesEvents = !refusesEvents
        setup.note = { note("magpie: \($0)\n") }
        setup.http.host = host
        setup.http.port = UInt16(port)
        setup.http.version = Version.number
        setup.http.credentials = try credentials()
        setup.http.tls = try tls()
        for folder in setup.fetch.folders where (try? FileStatus.of(Path(folder)))?.kind != .folder {
            throw SetupError("--allow-files: there is no folder '\(folder.printable)'")
        }
        let logFile = try log.map(Serve.open)
        defer { if let logFile { close(logFile) } }
        setup.http.accessLog = isQuiet ? nil : AccessLog(descriptor: logFile ?? STDERR_FILENO)
        // Before a store is made that nobody will ever ask.
        let reserved = try reserve(setup.http)

        let isNew = !FileManager.default.fileExists(atPath: store.text)
        let engine = try SearchEngine(
            path: store.text, mode: setup.isReadOnly ? .readOnly : .create,
            describer: describer.map(InferenceDescriber.init),
            thumbnailSide: thumbnails, typeField: typeField)
        if !schema.isEmpty { try engine.store.define(schema, droppingMisfits: dropsMisfits) }
        let server = try ViSearchServer(engine, setup: setup)
        let listening: UInt16
        do throws(StartError) { listening = try server.start(on: reserved) } catch {
            throw SetupError(error.description)
        }
        let renewal = renewal(of: server, logFile: logFile)
        defer { renewal?.cancel() }
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
}
