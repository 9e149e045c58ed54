import ContentSearch
import Dispatch
import Essentials
import HTTPTransport
import Imaging
import SearchAPI
import SearchServer
import VisualSearch

/// `magpie serve`.
struct Serve: Subcommand {
    static let name = "serve"
    static let summary = "Serves a store over HTTP: a page for browsers, and an API for apps."
    static let synopsis = "magpie serve [STORE] [--host ADDRESS] [--port N] [options]"
    static let storeOperand = StoreOperand.existing(or: "--store makes one")
    static let details = """
        Prints its address, where a browser shows a page to search with. SIGTERM or SIGINT stops it after the running requests. A missing store is created.
        FILE.jobs holds accepted insertions that wait, FILE.events the tracked events and the searches. One server at a time serves a
        store. /openapi.json describes the API, /docs shows it; /healthz, /livez, /readyz and /metrics report the state of the
        server.

        Without keys the server accepts loopback connections only, under names of this machine such as localhost,
        and answers web pages in a browser only for origins in --allow-origin.

        Every option can also be a line of the file of --config, 'port = 8080' for --port 8080, or a variable of the
        environment, MAGPIE_PORT=8080. The command line comes before the environment, the environment before the file;
        one of the three gives all values of a repeatable option. --print-config shows each. In the
        file, # begins a comment; a flag is 'quiet', 'quiet = true' or 'quiet = false'; a repeatable option has a line
        for each value (in a variable too); paths start from the folder of the file, and $CREDENTIALS_DIRECTORY/NAME
        is a credential of systemd. The file is read once, at the start.

        A key file has one key per line. APPKEY, the app key of pages and apps, may search;
        ACCESS:SECRET, a pair, may do everything: insert, remove, see /operator, read /metrics. Words after a key set other
        rights: search, data, metrics or all, as in 'APPKEY search data' or 'ACCESS:SECRET metrics'. Trackers send
        an app key as their code, alone or as APPKEY:PLACEMENT; --open-events accepts events without a key. SIGHUP
        reloads the keys and the certificate and reopens the log. A key file that every user can read causes a
        warning, one that every user can change is refused.

        An app key goes as the parameter access_key, in the query or in a form. A pair goes as HTTP Basic. The routes of
        vendors also look where their clients put a key. With curl:
        curl -u ACCESS:SECRET -H 'Content-Type: application/json' -d '{}' http://127.0.0.1:8080/engine/count

        Consents, and the recommendation models recent and personal with the name of a customer, need the right
        data. An address that sends wrong keys is answered 429 after a
        hundred of them, except with keys that it has used before.

        The server fetches images by URL from public addresses on ports 80 and 443 only.
        """
    static let unusableHelp = "A setting or a store that no other try mends."
    static let passingHelp = "Disk full, no descriptors or memory left, or address or store in use: try again."
    static let examples = [
        Example(purpose: "the sample shop, on this machine", line: "magpie serve --store shop.magpie --port 8080"),
        Example(
            purpose: "a search", line: "curl 'http://127.0.0.1:8080/search?im_name=shoe-001&fl=price&score=true'"),
        Example(
            purpose: "also addresses step by step",
            line: "magpie serve --store shop.magpie --steps addresses.store"),
        Example(
            purpose: "on a network, with keys and TLS",
            line: "magpie serve --host 0.0.0.0 --port 443 --keys keys.txt --tls-cert chain.pem --tls-key key.pem"),
        Example(
            purpose: "for web pages of a shop, which send an app key",
            line: "magpie serve --keys keys.txt --allow-origin https://shop.example"),
        Example(
            purpose: "behind a proxy, at https://shop.example/magpie/",
            line: "magpie serve --keys keys.txt --base-path /magpie --trusted-proxy 127.0.0.1"),
        Example(
            purpose: "images from a folder and from a host in the same network",
            line: "magpie serve --allow-files /srv/photos --allow-host shop.local:8000"),
        Example(
            purpose: "the settings in a file, and all of them with their places",
            line: "magpie serve --config /etc/magpie.conf --print-config"),
    ]

    var store = StorePlace.standardName
    var describer = DescriberOptions()
    var schema: [String: AttributeType] = [:]
    var dropsMisfits = false
    var typeField: String?
    var thumbnails: Int?
    var skipsLearning = false
    var describesAnew = false
    var host = "127.0.0.1"
    var port = 8080
    var keys: [String] = []
    var keyFile: Path?
    var certificate: Path?
    var privateKey: Path?
    var log: Path?
    var isQuiet = false
    var refusesEvents = false
    var skipsSearchLog = false
    var hidesPage = false
    var setup = SearchServer.Setup()
    var steps: Path?
    var stepField: String?
    var words = WordOptions()
    var blocked: Path?
    var limits = LimitOptions()
    var tokenFile: Path?
    var configurationFile: Path?
    var printsConfiguration = false
    /// The settings with the places that they are from, where they are to be printed.
    private var configurationText = ""

    private static var configuration: Configuration<Serve> {
        Configuration(
            options: options.flatMap(\.options).filter { $0.description.plainName != "print-config" },
            environment: ProcessInfo.processInfo.environment)
    }

    mutating func apply(_ given: [Setting<Serve>]) throws {
        let settings = try Self.configuration.settings(given)
        for setting in settings { try setting.apply(to: &self) }
        if printsConfiguration { configurationText = Self.configuration.text(settings) }
    }

    func run(_ words: [Path]) throws -> ExitCode {
        if let word = words.first { throw UsageError("serve takes options only, not '\(word.text.printable)'") }
        if printsConfiguration {
            try StandardOutput().write(configurationText)
            return .done
        }
        if setup.isReadOnly && !schema.isEmpty {
            throw UsageError("--schema changes the store, and --read-only forbids it")
        }
        if describesAnew && (setup.isReadOnly || store.isMilvus) {
            throw UsageError(
                "--describe changes the store file; leave out --read-only, and copy a catalog in Milvus to one")
        }
        if steps != nil && stepField != nil {
            throw UsageError("--steps serves a file, and --steps-catalog the catalog; /steps has one hierarchy")
        }
        if refusesEvents && setup.takesOpenEvents {
            throw UsageError("--no-trackers refuses all events, and --open-events accepts those without a key")
        }
        // Until the keys and the log can be read anew, and in a server without either, a hang-up changes nothing.
        signal(SIGHUP, SIG_IGN)
        let signals = SignalWatch()
        var setup = setup
        setup.limits = limits.limits
        setup.takesEvents = !refusesEvents
        setup.recordsSearches = !skipsSearchLog
        setup.showsPage = !hidesPage
        setup.rehearses = !hidesPage
        setup.protocols = Serve.protocols
        setup.note = { note("magpie: \($0)\n") }
        setup.http.host = host
        setup.http.port = UInt16(port)
        setup.http.version = Version.number
        setup.http.credentials = try credentials()
        setup.http.tls = try tls()
        for folder in setup.fetch.folders where (try? FileStatus.of(Path(folder)))?.kind != .folder {
            throw SetupError("--allow-files: there is no folder '\(folder.printable)'")
        }
        setup.suggestions.blockedTerms = Set(try TextFile.blocked(in: blocked))
        var settings = try self.words.settings()
        settings.thumbnailSide = thumbnails
        settings.typeField = typeField
        settings.learnsFromChanges = !skipsLearning && !setup.isReadOnly
        // The store may get the describer, and need not have it yet.
        settings.acceptsOtherDescriber = describesAnew
        settings.willIndexWords = StorePlace.noteWordIndex
        do { setup.steps = try steps.map { try StepStore(path: $0.text) } } catch {
            throw SetupError("--steps: \(error)", because: error)
        }
        let logFile = try log.map(Serve.open)
        defer { if let logFile { close(logFile) } }
        setup.http.accessLog = isQuiet ? nil : AccessLog(descriptor: logFile ?? STDERR_FILENO)
        // Reserves the port first, so that a failure leaves no new store that no server uses.
        let reserved = try reserve(setup.http)

        let isNew = !store.isMilvus && !FileManager.default.fileExists(atPath: store.text)
        let engine = try Serve.retryable {
            try store.engine(
                setup.isReadOnly ? .readOnly : .create, describer, settings, milvusToken: try milvusToken())
        }
        if !schema.isEmpty { try engine.store.define(schema, droppingMisfits: dropsMisfits) }
        if let stepField { setup.steps = CatalogSteps(engine, field: stepField.isEmpty ? nil : stepField) }
        let content = ContentStore.path(besideCatalog: store.text)
        if FileManager.default.fileExists(atPath: content) {
            setup.content = try ContentStore(path: content, mode: .readOnly)
        }
        let server = try Serve.retryable { try SearchServer(engine, setup: setup) }
        let listening: UInt16
        do throws(StartError) { listening = try server.start(on: reserved) } catch {
            guard case .shortage = error else { throw SetupError(error.description) }
            noteError("\(error)")
            return .tryAgain
        }
        let renewal = renewal(of: server, logFile: logFile)
        defer { renewal.cancel() }
        let items = try Numbers.plural(engine.countBlocking(), "item")
        let scheme = setup.http.tls == nil ? "http" : "https"
        let place = host.contains(":") ? "[\(host)]" : host
        try StandardOutput().write(
            "Serving \(store.text.printable) (\(isNew ? "a new store" : items)) at \(scheme)://\(place):\(listening)/\n"
        )
        let describing = try describesAnew ? describeAnew(engine) : nil
        let manager = ServiceManager()
        manager?.tell(.ready("\(items) at port \(listening)"))
        // A catalog on other machines may hang with them, which another start of the server would not change.
        let looks = !store.isMilvus
        let watchdog = manager.flatMap { Watchdog($0) { if looks { _ = try? engine.countBlocking() } } }
        _ = signals.wait()
        manager?.tell(.stopping)
        withExtendedLifetime(watchdog) {}
        describing?.stop()
        server.stop()
        // Until all has stopped: without it a watch that yields would end the process.
        withExtendedLifetime(signals) {}
        return .done
    }

    /// Describes the pictures of a store of another describer anew, beside the server.
    private func describeAnew(_ engine: SearchEngine) throws -> BackgroundDescribing {
        BackgroundDescribing(
            engine, store, with: try describer.describer() ?? BuiltInDescriber.shared, limits: limits.limits)
    }
}
