import Imaging
import SearchAPI
import SearchServer

extension Serve {
    static var options: [OptionGroup<Serve>] {
        [
            OptionGroup(
                title: "Store and address",
                options: [
                    .store(sets: \.store), .describer(sets: \.describer),
                    .repeated(
                        "--schema", kind: .schema,
                        help:
                            "Fix the kinds of fields before the first value does, such as price=float, or change them "
                            + "where all values fit. Repeatable.",
                        add: { $0.schema.merge($1) { $1 } }),
                    .dropsMisfits(sets: \.dropsMisfits),
                    .typeField(sets: \.typeField), .thumbnails(sets: \.thumbnails),
                    .flag(
                        "--relevant-only",
                        help:
                            "Answer with relevant items only where a client names no score_min or score_max. Default: "
                            + "with all items, as the service does.",
                        sets: \.setup.relevantOnly),
                    .flag(
                        "--read-only", help: "Only search: the store must exist, and nothing is written.",
                        sets: \.setup.isReadOnly),
                    .flag("--no-trackers", help: "Take no events of trackers.", sets: \.refusesEvents),
                    .value(
                        "--host",
                        kind: OptionValue("ADDRESS", expected: "a name or an address") { $0.isEmpty ? nil : $0 },
                        help: "Where to listen. Default 127.0.0.1.", sets: \.host),
                    .value(
                        "--port", kind: .integer(in: 0...65535),
                        help: "0 takes any that is free. Default 8080.", sets: \.port),
                ]),
            OptionGroup(
                title: "Who may ask",
                options: [
                    .repeated(
                        "--key", kind: OptionValue("KEY", expected: "a key or ACCESS:SECRET") { $0.isEmpty ? nil : $0 },
                        help: "Accept this key: an app key may search, a pair may do all. Others on the machine can "
                            + "read it in the list of processes; --keys is for keys that are secret. Repeatable.",
                        add: { $0.keys.append($1) }),
                    .value(
                        "--keys", kind: .path("FILE"),
                        help: "Accept the keys in this file, each with its rights. Default: what MAGPIE_KEYS names.",
                        sets: \.keyFile),
                    .repeated(
                        "--allow-origin",
                        kind: OptionValue("ORIGIN", expected: "an origin as https://shop.example, or *") {
                            ServerConfiguration.isOrigin($0) ? $0 : nil
                        },
                        help: "Answer pages of this origin that a browser shows; with keys, * allows all. Repeatable.",
                        add: { $0.setup.http.allowedOrigins.insert($1) }),
                    .repeated(
                        "--host-name", kind: OptionValue("NAME", expected: "a name") { $0.isEmpty ? nil : $0 },
                        help: "Without keys, answer to this name as well, such as that of a proxy on this machine. "
                            + "Repeatable.",
                        add: { $0.setup.http.hostNames.insert($1) }),
                    .repeated(
                        "--trusted-proxy",
                        kind: OptionValue("ADDRESS", expected: "a numeric address") {
                            ServerConfiguration.isAddress($0) ? $0 : nil
                        },
                        help: "Believe the X-Forwarded-For of this proxy, in the log and for limits; the limit of "
                            + "connections per address is not for it. Repeatable, up to 64.",
                        add: { $0.setup.http.trustedProxies.insert($1) }),
                    .value(
                        "--tls-cert", kind: .path("FILE"), help: "The certificate chain, as PEM.", sets: \.certificate),
                    .value("--tls-key", kind: .path("FILE"), help: "Its private key, as PEM.", sets: \.privateKey),
                ]),
            OptionGroup(
                title: "What is fetched for clients",
                options: [
                    .repeated(
                        "--allow-files", kind: .path("DIR"),
                        help: "Take file: URLs below this folder. Repeatable.",
                        add: { $0.setup.fetch.folders.append($1.text) }),
                    .repeated(
                        "--allow-host",
                        kind: OptionValue("HOST[:PORT]", expected: "a host, perhaps with a port") {
                            $0.isEmpty ? nil : $0
                        },
                        help: "Fetch from this host whatever its address is. Repeatable.",
                        add: { $0.setup.fetch.hosts.insert($1.lowercased()) }),
                    .flag(
                        "--allow-private",
                        help: "Fetch from any address and port, this machine and its network included.",
                        sets: \.setup.fetch.allowsPrivate),
                    .value(
                        "--fetch-timeout", kind: .decimal("SECONDS", in: 0.1...600, expected: "seconds"),
                        help: "For all of a fetch. Default 5.", sets: \.setup.fetch.seconds),
                ]),
            OptionGroup(
                title: "Limits",
                options: [
                    .value(
                        "-j", "--jobs", kind: .integer(in: 1...1024),
                        help: "Pictures at the same time for searches, and as many for insertions. Default: the "
                            + "cores that this process may use.",
                        sets: \.setup.jobs),
                    .value(
                        "--max-body", kind: .integer("BYTES", in: 1024...1 << 30),
                        help: "The largest request. Default 10256384.",
                        sets: \.setup.http.limits.bodyBytes),
                    .value(
                        "--queue", kind: .integer(in: 0...100_000),
                        help: "Requests with pictures that may wait; further ones are told to come back. Default 64.",
                        sets: \.setup.http.limits.waitingJobs),
                    .value(
                        "--connections", kind: .integer(in: 1...1_000_000), help: "Connections in all. Default 4096.",
                        sets: \.setup.http.limits.connections),
                    .value(
                        "--connections-per-address", kind: .integer(in: 0...1_000_000),
                        help: "Connections from one address, such as a proxy in front; 0 for any number. Default 1024.",
                        sets: \.setup.http.limits.connectionsPerAddress),
                    .value(
                        "--upload-ttl", kind: .decimal("SECONDS", in: 0...1e9, expected: "seconds"),
                        help: "How long an uploaded picture is kept under its im_id. Default 3600.",
                        sets: \.setup.uploadSeconds),
                    .value(
                        "--upload-count", kind: .integer(in: 0...10_000_000),
                        help: "Uploaded pictures that are kept. Default 1000.",
                        sets: \.setup.uploadCount),
                    .value(
                        "--upload-bytes", kind: .integer("BYTES", in: 0...1 << 40),
                        help: "Their bytes together. Default 268435456.", sets: \.setup.uploadBytes),
                    .value(
                        "--events", kind: .integer(in: 1...1_000_000_000),
                        help: "Events of trackers that are kept; the oldest make room. Default 5000000.",
                        sets: \.setup.eventCount),
                    .value(
                        "--events-bytes", kind: .integer("BYTES", in: 1 << 20...1 << 50),
                        help: "Their bytes together; the oldest make room. Default 1000000000.",
                        sets: \.setup.eventBytes),
                    .value(
                        "--events-rate", kind: .integer(in: 0...1_000_000),
                        help: "Events a second from one address, such as a proxy in front; 0 for any number. "
                            + "Default 100.",
                        sets: \.setup.eventRate),
                ]),
            LimitOptions.group.inside(\.limits),
            OptionGroup(
                title: "Log",
                options: [
                    .value(
                        "--log", kind: .path("FILE"),
                        help: "Append a line of JSON for each request to this file; SIGHUP opens it anew. Default: "
                            + "standard error.", sets: \.log),
                    .flag("-q", "--quiet", help: "No line for each request.", sets: \.isQuiet),
                ]),
        ]
    }
}
