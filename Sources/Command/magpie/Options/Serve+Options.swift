import SearchServer

extension Serve {
    static var options: [OptionGroup<Serve>] {
        [
            OptionGroup(
                "Configuration",
                .value(
                    "--config", kind: .path("FILE"),
                    help: "File of settings, 'name = value' a line with the names of these options.",
                    sets: \.configurationFile),
                .flag(
                    "--print-config",
                    help: "Print each setting with its place as such a file, and exit. Secrets are left out.",
                    sets: \.printsConfiguration)),
            OptionGroup(
                "Store and address",
                .store(sets: \.store), .model(sets: \.describer.folder), .runtime(sets: \.describer.runtime),
                .describer(sets: \.describer.named),
                .value(
                    "--model-idle", kind: .integer(in: 0...86_400),
                    help: "Seconds without a picture after which the process of a model's picture tower ends and "
                        + "gives its memory back; the tower of words stays. 0 keeps it.", default: "300",
                    sets: \.describer.idle),
                .repeated(
                    "--schema", kind: .schema,
                    help: "Types of fields, such as price=float: fixed before the first value, or changed where all "
                        + "values fit. Repeatable.", add: { $0.schema.merge($1) { $1 } }),
                .dropsMisfits(sets: \.dropsMisfits),
                .typeField(sets: \.typeField), .thumbnails(sets: \.thumbnails),
                .flag(
                    "--describe",
                    help: "Describe the pictures of a store of an earlier version, or of another describer than "
                        + "--describer, anew in the background, on one core, as 'magpie store describe' does.",
                    sets: \.describesAnew),
                .flag(
                    "--no-learning",
                    help: "Do not learn from the types of the items when more than a tenth of them changed.",
                    sets: \.skipsLearning),
                .flag(
                    "--relevant-only",
                    help: "Return relevant items only, unless a client sends score_min or score_max.",
                    default: .clause("all items, as ViSearch does"), sets: \.setup.relevantOnly),
                .flag(
                    "--read-only", help: "Allow searches only. The store must exist and is not written.",
                    sets: \.setup.isReadOnly),
                .value(
                    "--steps", kind: .path("FILE"),
                    help: "Hierarchy to serve at /steps, made by 'magpie steps import'.", sets: \.steps),
                .flag(
                    "--steps-catalog", orValue: OptionValue("FIELD", expected: "the name of a field") { $0 },
                    help:
                        "Serve the categories of the catalog at /steps; FIELD holds the category, without it product_type, "
                        + "category or type.", sets: \.stepField),
                .flag("--no-page", help: "Show no page to browsers, at / and /docs.", sets: \.hidesPage),
                .flag("--no-trackers", help: "Refuse events of trackers.", sets: \.refusesEvents),
                .flag(
                    "--no-search-log", help: "Do not record searches for 'magpie events --by query'.",
                    default: .clause("recorded unless --no-trackers, without whoever searched"), sets: \.skipsSearchLog),
                .value(
                    "--host", kind: OptionValue("ADDRESS", expected: "a name or an address") { $0.isEmpty ? nil : $0 },
                    help: "Address to listen on.", default: "127.0.0.1", sets: \.host),
                .value(
                    "--port", kind: .integer(in: 0...65535), help: "Port to listen on; 0 picks a free one.",
                    default: "8080", sets: \.port)),
            WordOptions.group.inside(\.words),
            OptionGroup(
                "Suggestions and facets",
                .value(
                    "--facet-columns", kind: .names,
                    help: "Columns with facets in answers to clients of Dynamic Yield, at most 50.",
                    default: .clause("numbers, and texts with at most 50 different values"),
                    sets: \.setup.columns.facets),
                .value(
                    "--columns", kind: .roles,
                    help: "Fields of the store that hold columns of Dynamic Yield: name=label,categories=path.",
                    default: .clause("name in title, categories in category, keywords in tags, image_url in im_url"),
                    sets: \.setup.columns.fields),
                .value(
                    "--blocked", kind: .path("FILE"),
                    help: "File of words, or several words, that no suggestion contains, one a line; # begins a "
                        + "comment.", sets: \.blocked),
                .value(
                    "--suggest-searches", kind: .integer(in: 1...1_000_000),
                    help: "Searches from which a text is suggested for fewer than three letters.", default: "50",
                    sets: \.setup.suggestions.searches),
                .value(
                    "--suggest-clicks", kind: .integer(in: 0...1_000_000),
                    help: "Clicks on results from which such a text is suggested.", default: "1",
                    sets: \.setup.suggestions.clicks),
                .value(
                    "--suggest-days", kind: .integer(in: 1...3650), help: "Days for which searches count.",
                    default: "30", sets: \.setup.suggestions.days)),
            OptionGroup(
                "Access",
                .repeated(
                    "--key", kind: OptionValue("KEY", expected: "a key or ACCESS:SECRET") { $0.isEmpty ? nil : $0 },
                    help: "Access key: an app key may search, a pair may do everything. Other users of this machine "
                        + "can see it in the process list; use --keys for secret keys. Repeatable.",
                    add: { $0.keys.append($1) }
                ).secret,
                .value(
                    "--keys", kind: .path("FILE"), help: "File of access keys, each with its rights.", sets: \.keyFile),
                .value(
                    "--milvus-token-file", kind: .path("FILE"), help: "File with the token of Milvus.",
                    default: .clause("the token in MAGPIE_MILVUS_TOKEN"), sets: \.tokenFile),
                .flag(
                    "--open-events", help: "With keys, accept tracker events without a key.",
                    default: .clause("events need a key with the right to search"), sets: \.setup.takesOpenEvents),
                .repeated(
                    "--allow-origin",
                    kind: OptionValue("ORIGIN", expected: "an origin such as https://shop.example, or *") {
                        ServerConfiguration.isOrigin($0) ? $0 : nil
                    },
                    help: "Origin of web pages that may use the server from a browser; with keys, * allows all. "
                        + "Repeatable.",
                    add: { $0.setup.http.allowedOrigins.insert($1) }),
                .repeated(
                    "--host-name", kind: OptionValue("NAME", expected: "a name") { $0.isEmpty ? nil : $0 },
                    help: "Further host name to accept without keys, such as that of a proxy on this machine. "
                        + "Repeatable.", add: { $0.setup.http.hostNames.insert($1) }),
                .repeated(
                    "--trusted-proxy",
                    kind: OptionValue("ADDRESS", expected: "a numeric address") {
                        ServerConfiguration.isAddress($0) ? $0 : nil
                    },
                    help:
                        "Address of a proxy whose X-Forwarded-For counts, in the log and for limits, and whose "
                        + "X-Forwarded-Prefix names the path of the server; it is exempt from the limit of connections "
                        + "per address. Repeatable, up to 64.",
                    add: { $0.setup.http.trustedProxies.insert($1) }),
                .value(
                    "--base-path",
                    kind: OptionValue("PATH", expected: "a path such as /magpie") { ServerConfiguration.basePath($0) },
                    help: "Path at which a proxy shows the server, whether it takes it away from requests or not; a "
                        + "trusted proxy may name it by X-Forwarded-Prefix instead.", default: "/",
                    sets: \.setup.http.basePath),
                .value("--tls-cert", kind: .path("FILE"), help: "Certificate chain as PEM.", sets: \.certificate),
                .value(
                    "--tls-key", kind: .path("FILE"), help: "Private key of the certificate as PEM.", sets: \.privateKey
                )),
            OptionGroup(
                "Images by URL",
                .repeated(
                    "--allow-files", kind: .folder("DIR"), help: "Folder that file: URLs may read from. Repeatable.",
                    add: { $0.setup.fetch.folders.append($1.text) }),
                .allowHost(sets: \.setup.fetch.hosts), .allowPrivate(sets: \.setup.fetch.allowsPrivate),
                .fetchTimeout(default: "5", sets: \.setup.fetch.seconds)),
            OptionGroup(
                "Limits",
                .value(
                    "-j", "--jobs", kind: .integer(in: 1...1024),
                    help: "Pictures processed in parallel for searches, and as many for insertions.",
                    default: .clause("the cores available to this process"), sets: \.setup.jobs),
                .value(
                    "--max-body", kind: .integer("BYTES", in: 1024...1 << 30), help: "Maximum size of a request.",
                    default: "10262144", sets: \.setup.http.limits.bodyBytes),
                .value(
                    "--queue", kind: .integer(in: 0...100_000),
                    help: "Image requests that may queue; beyond that: 503 with Retry-After.", default: "64",
                    sets: \.setup.http.limits.waitingJobs),
                .value(
                    "--connections", kind: .integer(in: 1...1_000_000), help: "Maximum number of connections.",
                    default: "4096", sets: \.setup.http.limits.connections),
                .value(
                    "--connections-per-address", kind: .integer(in: 0...1_000_000),
                    help: "Maximum number of connections from one address, such as a proxy in front; 0 is "
                        + "unlimited.", default: "1024", sets: \.setup.http.limits.connectionsPerAddress),
                .value(
                    "--upload-ttl", kind: .decimal("SECONDS", in: 0...1e9, expected: "seconds"),
                    help: "Lifetime of an uploaded picture and its im_id, in seconds.", default: "3600",
                    sets: \.setup.uploadSeconds),
                .value(
                    "--upload-count", kind: .integer(in: 0...10_000_000),
                    help: "Maximum number of uploaded pictures kept.", default: "1000", sets: \.setup.uploadCount),
                .value(
                    "--upload-bytes", kind: .integer("BYTES", in: 0...1 << 40),
                    help: "Maximum size of all uploaded pictures together.", default: "268435456",
                    sets: \.setup.uploadBytes),
                .value(
                    "--upload-folder", kind: .folder("DIR"),
                    help: "Folder in which several servers share uploaded pictures, so that each knows the im_id "
                        + "of the others.", default: .clause("in memory"), sets: \.setup.uploadFolder),
                .value(
                    "--events", kind: .integer(in: 1...1_000_000_000),
                    help: "Maximum number of tracker events kept; new ones replace the oldest.", default: "5000000",
                    sets: \.setup.eventCount),
                .value(
                    "--events-bytes", kind: .integer("BYTES", in: 1 << 20...1 << 50),
                    help: "Maximum size of all tracker events together; new ones replace the oldest.",
                    default: "1000000000", sets: \.setup.eventBytes),
                .value(
                    "--search-log", kind: .integer(in: 1...1_000_000_000),
                    help: "Maximum number of recorded searches kept, within a quarter of --events-bytes; new "
                        + "ones replace the oldest.", default: "500000", sets: \.setup.searchLogCount),
                .value(
                    "--search-log-days", kind: .integer(in: 1...3650),
                    help: "Days for which a recorded search is kept.", default: "90", sets: \.setup.searchLogDays),
                .value(
                    "--events-rate", kind: .integer(in: 0...1_000_000),
                    help: "Maximum number of events per second from one address, such as a proxy in front; 0 is "
                        + "unlimited.", default: "100", sets: \.setup.eventRate)),
            LimitOptions.group.inside(\.limits),
            OptionGroup(
                "Log",
                .value(
                    "--log", kind: .path("FILE"),
                    help: "File for the access log, one line of JSON per request; SIGHUP reopens it.",
                    default: .clause("standard error"), sets: \.log),
                .flag("-q", "--quiet", help: "Write no access log.", sets: \.isQuiet)),
        ]
    }
}
