import SearchServer

/// The options for fetching pictures.
struct FetchOptions: Hashable, Sendable {
    var folder: Path?
    var policy = FetchPolicy(byteLimit: 64 << 20, seconds: 30)

    static var group: OptionGroup<FetchOptions> {
        OptionGroup(
            "Pictures by address",
            .value(
                "--fetch", kind: .folder("DIR"),
                help:
                    "Fetch the pictures that the catalog names by http or https addresses, keep each in DIR as a JPEG "
                    + "of at most \(PictureFetch.side) pixels, and index DIR with the other inputs. A further run fetches "
                    + "only what is new or has changed.",
                sets: \.folder),
            .allowHost(sets: \.policy.hosts), .allowPrivate(sets: \.policy.allowsPrivate),
            .fetchTimeout(default: "30", sets: \.policy.seconds))
    }
}

// The options of commands that fetch pictures.
extension Option {
    /// `--allow-host HOST[:PORT]`
    static func allowHost(sets property: WritableKeyPath<Target, Set<String>>) -> Option {
        .repeated(
            "--allow-host",
            kind: OptionValue("HOST[:PORT]", expected: "a host, perhaps with a port") { $0.isEmpty ? nil : $0 },
            help: "Host to fetch from, whatever its address. Repeatable.",
            add: { $0[keyPath: property].insert($1.lowercased()) })
    }

    /// `--allow-private`
    static func allowPrivate(sets property: WritableKeyPath<Target, Bool>) -> Option {
        .flag(
            "--allow-private", help: "Fetch from any address and port, including this machine and its network.",
            sets: property)
    }

    /// `--fetch-timeout SECONDS`
    static func fetchTimeout(default value: DefaultValue, sets property: WritableKeyPath<Target, Double>) -> Option {
        .value(
            "--fetch-timeout", kind: .decimal("SECONDS", in: 0.1...600, expected: "seconds"),
            help: "Maximum time of a fetch, in seconds.", default: value, sets: property)
    }
}
